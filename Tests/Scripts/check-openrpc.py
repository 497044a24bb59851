#!/usr/bin/env python3
"""Checks `sudoku schema --openrpc` with the packages `openrpc` (its model of a document) and `jsonschema`.

    Scripts/setup-python
    .build/python/bin/python Tests/Scripts/check-openrpc.py .build/debug/sudoku [META-SCHEMA]

With the meta-schema of the specification, as a file, the document is checked against it too.
"""
import json, subprocess, sys

import jsonschema
from openrpc import OpenRPC

text = subprocess.run([sys.argv[1], "schema", "--openrpc"], capture_output=True, check=True).stdout
document = json.loads(text)
# The specification allows references to errors; the package's model does not know them.
errors = document["components"]["errors"]
inlined = json.loads(text)
for method in inlined["methods"]:
    method["errors"] = [errors[error["$ref"].split("/")[-1]] for error in method["errors"]]
model = OpenRPC.model_validate(inlined)
components = {"components": document["components"]}
count = 0
for method in document["methods"]:
    names = [parameter["name"] for parameter in method["params"]]
    assert len(names) == len(set(names)), method["name"]
    wanted = [parameter["required"] for parameter in method["params"]]
    assert wanted == sorted(wanted, reverse=True), f"{method['name']}: optional before required"
    for part in method["params"] + [method["result"]]:
        schema = {**part["schema"], **components}
        jsonschema.Draft202012Validator.check_schema(schema)
        count += 1


def references(value):
    if isinstance(value, dict):
        if "$ref" in value:
            yield value["$ref"]
        for inner in value.values():
            yield from references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from references(inner)


for reference in references(document):
    _, parts, group, name = reference.split("/")
    assert parts == "components" and name in document["components"][group], reference
if len(sys.argv) > 2:
    with open(sys.argv[2]) as file:
        meta = json.load(file)
    # Its dialect is draft 7; what it says of JSON Schema is checked above.
    meta.pop("$schema", None)
    meta["definitions"]["JSONSchema"] = True
    jsonschema.Draft7Validator(meta).validate(document)
place = next(method for method in document["methods"] if method["name"] == "game.place")
cell = {**place["params"][0]["schema"], **components}
assert not jsonschema.Draft202012Validator(cell).is_valid("r0c1"), "a wrong cell must not fit"
print(f"ok: {len(model.methods)} methods, {count} schemas, {len(document['x-notifications'])} notifications")

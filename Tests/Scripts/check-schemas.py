#!/usr/bin/env python3
"""Validates what the program writes against the schemas that it publishes, with the package jsonschema.

    Scripts/setup-python
    .build/python/bin/python Tests/Scripts/check-schemas.py .build/debug/sudoku Tests/SudokuProtocolTests/Transcripts

Every answer, error and notification of the transcripts, and lines of every command that writes JSON lines.
Exits with 1 where one does not fit, and where a method, an error or a notification was never seen.
"""
import collections, json, pathlib, subprocess, sys

import jsonschema

binary, transcripts = sys.argv[1], pathlib.Path(sys.argv[2])
document = json.loads(subprocess.run([binary, "schema"], capture_output=True, check=True).stdout)
definitions = document["$defs"]
faults, seen = [], collections.Counter()


def validator(name):
    return jsonschema.Draft202012Validator({"$ref": "#/$defs/" + name, "$defs": definitions})


jsonschema.Draft202012Validator.check_schema(document)
for name, schema in definitions.items():
    jsonschema.Draft202012Validator.check_schema(schema)
    alone = json.loads(subprocess.run([binary, "schema", name], capture_output=True, check=True).stdout) \
        if name.startswith(("line.", "error.")) else None
    if alone:
        jsonschema.Draft202012Validator.check_schema(alone)
validators = {name: validator(name) for name in definitions}


def check(name, value, where):
    seen[name] += 1
    if name not in validators:
        faults.append(f"{where}: there is no schema {name}")
        return
    for error in validators[name].iter_errors(value):
        faults.append(f"{where}: {name} {error.json_path}: {error.message[:200]}")


def bare(schema, path):
    """Objects of which nothing is said, where that is not said on purpose."""
    if isinstance(schema, dict):
        if schema.get("type") == "object" and not {"properties", "additionalProperties"} & set(schema):
            yield path
        for key, value in schema.items():
            yield from bare(value, f"{path}.{key}")
    elif isinstance(schema, list):
        for index, value in enumerate(schema):
            yield from bare(value, f"{path}[{index}]")


faults += [f"bare object: {path}" for path in bare(definitions, "$defs")]


def requests(lines):
    for line in lines:
        try:
            value = json.loads(line.lstrip("\ufeff"))
        except ValueError:
            continue
        yield from (value if isinstance(value, list) else [value])


for path in sorted(transcripts.glob("*.txt")):
    if path.name.startswith("mcp"):
        continue
    sent = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        where = f"{path.name}:{number}"
        if line.startswith("> "):
            for request in requests([line[2:]]):
                if isinstance(request, dict) and isinstance(request.get("method"), str):
                    sent[json.dumps(request.get("id"))] = request
        if not line.startswith("< "):
            continue
        for answer in requests([line[2:]]):
            if "error" in answer:
                check("error." + answer["error"]["data"]["kind"], answer["error"], where)
                check("error", answer["error"], where)
            elif "method" in answer:
                check("notification." + answer["method"], answer["params"], where)
            else:
                request = sent[json.dumps(answer["id"])]
                check(request["method"] + ".result", answer["result"], where)
                check(request["method"] + ".params", request.get("params") or {}, where)

puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
several = "8.........95.......76.........426798...571243...893165......916....3.487....1.532"
none = "55" + "." * 79
full = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
text = "\n".join([puzzle, several, none, full, "nonsense"]) + "\n"
commands = {
    "solve": [["--all", "--limit", "3"]], "check": [[]], "identify": [[], ["--form", "minlex"]],
    "grade": [[], ["--path"], ["--explain"], ["--path", "--explain"], ["--scale", "level"]],
    "convert": [["--to", "jsonl"]],
}
for command, variants in commands.items():
    for options in variants:
        arguments = [binary, command, *options, "--no-progress"]
        if command != "convert":
            arguments += ["--format", "jsonl"]
        lines = subprocess.run(arguments, input=text, capture_output=True, text=True).stdout.splitlines()
        if not lines:
            faults.append(f"{command} {options}: wrote nothing")
        for line in lines:
            check("line." + command, json.loads(line), f"sudoku {command} {' '.join(options)}")
for options in [[], ["--level", "hard"]]:
    made = subprocess.run([binary, "generate", "--seed", "7", "--count", "2", "--format", "jsonl", *options],
                          capture_output=True, text=True).stdout
    for line in made.splitlines():
        check("line.generate", json.loads(line), "sudoku generate")

# The check itself must be able to fail.
assert not validators["Solve"].is_valid({"puzzle": puzzle, "solutionCount": "1", "complete": True})
assert not validators["Solve"].is_valid({"puzzle": puzzle, "solutionCount": 1, "complete": True, "other": 1})
assert validators["game.place.params"].is_valid({"cell": 2.0, "digit": 4.0})
assert not validators["game.place.params"].is_valid({"cell": 2, "digit": 4.5})

for name in definitions:
    if name.endswith((".result",)) or name.startswith(("error.", "line.", "notification.")):
        if not seen[name] and name not in ("line.games",):
            print(f"never seen: {name}")
for fault in faults:
    print(fault)
print(f"{sum(seen.values())} values of {len(seen)} schemas, {len(faults)} faults")
sys.exit(1 if faults else 0)

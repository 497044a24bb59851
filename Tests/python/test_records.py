"""The typed dictionaries of `records` are what `sudoku schema` prints."""

import json
import subprocess

import pytest
from sudoku_engine import records

def dictionaries():
    return [
        (name, kind)
        for name, kind in vars(records).items()
        if hasattr(kind, "__required_keys__")
        and not name.startswith("_")
        # It stands for all notifications.
        and name != "Notification"
        # An old name is another name of the same record.
        and kind.__name__ == name
    ]


@pytest.mark.skipif(not hasattr(records.Step, "__required_keys__"), reason="needs Python 3.9")
def test_members_are_those_of_the_schemas(cli):
    text = subprocess.run([cli, "schema"], capture_output=True, check=True).stdout
    schemas = json.loads(text)["$defs"]
    compared = 0
    for name, kind in dictionaries():
        schema = schemas.get(name)
        assert schema is not None, f"{name} has no schema"
        names = set(kind.__annotations__)
        assert names <= set(schema["properties"]), f"{name}: {names - set(schema['properties'])}"
        # A member that is not always there must be optional here.
        required = set(kind.__required_keys__)
        assert required <= set(schema["required"]), f"{name}: {required - set(schema['required'])}"
        missing = set(schema["required"]) - names
        assert not missing, f"{name} lacks {missing}"
        compared += 1
    assert compared >= 10

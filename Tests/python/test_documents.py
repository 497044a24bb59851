"""The Python in the README and in python.md runs, and prints what it says."""

import contextlib
import importlib.util
import io
import re

import pytest
from conftest import ROOT


@pytest.mark.parametrize("name", ["README.md", "Sources/Documentation/python.md", "Sources/Languages/python/README.md"])
def test_examples(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / name).read_text(), re.DOTALL)
    assert blocks
    names = {}
    for block in blocks:
        missing = [
            module for module in re.findall(r"^import (\w+)", block, re.MULTILINE)
            if importlib.util.find_spec(module) is None
        ]
        if missing:
            continue
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            exec(block, names)
        expected = re.findall(r"^ *print\(.*\) +# (.*)$", block, re.MULTILINE)
        if name != "Sources/Languages/python/README.md":
            assert output.getvalue().splitlines() == expected


def test_the_page_names_every_function():
    import sudoku_engine as sk

    page = (ROOT / "Sources/Documentation/python.md").read_text()
    for name in sk.__all__:
        if name.islower() and name != "engine_version":
            assert re.search(rf"\b{name}\b", page), name

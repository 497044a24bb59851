"""What several tests need."""

import os
import pathlib
import shutil
from typing import Optional

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def program() -> Optional[str]:
    """The command line program: SUDOKU, a release build, or the one on the path."""
    built = ROOT / ".build/release/sudoku"
    return os.environ.get("SUDOKU") or (str(built) if built.exists() else shutil.which("sudoku"))


@pytest.fixture(scope="session")
def cli() -> str:
    found = program()
    if found is None:
        pytest.skip("there is no release build of the program")
    return found


@pytest.fixture(scope="session")
def seventeen() -> "list[str]":
    """Puzzles with 17 clues."""
    folder = pathlib.Path(os.environ.get("SUDOKU_DATA", ROOT / "Tests/Data")) / "puzzles"
    path = folder / "17-clue.txt"
    text = (path if path.exists() else folder / "few-clues.txt").read_text()
    return [line[:81] for line in text.splitlines() if line[:1] in tuple(".0123456789")][:1000]

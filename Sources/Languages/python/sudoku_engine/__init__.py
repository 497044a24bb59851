"""Sudoku in batches, on arrays: solve, rate, generate, explain and play 9 x 9 puzzles.

>>> import sudoku_engine as sk
>>> boards = sk.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
>>> sk.solve(boards).counts
array([1], dtype=uint32)

Boards are arrays (N, 81) of uint8, 0 for an empty cell. Every function takes strings, lists, other
arrays and Arrow columns, too: see `parse`. Errors are `SudokuError`.

Further modules: `sudoku_engine.env` (gymnasium), `.reasoning` (reasoning-gym), `.datasets`,
`.spark`, `.ray` and `.dask`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, List

from ._errors import ProtocolError, SudokuError

if TYPE_CHECKING:
    from ._batch import (
        Augmented, Canonical, Identified, Solved, augment, candidates, canonical, game_ids, identify,
        minimal, redundant_clues, solve,
    )
    from ._boards import Boards, BoardsLike, lines, parse, to_text
    from ._files import read
    from ._grading import LEVELS, STATUSES, Generated, Rated, generate, rate
    from ._library import engine_version
    from ._picture import Board, show
    from ._scores import Scored, score
    from .datasets import write_dataset
    from .player import Game, Player, explain, hint, steps

    __version__: str

# Where each name is defined. Modules, numpy and the C library are loaded when they are used.
_HOMES = {
    "_batch": (
        "Augmented Canonical Identified Solved augment candidates canonical game_ids identify "
        "minimal redundant_clues solve"
    ),
    "_boards": "Boards BoardsLike lines parse to_text",
    "_files": "read",
    "_grading": "LEVELS STATUSES Generated Rated generate rate",
    "_library": "engine_version",
    "_picture": "Board show",
    "_scores": "Scored score",
    "datasets": "write_dataset",
    "player": "Game Player explain hint steps",
}
_MODULES = {name: module for module, names in _HOMES.items() for name in names.split()}

__all__ = [
    "Augmented", "Board", "Boards", "BoardsLike", "Canonical", "Game", "Generated", "Identified",
    "LEVELS", "Player", "ProtocolError", "Rated", "STATUSES", "Scored", "Solved", "SudokuError", "augment",
    "candidates", "canonical", "engine_version", "explain", "game_ids", "generate", "hint", "identify",
    "lines", "minimal", "parse", "rate", "read", "redundant_clues", "score", "show", "solve", "steps",
    "to_text", "write_dataset",
]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from ._library import engine_version

        return engine_version()
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f".{_MODULES[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> List[str]:
    return sorted([*__all__, "__doc__", "__file__", "__name__", "__path__", "__version__"])

"""Columns that workers of a cluster add to tables of puzzles, on one thread each."""

from __future__ import annotations

from typing import Any, Callable, Dict

import numpy as np
import numpy.typing as npt

from ._batch import identify, solve
from ._boards import BoardsLike, to_text
from ._errors import SudokuError
from ._grading import STATUSES, rate

Columns = Dict[str, npt.NDArray[Any]]


def _texts(boards: BoardsLike) -> npt.NDArray[np.bytes_]:
    return np.frombuffer(to_text(boards), "S82").astype("S81")


def _solve(boards: BoardsLike, **options: Any) -> Columns:
    found = solve(boards, **options)
    return {
        "solution": _texts(found.solutions).astype(str), "solutions": found.counts.astype(np.int32)
    }


def _rate(boards: BoardsLike, **options: Any) -> Columns:
    rated = rate(boards, **options)
    statuses = np.array(STATUSES)[rated.statuses]
    return {"score": rated.scores / 10, "level": rated.levels, "status": statuses}


def _identify(boards: BoardsLike) -> Columns:
    found = identify(boards)
    return {"puzzleId": found.puzzles.astype(str), "classId": found.classes.astype(str)}


_TASKS: Dict[str, Callable[..., Columns]] = {
    "solve": _solve, "rate": _rate, "identify": _identify,
}
TYPES = {
    "solve": {"solution": "string", "solutions": "int"},
    "rate": {"score": "double", "level": "string", "status": "string"},
    "identify": {"puzzleId": "string", "classId": "string"},
}


def task(name: str) -> Callable[..., Columns]:
    """The function that makes the columns of "solve", "rate" or "identify"."""
    if name not in _TASKS:
        raise SudokuError(f"'{name}' is no task: {', '.join(_TASKS)}")
    return _TASKS[name]

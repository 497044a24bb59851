"""The scales that the engine has."""

from __future__ import annotations

import ctypes
import functools
import json
from typing import Dict, NamedTuple, Tuple

from ._library import call, library


class Scale(NamedTuple):
    """Names of a scale.

    Attributes:
        levels: The levels by their rank, easiest first.
        figures: The columns of `Rated.figures`, the score first.
        level_column: The level's column in tables of several scales.
    """

    levels: Tuple[str, ...]
    figures: Tuple[str, ...]
    level_column: str


@functools.lru_cache(maxsize=None)
def scales() -> Dict[str, Scale]:
    """The scales by name, the default first."""
    text = ctypes.c_void_p()
    call("sudoku_scales", ctypes.addressof(text))
    try:
        rows = json.loads(ctypes.string_at(text.value or 0))
    finally:
        library().sudoku_free(text)
    return {
        row["name"]: Scale(tuple(row["levels"]), tuple(row["figures"]), row["levelColumn"])
        for row in rows
    }

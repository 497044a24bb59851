"""Numbers and names that callers give: ctypes would cut off large numbers, C a name at a zero byte."""

from __future__ import annotations

import operator
import random
from typing import Any, Optional

from ._errors import SudokuError

LARGEST_SEED = (1 << 64) - 1


def whole(name: str, value: Any, low: int, high: int) -> int:
    """An integer of a range, of any integer type."""
    try:
        number = operator.index(value)
    except TypeError:
        raise SudokuError(f"{name} is {value!r}: an integer is expected") from None
    if not low <= number <= high:
        raise SudokuError(f"{name} is {number}: {low} to {high} is expected")
    return number


def name_bytes(name: str, value: Any) -> bytes:
    """The bytes of a name, such as that of a scale."""
    if not isinstance(value, str):
        raise SudokuError(f"{name} is {value!r}: a name is expected")
    try:
        found = value.encode()
    except UnicodeEncodeError:
        found = b""
    if not found or b"\0" in found:
        raise SudokuError(f"{name} is {value!r}: a name is expected")
    return found


def checked_threads(threads: int) -> int:
    """A number of threads."""
    return whole("threads", threads, 1, 1024)


def drawn_seed(seed: Optional[int]) -> int:
    """A seed of 64 bits; None draws a short one, as the command line does."""
    if seed is None:
        return random.SystemRandom().randrange(1 << 32)
    return whole("seed", seed, 0, LARGEST_SEED)

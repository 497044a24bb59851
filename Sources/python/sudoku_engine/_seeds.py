"""Seeds."""

from __future__ import annotations

import operator
import random
from typing import Optional

from ._errors import SudokuError


def drawn_seed(seed: Optional[int]) -> int:
    """A seed of 64 bits, checked; None draws a short one, as the command line does."""
    if seed is None:
        return random.SystemRandom().randrange(1 << 32)
    try:
        number = operator.index(seed)
    except TypeError:
        raise SudokuError(f"seed is {seed!r}: an integer is expected") from None
    if not 0 <= number < 1 << 64:
        raise SudokuError(f"seed is {seed}: 0 to {(1 << 64) - 1} is expected")
    return number

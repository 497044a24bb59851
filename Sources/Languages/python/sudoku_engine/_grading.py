"""Ratings and new puzzles."""

from __future__ import annotations

import ctypes
import json
import re
from typing import Any, Dict, Optional, Tuple

import numpy as np
import numpy.typing as npt

from ._boards import Boards, BoardsLike, checked_errors, lines, read
from ._errors import CANCELLED, Faults, SudokuError
from ._library import call, interruptible
from ._numbers import checked_threads, drawn_seed, name_bytes, whole
from ._results import Result
from ._scales import scales

# The names of the levels of each scale, from rank 0.
LEVELS: Dict[str, Tuple[str, ...]]


def __getattr__(name: str) -> Any:
    if name != "LEVELS":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return {scale: facts.levels for scale, facts in scales().items()}


_LARGEST_COUNT = 1_000_000_000_000_000

STATUSES = (
    "rated", "noSolution", "severalSolutions", "alreadySolved", "beyondTechniques", "workLimit",
    "badInput",
)


class Rated(Result):
    """Ratings on one scale.

    Attributes:
        figures: (N, 3), in tenths: ER, EP and ED on the scale "se"; the score and two zeros on
            others.
        levels: (N,): names of levels, such as "hard"; '' where there is none, and on the scale
            "se".
        statuses: (N,): numbers of `STATUSES`; 0 where there are figures.
        scale: The name of the scale.
        faults: With errors="null": the faults of rows of the status "badInput", by their
            number.
    """

    _columns = ("figures", "levels", "statuses")
    _facts = ("scale",)

    def __init__(
        self, figures: npt.NDArray[np.int32], levels: npt.NDArray[np.str_],
        statuses: npt.NDArray[np.uint8], scale: str,
    ) -> None:
        self.figures, self.levels, self.statuses = figures, levels, statuses
        self.scale = scale

    @property
    def scores(self) -> npt.NDArray[np.int32]:
        """(N,), in tenths: ER on the scale "se"; 0 without a rating."""
        return self.figures[:, 0]


class Generated(Result):
    """New puzzles. Functions that take boards take the result, too, for its `puzzles`.

    Attributes:
        puzzles: (N, 81).
        solutions: (N, 81).
        figures: (N, 3), in tenths, as in `Rated`; zeros if they were not wanted.
        levels: (N,): names of levels as in `Rated`; '' if figures were not wanted.
        seed: The seed that repeats it.
    """

    _columns = ("puzzles", "solutions", "figures", "levels")
    _facts = ("seed",)

    def __init__(
        self, puzzles: Boards, solutions: Boards, figures: npt.NDArray[np.int32],
        levels: npt.NDArray[np.str_], seed: int,
    ) -> None:
        self.puzzles, self.solutions = puzzles, solutions
        self.figures, self.levels, self.seed = figures, levels, seed

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> Any:
        return np.array(self.puzzles, dtype=dtype)


def _cancellable(name: str, *arguments: Any, place: int) -> None:
    """Calls a function that reads a flag, given as argument number `place`."""
    flag = ctypes.c_int32(0)

    def work() -> None:
        call(name, *arguments[:place], ctypes.addressof(flag), *arguments[place:])

    def cancel() -> None:
        flag.value = 1

    interruptible(work, cancel)


def rate(
    boards: BoardsLike,
    scale: str = "level",
    threads: int = 1,
    work_limit: Optional[int] = None,
    errors: str = "raise",
) -> Rated:
    """Rates puzzles on a scale: "level", "se" (Sudoku Explainer) or "hodoku".

    Args:
        boards: The puzzles.
        scale: The name of the scale.
        threads: The number of threads. The results don't depend on it.
        work_limit: Gives up on a puzzle after this many literals derived by chains.
        errors: The treatment of rows that are not boards. "raise": a SudokuError with its number and text.
            "null": no figures and the status "badInput"; `faults` has the reason. A repeated clue
            is not an error: such a board has the status "noSolution".
    """
    faults: Optional[Faults] = {} if checked_errors(errors) else None
    threads = checked_threads(threads)
    scale_name = name_bytes("scale", scale)
    if work_limit is not None:
        work_limit = whole("work_limit", work_limit, 1, (1 << 63) - 1)
    array = read(boards, faults)
    count = len(array)
    figures = np.zeros((count, 3), np.int32)
    ranks = np.empty(count, np.uint8)
    statuses = np.empty(count, np.uint8)
    _cancellable(
        "sudoku_grade", array.ctypes.data, count, scale_name, work_limit or 0, threads,
        figures.ctypes.data, ranks.ctypes.data, statuses.ctypes.data, place=5,
    )
    if faults:
        statuses[list(faults)] = STATUSES.index("badInput")
    rated = Rated(figures, _names(ranks, scale), statuses, scale)
    rated._set_faults(faults or {})
    return rated


def _names(ranks: npt.NDArray[np.uint8], scale: str) -> npt.NDArray[np.str_]:
    """The names of levels by their ranks; '' for 255, none."""
    names = np.array([*scales()[scale].levels, ""])
    found: npt.NDArray[np.str_] = names[np.minimum(ranks, len(names) - 1)]
    return found


def generate(
    count: int = 1,
    *,
    seed: Optional[int] = None,
    level: Optional[str] = None,
    shard: Tuple[int, int] = (1, 1),
    skip: int = 0,
    threads: int = 1,
    figures: bool = True,
    **options: Any,
) -> Generated:
    """Generates puzzles with one solution each: the same as `sudoku generate --seed`.

    Args:
        count: The number of puzzles, of all shards together.
        seed: 0 to 2^64-1. The same seed and options give the same puzzles; None draws one.
        level: The level, such as "hard".
        shard: (i, n) for part i of n, counted from 1. The parts together are the whole.
        skip: The number of puzzles of the part to leave out: continues an interrupted run.
        threads: The number of threads. The puzzles don't depend on it.
        figures: True also rates puzzles that are not rated anyway. Without a level, False takes
            less than half the time.
        **options: The parameters of `puzzle.generate`, such as scale, symmetry, minimal, needs,
            min_rating, max_rating, min_clues, max_clues, pattern and solution.

    Raises:
        SudokuError: For options that no puzzle can meet, and if no such puzzle was found.
    """
    threads = checked_threads(threads)
    first, stop = _range(count, shard, skip, has_seed=seed is not None)
    seed = drawn_seed(seed)
    try:
        text = json.dumps(_parameters(level, options)).encode()
    except (TypeError, ValueError) as error:
        raise SudokuError(f"an option is not a JSON value: {error}") from None
    made = stop - first
    puzzles = np.empty((made, 81), np.uint8)
    solutions = np.empty((made, 81), np.uint8)
    numbers = np.zeros((made, 3), np.int32)
    ranks = np.full(made, 255, np.uint8)
    try:
        _cancellable(
            "sudoku_generate_levels", text, seed, first, made, threads, puzzles.ctypes.data,
            solutions.ctypes.data, numbers.ctypes.data if figures else None,
            ranks.ctypes.data if figures else None, place=5,
        )
    except SudokuError as error:
        if error.status == CANCELLED:
            raise KeyboardInterrupt from None
        raise SudokuError(_in_python(str(error)), error.row, error.status) from None
    scale = options.get("scale") or "level"
    return Generated(puzzles, solutions, numbers, _names(ranks, scale), seed)


def _in_python(text: str) -> str:
    """A message with the names of Python: `level`, not 'options.level'; `min_clues`, not `minClues`."""
    return re.sub(
        r"\b[a-z]+(?:[A-Z][a-z]+)+\b",
        lambda found: re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), found[0]),
        text.replace("options.", ""),
    )


def _camel(name: str) -> str:
    words = name.split("_")
    return words[0] + "".join(word.capitalize() for word in words[1:])


def _range(count: int, shard: Tuple[int, int], skip: int, has_seed: bool) -> Tuple[int, int]:
    """The numbers of the puzzles of a part; parts are contiguous and nearly equal."""
    if not isinstance(shard, (tuple, list)) or len(shard) != 2:
        raise SudokuError(f"shard is {shard!r}: (i, n) for part i of n is expected")
    total = whole("n of shard", shard[1], 1, 1_000_000)
    number = whole("i of shard", shard[0], 1, total)
    count = whole("count", count, 0, _LARGEST_COUNT)
    skip = whole("skip", skip, 0, _LARGEST_COUNT)
    if not has_seed and (total > 1 or skip > 0):
        raise SudokuError("shard and skip need a seed: all parts must share one")
    share, rest = divmod(count, total)
    start = (number - 1) * share + min(number - 1, rest)
    stop = start + share + (1 if number <= rest else 0)
    return min(start + skip, stop), stop


def _parameters(level: Optional[str], options: "dict[str, Any]") -> "dict[str, Any]":
    parameters: "dict[str, Any]" = {} if level is None else {"level": level}
    for name, value in options.items():
        if value is None:
            continue
        if hasattr(value, "dtype") or name in ("pattern", "solution"):
            value = lines(value)[0]
        parameters[_camel(name)] = value
    return parameters

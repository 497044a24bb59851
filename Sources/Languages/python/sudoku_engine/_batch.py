"""Functions on batches: solving, candidates, identities, symmetries."""

from __future__ import annotations

import datetime
from types import MappingProxyType
from typing import Any, Mapping, NamedTuple, Optional

import numpy as np
import numpy.typing as npt

from ._boards import Boards, BoardsLike, checked_errors, pair, read
from ._errors import Faults, SudokuError
from ._library import call, slices
from ._numbers import LARGEST_SEED, checked_threads, drawn_seed, name_bytes, whole


class _Solved(NamedTuple):
    solutions: Boards
    counts: npt.NDArray[np.uint32]
    guesses: npt.NDArray[np.uint32]


NO_FAULTS: Mapping[int, str] = MappingProxyType({})


class Solved(_Solved):
    """The results of `solve`, a tuple of three arrays.

    Attributes:
        solutions: (N, 81): the only solution, or the first found; zeros without one.
        counts: (N,): the number of solutions found, at most the limit.
        guesses: (N,): the number of guesses.
        faults: With errors="null": the faults of bad rows, by their number. All their figures
            are 0.
    """

    faults: Mapping[int, str] = NO_FAULTS


class _Identified(NamedTuple):
    puzzles: npt.NDArray[np.bytes_]
    classes: npt.NDArray[np.bytes_]


class Identified(_Identified):
    """The IDs of boards, a tuple of two arrays of bytes (`S29`).

    Attributes:
        puzzles: (N,): "p1-...", the same for the same clues.
        classes: (N,): "c1-...", the same for all symmetric puzzles; empty without exactly one
            solution.
        faults: With errors="null": the faults of bad rows, by their number. Both their IDs
            are empty.
    """

    faults: Mapping[int, str] = NO_FAULTS


class Canonical(NamedTuple):
    """Canonical forms. Functions that take boards take the result, too, for its `boards`."""

    boards: Boards
    """(N, 81): zeros for boards that have no such form."""
    automorphisms: npt.NDArray[np.uint32]
    """(N,): the number of symmetries that map each board to itself."""

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> Any:
        return np.array(self.boards, dtype=dtype)


class Augmented(NamedTuple):
    """Boards under random symmetries.

    Functions that take boards take the result, too, for its `boards`.
    """

    boards: Boards
    """(N * copies, 81): the copies of a board stand together."""
    solutions: Optional[Boards]
    """The solutions under the same symmetries, if they were given."""
    seed: int
    """The seed that repeats it."""

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> Any:
        return np.array(self.boards, dtype=dtype)


def solve(
    boards: BoardsLike,
    limit: int = 2,
    threads: int = 1,
    out: Optional[Solved] = None,
    errors: str = "raise",
) -> Solved:
    """Solves boards and counts their solutions.

    Args:
        boards: The boards.
        limit: Counting stops here, 1 to 1,000,000.
        threads: The number of threads. The results don't depend on it.
        out: A result of as many boards to overwrite: saves a tenth of the time of easy puzzles.
        errors: The treatment of rows that are not boards. "raise": a SudokuError with its number and text.
            "null": its figures are 0, and `faults` has the reason. A repeated clue is not an error:
            such a board has no solution.
    """
    faults: Optional[Faults] = {} if checked_errors(errors) else None
    limit = whole("limit", limit, 1, 1_000_000)
    threads = checked_threads(threads)
    if out is not None and not isinstance(out, _Solved):
        raise SudokuError(f"out is of type {type(out).__name__}: a result of solve is expected")
    array = read(boards, faults)
    count = len(array)
    if out is None:
        solved = Solved(
            np.empty((count, 81), np.uint8), np.empty(count, np.uint32), np.empty(count, np.uint32)
        )
    else:
        solved = out
        if not all(isinstance(values, np.ndarray) for values in solved):
            raise SudokuError(f"out is not a writable result for {count} boards")
        fits = solved.solutions.shape == (count, 81) and solved.solutions.dtype == np.uint8
        for numbers in (solved.counts, solved.guesses):
            fits = fits and numbers.shape == (count,) and numbers.dtype == np.uint32
        if not fits or not all(values.flags.carray for values in (solved[0], solved[1], solved[2])):
            raise SudokuError(f"out is not a writable result for {count} boards")
    size = max(1, min(1 << 16, (1 << 20) // limit))
    for start, stop in slices(count, size):
        call(
            "sudoku_solve", array[start:].ctypes.data, stop - start, limit, threads,
            solved.solutions[start:].ctypes.data, solved.counts[start:].ctypes.data,
            solved.guesses[start:].ctypes.data, first=start,
        )
    solved.faults = faults or {}
    return solved


def minimal(boards: BoardsLike, threads: int = 1) -> npt.NDArray[np.int8]:
    """(N,): 1 where every clue is needed, 0 where one can go, -1 without exactly one solution."""
    threads = checked_threads(threads)
    array = read(boards)
    answers = np.empty(len(array), np.int8)
    for start, stop in slices(len(array), 4096):
        call(
            "sudoku_minimality", array[start:].ctypes.data, stop - start, threads,
            answers[start:].ctypes.data, first=start,
        )
    return answers


def redundant_clues(boards: BoardsLike, threads: int = 1) -> npt.NDArray[np.bool_]:
    """(N, 81): the clues that can go alone. All false without exactly one solution."""
    threads = checked_threads(threads)
    array = read(boards)
    answers = np.empty((len(array), 81), np.bool_)
    for start, stop in slices(len(array), 4096):
        call(
            "sudoku_redundant_clues", array[start:].ctypes.data, stop - start, threads,
            answers[start:].ctypes.data, first=start,
        )
    return answers


def candidates(boards: BoardsLike) -> npt.NDArray[np.uint16]:
    """(N, 81): the digits that the clues alone allow in each cell, bit d-1 for digit d.

    A filled cell has the bit of its digit.
    """
    array = read(boards)
    masks = np.empty((len(array), 81), np.uint16)
    for start, stop in slices(len(array), 1 << 17):
        call(
            "sudoku_candidates", array[start:].ctypes.data, stop - start,
            masks[start:].ctypes.data, first=start,
        )
    return masks


def identify(boards: BoardsLike, threads: int = 1, errors: str = "raise") -> Identified:
    """The IDs of boards, and of their classes up to symmetry.

    errors="null" gives rows that are not boards empty IDs, as in `solve`.
    """
    faults: Optional[Faults] = {} if checked_errors(errors) else None
    threads = checked_threads(threads)
    array = read(boards, faults)
    ids = Identified(np.empty(len(array), "S29"), np.empty(len(array), "S29"))
    for start, stop in slices(len(array), 4096):
        call(
            "sudoku_identify", array[start:].ctypes.data, stop - start, threads,
            ids.puzzles[start:].ctypes.data, ids.classes[start:].ctypes.data, first=start,
        )
    if faults:
        ids.puzzles[list(faults)] = ids.classes[list(faults)] = b""
    ids.faults = faults or {}
    return ids


def game_ids(boards: BoardsLike, starts: Any) -> npt.NDArray[np.bytes_]:
    """The IDs of games of boards, as bytes: of each board and the second its game begins.

    Args:
        boards: The clues.
        starts: Seconds since 1970, or a datetime (one without a time zone is local time), or an
            array of datetime64 (UTC): one for all boards or one for each.
    """
    array = read(boards)
    if isinstance(starts, datetime.datetime):
        starts = int(starts.timestamp() // 1)
    given = np.asarray(starts)
    if given.dtype.kind == "M":
        given = given.astype("datetime64[s]").astype(np.int64)
    if given.dtype.kind not in "iu":
        raise TypeError("starts must be whole seconds since 1970, datetimes or datetime64")
    seconds = np.ascontiguousarray(np.broadcast_to(given.astype(np.int64), (len(array),)))
    ids = np.empty(len(array), "S52")
    for start, stop in slices(len(array), 1 << 17):
        call(
            "sudoku_game_ids", array[start:].ctypes.data, stop - start, seconds[start:].ctypes.data,
            ids[start:].ctypes.data, first=start,
        )
    return ids


def canonical(boards: BoardsLike, form: str = "solution", threads: int = 1) -> Canonical:
    """Canonical forms: "solution", "minlex", "row-min" or "pattern"."""
    threads = checked_threads(threads)
    array = read(boards)
    found = Canonical(np.empty((len(array), 81), np.uint8), np.empty(len(array), np.uint32))
    # An unknown form is an error without boards, too.
    form_name = name_bytes("form", form)
    call("sudoku_canonicalize", None, 0, form_name, threads, None, None)
    for start, stop in slices(len(array), 1024):
        call(
            "sudoku_canonicalize", array[start:].ctypes.data, stop - start, form_name, threads,
            found.boards[start:].ctypes.data, found.automorphisms[start:].ctypes.data, first=start,
        )
    return found


def augment(
    boards: BoardsLike,
    solutions: Optional[BoardsLike] = None,
    copies: int = 1,
    seed: Optional[int] = None,
    first: int = 0,
    threads: int = 1,
) -> Augmented:
    """Random symmetries of boards: digits, rows, columns, bands, stacks and transposition.

    Args:
        boards: The boards.
        solutions: Boards to transform alike.
        copies: The number of copies of each board, 1 to 1,000,000.
        seed: The same seed gives the same copies; None draws one.
        first: The number of the first board. Parts of a batch give the same bytes as the whole.
        threads: The number of threads.
    """
    threads = checked_threads(threads)
    copies = whole("copies", copies, 1, 1_000_000)
    first = whole("first", first, 0, LARGEST_SEED)
    seed = drawn_seed(seed)
    others: Optional[Boards] = None
    if solutions is None:
        array = read(boards)
    else:
        array, others = pair(boards, solutions, "solutions")
    out = np.empty((len(array) * copies, 81), np.uint8)
    others_out = None if others is None else np.empty_like(out)
    for start, stop in slices(len(array), max(1, (1 << 15) // copies)):
        call(
            "sudoku_augment", array[start:].ctypes.data,
            None if others is None else others[start:].ctypes.data, stop - start, copies, seed,
            first + start, threads, out[start * copies :].ctypes.data,
            None if others_out is None else others_out[start * copies :].ctypes.data, first=start,
        )
    return Augmented(out, others_out, seed)

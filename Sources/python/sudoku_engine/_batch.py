"""Functions on batches: solving, candidates, identities, symmetries."""

from __future__ import annotations

from typing import NamedTuple, Optional

import numpy as np
import numpy.typing as npt

from ._boards import Boards, BoardsLike, pair, parse
from ._errors import SudokuError
from ._library import call, slices
from ._numbers import LARGEST_SEED, checked_threads, drawn_seed, whole


class Solved(NamedTuple):
    """What `solve` found."""

    solutions: Boards
    """(N, 81): the only solution, or the first found; zeros without one."""
    counts: npt.NDArray[np.uint32]
    """(N,): how many solutions were found, at most the limit."""
    guesses: npt.NDArray[np.uint32]
    """(N,): how many cells were guessed."""


class Identified(NamedTuple):
    """The IDs of boards, as arrays of bytes (`S29`)."""

    puzzles: npt.NDArray[np.bytes_]
    """(N,): "p1-...", the same for the same clues."""
    classes: npt.NDArray[np.bytes_]
    """(N,): "c1-...", the same for all symmetric puzzles; empty without exactly one solution."""


class Canonical(NamedTuple):
    """Canonical forms."""

    boards: Boards
    """(N, 81): zeros for boards that have no such form."""
    automorphisms: npt.NDArray[np.uint32]
    """(N,): how many symmetries map each board to itself."""


class Augmented(NamedTuple):
    """Boards under random symmetries."""

    boards: Boards
    """(N * copies, 81): the copies of a board stand together."""
    solutions: Optional[Boards]
    """The solutions under the same symmetries, if they were given."""
    seed: int
    """The seed that repeats it."""


def solve(
    boards: BoardsLike, limit: int = 2, threads: int = 1, out: Optional[Solved] = None
) -> Solved:
    """Solves boards and counts their solutions.

    Args:
        boards: The boards.
        limit: Counting stops here, 1 to 1,000,000.
        threads: How many threads share the work. The results don't depend on it.
        out: A result of as many boards to overwrite: saves a tenth of the time of easy puzzles.
    """
    limit = whole("limit", limit, 1, 1_000_000)
    threads = checked_threads(threads)
    array = parse(boards)
    count = len(array)
    if out is None:
        solved = Solved(
            np.empty((count, 81), np.uint8), np.empty(count, np.uint32), np.empty(count, np.uint32)
        )
    else:
        solved = out
        fits = solved.solutions.shape == (count, 81) and solved.solutions.dtype == np.uint8
        for numbers in (solved.counts, solved.guesses):
            fits = fits and numbers.shape == (count,) and numbers.dtype == np.uint32
        if not fits or not all(values.flags.carray for values in (solved[0], solved[1], solved[2])):
            raise SudokuError(f"out is no writable result for {count} boards")
    size = max(1, min(1 << 16, (1 << 20) // limit))
    for start, stop in slices(count, size):
        call(
            "sudoku_solve", array[start:].ctypes.data, stop - start, limit, threads,
            solved.solutions[start:].ctypes.data, solved.counts[start:].ctypes.data,
            solved.guesses[start:].ctypes.data, first=start,
        )
    return solved


def minimal(boards: BoardsLike, threads: int = 1) -> npt.NDArray[np.int8]:
    """(N,): 1 where every clue is needed, 0 where one can go, -1 without exactly one solution."""
    threads = checked_threads(threads)
    array = parse(boards)
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
    array = parse(boards)
    answers = np.empty((len(array), 81), np.bool_)
    for start, stop in slices(len(array), 4096):
        call(
            "sudoku_redundant_clues", array[start:].ctypes.data, stop - start, threads,
            answers[start:].ctypes.data, first=start,
        )
    return answers


def candidates(boards: BoardsLike) -> npt.NDArray[np.uint16]:
    """(N, 81): what the clues alone allow in each cell, bit d-1 for digit d.

    A filled cell has the bit of its digit.
    """
    array = parse(boards)
    masks = np.empty((len(array), 81), np.uint16)
    for start, stop in slices(len(array), 1 << 17):
        call(
            "sudoku_candidates", array[start:].ctypes.data, stop - start,
            masks[start:].ctypes.data, first=start,
        )
    return masks


def identify(boards: BoardsLike, threads: int = 1) -> Identified:
    """The IDs of boards, and of their classes up to symmetry."""
    threads = checked_threads(threads)
    array = parse(boards)
    ids = Identified(np.empty(len(array), "S29"), np.empty(len(array), "S29"))
    for start, stop in slices(len(array), 4096):
        call(
            "sudoku_identify", array[start:].ctypes.data, stop - start, threads,
            ids.puzzles[start:].ctypes.data, ids.classes[start:].ctypes.data, first=start,
        )
    return ids


def canonical(boards: BoardsLike, form: str = "solution", threads: int = 1) -> Canonical:
    """Canonical forms: "solution", "minlex", "row-min" or "pattern"."""
    threads = checked_threads(threads)
    array = parse(boards)
    found = Canonical(np.empty((len(array), 81), np.uint8), np.empty(len(array), np.uint32))
    # An unknown form is an error without boards, too.
    call("sudoku_canonicalize", None, 0, form.encode(), threads, None, None)
    for start, stop in slices(len(array), 1024):
        call(
            "sudoku_canonicalize", array[start:].ctypes.data, stop - start, form.encode(), threads,
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
        copies: How many for each board, 1 to 1,000,000.
        seed: The same seed gives the same copies; None draws one.
        first: The number of the first board. Parts of a batch give the same bytes as the whole.
        threads: How many threads share the work.
    """
    threads = checked_threads(threads)
    copies = whole("copies", copies, 1, 1_000_000)
    first = whole("first", first, 0, LARGEST_SEED)
    seed = drawn_seed(seed)
    others: Optional[Boards] = None
    if solutions is None:
        array = parse(boards)
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

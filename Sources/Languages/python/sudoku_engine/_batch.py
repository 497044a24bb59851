"""Functions on batches: solving, candidates, identities, symmetries."""

from __future__ import annotations

import ctypes
import datetime
from ctypes import byref
from types import MappingProxyType
from typing import Any, Dict, Mapping, Optional

import numpy as np
import numpy.typing as npt

from ._boards import Boards, BoardsLike, checked_errors, pair, read
from ._errors import Faults, SudokuError
from ._library import Error, address, call, function, slices
from ._numbers import LARGEST_SEED, checked_threads, drawn_seed, name_bytes, whole
from ._results import Result


NO_FAULTS: Mapping[int, str] = MappingProxyType({})


class Solved(Result):
    """The results of `solve`.

    Attributes:
        solutions: (N, 81): the only solution, or the first found; zeros without one.
        counts: (N,): the number of solutions found, at most the limit.
        guesses: (N,): the number of guesses. Of fewer than 512 boards they are counted when they are
            first read.
        faults: With errors="null": the faults of bad rows, by their number. All their figures
            are 0.
    """

    _columns = ("solutions", "counts", "guesses")
    solutions: Boards
    counts: npt.NDArray[np.uint32]
    guesses: npt.NDArray[np.uint32]

    def __init__(
        self, solutions: Boards, counts: npt.NDArray[np.uint32],
        guesses: Optional[npt.NDArray[np.uint32]] = None,
    ) -> None:
        self.solutions, self.counts = solutions, counts
        if guesses is not None:
            self.guesses = guesses

    def __len__(self) -> int:
        return len(self.counts)

    def __getattr__(self, name: str) -> Any:
        # Only what is not there yet comes here.
        if name in ("solutions", "counts"):
            few = self.__dict__.get("_few")
            if few is not None:
                self.solutions = np.frombuffer(few.solutions, np.uint8).reshape(-1, 81)
                self.counts = np.frombuffer(few.counts, np.uint32)
                return self.__dict__[name]
        elif name == "guesses" and "_asked" in self.__dict__:
            cells, limit = self._asked
            self.guesses = np.empty(len(self), np.uint32)
            counts = np.empty(len(self), np.uint32)
            call(
                "sudoku_solve", cells, len(self), limit, 1, None, address(counts),
                address(self.guesses),
            )
            return self.guesses
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


class Identified(Result):
    """The IDs of boards, as bytes (`S29`).

    Attributes:
        puzzles: (N,): "p1-...", the same for the same clues.
        classes: (N,): "c1-...", the same for all symmetric puzzles; empty without exactly one
            solution.
        faults: With errors="null": the faults of bad rows, by their number. Both their IDs
            are empty.
    """

    _columns = ("puzzles", "classes")

    def __init__(self, puzzles: npt.NDArray[np.bytes_], classes: npt.NDArray[np.bytes_]) -> None:
        self.puzzles, self.classes = puzzles, classes


class Canonical(Result):
    """Canonical forms. Functions that take boards take the result, too, for its `boards`.

    Attributes:
        boards: (N, 81): zeros for boards that have no such form.
        automorphisms: (N,): the number of symmetries that map each board to itself.
    """

    _columns = ("boards", "automorphisms")

    def __init__(self, boards: Boards, automorphisms: npt.NDArray[np.uint32]) -> None:
        self.boards, self.automorphisms = boards, automorphisms

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> Any:
        return np.array(self.boards, dtype=dtype)


class Augmented(Result):
    """Boards under random symmetries.

    Functions that take boards take the result, too, for its `boards`.

    Attributes:
        boards: (N * copies, 81): the copies of a board stand together.
        solutions: The solutions under the same symmetries; None if they were not given.
        seed: The seed that repeats it.
    """

    _columns = ("boards", "solutions")
    _facts = ("seed",)

    def __init__(self, boards: Boards, solutions: Optional[Boards], seed: int) -> None:
        self.boards, self.solutions, self.seed = boards, solutions, seed

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> Any:
        return np.array(self.boards, dtype=dtype)


# Fewer boards are solved without guesses: the library does so one at a time.
_FEW = 512
_CELLS = bytes(
    0 if code in b".0*_" else code - 48 if code in b"123456789" else 255 for code in range(256)
)
_UINT8 = np.dtype(np.uint8)
_few_kinds: Dict[int, Any] = {}


def _few_kind(count: int) -> Any:
    """The memory for the results of some boards, with the error of the call."""
    fields = [
        ("counts", ctypes.c_uint32 * count), ("solutions", ctypes.c_uint8 * (81 * count)),
        ("error", Error),
    ]
    kind = _few_kinds[count] = type("Few", (ctypes.Structure,), {"_fields_": fields})
    return kind


def _few_cells(boards: Any) -> Optional[bytes]:
    """The cells of few boards in the most frequent forms; None for other forms."""
    kind = type(boards)
    if kind is np.ndarray:
        if boards.dtype is not _UINT8:
            return None
        shape = boards.shape
        fits = shape == (81,) or (len(shape) == 2 and shape[1] == 81) or shape == (9, 9)
        cells: Optional[bytes] = boards.tobytes() if fits and boards.size < 81 * _FEW else None
        return cells
    if kind is str and len(boards) == 81:
        text: bytes = boards.encode("ascii", "replace")
        return text.translate(_CELLS)
    return None


def _solve_few(cells: bytes, limit: int, threads: int) -> Optional[Solved]:
    """Solves few boards with as little work in Python as possible; None after an error."""
    count = len(cells) // 81
    few = (_few_kinds.get(count) or _few_kind(count))()
    status = function("sudoku_solve")(
        cells, count, limit, threads, byref(few, 4 * count), byref(few), None, None
    )
    if status != 0:
        return None
    solved = Solved.__new__(Solved)
    solved.__dict__ = {"_few": few, "_asked": (cells, limit)}
    return solved


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
        out: A result of as many boards to overwrite, which saves a tenth of the time of easy puzzles.
        errors: The treatment of rows that are not boards. "raise": a SudokuError with its number and text.
            "null": its figures are 0, and `faults` has the reason. A repeated clue is not an error:
            such a board has no solution.
    """
    if out is None and errors == "raise" and type(limit) is int and type(threads) is int:
        cells = _few_cells(boards)
        if cells and 0 < limit < 1 << 11 and 0 < threads <= 1024:
            few = _solve_few(cells, limit, threads)
            if few is not None:
                return few
    faults: Optional[Faults] = {} if checked_errors(errors) else None
    limit = whole("limit", limit, 1, 1_000_000)
    threads = checked_threads(threads)
    if out is not None and not isinstance(out, Solved):
        raise SudokuError(f"out is of type {type(out).__name__}: a result of solve is expected")
    array = read(boards, faults)
    count = len(array)
    solved = out
    if solved is None:
        solved = Solved(np.empty((count, 81), np.uint8), np.empty(count, np.uint32))
    elif not _fits(solved, count):
        raise SudokuError(f"out is not a writable result for {count} boards")
    if count < _FEW:
        solved.__dict__.pop("guesses", None)
        solved.__dict__["_asked"] = (array.tobytes(), limit)
    else:
        solved.__dict__.setdefault("guesses", np.empty(count, np.uint32))
    size = max(1, min(1 << 16, (1 << 20) // limit))
    for start, stop in slices(count, size):
        call(
            "sudoku_solve", array[start:].ctypes.data, stop - start, limit, threads,
            solved.solutions[start:].ctypes.data, solved.counts[start:].ctypes.data,
            None if count < _FEW else solved.guesses[start:].ctypes.data, first=start,
        )
    solved.faults = faults or NO_FAULTS
    return solved


def _fits(out: Solved, count: int) -> bool:
    """True if a result can be overwritten with that of `count` boards."""
    wanted = {"solutions": ((count, 81), np.uint8), "counts": ((count,), np.uint32)}
    if "guesses" in out.__dict__:
        wanted["guesses"] = ((count,), np.uint32)
    return all(
        isinstance(values, np.ndarray) and values.shape == shape and values.dtype == kind
        and values.flags.carray
        for values, (shape, kind) in ((getattr(out, name), wanted[name]) for name in wanted)
    )


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
    ids._set_faults(faults or {})
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
        raise SudokuError("starts must be whole seconds since 1970, datetimes or datetime64")
    if given.shape not in ((), (1,), (len(array),)):
        raise SudokuError(f"{len(array)} boards and starts of the shape {given.shape}")
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

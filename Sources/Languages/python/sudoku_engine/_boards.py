"""Boards in every form that a program has them in, as (N, 81) arrays of uint8."""

from __future__ import annotations

import ctypes
import mmap
import os
from typing import TYPE_CHECKING, Any, Iterable, List, Optional, Protocol, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from . import _arrow
from ._errors import BAD_BOARD, NULL, Faults, SudokuError, bad_board, bad_text
from ._library import call
from ._results import Result

if TYPE_CHECKING:
    from ._picture import Board

Boards = npt.NDArray[np.uint8]


class ArrowStream(Protocol):
    """A table, record batch reader or chunked array of any Arrow library."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...


class ArrowArray(Protocol):
    """An array or record batch of any Arrow library."""

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any: ...


BoardsLike = Union[
    str, bytes, bytearray, mmap.mmap, "os.PathLike[str]", Iterable[Union[str, bytes]], npt.ArrayLike, ArrowStream,
    ArrowArray, "Board",
]


def parse(boards: BoardsLike) -> Boards:
    """Reads boards of any form.

    Args:
        boards: A text of lines with 81 characters (`.`, `0`, `*` and `_` are empty cells; what
            follows a blank, comma or tab is ignored), or of one board in nine rows. Or lines in a
            list or file, or the path of such a file. Or integers from 0 to 9 in the shapes
            (N, 81), (N, 9, 9), (81,) and (9, 9). Or an Arrow column of strings or FixedSizeList<uint8>[81], or a table with a
            column 'puzzle'. Or a `Generated`, `Augmented` or `Canonical`, for its boards.

    Returns:
        An array (N, 81) of uint8, 0 for an empty cell. Arrays of uint8 and Arrow lists of uint8 are
        not copied.

    Raises:
        SudokuError: With the number of the board, or of the line in a text, as `row`.
    """
    found = read(boards)
    _check(found)
    return found


def checked_errors(errors: str) -> bool:
    """True if bad rows become null."""
    if errors not in ("raise", "null"):
        raise SudokuError(f"errors is {errors!r}: 'raise' or 'null' is expected")
    return errors == "null"


def read(boards: BoardsLike, faults: Optional[Faults] = None) -> Boards:
    """As `parse`, but values of uint8 arrays are left to the C library, which checks them.

    With `faults`, rows that are not boards are noted there and become `CONTRADICTION`.
    """
    found = _read(boards, faults)
    if faults is not None:
        found = _check(found, faults)
    if faults:
        ordered = sorted(faults.items())
        faults.clear()
        faults.update(ordered)
        found = found.copy()
        found[list(faults)] = CONTRADICTION
    return found


# Stands for rows that are not boards: found to have no solution at once.
CONTRADICTION = np.zeros(81, np.uint8)
CONTRADICTION[:2] = 1


def _read(boards: BoardsLike, faults: Optional[Faults]) -> Boards:
    if isinstance(boards, str):
        return _text(boards.encode(errors="replace"), faults)
    if isinstance(boards, (bytes, bytearray, mmap.mmap)):
        return _text(boards, faults)
    if isinstance(boards, os.PathLike):
        with open(boards, "rb") as file:
            return _text(file.read(), faults)
    if isinstance(boards, np.ndarray):
        return _array(boards, faults)
    if _arrow.is_arrow(boards):
        stream = _exported(boards)
        if stream is None:
            return _array(np.asarray(boards), faults)
        found = _arrow.boards(stream, faults)
        return found if faults is not None else _check(found)
    if hasattr(boards, "__array__") or isinstance(boards, memoryview):
        return _array(np.asarray(boards), faults)
    if isinstance(boards, Result):
        raise SudokuError(f"{type(boards).__name__} is not a form of boards: pass one of its arrays")
    try:
        items: List[Any] = list(boards)  # type: ignore[arg-type]
    except TypeError:
        raise SudokuError(f"{type(boards).__name__} is not a form of boards") from None
    return _items(items, faults)


class _Exported:
    """A stream of Arrow that is at hand."""

    def __init__(self, capsule: Any) -> None:
        self._capsule = capsule

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._capsule


def _exported(boards: Any) -> Any:
    """Arrow data; None for a column of pandas that Arrow has no type for, such as mixed objects."""
    if not hasattr(boards, "__arrow_c_stream__"):
        return boards
    try:
        return _Exported(boards.__arrow_c_stream__())
    except Exception as error:
        if getattr(boards, "ndim", 0) == 1 and hasattr(boards, "__array__"):
            return None
        hint = f": {AS_TEXT}" if isinstance(error, OverflowError) else ""
        raise SudokuError(f"the table is not Arrow data: {error}{hint}") from error


_NUMBERS = (int, float, np.integer, np.floating)
AS_TEXT = "read the column as str, as in pandas.read_csv(file, dtype=str)"


def _items(items: Sequence[Any], faults: Optional[Faults]) -> Boards:
    if not items:
        return np.empty((0, 81), np.uint8)
    if all(isinstance(item, (str, bytes)) for item in items):
        return _lines(items, faults)
    if all(isinstance(item, _NUMBERS) for item in items) and any(item == item for item in items):
        if len(items) != 81:
            raise SudokuError(f"{len(items)} numbers are not boards: {AS_TEXT}")
        if any(isinstance(item, (float, np.floating)) or not 0 <= item <= 9 for item in items):
            raise SudokuError("81 numbers are one board if they are integers from 0 to 9")
        return _array(np.asarray(items, np.uint8), faults)
    if len(items) == 9 and all(hasattr(item, "__len__") and len(item) == 9 for item in items):
        return _array(np.asarray(items), faults)
    boards = np.zeros((len(items), 81), np.uint8)
    found: Faults = {}
    texts = [row for row, item in enumerate(items) if isinstance(item, (str, bytes))]
    wrong: Faults = {}
    boards[texts] = _lines([items[row] for row in texts], wrong)
    found.update((texts[place], reason) for place, reason in wrong.items())
    for row, item in enumerate(items):
        if not isinstance(item, (str, bytes)):
            reason = _read_item(item, boards[row])
            if reason is not None:
                found[row] = reason
    if found and faults is None:
        raise bad_board(min(found), found[min(found)])
    if faults is not None:
        faults.update(found)
    return boards


def _read_item(item: Any, board: Boards) -> Optional[str]:
    """Reads a board that is not a text; or returns the reason that it is not a board."""
    if item is None or type(item).__name__ == "NAType":
        return NULL
    if isinstance(item, _NUMBERS):
        return NULL if item != item else f"the number {item:.20g} is not a board: {AS_TEXT}"
    faults: Faults = {}
    try:
        part = _check(_read(item, faults), faults)
    except SudokuError as error:
        return str(error)
    if len(part) != 1:
        return f"{len(part)} boards: one is expected"
    board[:] = part[0]
    return faults.get(0)


def _lines(items: Sequence[Any], faults: Optional[Faults]) -> Boards:
    raw = [item.encode(errors="replace") if isinstance(item, str) else item for item in items]
    raw = [item.rstrip(b"\r\n") for item in raw]
    boards = np.zeros((len(raw), 81), np.uint8)
    # Grids of several lines among them, and empty lines, are read one by one.
    single = [row for row, item in enumerate(raw) if b"\n" in item or not item.strip()]
    if not single:
        try:
            return _joined(raw)
        except SudokuError as error:
            if faults is None:
                row = error.row or 0
                raise bad_board(row, bad_text(raw[row])) from None
    found: Faults = {}
    for row in single:
        try:
            call("sudoku_parse", _address(raw[row]), len(raw[row]), boards[row].ctypes.data)
        except SudokuError as error:
            text = raw[row]
            found[row] = f"{error}: {text[:100]!r}" if b"\n" in text else bad_text(text)
    alone = set(single)
    rows = [row for row in range(len(raw)) if row not in alone]
    for start in range(0, len(rows), 64):
        _fill(boards, raw, rows[start : start + 64], found)
    if found and faults is None:
        raise bad_board(min(found), found[min(found)])
    if faults is not None:
        faults.update(found)
    return boards


def _fill(boards: Boards, raw: Sequence[bytes], rows: List[int], faults: Faults) -> None:
    """Reads the lines of some rows; notes those that are not boards."""
    while rows:
        try:
            boards[rows] = _joined([raw[row] for row in rows])
            return
        except SudokuError as error:
            place = error.row or 0
            faults[rows[place]] = bad_text(raw[rows[place]])
            rows = rows[:place] + rows[place + 1 :]


def _joined(raw: Sequence[bytes]) -> Boards:
    return _read_lines(b"\n".join(raw))


def _address(text: Union[bytes, bytearray, mmap.mmap]) -> int:
    return np.frombuffer(text, np.uint8).ctypes.data if len(text) else 0


# Lines read in one call of C.
_LINES_AT_ONCE = 1 << 18


def _text(text: Union[bytes, bytearray, mmap.mmap], faults: Optional[Faults]) -> Boards:
    if len(text) == 0:
        return np.empty((0, 81), np.uint8)
    if _is_grid(bytes(text[:4096])):
        return _lines([bytes(text)], faults)
    try:
        return _read_lines(text)
    except SudokuError as error:
        raw = bytes(text).split(b"\n")
        if faults is None:
            row = error.row or 0
            raise bad_board(row, bad_text(raw[row].rstrip(b"\r")), "line") from None
    return _lines([line for line in raw if line.strip()], faults)


def _read_lines(text: Union[bytes, bytearray, mmap.mmap]) -> Boards:
    if len(text) == 0:
        return np.empty((0, 81), np.uint8)
    buffer = np.frombuffer(text, np.uint8)
    parts: List[Boards] = []
    place, line = 0, 0
    while place < len(buffer):
        rest = len(buffer) - place
        room = min(_LINES_AT_ONCE, rest // 82 + 1)
        boards = np.empty((room, 81), np.uint8)
        count, used = ctypes.c_size_t(room), ctypes.c_size_t(0)
        call(
            "sudoku_parse_lines", buffer.ctypes.data + place, rest, boards.ctypes.data,
            ctypes.addressof(count), ctypes.addressof(used), first=line,
        )
        parts.append(boards[: count.value])
        if place + used.value < len(buffer):
            line += int(np.count_nonzero(buffer[place : place + used.value] == 10))
        place += used.value
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def _is_grid(start: bytes) -> bool:
    """True if a text begins like a board in nine rows: its first line is too short for 81 cells."""
    lines = [line for line in start.split(b"\n") if line.strip()]
    return len(lines) >= 9 and all(len(line.strip()) < 60 for line in lines[:9])


def _array(array: npt.NDArray[Any], faults: Optional[Faults]) -> Boards:
    if array.dtype.kind in "SUOT":
        return _items(array.reshape(-1).tolist(), faults)
    shape = array.shape
    if len(shape) == 1 and array.size not in (0, 81) and array.dtype.kind in "iuf":
        raise SudokuError(f"{array.size} numbers are not boards: {AS_TEXT}")
    if array.dtype.kind not in "iu":
        if array.size == 0:
            return np.empty((0, 81), np.uint8)
        raise SudokuError(f"the array holds {array.dtype}: integers from 0 to 9 are expected")
    if shape in ((81,), (9, 9)):
        count = 1
    elif shape[1:] in ((81,), (9, 9)):
        count = shape[0]
    elif array.size == 0:
        count = 0
    else:
        raise SudokuError(
            f"the array has shape {shape}: (N, 81), (N, 9, 9), (81,) or (9, 9) is expected"
        )
    boards = array.reshape(count, 81)
    if array.dtype != np.uint8:
        boards = _check(boards, faults).astype(np.uint8)
    return np.ascontiguousarray(boards)


def _check(boards: npt.NDArray[Any], faults: Optional[Faults] = None) -> npt.NDArray[Any]:
    """The boards, if all values are from 0 to 9. With `faults`, rows that have others become zeros."""
    if boards.size == 0 or (boards.max() <= 9 and boards.min() >= 0):
        return boards
    wrong = (boards > 9) | (boards < 0)
    rows = np.flatnonzero(wrong.any(axis=1))
    if faults is None:
        row = int(rows[0])
        cell = int(np.argmax(wrong[row]))
        raise SudokuError(
            f"cell {cell} of board {row} is {boards[row, cell]}: 0 to 9 is expected", row, BAD_BOARD
        )
    boards = boards.copy()
    for row in rows.tolist():
        cell = int(np.argmax(wrong[row]))
        faults[row] = f"cell {cell} is {boards[row, cell]}: 0 to 9 is expected"
        boards[row] = 0
    return boards


def to_text(boards: BoardsLike, empty: str = ".") -> bytes:
    """The boards as a text: 81 characters and a line feed each; `empty` is one of . 0 * _."""
    if not isinstance(empty, str) or empty not in (".", "0", "*", "_"):
        raise SudokuError(f"empty is {empty!r}: '.', '0', '*' or '_' is expected")
    array = read(boards)
    text = np.empty((len(array), 82), np.uint8)
    call("sudoku_write_lines", array.ctypes.data, len(array), empty.encode(), text.ctypes.data)
    return text.tobytes()


def lines(boards: BoardsLike, empty: str = ".") -> List[str]:
    """The boards as strings of 81 characters."""
    return to_text(boards, empty).decode().split("\n")[:-1]


def pair(boards: BoardsLike, others: BoardsLike, name: str) -> Tuple[Boards, Boards]:
    """Two batches of the same length."""
    first, second = read(boards), read(others)
    if len(first) != len(second):
        raise SudokuError(f"{len(first)} boards and {len(second)} {name}")
    return first, second

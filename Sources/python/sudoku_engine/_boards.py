"""Boards in every form that a program has them in, as (N, 81) arrays of uint8."""

from __future__ import annotations

import ctypes
import mmap
import os
from typing import TYPE_CHECKING, Any, Iterable, List, Protocol, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from . import _arrow
from ._errors import BAD_ARGUMENT, BAD_BOARD, SudokuError
from ._library import call

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
            list or file, or the path of such a file. Or integers from 0 to 9 in the shapes (N, 81), (N, 9, 9), (81,) and
            (9, 9). Or an Arrow column of strings or FixedSizeList<uint8>[81], or a table with a
            column 'puzzle'.

    Returns:
        An array (N, 81) of uint8, 0 for an empty cell. Arrays of uint8 and Arrow lists of uint8 are
        not copied.

    Raises:
        SudokuError: With the number of the board, or of the line in a text, as `row`.
    """
    if isinstance(boards, str):
        return _text(boards.encode(errors="replace"))
    if isinstance(boards, (bytes, bytearray, mmap.mmap)):
        return _text(boards)
    if isinstance(boards, os.PathLike):
        with open(boards, "rb") as file:
            return _text(file.read())
    if isinstance(boards, np.ndarray):
        return _array(boards)
    if _arrow.is_arrow(boards):
        found = _arrow.boards(boards)
        _check(found)
        return found
    if hasattr(boards, "__array__") or isinstance(boards, memoryview):
        return _array(np.asarray(boards))
    try:
        items: List[Any] = list(boards)  # type: ignore[arg-type]
    except TypeError:
        raise SudokuError(f"{type(boards).__name__} is no form of boards") from None
    return _items(items)


def _items(items: Sequence[Any]) -> Boards:
    if not items:
        return np.empty((0, 81), np.uint8)
    if all(isinstance(item, (str, bytes)) for item in items):
        return _lines(items)
    if all(isinstance(item, (int, np.integer)) for item in items):
        return _array(np.asarray(items))
    if len(items) == 9 and all(hasattr(item, "__len__") and len(item) == 9 for item in items):
        return _array(np.asarray(items))
    parts: List[Boards] = []
    for row, item in enumerate(items):
        try:
            part = parse(item)
        except SudokuError as error:
            raise SudokuError(f"board {row}: {error}", row, error.status) from None
        if len(part) != 1:
            raise SudokuError(f"item {row} is not one board", row, BAD_BOARD)
        parts.append(part)
    return np.concatenate(parts)


def _lines(items: Sequence[Any]) -> Boards:
    raw = [item.encode(errors="replace") if isinstance(item, str) else item for item in items]
    raw = [item.rstrip(b"\r\n") for item in raw]
    for row, item in enumerate(raw):
        if b"\n" in item or not item.strip():
            break
    else:
        return _text(b"\n".join(raw), is_lines=True)
    # A grid of several lines among them, or an empty line.
    boards = np.empty((len(raw), 81), np.uint8)
    for row, item in enumerate(raw):
        try:
            call("sudoku_parse", _address(item), len(item), boards[row].ctypes.data)
        except SudokuError as error:
            raise SudokuError(f"board {row}: {error}", row, error.status) from None
    return boards


def _address(text: Union[bytes, bytearray, mmap.mmap]) -> int:
    return np.frombuffer(text, np.uint8).ctypes.data if len(text) else 0


# Lines read in one call of C.
_LINES_AT_ONCE = 1 << 18


def _text(text: Union[bytes, bytearray, mmap.mmap], is_lines: bool = False) -> Boards:
    if len(text) == 0:
        return np.empty((0, 81), np.uint8)
    if not is_lines and _is_grid(bytes(text[:4096])):
        board = np.empty((1, 81), np.uint8)
        call("sudoku_parse", _address(text), len(text), board.ctypes.data)
        return board
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
    """Whether a text begins like a board in nine rows: its first line is too short for 81 cells."""
    lines = [line for line in start.split(b"\n") if line.strip()]
    return len(lines) >= 9 and all(len(line.strip()) < 60 for line in lines[:9])


def _array(array: npt.NDArray[Any]) -> Boards:
    if array.dtype.kind in "SUO":
        return _items(array.reshape(-1).tolist())
    if array.dtype.kind not in "iu":
        if array.size == 0:
            return np.empty((0, 81), np.uint8)
        raise SudokuError(f"the array holds {array.dtype}: integers from 0 to 9 are expected")
    shape = array.shape
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
        _check(boards)
        boards = boards.astype(np.uint8)
    return np.ascontiguousarray(boards)


def _check(boards: npt.NDArray[Any]) -> None:
    if boards.size == 0 or (boards.max() <= 9 and boards.min() >= 0):
        return
    wrong = (boards > 9) | (boards < 0)
    row = int(np.argmax(wrong.any(axis=1)))
    cell = int(np.argmax(wrong[row]))
    raise SudokuError(
        f"cell {cell} of board {row} is {boards[row, cell]}: 0 to 9 is expected", row, BAD_BOARD
    )


def to_text(boards: BoardsLike, empty: str = ".") -> bytes:
    """The boards as a text: 81 characters and a line feed each."""
    if len(empty) != 1 or not 32 <= ord(empty) < 127:
        raise SudokuError(f"{empty!r} is not one printable ASCII character", None, BAD_ARGUMENT)
    array = parse(boards)
    text = np.empty((len(array), 82), np.uint8)
    call("sudoku_write_lines", array.ctypes.data, len(array), empty.encode(), text.ctypes.data)
    return text.tobytes()


def lines(boards: BoardsLike, empty: str = ".") -> List[str]:
    """The boards as strings of 81 characters."""
    return to_text(boards, empty).decode().split("\n")[:-1]


def pair(boards: BoardsLike, others: BoardsLike, name: str) -> Tuple[Boards, Boards]:
    """Two batches of the same length."""
    first, second = parse(boards), parse(others)
    if len(first) != len(second):
        raise SudokuError(f"{len(first)} boards and {len(second)} {name}")
    return first, second

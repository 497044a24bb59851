"""Boards of Arrow arrays, by the Arrow C data interface alone: pyarrow is not needed.

Any producer works: pyarrow, polars, duckdb, pandas. Columns of FixedSizeList<uint8>[81] are read
without a copy; strings and binaries of 81 characters are converted.
"""

from __future__ import annotations

import ctypes
from typing import Any, Iterator, List, Optional, Tuple

import numpy as np
import numpy.typing as npt

from ._errors import BAD_BOARD, SudokuError

_COLUMNS = ("puzzle", "board")


class _Schema(ctypes.Structure):
    pass


class _Array(ctypes.Structure):
    pass


class _Stream(ctypes.Structure):
    pass


_pointer, _long = ctypes.c_void_p, ctypes.c_int64
_Schema._fields_ = [
    ("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", _pointer),
    ("flags", _long), ("n_children", _long), ("children", ctypes.POINTER(ctypes.POINTER(_Schema))),
    ("dictionary", _pointer), ("release", ctypes.CFUNCTYPE(None, _pointer)), ("private", _pointer),
]
_Array._fields_ = [
    ("length", _long), ("null_count", _long), ("offset", _long), ("n_buffers", _long),
    ("n_children", _long), ("buffers", ctypes.POINTER(_pointer)),
    ("children", ctypes.POINTER(ctypes.POINTER(_Array))), ("dictionary", _pointer),
    ("release", ctypes.CFUNCTYPE(None, _pointer)), ("private", _pointer),
]
_Stream._fields_ = [
    ("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, _pointer, _pointer)),
    ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, _pointer, _pointer)),
    ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, _pointer)),
    ("release", ctypes.CFUNCTYPE(None, _pointer)), ("private", _pointer),
]


class _Owned:
    """A structure of another library that is released when nothing refers to it any more."""

    def __init__(self, structure: Any) -> None:
        self.structure = structure

    def __del__(self) -> None:
        if self.structure.release:
            self.structure.release(ctypes.addressof(self.structure))


def _capsule(capsule: Any, name: bytes) -> int:
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.argtypes, get.restype = [ctypes.py_object, ctypes.c_char_p], ctypes.c_void_p
    address: int = get(capsule, name)
    return address


def is_arrow(value: Any) -> bool:
    """Whether a value hands out Arrow data."""
    return hasattr(value, "__arrow_c_stream__") or hasattr(value, "__arrow_c_array__")


def boards(value: Any) -> npt.NDArray[np.uint8]:
    """The boards of an object with `__arrow_c_stream__` or `__arrow_c_array__`, as (N, 81)."""
    parts: List[npt.NDArray[np.uint8]] = []
    row = 0
    for schema, array, owner in _chunks(value):
        part = _read(schema, array, owner, row)
        parts.append(part)
        row += len(part)
    if len(parts) == 1:
        return parts[0]
    return np.concatenate(parts) if parts else np.empty((0, 81), np.uint8)


def _chunks(value: Any) -> Iterator[Tuple[_Schema, _Array, Any]]:
    """Each chunk with its schema and with what keeps its memory alive."""
    if not hasattr(value, "__arrow_c_stream__"):
        capsules = value.__arrow_c_array__()
        schema = _Schema.from_address(_capsule(capsules[0], b"arrow_schema"))
        yield schema, _Array.from_address(_capsule(capsules[1], b"arrow_array")), capsules
        return
    capsule = value.__arrow_c_stream__()
    stream = _Stream.from_address(_capsule(capsule, b"arrow_array_stream"))
    address = ctypes.addressof(stream)

    def check(code: int) -> None:
        if code != 0:
            text = stream.get_last_error(address) or b"unknown error"
            raise SudokuError(f"the Arrow stream failed: {text.decode(errors='replace')}")

    types = _Owned(_Schema())
    check(stream.get_schema(address, ctypes.addressof(types.structure)))
    while True:
        chunk = _Owned(_Array())
        check(stream.get_next(address, ctypes.addressof(chunk.structure)))
        if not chunk.structure.release:
            return
        yield types.structure, chunk.structure, chunk


def _read(schema: _Schema, array: _Array, owner: Any, row: int) -> npt.NDArray[np.uint8]:
    start, count = array.offset, array.length
    _refuse_nulls(array, start, count, row)
    kind: str = schema.format.decode()
    if kind == "+s":
        schema, array = _column(schema, array)
        start += array.offset
        _refuse_nulls(array, start, count, row)
        kind = schema.format.decode()
    if schema.dictionary:
        raise SudokuError("the Arrow column is dictionary-encoded: decode it first")
    if kind == "+w:81":
        child = schema.children[0].contents.format.decode()
        if child not in ("C", "c"):
            raise SudokuError(f"the Arrow column holds lists of type '{child}', not uint8")
        values = array.children[0].contents
        first = (start * 81) + values.offset
        _refuse_nulls(values, first, count * 81, row, width=81)
        return _view(values.buffers[1], first, count * 81, np.uint8, owner).reshape(count, 81)
    if kind == "w:81":
        return _digits(
            _view(array.buffers[1], start * 81, count * 81, np.uint8, owner).reshape(count, 81), row
        )
    if kind in ("u", "z", "U", "Z"):
        return _strings(array, start, count, np.int32 if kind in "uz" else np.int64, owner, row)
    if kind in ("vu", "vz"):
        return _string_views(array, start, count, owner, row)
    raise SudokuError(
        f"Arrow type '{kind}': FixedSizeList<uint8>[81], strings or binaries are expected"
    )


def _column(schema: _Schema, array: _Array) -> Tuple[_Schema, _Array]:
    names = [schema.children[index].contents.name.decode() for index in range(schema.n_children)]
    index: Optional[int] = 0 if len(names) == 1 else None
    for name in _COLUMNS:
        if index is None and name in names:
            index = names.index(name)
    if index is None:
        raise SudokuError(
            f"the table has the columns {', '.join(names)}: one called 'puzzle' is expected; "
            "or hand over the column alone"
        )
    return schema.children[index].contents, array.children[index].contents


def _view(
    address: Optional[int], first: int, count: int, kind: Any, owner: Any
) -> npt.NDArray[Any]:
    """A read-only array over memory of the owner, which lives as long as the array."""
    size = np.dtype(kind).itemsize
    if not address or count == 0:
        return np.empty(0, kind)
    memory = (ctypes.c_uint8 * (count * size)).from_address(address + first * size)
    memory._owner = owner
    view = np.frombuffer(memory, kind)
    view.flags.writeable = False
    return view


def _refuse_nulls(array: _Array, start: int, count: int, row: int, width: int = 1) -> None:
    if array.null_count == 0 or array.n_buffers == 0 or not array.buffers[0] or count == 0:
        return
    first = start // 8
    bits = _view(array.buffers[0], first, (start + count + 7) // 8 - first, np.uint8, None)
    valid = np.unpackbits(bits, bitorder="little")[start - first * 8 :][:count]
    if not valid.all():
        found = row + int(np.argmin(valid)) // width
        raise SudokuError(f"board {found} is null", found, BAD_BOARD)


def _table() -> npt.NDArray[np.uint8]:
    table = np.full(256, 255, np.uint8)
    table[np.frombuffer(b".0*_", np.uint8)] = 0
    table[np.frombuffer(b"123456789", np.uint8)] = np.arange(1, 10)
    return table


_DIGITS = _table()


def _digits(characters: npt.NDArray[np.uint8], row: int) -> npt.NDArray[np.uint8]:
    """Boards of rows of 81 characters."""
    values = _DIGITS[characters]
    if values.size and values.max() > 9:
        found = int(np.argmax((values > 9).any(axis=1)))
        cell = int(np.argmax(values[found] > 9))
        raise SudokuError(
            f"board {row + found}, column {cell + 1}: an unexpected character", row + found,
            BAD_BOARD,
        )
    return values


def _strings(
    array: _Array, start: int, count: int, kind: Any, owner: Any, row: int
) -> npt.NDArray[np.uint8]:
    if count == 0:
        return np.empty((0, 81), np.uint8)
    offsets = _view(array.buffers[1], start, count + 1, kind, owner)
    lengths = np.diff(offsets)
    _refuse_lengths(lengths, row)
    first = int(offsets[0])
    data = _view(array.buffers[2], first, count * 81, np.uint8, owner)
    return _digits(data.reshape(count, 81), row)


def _string_views(
    array: _Array, start: int, count: int, owner: Any, row: int
) -> npt.NDArray[np.uint8]:
    if count == 0:
        return np.empty((0, 81), np.uint8)
    # Each view: length, prefix, number of the buffer, offset.
    views = _view(array.buffers[1], start * 4, count * 4, np.int32, owner).reshape(count, 4)
    _refuse_lengths(views[:, 0], row)
    # The last buffer holds the lengths of the data buffers between.
    characters = np.empty((count, 81), np.uint8)
    number = array.n_buffers - 3
    sizes = _view(array.buffers[array.n_buffers - 1], 0, number, np.int64, owner)
    for index in range(number):
        rows = np.flatnonzero(views[:, 2] == index)
        data = _view(array.buffers[2 + index], 0, int(sizes[index]), np.uint8, owner)
        places = views[rows, 3].astype(np.int64)
        characters[rows] = data[places[:, None] + np.arange(81)]
    return _digits(characters, row)


def _refuse_lengths(lengths: npt.NDArray[Any], row: int) -> None:
    if (lengths != 81).any():
        found = int(np.argmax(lengths != 81))
        raise SudokuError(
            f"board {row + found} has {int(lengths[found])} characters, not 81", row + found,
            BAD_BOARD,
        )

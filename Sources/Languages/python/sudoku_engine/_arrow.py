"""Boards of Arrow arrays, by the Arrow C data interface alone: pyarrow is not needed.

Any producer works: pyarrow, polars, duckdb, pandas. Columns of FixedSizeList<uint8>[81] are read
without a copy; strings and binaries of 81 characters are converted.
"""

from __future__ import annotations

import ctypes
from typing import Any, Callable, Iterator, List, Optional, Tuple

import numpy as np
import numpy.typing as npt

from ._errors import NULL, Faults, SudokuError, bad_board, bad_text

_COLUMNS = ("puzzle", "board")
# The formats of integers and floating-point numbers.
_NUMBERS = "cCsSiIlLefg"


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
    """True if a value hands out Arrow data."""
    return hasattr(value, "__arrow_c_stream__") or hasattr(value, "__arrow_c_array__")


def boards(value: Any, faults: Optional[Faults] = None) -> npt.NDArray[np.uint8]:
    """The boards of an object with `__arrow_c_stream__` or `__arrow_c_array__`, as (N, 81).

    With `faults`, rows that are not boards become zeros and are noted there.
    """
    parts: List[npt.NDArray[np.uint8]] = []
    row = 0
    for schema, array, owner in _chunks(value):
        found: Faults = {}
        part = _read(schema, array, owner, found)
        if found and faults is None:
            first = min(found)
            raise bad_board(row + first, found[first])
        if faults is not None:
            faults.update((row + place, reason) for place, reason in found.items())
        parts.append(part)
        row += len(part)
    if len(parts) == 1:
        return parts[0]
    return np.concatenate(parts) if parts else np.empty((0, 81), np.uint8)


def _chunks(value: Any) -> Iterator[Tuple[_Schema, _Array, Any]]:
    """Each chunk with its schema and with the owner of its memory."""
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


def _read(schema: _Schema, array: _Array, owner: Any, faults: Faults) -> npt.NDArray[np.uint8]:
    start, count = array.offset, array.length
    _note_nulls(array, start, count, faults)
    kind: str = schema.format.decode()
    if kind == "+s":
        schema, array = _column(schema, array)
        start += array.offset
        _note_nulls(array, start, count, faults)
        kind = schema.format.decode()
    if schema.dictionary:
        raise SudokuError("the Arrow column is dictionary-encoded: decode it first")
    if kind == "+w:81":
        child = schema.children[0].contents.format.decode()
        if child not in ("C", "c"):
            raise SudokuError(f"the Arrow column holds lists of type '{child}', not uint8")
        values = array.children[0].contents
        first = (start * 81) + values.offset
        _note_nulls(values, first, count * 81, faults, width=81)
        lists = _view(values.buffers[1], first, count * 81, np.uint8, owner).reshape(count, 81)
        if faults:
            lists = lists.copy()
            lists[list(faults)] = 0
        return lists
    if kind == "n":
        faults.update((row, NULL) for row in range(count))
        return np.zeros((count, 81), np.uint8)
    if kind == "w:81":
        fixed = _view(array.buffers[1], start * 81, count * 81, np.uint8, owner).reshape(count, 81)
        return _digits(fixed, faults)
    if kind in ("u", "z", "U", "Z"):
        return _strings(array, start, count, np.int32 if kind in "uz" else np.int64, owner, faults)
    if kind in ("vu", "vz"):
        return _string_views(array, start, count, owner, faults)
    hint = ": read the column as str" if kind in _NUMBERS else ""
    raise SudokuError(
        f"Arrow type '{kind}': FixedSizeList<uint8>[81], strings or binaries are expected{hint}"
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


def _note_nulls(array: _Array, start: int, count: int, faults: Faults, width: int = 1) -> None:
    if array.null_count == 0 or array.n_buffers == 0 or not array.buffers[0] or count == 0:
        return
    first = start // 8
    bits = _view(array.buffers[0], first, (start + count + 7) // 8 - first, np.uint8, None)
    valid = np.unpackbits(bits, bitorder="little")[start - first * 8 :][:count]
    for place in np.flatnonzero(valid == 0).tolist():
        faults[place // width] = NULL


def _table() -> npt.NDArray[np.uint8]:
    table = np.full(256, 255, np.uint8)
    table[np.frombuffer(b".0*_", np.uint8)] = 0
    table[np.frombuffer(b"123456789", np.uint8)] = np.arange(1, 10)
    return table


_DIGITS = _table()


def _digits(characters: npt.NDArray[np.uint8], faults: Faults) -> npt.NDArray[np.uint8]:
    """Boards of rows of 81 characters. Rows that have a fault become zeros."""
    values = _DIGITS[characters]
    values[list(faults)] = 0
    if values.size and values.max() > 9:
        for place in np.flatnonzero((values > 9).any(axis=1)).tolist():
            faults[place] = bad_text(characters[place].tobytes(), note=False)
            values[place] = 0
    return values


def _strings(
    array: _Array, start: int, count: int, kind: Any, owner: Any, faults: Faults
) -> npt.NDArray[np.uint8]:
    if count == 0:
        return np.empty((0, 81), np.uint8)
    offsets = _view(array.buffers[1], start, count + 1, kind, owner)
    first, stop = int(offsets[0]), int(offsets[-1])
    data = _view(array.buffers[2], first, stop - first, np.uint8, owner)

    def text(place: int, length: int) -> bytes:
        return data[int(offsets[place]) - first :][:length].tobytes()

    fit = _note_lengths(np.diff(offsets), text, faults)
    if fit is None:
        return _digits(data.reshape(count, 81), faults)
    characters = np.zeros((count, 81), np.uint8)
    if len(fit):
        starts = offsets[fit].astype(np.int64) - first
        characters[fit] = data[starts[:, None] + np.arange(81)]
    return _digits(characters, faults)


def _string_views(
    array: _Array, start: int, count: int, owner: Any, faults: Faults
) -> npt.NDArray[np.uint8]:
    if count == 0:
        return np.empty((0, 81), np.uint8)
    # Each view: length, prefix, number of the buffer, offset. Up to 12 characters follow the length.
    views = _view(array.buffers[1], start * 4, count * 4, np.int32, owner).reshape(count, 4)
    # The last buffer holds the lengths of the data buffers between.
    number = array.n_buffers - 3
    sizes = _view(array.buffers[array.n_buffers - 1], 0, number, np.int64, owner)
    buffers = [
        _view(array.buffers[2 + index], 0, int(sizes[index]), np.uint8, owner)
        for index in range(number)
    ]

    def text(place: int, length: int) -> bytes:
        if length <= 12:
            return views[place, 1:].tobytes()[:length]
        _, _, index, first = views[place].tolist()
        found: bytes = buffers[index][first : first + length].tobytes()
        return found

    fit = _note_lengths(views[:, 0], text, faults)
    long = np.arange(count) if fit is None else fit
    characters = np.zeros((count, 81), np.uint8)
    for index, data in enumerate(buffers):
        rows = long[views[long, 2] == index]
        places = views[rows, 3].astype(np.int64)
        if len(rows):
            characters[rows] = data[places[:, None] + np.arange(81)]
    return _digits(characters, faults)


def _note_lengths(
    lengths: npt.NDArray[Any], text: Callable[[int, int], bytes], faults: Faults
) -> Optional[npt.NDArray[np.intp]]:
    """The rows of 81 characters; None if all are."""
    fits = lengths == 81
    if fits.all():
        return None
    for place in np.flatnonzero(~fits).tolist():
        if place not in faults:
            faults[place] = bad_text(text(place, int(lengths[place])), note=False)
    return np.flatnonzero(fits)

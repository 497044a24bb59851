"""The C library: loading, calls, slices and interruption."""

from __future__ import annotations

import ctypes
import os
import threading
import time
from typing import Any, Callable, Iterator, List, Optional, Tuple, TypeVar

from ._errors import SudokuError

ABI_VERSION = 1

Result = TypeVar("Result")

_pointer = ctypes.c_void_p
_size, _u32, _u64 = ctypes.c_size_t, ctypes.c_uint32, ctypes.c_uint64

# The arguments of each function, without the error at the end.
_ARGUMENTS: "dict[str, List[Any]]" = {
    "sudoku_parse": [_pointer, _size, _pointer],
    "sudoku_parse_lines": [_pointer, _size, _pointer, _pointer, _pointer],
    "sudoku_read": [_pointer, _size, _pointer, _pointer],
    "sudoku_write_lines": [_pointer, _size, ctypes.c_char, _pointer],
    "sudoku_solve": [_pointer, _size, _u32, _u32, _pointer, _pointer, _pointer],
    "sudoku_minimality": [_pointer, _size, _u32, _pointer],
    "sudoku_redundant_clues": [_pointer, _size, _u32, _pointer],
    "sudoku_candidates": [_pointer, _size, _pointer],
    "sudoku_identify": [_pointer, _size, _u32, _pointer, _pointer],
    "sudoku_game_ids": [_pointer, _size, _pointer, _pointer],
    "sudoku_canonicalize": [_pointer, _size, ctypes.c_char_p, _u32, _pointer, _pointer],
    "sudoku_augment": [_pointer, _pointer, _size, _u32, _u64, _u64, _u32, _pointer, _pointer],
    "sudoku_scales": [_pointer],
    "sudoku_grade": [
        _pointer, _size, ctypes.c_char_p, _u64, _u32, _pointer, _pointer, _pointer, _pointer,
    ],
    "sudoku_generate": [
        ctypes.c_char_p, _u64, _u64, _size, _u32, _pointer, _pointer, _pointer, _pointer,
    ],
    "sudoku_generate_levels": [
        ctypes.c_char_p, _u64, _u64, _size, _u32, _pointer, _pointer, _pointer, _pointer, _pointer,
    ],
    "sudoku_player_open": [ctypes.c_char_p, _pointer],
    "sudoku_player_request": [_pointer, ctypes.c_char_p, _size, _pointer],
}


class Error(ctypes.Structure):
    """`sudoku_error`."""

    _fields_ = [
        ("status", ctypes.c_int32),
        ("row", ctypes.c_int64),
        ("text", ctypes.c_char * 240),
    ]


_loaded: Optional[ctypes.CDLL] = None
_loading = threading.Lock()


def library() -> ctypes.CDLL:
    """The library, loaded at the first call: the package's own, or that of SUDOKU_LIBRARY."""
    global _loaded
    if _loaded is not None:
        return _loaded
    with _loading:
        if _loaded is None:
            _loaded = _load()
    return _loaded


def _load() -> ctypes.CDLL:
    path = os.environ.get("SUDOKU_LIBRARY") or os.path.join(
        os.path.dirname(os.path.abspath(__file__)), "libsudoku.so"
    )
    try:
        found = ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(
            f"the C library cannot be loaded: {error}; install the wheel, or set SUDOKU_LIBRARY"
        ) from error
    found.sudoku_abi_version.restype = ctypes.c_int32
    version = found.sudoku_abi_version()
    if version != ABI_VERSION:
        raise ImportError(f"{path} has ABI version {version}, {ABI_VERSION} is needed")
    for name, arguments in _ARGUMENTS.items():
        function = getattr(found, name)
        function.argtypes = [*arguments, _pointer]
        function.restype = ctypes.c_int32
    found.sudoku_version.restype = ctypes.c_char_p
    for name in ("sudoku_cancel_by", "sudoku_player_cancel", "sudoku_player_close", "sudoku_free"):
        function = getattr(found, name)
        function.argtypes, function.restype = [_pointer], None
    return found


def engine_version() -> str:
    """The version of the engine, as in "0.3.0"."""
    text: bytes = library().sudoku_version()
    return text.decode()


_functions: "dict[str, Any]" = {}


def function(name: str) -> Any:
    """A function of the library, for calls that must be short."""
    found = _functions.get(name)
    if found is None:
        found = _functions[name] = getattr(library(), name)
    return found


def address(array: Any) -> int:
    """The address of a writable array: faster than `array.ctypes.data`."""
    return ctypes.addressof(ctypes.c_char.from_buffer(array)) if array.size else 0


def call(name: str, *arguments: Any, first: int = 0) -> None:
    """Calls a function of sudoku.h.

    `first` is the number of the slice's first board; errors name rows of the whole batch.
    """
    error = Error()
    status = getattr(library(), name)(*arguments, ctypes.addressof(error))
    if status == 0:
        return
    text = error.text.decode(errors="replace")
    row: Optional[int] = None if error.row < 0 else error.row + first
    if row is not None and first > 0:
        for noun in ("board", "line"):
            shift = 1 if noun == "line" else 0
            text = text.replace(f"{noun} {error.row + shift}", f"{noun} {row + shift}")
    raise SudokuError(text, row, status)


# What a slice should take: Ctrl-C is seen between slices.
_SLICE_SECONDS = 0.15


def slices(count: int, size: int) -> Iterator[Tuple[int, int]]:
    """Cuts a batch into slices that take about as long as a person waits; `size` is the first's."""
    start = 0
    while start < count:
        stop = min(count, start + size)
        begun = time.perf_counter()
        yield start, stop
        elapsed = time.perf_counter() - begun
        if elapsed < _SLICE_SECONDS / 2:
            size *= 2
        elif elapsed > _SLICE_SECONDS * 2:
            size = max(1, size // 2)
        start = stop


def interruptible(work: Callable[[], Result], cancel: Callable[[], None]) -> Result:
    """Does work that may take long. In the main thread Ctrl-C cancels it.

    Python handles signals in its main thread only, and never during a call of C. So the work is
    done in another thread while this one waits.
    """
    if threading.current_thread() is not threading.main_thread():
        return work()
    results: List[Result] = []
    faults: List[BaseException] = []
    done = threading.Event()

    def run() -> None:
        try:
            results.append(work())
        except BaseException as fault:  # handed on to the caller
            faults.append(fault)
        finally:
            done.set()

    thread = threading.Thread(target=run, name="sudoku", daemon=True)
    try:
        thread.start()
        done.wait()
    except BaseException:
        cancel()
        if thread.ident is not None:
            done.wait()
        raise
    if faults:
        raise faults[0]
    return results[0]

"""Files of puzzles in every format of the command line."""

from __future__ import annotations

import ctypes
import gzip
import os
from typing import Union

import numpy as np

from ._boards import Boards, parse
from ._errors import SudokuError
from ._library import call


def read(path: Union[str, "os.PathLike[str]"]) -> Boards:
    """Reads a file in any format that `sudoku` reads, plain or compressed by gzip.

    `parse` takes texts and paths of lines; this takes tables, `.sdk`, `.sdx`, JSON, drawn grids and others,
    and Arrow files where pyarrow is installed. Only the puzzles are returned.

    Raises:
        SudokuError: With the number of the line, from 0, as `row`.
    """
    with open(path, "rb") as file:
        text = file.read()
    if text[:2] == b"\x1f\x8b":
        try:
            text = gzip.decompress(text)
        except (OSError, EOFError) as error:
            raise SudokuError(f"{os.fspath(path)}: {error}") from None
    if text[:6] == b"ARROW1" or text[:4] == b"\xff\xff\xff\xff":
        return _arrow(text)
    room = len(text) // 81 + 1
    while True:
        boards = np.empty((room, 81), np.uint8)
        count = ctypes.c_size_t(room)
        call("sudoku_read", text, len(text), boards.ctypes.data, ctypes.addressof(count))
        if count.value <= room:
            return boards[: count.value].copy() if count.value < room else boards
        room = count.value


def _arrow(data: bytes) -> Boards:
    try:
        import pyarrow
    except ImportError:
        raise SudokuError("pyarrow is needed to read an Arrow file") from None
    opened = pyarrow.ipc.open_file if data[:6] == b"ARROW1" else pyarrow.ipc.open_stream
    return parse(opened(pyarrow.BufferReader(data)).read_all())

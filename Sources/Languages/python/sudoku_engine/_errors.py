"""The errors that the package raises."""

from __future__ import annotations

import re
from typing import Any, Dict, Mapping, Optional, Union

# The statuses of sudoku.h.
BAD_ARGUMENT, BAD_BOARD, BAD_OPTIONS, CANCELLED, EXHAUSTED, FAILED = -1, -2, -3, -4, -5, -6


class SudokuError(ValueError):
    """A board, a text or an option that is wrong, or a search that found nothing.

    Attributes:
        row: The number of the board in its batch, or of the line in a text, from 0; None where the
            fault is in no board, and where a cluster has the rows.
        status: The status of sudoku.h, such as -2 for a bad board.
    """

    def __init__(self, text: str, row: Optional[int] = None, status: int = BAD_ARGUMENT) -> None:
        super().__init__(text)
        self.row = row
        self.status = status

    def __reduce__(self) -> Any:
        return type(self), (str(self), self.row, self.status)


class ProtocolError(SudokuError):
    """An error that the protocol answered.

    Attributes:
        kind: The kind of the error, such as "illegalDigit"; stable across versions.
        code: The number of the kind.
        data: Its further members.
    """

    def __init__(self, text: str, code: int, data: Mapping[str, Any]) -> None:
        super().__init__(text, None, FAILED)
        self.code = code
        self.data = dict(data)
        self.kind = str(self.data.get("kind", ""))

    def __reduce__(self) -> Any:
        return type(self), (str(self), self.code, self.data)


Faults = Dict[int, str]
"""The faults of rows that are not boards, by their number in the batch."""

NULL = "null"


def bad_board(row: int, reason: str, noun: str = "board") -> SudokuError:
    """The error for a row that is not a board; lines of a text are counted from 1, boards from 0."""
    number = row + 1 if noun == "line" else row
    return SudokuError(f"{noun} {number}: {reason}", row, BAD_BOARD)


def bad_text(text: Union[str, bytes], note: bool = True) -> str:
    """The reason that a text is not a board of one line, with its beginning. `note`: a comment may follow."""
    if isinstance(text, bytes):
        text = text.decode(errors="replace")
    shown = repr(text if len(text) <= 100 else text[:97] + "...")
    cells = re.split("[\t,; ]", text, maxsplit=1)[0] if note else text
    if len(cells) != 81 and (cells or not text.strip()):
        return f"{len(cells)} character{'' if len(cells) == 1 else 's'}, not 81: {shown}"
    wrong = re.search(r"[^0-9.*_]", text)
    column = 1 if wrong is None else wrong.start() + 1
    return f"an unexpected character in column {column}: {shown}"

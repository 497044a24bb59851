"""What the package raises."""

from __future__ import annotations

from typing import Any, Mapping, Optional

# The statuses of sudoku.h.
BAD_ARGUMENT, BAD_BOARD, BAD_OPTIONS, CANCELLED, EXHAUSTED, FAILED = -1, -2, -3, -4, -5, -6


class SudokuError(ValueError):
    """A board, a text or an option that is wrong, or a search that found nothing.

    Attributes:
        row: The number of the board in its batch, or of the line in a text, from 0; None where the
            fault is in no board.
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
        kind: What is wrong, such as "illegalDigit"; stable across versions.
        code: The number of the kind.
        data: All that came with it.
    """

    def __init__(self, text: str, code: int, data: Mapping[str, Any]) -> None:
        super().__init__(text, None, FAILED)
        self.code = code
        self.data = dict(data)
        self.kind = str(self.data.get("kind", ""))

    def __reduce__(self) -> Any:
        return type(self), (str(self), self.code, self.data)

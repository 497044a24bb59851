"""Boards that draw themselves in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, Optional

import numpy as np

from ._boards import Boards, BoardsLike, lines, parse
from ._errors import SudokuError
from .player import _index

if TYPE_CHECKING:
    from .records import Step

_SIZE = 36
_MARGIN = 2
_STYLE = (
    "text{font-family:sans-serif;text-anchor:middle;fill:#111}"
    ".entry{fill:#1450b4}.note{font-size:9px;fill:#555}.out{fill:#c00}.set{fill:#087a2d}"
    "line{stroke:#111}"
)


class Board:
    """A board that prints as a grid, and draws itself as SVG in a notebook.

    Attributes:
        values: The digits, (81,) of uint8.
        step: A step of `hint`, `steps` or `explain` to show in it.
    """

    def __init__(
        self,
        board: BoardsLike,
        *,
        givens: Optional[BoardsLike] = None,
        step: "Optional[Step]" = None,
    ) -> None:
        self.values = _one(board)
        self.givens = self.values if givens is None else _one(givens)
        self.step = step

    @property
    def line(self) -> str:
        """81 characters, row by row; `.` is empty."""
        return lines(self.values)[0]

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> Any:
        return np.array(self.values, dtype=dtype)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and bool((self.values == other.values).all())

    def __hash__(self) -> int:
        return hash(self.line)

    def __repr__(self) -> str:
        return f"Board({self.line!r})"

    def __str__(self) -> str:
        line = self.line
        rows = []
        for row in range(9):
            digits = line[row * 9 : row * 9 + 9]
            rows.append(" | ".join(" ".join(digits[at : at + 3]) for at in (0, 3, 6)))
        return "\n------+-------+------\n".join("\n".join(rows[at : at + 3]) for at in (0, 3, 6))

    def _repr_svg_(self) -> str:
        side = 9 * _SIZE + 2 * _MARGIN
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" '
            f'viewBox="0 0 {side} {side}" role="img" aria-label="Sudoku {self.line}">',
            f"<style>{_STYLE}</style>",
            f'<rect width="{side}" height="{side}" fill="#fff"/>',
        ]
        parts += self._backgrounds()
        for line in range(10):
            place = _MARGIN + line * _SIZE
            width = 2 if line % 3 == 0 else 0.5
            end = side - _MARGIN
            parts.append(
                f'<line x1="{place}" y1="{_MARGIN}" x2="{place}" y2="{end}" '
                f'stroke-width="{width}"/>'
                f'<line x1="{_MARGIN}" y1="{place}" x2="{end}" y2="{place}" '
                f'stroke-width="{width}"/>'
            )
        for cell in np.flatnonzero(self.values):
            kind = "clue" if self.givens[cell] else "entry"
            parts.append(
                f'<text class="{kind}" x="{_x(cell % 9) + 18}" y="{_x(cell // 9) + 25}" '
                f'font-size="20">{self.values[cell]}</text>'
            )
        parts += self._marks()
        return "".join(parts) + "</svg>"

    def _backgrounds(self) -> List[str]:
        if self.step is None:
            return []
        special = self.step.get("specialCells", [])
        colours = {_index(cell): "#dceafe" for cell in self.step["cells"]}
        colours.update({_index(cell): "#fde7c2" for cell in special})
        placement = self.step.get("placement")
        if placement is not None:
            colours[_index(placement["cell"])] = "#d5f2dc"
        return [
            f'<rect x="{_x(cell % 9)}" y="{_x(cell // 9)}" width="{_SIZE}" height="{_SIZE}" '
            f'fill="{colour}"/>'
            for cell, colour in colours.items()
        ]

    def _marks(self) -> List[str]:
        if self.step is None:
            return []
        marks = {}
        for candidate in self.step.get("candidates", []):
            marks[(_index(candidate["cell"]), candidate["digit"])] = "note"
        for candidate in self.step["eliminations"]:
            marks[(_index(candidate["cell"]), candidate["digit"])] = "note out"
        placement = self.step.get("placement")
        if placement is not None:
            marks[(_index(placement["cell"]), placement["digit"])] = "note set"
        parts = []
        for (cell, digit), kind in marks.items():
            if self.values[cell]:
                continue
            x = _x(cell % 9) + 6 + (digit - 1) % 3 * 12
            y = _x(cell // 9) + 10 + (digit - 1) // 3 * 11
            strike = ' text-decoration="line-through"' if "out" in kind else ""
            parts.append(f'<text class="{kind}" x="{x}" y="{y}"{strike}>{digit}</text>')
        return parts


def show(
    board: BoardsLike, step: "Optional[Step]" = None, *, givens: Optional[BoardsLike] = None
) -> Board:
    """A board that draws itself in a notebook, with a step in it.

    Blue cells hold the pattern, orange ones have a special role; green is placed, red removed.
    """
    return Board(board, givens=givens, step=step)


def _one(board: BoardsLike) -> Boards:
    found = parse(board)
    if len(found) != 1:
        raise SudokuError(f"one board is expected, not {len(found)}")
    values: Boards = found.reshape(81).copy()
    return values


def _x(place: int) -> int:
    return _MARGIN + int(place) * _SIZE

"""Rules of the environments: masks of actions, and pools of boards."""

from __future__ import annotations

from typing import Any, Dict, Tuple

import numpy as np
import numpy.typing as npt

from ._batch import augment, candidates
from ._boards import Boards
from ._grading import generate

ACTIONS = 729
"""An action is 9 * cell + digit - 1."""


def masks(boards: Boards) -> npt.NDArray[np.bool_]:
    """(N, 729): the digits that empty cells can take without breaking a rule."""
    allowed = candidates(boards)
    allowed[boards > 0] = 0
    bits: npt.NDArray[np.bool_] = (
        allowed[:, :, None] >> np.arange(9, dtype=np.uint16) & np.uint16(1)
    ).astype(np.bool_)
    return bits.reshape(-1, ACTIONS)


def _excluded() -> npt.NDArray[np.intp]:
    """(729, 29): the actions that each action excludes, itself among them."""
    table = np.empty((ACTIONS, 29), np.intp)
    for cell in range(81):
        row, column = divmod(cell, 9)
        peers = [
            other for other in range(81)
            if other != cell
            and (
                other // 9 == row or other % 9 == column
                or (other // 27 == row // 3 and other % 9 // 3 == column // 3)
            )
        ]
        for digit in range(9):
            own = [cell * 9 + other for other in range(9)]
            table[cell * 9 + digit] = own + [peer * 9 + digit for peer in peers]
    return table


EXCLUDED = _excluded()


class Pool:
    """An endless supply of boards with solutions and masks, the same for the same seed.

    Each round deals `size` boards: random symmetries of as many puzzles, `fresh` of them new.
    """

    def __init__(self, seed: int, size: int, fresh: int, options: Dict[str, Any]) -> None:
        self._seed, self._size, self._fresh = seed, size, fresh
        self._options = {"scale": "level", **options}
        self._made = 0
        self._round = 0
        self._base = self._new(size)
        self._fill(*self._base)

    def _new(self, count: int) -> Tuple[Boards, Boards]:
        first, self._made = self._made, self._made + count
        made = generate(
            self._made, skip=first, seed=self._seed, figures=False, **self._options
        )
        return made.puzzles, made.solutions

    def _deal(self) -> None:
        self._round += 1
        fresh = self._new(self._fresh)
        puzzles, solutions = (
            np.concatenate([old[self._fresh :], new]) for old, new in zip(self._base, fresh)
        )
        self._base = puzzles, solutions
        if self._fresh == self._size:
            return self._fill(puzzles, solutions)
        dealt = augment(puzzles, solutions, seed=self._seed, first=self._round * self._size)
        assert dealt.solutions is not None
        self._fill(dealt.boards, dealt.solutions)

    def _fill(self, puzzles: Boards, solutions: Boards) -> None:
        self._puzzles, self._solutions = puzzles, solutions
        self._masks = masks(puzzles)
        self._place = 0

    def take(self, count: int) -> Tuple[Boards, Boards, npt.NDArray[np.bool_]]:
        """The next boards with their solutions and masks, copied."""
        parts = []
        while count > 0:
            if self._place == len(self._puzzles):
                self._deal()
            stop = min(len(self._puzzles), self._place + count)
            rows = slice(self._place, stop)
            parts.append((self._puzzles[rows], self._solutions[rows], self._masks[rows]))
            count -= stop - self._place
            self._place = stop
        if len(parts) == 1:
            return parts[0]
        puzzles, solutions, allowed = zip(*parts)
        return np.concatenate(puzzles), np.concatenate(solutions), np.concatenate(allowed)

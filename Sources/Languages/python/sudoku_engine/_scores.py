"""Scores of answers to puzzles, such as those of a model."""

from __future__ import annotations

from typing import Any, Mapping, Optional

import numpy as np
import numpy.typing as npt

from ._batch import solve
from ._boards import Boards, BoardsLike, parse, read
from ._errors import BAD_BOARD, Faults, SudokuError
from ._results import Result


class Scored(Result):
    """The scores of answers, a row for each puzzle.

    Attributes:
        right: (N,) of bool: the answer is the solution.
        cells: (N,): the number of the puzzle's empty cells that hold the digit of the solution.
        empty: (N,): the number of the puzzle's empty cells.
        filled: (N,): the number of cells that hold a digit, clues among them.
        clues: (N,) of bool: the answer keeps every clue.
        houses: (N,): the number of houses, of 27, in which no digit repeats.
        faults: The reasons for answers that are not boards, by their number: another length, another
            shape, None. Their figures are 0.
    """

    _columns = ("right", "cells", "empty", "filled", "clues", "houses")

    def __init__(
        self, right: npt.NDArray[np.bool_], cells: npt.NDArray[np.uint8],
        empty: npt.NDArray[np.uint8], filled: npt.NDArray[np.uint8],
        clues: npt.NDArray[np.bool_], houses: npt.NDArray[np.uint8],
    ) -> None:
        self.right, self.cells, self.empty, self.filled = right, cells, empty, filled
        self.clues, self.houses = clues, houses

    @property
    def shares(self) -> npt.NDArray[np.float64]:
        """(N,): the share of the empty cells that are right; 1 for a puzzle without empty cells."""
        shares: npt.NDArray[np.float64] = np.where(
            self.empty == 0, self.right, self.cells / np.maximum(self.empty, 1)
        ).astype(np.float64)
        return shares


def score(
    boards: BoardsLike,
    answers: BoardsLike,
    solutions: Optional[BoardsLike] = None,
    threads: int = 1,
) -> Scored:
    """Compares answers with the solutions of puzzles. Answers may be filled in part.

    Args:
        boards: The puzzles, each with one solution.
        answers: One answer for each puzzle. An answer that is not a board is noted in `faults`.
        solutions: The solutions, if they are at hand.
        threads: The number of threads that solve.
    """
    puzzles = parse(boards)
    if solutions is None:
        grids = _solutions(puzzles, threads)
    else:
        grids = parse(solutions)
        if len(grids) != len(puzzles):
            raise SudokuError(f"{len(puzzles)} boards and {len(grids)} solutions")
    faults: Faults = {}
    found = _answers(answers, len(puzzles), faults)
    given = puzzles > 0
    same = found == grids
    good = np.ones(len(puzzles), np.bool_)
    good[list(faults)] = False
    count = np.count_nonzero
    scored = Scored(
        same.all(axis=1) & good,
        count(same & ~given, axis=1).astype(np.uint8),
        count(~given, axis=1).astype(np.uint8),
        count(found, axis=1).astype(np.uint8),
        ((found == puzzles) | ~given).all(axis=1) & good,
        np.where(good, _houses_without_repeats(found), 0).astype(np.uint8),
    )
    scored._set_faults(faults)
    return scored


def _solutions(puzzles: Boards, threads: int) -> Boards:
    solved = solve(puzzles, threads=threads)
    if (solved.counts != 1).any():
        row = int(np.argmax(solved.counts != 1))
        number = "no solution" if solved.counts[row] == 0 else "several solutions"
        raise SudokuError(f"board {row} has {number}: one is expected", row, BAD_BOARD)
    return solved.solutions


def _answers(answers: Any, count: int, faults: Faults) -> Boards:
    """The answers, zeros for those that are not boards."""
    if isinstance(answers, np.ndarray) and answers.ndim > 1 and answers.shape[0] == count:
        answers = answers if answers.size == 81 * count else list(answers)
    found = read(answers, faults)
    if len(found) != count:
        raise SudokuError(f"{count} boards and {len(found)} answers")
    if faults:
        found[list(faults)] = 0
    return found


def _houses() -> npt.NDArray[np.intp]:
    """(27, 9): the cells of each house."""
    cells = np.arange(81, dtype=np.intp).reshape(9, 9)
    blocks = cells.reshape(3, 3, 3, 3).transpose(0, 2, 1, 3).reshape(9, 9)
    return np.concatenate([cells, cells.T, blocks])


_HOUSES = _houses()


def _houses_without_repeats(boards: Boards) -> npt.NDArray[np.intp]:
    sets = np.sort(boards[:, _HOUSES], axis=2)
    repeats = ((sets[:, :, 1:] == sets[:, :, :-1]) & (sets[:, :, 1:] > 0)).any(axis=2)
    count: npt.NDArray[np.intp] = np.count_nonzero(~repeats, axis=1)
    return count

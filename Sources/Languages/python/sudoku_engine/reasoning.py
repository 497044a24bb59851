"""A data set for reasoning-gym, `sudoku_engine`: puzzles by the number of empty cells, or by level.

>>> import reasoning_gym, sudoku_engine.reasoning
>>> items = reasoning_gym.create_dataset("sudoku_engine", seed=1, size=10)
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, Dict, Optional, Tuple

from reasoning_gym.coaching import BaseCurriculum, RangeAttributeDefinition
from reasoning_gym.factory import DATASETS, ProceduralDataset, register_dataset

from ._boards import Boards
from ._grading import Generated, generate

NAME = "sudoku_engine"

# Items that are generated together.
_CHUNK = 64


@dataclass
class SudokuConfig:
    """The properties of the puzzles.

    Attributes:
        min_empty: The minimum number of empty cells; default 30, or 0 with a level.
        max_empty: The maximum; default 50, or 64 with a level. Without a level, each number in
            between is equally likely.
        level: The level on the scale "level", such as "hard"; None for any.
        seed: The same seed gives the same items.
        size: The number of items.
    """

    min_empty: Optional[int] = None
    max_empty: Optional[int] = None
    level: Optional[str] = None
    seed: Optional[int] = None
    size: int = 500

    def validate(self) -> None:
        """Raises AssertionError for numbers that no puzzle can meet."""
        low, high = self.empty
        assert 0 <= low <= 58, "min_empty must be between 0 and 58"
        most = 64 if self.max_empty is None else 58
        assert low <= high <= most, "max_empty must be between min_empty and 58"

    @property
    def empty(self) -> Tuple[int, int]:
        """The range of the number of empty cells."""
        low, high = (30, 50) if self.level is None else (0, 64)
        return (
            low if self.min_empty is None else self.min_empty,
            high if self.max_empty is None else self.max_empty,
        )


class SudokuDataset(ProceduralDataset):  # type: ignore[misc]
    """Puzzles with one solution. The metadata are facts: `num_empty` cells are empty."""

    def __init__(self, config: SudokuConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)
        self._made: Dict[int, Any] = {}

    def __getitem__(self, idx: int) -> Dict[str, Any]:
        if not 0 <= idx < self.size:
            raise IndexError(f"item {idx} of {self.size}")
        chunk, place = divmod(idx, _CHUNK)
        if chunk not in self._made:
            # One chunk is kept: items are mostly read in order.
            self._made = {chunk: self._puzzles(chunk)}
        puzzles, solutions = self._made[chunk]
        puzzle, solution = puzzles[place], solutions[place]
        text = _text(puzzle)
        metadata = {
            "source_dataset": NAME,
            "source_index": idx,
            "puzzle": puzzle,
            "solution": solution,
            "num_empty": sum(row.count(0) for row in puzzle),
            "difficulty": {"empty": self.config.empty},
        }
        if self.config.level is not None:
            metadata["difficulty"]["level"] = self.config.level
        return {
            "question": f"Solve this Sudoku puzzle:\n{text}\n"
            "Respond with only your answer, formatted as the puzzle, a 9x9 grid with numbers "
            "separated by spaces, and rows separated by newlines.",
            "answer": _text(solution),
            "metadata": metadata,
        }

    def _puzzles(self, chunk: int) -> Any:
        """The boards of a chunk as nested lists, and their solutions."""
        count = min(_CHUNK, self.size - chunk * _CHUNK)
        first = chunk * _CHUNK
        made = _generated(self.config, self.seed, first, count)
        return made.puzzles.reshape(-1, 9, 9).tolist(), made.solutions.reshape(-1, 9, 9).tolist()

    def score_answer(self, answer: Optional[str], entry: Dict[str, Any]) -> float:
        """1 for the solution in the format asked for; else up to 0.9.

        That is the share of the empty cells that are right, 0 if a given digit was changed. An
        answer that is longer than the solution scores less in proportion.
        """
        if not isinstance(answer, str) or not answer:
            return 0.0
        expected = entry["answer"]
        if "\n".join(line.rstrip() for line in answer.split("\n")) == expected:
            return 1.0
        rows = [[int(sign) for sign in line if sign in "123456789"] for line in answer.split("\n")]
        rows = [row for row in rows if len(row) == 9][:9]
        right = empty = 0
        metadata = entry["metadata"]
        for given, solved, found in zip(metadata["puzzle"], metadata["solution"], rows):
            for clue, digit, answered in zip(given, solved, found):
                if clue != 0 and clue != answered:
                    return 0.0
                right += clue == 0 and digit == answered
        empty = metadata["num_empty"]
        reward = 0.9 * right / empty if empty else 0.9 * (len(rows) == 9)
        return reward * min(1.0, len(expected) / len(answer))


def _generated(config: SudokuConfig, seed: int, first: int, count: int) -> Generated:
    low, high = config.empty
    return generate(
        first + count, skip=first, seed=seed, figures=False, level=config.level, scale="level",
        min_clues=max(17, 81 - high), max_clues=81 - low,
    )


def _text(board: Any) -> str:
    return "\n".join(" ".join(str(digit) if digit else "_" for digit in row) for row in board)


class SudokuCurriculum(BaseCurriculum):  # type: ignore[misc]
    """More and more empty cells."""

    def __init__(self) -> None:
        super().__init__(SudokuCurriculum.__name__, SudokuConfig)
        self._define_attributes(
            RangeAttributeDefinition(
                name="empty", levels=[20, 30, 40, 50, 58],
                description="Number of empty cells in the puzzle",
                lower_field_name="min_empty", upper_field_name="max_empty", ensure_interval=True,
            )
        )


if NAME not in DATASETS:
    register_dataset(NAME, SudokuDataset, SudokuConfig, SudokuCurriculum)

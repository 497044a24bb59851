"""Columns that workers of a cluster add to tables of puzzles, on one thread each."""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterable, Mapping, Optional, Tuple

import numpy as np
import numpy.typing as npt

from ._batch import identify, solve
from ._boards import BoardsLike, checked_errors, to_text
from ._errors import BAD_BOARD, SudokuError
from ._grading import STATUSES, rate

Columns = Dict[str, npt.NDArray[Any]]
_Found = Tuple[Columns, Mapping[int, str]]
# Values, and the rows that are null, if any.
_Column = Tuple[npt.NDArray[Any], Optional[npt.NDArray[np.bool_]]]


def _texts(boards: BoardsLike) -> npt.NDArray[np.bytes_]:
    return np.frombuffer(to_text(boards), "S82").astype("S81")


def _solve(boards: BoardsLike, **options: Any) -> _Found:
    found = solve(boards, errors="null", **options)
    texts = _texts(found.solutions).astype(str)
    return {"solution": texts, "solutions": found.counts.astype(np.int32)}, found.faults


def _rate(boards: BoardsLike, **options: Any) -> _Found:
    rated = rate(boards, errors="null", **options)
    statuses = np.array(STATUSES)[rated.statuses]
    return {"score": rated.scores / 10, "level": rated.levels, "status": statuses}, rated.faults


def _identify(boards: BoardsLike, **options: Any) -> _Found:
    found = identify(boards, errors="null", **options)
    ids = {"puzzleId": found.puzzles.astype(str), "classId": found.classes.astype(str)}
    return ids, found.faults


_TASKS: Dict[str, Callable[..., _Found]] = {"solve": _solve, "rate": _rate, "identify": _identify}
TYPES = {
    "solve": {"solution": "string", "solutions": "int"},
    "rate": {"score": "double", "level": "string", "status": "string"},
    "identify": {"puzzleId": "string", "classId": "string"},
}
# The columns of bad rows that are not null.
_KEPT = ("status",)


class Task:
    """One of "solve", "rate" and "identify" with its options, as workers get it."""

    def __init__(
        self, name: str, column: str, prefix: str, errors: str, options: Mapping[str, Any]
    ) -> None:
        if name not in TYPES:
            raise SudokuError(f"unknown task '{name}'; valid tasks: {', '.join(TYPES)}")
        self.name, self.column, self.prefix = name, column, prefix
        self.null = checked_errors(errors)
        self.options = dict(options)

    @property
    def types(self) -> Dict[str, str]:
        """The names of the added columns with their types."""
        return {self.prefix + label: kind for label, kind in TYPES[self.name].items()}

    def check(self, names: Iterable[str], folded: bool = False) -> None:
        """Refuses a table without the column, or with a column that would be overwritten."""
        present = list(names)
        fold: Callable[[str], str] = str.lower if folded else str
        folded_names = {fold(name): name for name in present}
        if fold(self.column) not in folded_names:
            columns = ", ".join(map(str, present))
            raise SudokuError(f"unknown column '{self.column}'; valid columns: {columns}")
        for label in self.types:
            if fold(label) in folded_names:
                raise SudokuError(
                    f"the table has a column '{folded_names[fold(label)]}' already: rename it, or pass "
                    "prefix= for the names of new columns"
                )

    def columns(self, boards: BoardsLike) -> Dict[str, _Column]:
        """The added columns."""
        columns, faults = _TASKS[self.name](boards, **self.options)
        if faults and not self.null:
            # The number of a row in a partition finds nothing; its text does.
            reason = faults[min(faults)]
            raise SudokuError(
                f"column '{self.column}': {reason} (errors=\"null\" gives such rows null)", None,
                BAD_BOARD,
            )
        bad: Optional[npt.NDArray[np.bool_]] = None
        if faults:
            bad = np.zeros(len(columns[next(iter(columns))]), np.bool_)
            bad[list(faults)] = True
        return {
            self.prefix + label: (values, None if label in _KEPT else bad)
            for label, values in columns.items()
        }

    def appended(self, table: Any) -> Any:
        """A table or record batch of pyarrow with the added columns."""
        import pyarrow

        self.check(table.schema.names)
        types = {"string": pyarrow.string(), "int": pyarrow.int32(), "double": pyarrow.float64()}
        kinds = self.types
        for label, (values, bad) in self.columns(_readable(table.column(self.column))).items():
            table = table.append_column(label, pyarrow.array(values, types[kinds[label]], mask=bad))
        return table


def _readable(column: Any) -> Any:
    """A column of pyarrow; as a list where only Python can read its type, such as Ray's tensors."""
    import pyarrow

    direct = ("string", "large_string", "binary", "large_binary", "fixed_size_binary", "null")
    tests = (getattr(pyarrow.types, f"is_{name}") for name in direct)
    return column if any(test(column.type) for test in tests) else column.to_pylist()

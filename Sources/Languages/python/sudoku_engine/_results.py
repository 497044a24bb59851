"""The base of results: columns of arrays with one row for each board."""

from __future__ import annotations

import operator
from typing import Any, Dict, Iterator, Mapping, Tuple, Type, TypeVar

import numpy as np

Own = TypeVar("Own", bound="Result")


class Result:
    """Columns with one row for each board.

    `len()` is the number of rows, a loop yields rows as tuples, `result[3]` is a row, and `result[:3]` a
    result of three rows. `==` compares all values.
    """

    _columns: Tuple[str, ...] = ()
    """The names of the columns; those that are None are left out of rows."""
    _facts: Tuple[str, ...] = ()
    """The names of values about the whole."""
    faults: Mapping[int, str] = {}

    def __len__(self) -> int:
        return len(getattr(self, self._columns[0]))

    def __iter__(self) -> Iterator[Tuple[Any, ...]]:
        return zip(*self._present())

    def __getitem__(self: Own, place: Any) -> Any:
        if not isinstance(place, slice):
            number = operator.index(place)
            return tuple(values[number] for values in self._present())
        values = self._values()
        for name in self._columns:
            if values[name] is not None:
                values[name] = values[name][place]
        part = type(self)(**values)
        rows = range(len(self))[place]
        faults = {number: self.faults[row] for number, row in enumerate(rows) if row in self.faults}
        part._set_faults(faults)
        return part

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        ours, theirs = self._values(), other._values()
        return dict(self.faults) == dict(other.faults) and all(
            np.array_equal(ours[name], theirs[name]) if name in self._columns
            else ours[name] == theirs[name]
            for name in ours
        )

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> Any:
        return _restored, (type(self), self._values(), dict(self.faults))

    def __repr__(self) -> str:
        columns = ", ".join(
            name for name in self._columns if getattr(self, name) is not None
        )
        facts = "".join(f", {name}={getattr(self, name)!r}" for name in self._facts)
        return f"<{type(self).__name__}: {len(self)} rows of {columns}{facts}>"

    def _asdict(self) -> Dict[str, Any]:
        return self._values()

    def _values(self) -> Dict[str, Any]:
        return {name: getattr(self, name) for name in self._columns + self._facts}

    def _present(self) -> Tuple[Any, ...]:
        found = (getattr(self, name) for name in self._columns)
        return tuple(values for values in found if values is not None)

    def _set_faults(self, faults: Mapping[int, str]) -> None:
        if faults:
            self.faults = faults


def _restored(kind: Type[Own], values: Dict[str, Any], faults: Dict[int, str]) -> Own:
    result = kind(**values)
    result._set_faults(faults)
    return result

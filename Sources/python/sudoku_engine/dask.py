"""Dask: puzzles of a DataFrame solved, rated or identified in the workers."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._columns import TYPES, task

_KINDS = {"string": str, "int": np.int32, "double": np.float64}


def apply(frame: Any, name: str, column: str = "puzzle", **options: Any) -> Any:
    """Adds the columns of "solve", "rate" or "identify" to a DataFrame, by `map_partitions`.

    Each partition uses one thread. Options are those of the function of that name, such as
    scale="se".
    """
    work = task(name)

    def part(rows: Any) -> Any:
        columns = work(rows[column].tolist(), **options)
        return rows.assign(**{label: values.tolist() for label, values in columns.items()})

    meta = frame._meta.assign(
        **{label: np.empty(0, _KINDS[kind]) for label, kind in TYPES[name].items()}
    )
    return frame.map_partitions(part, meta=meta)

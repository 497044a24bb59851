"""Dask: puzzles of a DataFrame solved, rated or identified in the workers."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ._columns import Task


def apply(
    frame: Any,
    name: str,
    column: str = "puzzle",
    prefix: str = "",
    errors: str = "raise",
    **options: Any,
) -> Any:
    """Adds the columns of "solve", "rate" or "identify" to a DataFrame, by `map_partitions`.

    Each partition uses one thread.

    Args:
        frame: A DataFrame of Dask.
        name: The task. "solve" adds solution and solutions (their number); "rate" adds score (in
            units of the scale, not in tenths), level and status; "identify" puzzleId and classId.
        column: The column of puzzles.
        prefix: Comes before the names of the added columns. Existing columns are not overwritten.
        errors: "raise": a row that is not a board fails the job; the message has its text. "null": its
            added columns are null, and its status is "badInput".
        **options: Those of the function of that name, such as scale="se".
    """
    task = Task(name, column, prefix, errors, options)
    task.check(frame.columns)

    def part(rows: Any) -> Any:
        return rows.assign(**_assigned(task, rows[column].tolist()))

    meta = frame._meta.assign(**_assigned(task, []))
    return frame.map_partitions(part, meta=meta)


def _assigned(task: Task, boards: Any) -> Any:
    import pandas

    kinds = task.types
    text = pandas.Series(np.empty(0, str)).dtype
    columns = {}
    for label, (values, bad) in task.columns(boards).items():
        if kinds[label] == "int" and task.null:
            missing = np.zeros(len(values), np.bool_) if bad is None else bad
            columns[label] = pandas.arrays.IntegerArray(values, missing)
        elif kinds[label] == "string":
            items: npt.NDArray[Any] = values.astype(object)
            if bad is not None:
                items[bad] = None
            columns[label] = pandas.array(items, text)
        else:
            columns[label] = values if bad is None else np.where(bad, np.nan, values)
    return columns

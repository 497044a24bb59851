"""Apache Spark: puzzles of a DataFrame solved, rated or identified in the executors."""

from __future__ import annotations

from typing import Any, Iterator

from ._columns import Task


def apply(
    frame: Any,
    name: str,
    column: str = "puzzle",
    prefix: str = "",
    errors: str = "raise",
    **options: Any,
) -> Any:
    """Adds the columns of "solve", "rate" or "identify" to a DataFrame, by `mapInArrow`.

    Each task uses one thread; a killed task that runs again gives the same rows. Spark starts the
    Python that the environment variable PYSPARK_PYTHON names: it needs this package and pyarrow.

    Args:
        frame: A DataFrame of Spark.
        name: The task. "solve" adds solution and solutions (their number); "rate" adds score (in
            units of the scale, not in tenths), level and status; "identify" puzzleId and classId.
        column: The column of puzzles.
        prefix: Comes before the names of the added columns. Existing columns are not overwritten.
        errors: "raise": a row that is not a board fails the job; the message has its text. "null": its
            added columns are null, and its status is "badInput".
        **options: Those of the function of that name, such as scale="se".
    """
    task = Task(name, column, prefix, errors, options)
    # Names of Spark don't differ by case alone.
    task.check(frame.columns, folded=True)

    def batches(iterator: Iterator[Any]) -> Iterator[Any]:
        for batch in iterator:
            yield task.appended(batch)

    added = ", ".join(f"`{label}` {kind}" for label, kind in task.types.items())
    kept = ", ".join(f"`{field.name}` {field.dataType.simpleString()}" for field in frame.schema)
    return frame.mapInArrow(batches, f"{kept}, {added}")

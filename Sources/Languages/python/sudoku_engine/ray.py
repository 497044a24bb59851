"""Ray Data: puzzles of a Dataset solved, rated or identified in the workers."""

from __future__ import annotations

from typing import Any

from ._columns import Task


def apply(
    dataset: Any,
    name: str,
    column: str = "puzzle",
    prefix: str = "",
    errors: str = "raise",
    **options: Any,
) -> Any:
    """Adds the columns of "solve", "rate" or "identify" to a Dataset, by `map_batches`.

    Each task uses one CPU and one thread.

    Args:
        dataset: A Dataset of Ray.
        name: The task. "solve" adds solution and solutions (their number); "rate" adds score (in
            units of the scale, not in tenths), level and status; "identify" puzzleId and classId.
        column: The column of puzzles.
        prefix: Comes before the names of the added columns. Existing columns are not overwritten.
        errors: "raise": a row that is not a board fails the job; the message has its text. "null": its
            added columns are null, and its status is "badInput".
        **options: Those of the function of that name, such as scale="se".
    """
    task = Task(name, column, prefix, errors, options)
    # Without a schema at hand, workers check the names.
    schema = dataset.schema(fetch_if_missing=False)
    if schema is not None:
        task.check(schema.names)

    def batches(batch: Any) -> Any:
        return task.appended(batch)

    return dataset.map_batches(batches, batch_format="pyarrow", num_cpus=1)

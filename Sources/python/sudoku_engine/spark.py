"""Apache Spark: puzzles of a DataFrame solved, rated or identified in the executors."""

from __future__ import annotations

from typing import Any, Iterator

from ._columns import TYPES, task


def apply(frame: Any, name: str, column: str = "puzzle", **options: Any) -> Any:
    """Adds the columns of "solve", "rate" or "identify" to a DataFrame, by `mapInArrow`.

    Each task uses one thread; a killed task that runs again gives the same rows. Options are those
    of the function of that name, such as scale="se".
    """
    work = task(name)

    def batches(iterator: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        for batch in iterator:
            for label, values in work(batch.column(column), **options).items():
                batch = batch.append_column(label, pyarrow.array(values))
            yield batch

    added = ", ".join(f"{label} {kind}" for label, kind in TYPES[name].items())
    kept = ", ".join(f"`{field.name}` {field.dataType.simpleString()}" for field in frame.schema)
    return frame.mapInArrow(batches, f"{kept}, {added}")

"""Ray Data: puzzles of a Dataset solved, rated or identified in the workers."""

from __future__ import annotations

from typing import Any, Dict

from ._columns import task


def apply(dataset: Any, name: str, column: str = "puzzle", **options: Any) -> Any:
    """Adds the columns of "solve", "rate" or "identify" to a Dataset, by `map_batches`.

    Each task uses one CPU and one thread. Options are those of the function of that name, such as
    scale="se".
    """
    work = task(name)

    def batches(batch: Dict[str, Any]) -> Dict[str, Any]:
        return {**batch, **work(batch[column], **options)}

    return dataset.map_batches(batches, batch_format="numpy", num_cpus=1)

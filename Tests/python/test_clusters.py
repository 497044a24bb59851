"""Spark, Ray and Dask in local mode, where they are installed."""

import os
import shutil
import sys

import pytest
import sudoku_engine as sk
from conftest import CLASSIC, SOLUTION

PUZZLES = [CLASSIC, SOLUTION, "." * 81] * 20


def check(rows):
    """Rows with `id`, and with the columns of all three tasks."""
    rows = sorted(rows, key=lambda row: row["id"])
    assert [row["puzzle"] for row in rows] == PUZZLES
    assert [row["solutions"] for row in rows] == [1, 1, 2] * 20
    assert [row["level"] for row in rows] == ["", "", ""] * 20
    assert [row["status"] for row in rows] == ["rated", "alreadySolved", "severalSolutions"] * 20
    assert rows[0]["solution"] == SOLUTION and rows[0]["score"] == 1.2
    assert rows[0]["classId"] == sk.identify(CLASSIC).classes[0].decode()
    assert rows[2]["classId"] == "" and rows[2]["puzzleId"].startswith("p1-")


def tasks(apply, frame):
    return apply(apply(apply(frame, "solve"), "rate", scale="se"), "identify")


def test_dask():
    dask = pytest.importorskip("dask.dataframe", reason="dask is not installed")
    import pandas
    import sudoku_engine.dask

    frame = pandas.DataFrame({"id": range(60), "puzzle": PUZZLES})
    found = tasks(sudoku_engine.dask.apply, dask.from_pandas(frame, npartitions=4)).compute()
    check(found.to_dict("records"))
    with pytest.raises(sk.SudokuError):
        sudoku_engine.dask.apply(frame, "other")


def test_spark():
    sql = pytest.importorskip("pyspark.sql", reason="pyspark is not installed")
    pytest.importorskip("pandas", reason="pandas is not installed")
    if shutil.which("java") is None:
        pytest.skip("there is no Java")
    import sudoku_engine.spark

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    session = builder.config("spark.driver.bindAddress", "127.0.0.1").getOrCreate()
    try:
        frame = session.createDataFrame(list(enumerate(PUZZLES)), ["id", "puzzle"])
        found = tasks(sudoku_engine.spark.apply, frame.repartition(3)).collect()
        check([row.asDict() for row in found])
    finally:
        session.stop()


def test_ray():
    ray = pytest.importorskip("ray", reason="ray is not installed")
    import sudoku_engine.ray

    os.environ["RAY_DEDUP_LOGS"] = "0"
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        rows = [{"id": index, "puzzle": puzzle} for index, puzzle in enumerate(PUZZLES)]
        check(tasks(sudoku_engine.ray.apply, ray.data.from_items(rows)).take_all())
    finally:
        ray.shutdown()

"""Spark, Ray and Dask in local mode, where they are installed."""

import os
import re
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


BAD = [CLASSIC, "1234", None, "x" + CLASSIC[1:], "11" + "." * 79] * 4


def check_bad(apply, frame, rows):
    """Bad rows are null, or end the job with their text; columns are never overwritten."""
    found = frame
    for name in ("solve", "rate", "identify"):
        found = apply(found, name, errors="null")
    found = sorted(rows(found), key=lambda row: row["id"])
    statuses = ["rated", "badInput", "badInput", "badInput", "noSolution"] * 4
    assert [row["status"] for row in found] == statuses
    for row in found:
        figures = [row[key] for key in ("solution", "solutions", "score", "level", "puzzleId", "classId")]
        missing = [value is None or value != value or str(value) == "<NA>" for value in figures]
        assert missing == [row["status"] == "badInput"] * 6
    assert found[0]["solutions"] == 1 and found[4]["solutions"] == 0 and found[0]["score"] == 3.0
    with pytest.raises(Exception) as error:
        rows(apply(frame, "solve"))
    assert re.search("column 'puzzle': (4 characters, not 81: '1234'|null|an unexp.*'x3)", str(error.value))
    both = rows(apply(apply(frame, "rate", errors="null"), "rate", prefix="se_", scale="se", errors="null"))
    assert both[0]["score"] == 3.0 and both[0]["se_score"] == 1.2
    with pytest.raises(Exception, match="has a column 'score' already"):
        rows(apply(apply(frame, "rate", errors="null"), "rate", errors="null"))
    with pytest.raises(sk.SudokuError, match="errors is 'other'"):
        apply(frame, "rate", errors="other")


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
    bad = dask.from_pandas(pandas.DataFrame({"id": range(20), "puzzle": BAD}), npartitions=3)
    check_bad(sudoku_engine.dask.apply, bad, lambda found: found.compute().to_dict("records"))
    with pytest.raises(sk.SudokuError, match="unknown column 'other'"):
        sudoku_engine.dask.apply(bad, "solve", column="other")


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
        bad = session.createDataFrame(list(enumerate(BAD)), ["id", "puzzle"]).repartition(3)
        check_bad(
            sudoku_engine.spark.apply, bad,
            lambda found: sorted((row.asDict() for row in found.collect()), key=lambda row: row["id"]),
        )
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
        rows = [{"id": index, "puzzle": puzzle} for index, puzzle in enumerate(BAD)]
        check_bad(sudoku_engine.ray.apply, ray.data.from_items(rows), lambda found: found.take_all())
        arrays = ray.data.from_numpy(sk.parse(PUZZLES)).rename_columns(["puzzle"])
        found = sudoku_engine.ray.apply(arrays, "solve").take_all()
        assert [row["solutions"] for row in found] == [1, 1, 2] * 20
    finally:
        ray.shutdown()

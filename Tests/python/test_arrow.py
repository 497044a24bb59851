"""Arrow columns, by the C data interface."""

import numpy as np
import pytest
import sudoku_engine as sk
from conftest import CLASSIC, SOLUTION

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
TEXTS = [CLASSIC, SOLUTION] * 50
BOARDS = np.concatenate([sk.parse([CLASSIC, SOLUTION])] * 50)


def lists(kind=None):
    return pa.FixedSizeListArray.from_arrays(pa.array(BOARDS.reshape(-1), kind or pa.uint8()), 81)


COLUMNS = {
    "string": pa.array(TEXTS), "large": pa.array(TEXTS, pa.large_string()),
    "binary": pa.array(TEXTS, pa.binary()), "view": pa.array(TEXTS, pa.string_view()),
    "fixed": pa.array(TEXTS, pa.binary(81)), "lists": lists(), "signed": lists(pa.int8()),
}


@pytest.mark.parametrize("name", COLUMNS)
def test_every_type(name):
    column = COLUMNS[name]
    assert (sk.parse(column) == BOARDS).all()
    assert (sk.parse(column[3:90]) == BOARDS[3:90]).all()
    assert (sk.parse(pa.chunked_array([column, column[7:], column[:0]])) ==
            np.concatenate([BOARDS, BOARDS[7:]])).all()
    assert len(sk.parse(column[:0])) == 0
    table = pa.table({"id": list(range(100)), "puzzle": column})
    assert (sk.parse(table) == BOARDS).all()
    assert (sk.parse(table.slice(11, 50)) == BOARDS[11:61]).all()
    batch = pa.record_batch({"puzzle": column}).slice(5, 20)
    assert (sk.parse(batch) == BOARDS[5:25]).all()
    reader = pa.RecordBatchReader.from_batches(table.schema, table.to_batches(max_chunksize=9))
    assert (sk.parse(reader) == BOARDS).all()
    assert (sk.solve(column).counts == 1).all()


def test_no_copy_and_no_leak():
    column = lists()
    boards = sk.parse(column)
    address = column.values.buffers()[1].address
    assert boards.ctypes.data == address and not boards.flags.writeable
    used = pa.total_allocated_bytes()
    kept = BOARDS.copy()
    del column
    assert (boards == kept).all()
    for _ in range(200):
        sk.parse(pa.table({"puzzle": TEXTS, "other": TEXTS}))
        sk.parse(lists())
    assert pa.total_allocated_bytes() <= used + 100_000


@pytest.mark.parametrize(
    "column, row",
    [
        (pa.array([CLASSIC, None]), 1), (pa.array([CLASSIC, "short"]), 1),
        (pa.array([CLASSIC, SOLUTION, "x" * 81]), 2),
        (pa.array([[0] * 81, None], pa.list_(pa.uint8(), 81)), 1),
        (pa.array([[0] * 81, [0] * 80 + [None]], pa.list_(pa.uint8(), 81)), 1),
        (pa.array([[0] * 81, [0] * 80 + [10]], pa.list_(pa.uint8(), 81)), 1),
        (pa.array([[0] * 81, [0] * 80 + [-1]], pa.list_(pa.int8(), 81)), 1),
        (pa.chunked_array([TEXTS, [CLASSIC, "short"]]), 101),
    ],
)
def test_errors_name_the_row(column, row):
    with pytest.raises(sk.SudokuError) as error:
        sk.parse(column)
    assert error.value.row == row


def test_bad_rows_become_null():
    lists = pa.array([[0] * 81, None, [0] * 80 + [None], [0] * 80 + [10]], pa.list_(pa.uint8(), 81))
    found = sk.solve(pa.chunked_array([lists, lists[:1], pa.nulls(1, lists.type)]), errors="null")
    assert list(found.faults) == [1, 2, 3, 5] and found.counts.tolist() == [2, 0, 0, 0, 2, 0]
    assert sk.solve(pa.nulls(3), errors="null").faults == {row: "null" for row in range(3)}
    reader = pa.table({"puzzle": [*TEXTS, "short", None]}).to_reader(max_chunksize=7)
    assert list(sk.rate(reader, errors="null").faults) == [100, 101]


@pytest.mark.parametrize(
    "column",
    [
        pa.array([1, 2]), pa.array(TEXTS).dictionary_encode(), pa.table({"a": TEXTS, "b": TEXTS}),
        pa.array([[0] * 80], pa.list_(pa.uint8(), 80)), pa.array([[0.0] * 81], pa.list_(pa.float64(), 81)),
    ],
)
def test_other_types(column):
    with pytest.raises(sk.SudokuError):
        sk.parse(column)


def test_polars():
    polars = pytest.importorskip("polars", reason="polars is not installed")
    frame = polars.DataFrame({"id": range(100), "puzzle": TEXTS})
    assert (sk.parse(frame) == BOARDS).all() and (sk.parse(frame["puzzle"]) == BOARDS).all()
    assert (sk.parse(frame["puzzle"][10:30]) == BOARDS[10:30]).all()

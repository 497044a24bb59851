"""`--format arrow` of the program, written and read with pyarrow."""

import decimal
import io
import os
import pathlib
import subprocess

import numpy as np
import pytest
from conftest import CLASSIC, ROOT, SOLUTION

pa = pytest.importorskip("pyarrow")
BOARD = pa.list_(pa.uint8(), 81)
OTHER = "4.1.6....3.....2........8..15.2.....6......1....9......2.7.8..........43.7......."


def run(cli, *arguments, data=b"", status=0):
    done = subprocess.run([cli, *arguments], input=data, capture_output=True)
    assert done.returncode == status, done.stderr
    return done.stdout


def read(data):
    with pa.ipc.open_stream(io.BytesIO(data)) as stream:
        table = stream.read_all()
    table.validate(full=True)
    return table


def stream(table, **options):
    out = io.BytesIO()
    with pa.ipc.new_stream(out, table.schema, options=pa.ipc.IpcWriteOptions(**options)) as writer:
        writer.write_table(table, max_chunksize=2)
    return out.getvalue()


def values(line):
    return [0 if sign == "." else int(sign) for sign in line]


def boards(lines, kind):
    return pa.array([None if line is None else values(line) for line in lines], kind)


def test_tables_have_typed_columns(cli):
    lines = f"{CLASSIC}\n{OTHER}\n".encode()
    solved = read(run(cli, "solve", "--format", "arrow", data=lines))
    assert solved.schema.field("puzzle").type == solved.schema.field("solution").type == BOARD
    assert solved["solution"][0].as_py() == values(SOLUTION)
    assert solved["solutionCount"].to_pylist() == [1, 1]
    graded = read(run(cli, "grade", "--scale", "se", "--format", "arrow", data=lines))
    text = run(cli, "grade", "--scale", "se", "--format", "line", data=lines).decode().split()
    assert [str(value) for value in graded["er"].to_pylist()] == [text[1], text[5]]
    assert graded["unrated"].null_count == 2
    checked = read(run(cli, "check", "--format", "arrow", data=lines))
    assert checked["minimal"].to_pylist() == [False, True]
    named = read(run(cli, "identify", "--format", "arrow", data=lines))
    assert named["classId"][0].as_py().startswith("c1-")
    masks = read(run(cli, "candidates", "--format", "arrow", data=lines))
    assert masks["candidates"].type == pa.list_(pa.uint16(), 81)
    assert masks["candidates"][0].as_py()[2] == 0b1011
    made = read(run(cli, "generate", "-c3", "--seed", "7", "--level", "easy", "--format", "arrow"))
    assert made.num_rows == 3 and made["seed"].to_pylist() == [7, 7, 7]
    assert made.schema.field("clues").type == pa.int64()


def test_missing_values_are_nulls(cli):
    several = "." * 81
    table = read(run(cli, "grade", "--format", "arrow", data=f"{several}\n{CLASSIC}\n".encode(), status=1))
    assert table["level"].null_count == 1 and table["number"].null_count == 1
    assert table["unrated"][0].as_py() == "severalSolutions"
    none = read(run(cli, "solve", "--format", "arrow", data=b"", status=1))
    assert none.num_rows == 0 and none.column_names == ["puzzle", "solutionCount", "solution", "error"]


@pytest.mark.parametrize(
    "kind",
    [BOARD, pa.list_(pa.int64(), 81), pa.list_(pa.int8()), pa.large_list(pa.uint16()), pa.binary(81), pa.string(),
     pa.large_string(), pa.string_view(), pa.binary()],
    ids=str,
)
def test_boards_of_any_type_are_read(cli, kind):
    text = pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind)
    column = boards([CLASSIC, OTHER, CLASSIC], kind) if text else pa.array([CLASSIC, OTHER, CLASSIC], pa.string())
    table = pa.table({"puzzle": column if text else column.cast(pa.binary()).cast(kind) if kind == pa.binary(81) else column.cast(kind)})
    lines = run(cli, "solve", "--format", "line", data=stream(table)).decode().splitlines()
    assert [line[:81] for line in lines] == [CLASSIC, OTHER, CLASSIC]


def test_other_columns_are_carried(cli):
    table = pa.table({
        "id": pa.array([1, None, 3], pa.int32()), "question": boards([CLASSIC, OTHER, None], BOARD),
        "share": pa.array([0.5, 1.0, 2.0]), "good": [True, False, None], "name": ["a", "b,c", None],
        "when": pa.array([1, 2, 3], pa.timestamp("s")), "long": pa.array([1, 2, 3], pa.duration("s")), "kind": pa.array(["x", "y", "x"]).dictionary_encode(),
    })
    done = subprocess.run([cli, "solve", "--format", "csv"], input=stream(table), capture_output=True, text=False)
    rows = done.stdout.decode().splitlines()
    assert rows[0] == "puzzle,solutionCount,solution,id,share,good,name,when,kind"
    assert rows[1].endswith(",1,0.5,true,a,1970-01-01T00:00:01,x")
    assert rows[2].endswith(',,1.0,false,"b,c",1970-01-01T00:00:02,y')
    assert b":3:1: error: the board is null" in done.stderr and b"not read: long" in done.stderr


def test_files_are_read_like_streams(cli, tmp_path):
    table = pa.table({"puzzle": boards([CLASSIC] * 5, BOARD)})
    path = tmp_path / "x.arrow"
    with pa.OSFile(str(path), "wb") as out, pa.ipc.new_file(out, table.schema) as writer:
        writer.write_table(table)
    assert len(run(cli, "solve", str(path), "--format", "line").splitlines()) == 5


def test_what_cannot_be_read_is_named(cli):
    table = pa.table({"a": [1], "b": ["x"]})
    done = subprocess.run([cli, "solve"], input=stream(table), capture_output=True)
    assert done.returncode == 66 and b"no Arrow column 'puzzle'" in done.stderr and b"a, b" in done.stderr


@pytest.mark.parametrize("compression", [None, "lz4", "zstd"])
def test_types_stay(cli, compression):
    """Compressed batches; dates, times and decimals come back as they were, with a reason beside a bad row."""
    table = pa.table({
        "puzzle": [CLASSIC, "junk", OTHER],
        "day": pa.array([-800_000, None, 3_000_000], pa.date32()),
        "late": pa.array([86_400_000, None, 0], pa.date64()),
        "time": pa.array([-(2**63), None, 2**63 - 1], pa.timestamp("ns", "Europe/Berlin")),
        "east": pa.array([-1, None, 1], pa.timestamp("ms", "+05:30")),
        "price": pa.array([decimal.Decimal("-0.01"), None, decimal.Decimal("9" * 36 + ".99")], pa.decimal128(38, 2)),
    })
    solved = read(run(cli, "solve", "--format", "arrow", data=stream(table, compression=compression), status=1))
    assert solved.column_names == ["puzzle", "solutionCount", "solution", "error", *table.column_names[1:]]
    for name in table.column_names[1:]:
        assert solved[name].combine_chunks().equals(table[name].combine_chunks()), name
    reasons = solved["error"].to_pylist()
    assert reasons[0] is reasons[2] is None
    # The reason is that of a table of texts.
    assert reasons[1].startswith("unexpected character 'j': a cell is 1 to 9")


def test_the_recipe_for_parquet(cli, tmp_path, monkeypatch):
    pq = pytest.importorskip("pyarrow.parquet")
    text = (ROOT / "Sources/Documentation/recipes.md").read_text()
    recipe = text.split("## Parquet")[1].split("```python\n")[1].split("```")[0]
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/sudoku").symlink_to(pathlib.Path(cli).resolve())
    monkeypatch.setenv("PATH", f"{tmp_path}/bin:{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    count = 1_000
    pq.write_table(pa.table({"id": range(count), "puzzle": [CLASSIC, OTHER] * (count // 2)}), "puzzles.parquet")
    exec(recipe, {})  # noqa: S102
    solved = pq.read_table("solved.parquet")
    assert solved["id"].to_pylist() == list(range(count)) and solved["solutionCount"].to_pylist() == [1] * count
    assert solved["solution"][0].as_py() == values(SOLUTION)


def test_many_rows_in_any_batches(cli):
    line = np.array(values(CLASSIC), np.uint8)
    count = 20_000
    column = pa.FixedSizeListArray.from_arrays(pa.array(np.tile(line, count)), 81)
    out = io.BytesIO()
    table = pa.table({"puzzle": column})
    with pa.ipc.new_stream(out, table.schema) as writer:
        for start, length in ((0, 1), (1, 7), (8, 15_000), (15_008, 4_992)):
            writer.write_table(table.slice(start, length))
    solved = read(run(cli, "solve", "--format", "arrow", data=out.getvalue()))
    cells = np.asarray(solved["solution"].combine_chunks().flatten()).reshape(-1, 81)
    assert len(cells) == count and (cells == values(SOLUTION)).all()

"""Boards in every form."""

import io
import mmap

import numpy as np
import pytest
import sudoku_engine as sk
from conftest import CLASSIC, SOLUTION

DIGITS = np.array([0 if sign == "." else int(sign) for sign in CLASSIC], np.uint8)
GRID = "\n".join(CLASSIC[row * 9 : row * 9 + 9] for row in range(9))
DRAWN = """
5 3 . | . 7 . | . . .
6 . . | 1 9 5 | . . .
. 9 8 | . . . | . 6 .
------+-------+------
8 . . | . 6 . | . . 3
4 . . | 8 . 3 | . . 1
7 . . | . 2 . | . . 6
------+-------+------
. 6 . | . . . | 2 8 .
. . . | 4 1 9 | . . 5
. . . | . 8 . | . 7 9
"""


@pytest.mark.parametrize(
    "form",
    [
        CLASSIC, CLASSIC.encode(), bytearray(CLASSIC.encode()), CLASSIC + "\n", CLASSIC + "\r\n",
        CLASSIC.replace(".", "0"), CLASSIC + " # a comment", CLASSIC + "," + SOLUTION, GRID, DRAWN,
        [CLASSIC], [CLASSIC.encode()], [CLASSIC + "\n"], [DRAWN], (CLASSIC,), iter([CLASSIC]),
        io.StringIO(CLASSIC + "\n"), np.array([CLASSIC]), np.array([CLASSIC.encode()]),
        np.array([CLASSIC], object), DIGITS, DIGITS.reshape(9, 9), DIGITS.reshape(1, 9, 9),
        DIGITS.astype(np.int64), DIGITS.astype(np.int8), DIGITS.astype(">i4"), DIGITS.tolist(),
        DIGITS.reshape(9, 9).tolist(), [DIGITS.tolist()], [DIGITS], [DIGITS.reshape(9, 9)],
        memoryview(DIGITS), sk.Board(CLASSIC), np.stack([DIGITS, DIGITS])[::2],
        np.asfortranarray(DIGITS.reshape(9, 9)),
    ],
    ids=lambda form: type(form).__name__,
)
def test_every_form(form):
    boards = sk.parse(form)
    assert boards.dtype == np.uint8 and boards.shape == (1, 81) and boards.flags.c_contiguous
    assert (boards[0] == DIGITS).all()


def test_many_lines():
    count = 300_000
    text = (CLASSIC + "\n" + SOLUTION + "\n\n") * (count // 2)
    boards = sk.parse(text)
    assert boards.shape == (count, 81) and (boards[0] == DIGITS).all()
    assert (boards[-1] == sk.parse(SOLUTION)[0]).all()
    assert sk.lines(boards[:3]) == [CLASSIC, SOLUTION, CLASSIC]
    with pytest.raises(sk.SudokuError) as error:
        sk.parse(text + "wrong")
    assert error.value.row == count // 2 * 3 and f"line {count // 2 * 3 + 1}: 5 characters, not 81: 'wrong'" in str(error.value)


def test_a_mapped_file(tmp_path):
    path = tmp_path / "puzzles.txt"
    path.write_text((CLASSIC + "\n") * 1000)
    assert len(sk.parse(path)) == 1000
    with open(path) as file:
        assert len(sk.parse(file)) == 1000
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        assert len(sk.parse(mapped)) == 1000


def test_no_copy():
    boards = np.zeros((10, 81), np.uint8)
    assert sk.parse(boards) is boards or np.shares_memory(sk.parse(boards), boards)
    assert np.shares_memory(sk.parse(boards.reshape(10, 9, 9)), boards)


@pytest.mark.parametrize("empty", ["", b"", [], np.empty((0, 81), np.uint8), np.empty((0, 9, 9), int)])
def test_nothing(empty):
    assert sk.parse(empty).shape == (0, 81)
    assert sk.solve(empty).counts.shape == (0,)
    assert sk.rate(empty).figures.shape == (0, 3)
    assert sk.candidates(empty).shape == (0, 81)
    assert sk.identify(empty).classes.shape == (0,)
    assert sk.augment(empty, empty, copies=3).boards.shape == (0, 81)
    assert sk.minimal(empty).shape == (0,) and sk.redundant_clues(empty).shape == (0, 81)
    assert sk.canonical(empty).boards.shape == (0, 81) and sk.lines(empty) == []


def wrong(row, cell, value, kind=np.uint8):
    boards = np.zeros((5, 81), kind)
    boards[row, cell] = value
    return boards


@pytest.mark.parametrize(
    "form, row",
    [
        ([CLASSIC, CLASSIC[:80]], 1), ([CLASSIC, ""], 1), ([CLASSIC, "x" * 81], 1),
        (CLASSIC + "\n" + CLASSIC + "9", 1), ("53..7", 0), ("é" * 81, 0), (b"\xff" * 81, 0),
        (wrong(3, 7, 10), 3), (wrong(2, 0, -1, np.int8), 2), (wrong(4, 80, 300, np.int64), 4),
        ([CLASSIC, GRID[:-1]], 1), ([CLASSIC, [1, 2]], 1), ([CLASSIC, None], 1),
    ],
)
def test_errors_name_the_row(form, row):
    with pytest.raises(sk.SudokuError) as error:
        sk.solve(form)
    assert error.value.row == row and str(row) in str(error.value) or row == 0


@pytest.mark.parametrize(
    "form",
    [
        None, 7, 1.5, np.zeros((3, 80), int), np.zeros((2, 9, 8), int), np.zeros((1, 81)),
        np.zeros((1, 1, 81), int), np.zeros(81, bool), object(), np.full((1, 81), np.nan),
        {"a": 1},
    ],
)
def test_what_is_no_board(form):
    with pytest.raises(sk.SudokuError):
        sk.parse(form)


def test_values_of_uint8_are_checked():
    with pytest.raises(sk.SudokuError, match="cell 0 of board 0 is 10"):
        sk.parse(np.zeros((2, 81), np.uint8) + 10)


@pytest.mark.parametrize("numbers", [[5, 6], [int(SOLUTION)] * 2, [5.0, 6.0], [1.5e80, float("nan")]])
def test_columns_of_numbers(numbers):
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    for form in (numbers, np.array(numbers), np.array(numbers, object), pandas.Series(numbers)):
        for errors in ("raise", "null"):
            with pytest.raises(sk.SudokuError, match="read the column as str"):
                sk.solve(form, errors=errors)


FAULTS = {
    "4 characters, not 81: '1234'": "1234", "0 characters, not 81: ''": "",
    "1 character, not 81: '1'": "1",
    f"82 characters, not 81: '{CLASSIC}9'": CLASSIC + "9",
    f"an unexpected character in column 1: 'x{CLASSIC[1:]}'": "x" + CLASSIC[1:],
    f"an unexpected character in column 81: '{CLASSIC[:80]}é'": CLASSIC[:80] + "é",
    f"200 characters, not 81: '{'5' * 97}...'": "5" * 200, "null": None,
}


@pytest.mark.parametrize("reason", FAULTS)
def test_one_wording_for_one_fault(reason):
    items = [CLASSIC, FAULTS[reason], SOLUTION]
    forms = [items, np.array(items, object), iter(items), [sk.parse(CLASSIC)[0], items[1], SOLUTION]]
    try:
        import pyarrow as pa
    except ImportError:
        pass
    else:
        forms += [pa.array(items), pa.array(items, pa.large_string()), pa.array(items, pa.string_view())]
        forms += [pa.array(items, pa.binary()), pa.table({"puzzle": pa.array(items)})]
        forms += [pa.array([CLASSIC, *items])[1:], pa.chunked_array([items[:1], items[1:]])]
    try:
        import pandas
    except ImportError:
        pass
    else:
        forms += [pandas.Series(items), pandas.Series(items, dtype=object), pandas.DataFrame({"puzzle": items})]
    for form in forms:
        kept = list(form) if hasattr(form, "__next__") else form
        with pytest.raises(sk.SudokuError) as error:
            sk.solve(kept)
        assert str(error.value) == f"board 1: {reason}" and error.value.row == 1
        solved = sk.solve(kept, errors="null")
        assert solved.faults == {1: reason} and solved.counts.tolist() == [1, 0, 1]
        assert not solved.solutions[1].any() and sk.lines(solved.solutions[::2]) == [SOLUTION] * 2
    if reason != "null" and items[1]:
        text = "\n".join(items)
        with pytest.raises(sk.SudokuError) as error:
            sk.solve(text)
        assert str(error.value) == f"line 2: {reason}"
        assert sk.solve(text, errors="null").faults == {1: reason}


def test_results_are_boards(tmp_path):
    made = sk.generate(3, seed=1)
    copies = sk.augment(made, made.solutions, copies=2, seed=1)
    assert (sk.parse(made) == made.puzzles).all() and (sk.parse(copies) == copies.boards).all()
    assert (sk.rate(made).figures == made.figures).all() and sk.lines(copies) == sk.lines(copies.boards)
    forms = sk.canonical(copies)
    assert (sk.parse(forms) == forms.boards).all()
    assert sk.write_dataset(copies, tmp_path / "out", split=0.4)["train"]["puzzles"] > 0
    for other in (sk.solve(made), sk.identify(made), sk.rate(made)):
        with pytest.raises(sk.SudokuError, match="pass one of its arrays"):
            sk.parse(other)


def test_text():
    assert sk.to_text([CLASSIC, SOLUTION], empty="0") == (
        CLASSIC.replace(".", "0") + "\n" + SOLUTION + "\n"
    ).encode()
    for empty in ("", "ab", "é", "\n", "5", "0.", "\0", None, 5):
        with pytest.raises(sk.SudokuError):
            sk.lines(CLASSIC, empty=empty)


def test_pictures():
    hint = sk.hint(CLASSIC)
    board = sk.show(CLASSIC, hint["steps"][0])
    svg = board._repr_svg_()
    import xml.etree.ElementTree as tree

    assert tree.fromstring(svg).tag.endswith("svg") and svg.count("<text") >= 30
    assert str(board).splitlines()[0] == "5 3 . | . 7 . | . . ."
    assert sk.parse(str(board)).tolist() == sk.parse(CLASSIC).tolist()
    assert board == sk.Board(CLASSIC) and board != sk.Board(SOLUTION) and eval(
        repr(board), {"Board": sk.Board}
    ) == board
    played = sk.show(SOLUTION, givens=CLASSIC)._repr_svg_()
    assert played.count('class="entry"') == 51 and played.count('class="clue"') == 30

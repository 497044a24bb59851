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
    assert error.value.row == count // 2 * 3 and f"line {count // 2 * 3 + 1}," in str(error.value)


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


def test_text():
    assert sk.to_text([CLASSIC, SOLUTION], empty="0") == (
        CLASSIC.replace(".", "0") + "\n" + SOLUTION + "\n"
    ).encode()
    for empty in ("", "ab", "é", "\n"):
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

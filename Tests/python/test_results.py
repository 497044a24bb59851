"""Results, scores, files: what one expects of them."""

import gzip

import numpy as np
import pytest
import sudoku_engine as sk
from conftest import CLASSIC, SOLUTION


def test_rows():
    made = sk.generate(5, seed=1, level="hard")
    assert len(made) == 5 and len(list(made)) == 5 and made.levels.tolist() == ["hard"] * 5
    puzzle, solution, figures, level = made[2]
    assert (puzzle == made.puzzles[2]).all() and level == "hard" and figures[0] == made.figures[2, 0]
    part = made[1:3]
    assert isinstance(part, sk.Generated) and len(part) == 2 and (part.puzzles == made.puzzles[1:3]).all()
    assert made == sk.generate(5, seed=1, level="hard") and made != sk.generate(5, seed=2, level="hard")
    assert made != 5 and (made == None) is False  # noqa: E711
    with pytest.raises(IndexError):
        made[5]
    solved = sk.solve(made, errors="null")
    assert [count for _, count, _ in solved] == [1] * 5
    assert (sk.rate(made) == sk.rate(made)) is True and sk.rate(made) != sk.rate(made, "se")
    assert len(sk.identify(made)) == len(sk.canonical(made)) == 5
    assert len(sk.augment(made, copies=3, seed=1)) == 15 and len(sk.augment(made, seed=1)[0]) == 1
    bad = sk.solve([CLASSIC, "12", CLASSIC], errors="null")
    assert bad[1:].faults == {0: bad.faults[1]} and not bad[2:].faults and bad != sk.solve([CLASSIC] * 3)


def test_levels_are_those_of_rate():
    for scale in ("level", "hodoku", "se"):
        made = sk.generate(20, seed=3, scale=scale)
        assert (made.levels == sk.rate(made, scale).levels).all()
    assert sk.generate(2, seed=3, figures=False).levels.tolist() == ["", ""]


def test_errors_have_the_names_of_python():
    for options, words in (
        ({"level": "unfair"}, "no level 'unfair'"), ({"min_clues": 3}, "'min_clues'"),
        ({"min_clues": 30, "max_clues": 20}, "'max_clues'"), ({"min_cluse": 30}, "min_rating"),
    ):
        with pytest.raises(sk.SudokuError, match=words) as error:
            sk.generate(**options)
        assert "options" not in str(error.value) and "Clues" not in str(error.value)


def test_version():
    assert sk.__version__ == sk.engine_version() and "__version__" in dir(sk)


def test_score():
    boards = sk.parse([CLASSIC] * 6)
    right = sk.parse(SOLUTION)[0]
    empty = int((boards[0] == 0).sum())
    one_wrong = right.copy()
    one_wrong[2] = 1
    moved = right.copy()
    moved[0] = 4
    scored = sk.score(boards, [right, one_wrong, moved, boards[0], "12", None])
    assert scored.right.tolist() == [True] + [False] * 5
    assert scored.cells.tolist() == [empty, empty - 1, empty, 0, 0, 0]
    assert scored.clues.tolist() == [True, True, False, True, False, False]
    assert scored.filled.tolist() == [81, 81, 81, 81 - empty, 0, 0]
    assert scored.houses.tolist() == [27, 24, 24, 27, 0, 0]
    assert scored.shares.tolist() == [1, (empty - 1) / empty, 1, 0, 0, 0]
    assert scored.faults == {4: "2 characters, not 81: '12'", 5: "null"} and len(scored) == 6
    shapes = sk.score(boards[:2], [np.zeros((3, 3), np.uint8), right.reshape(9, 9)])
    assert shapes.right.tolist() == [False, True] and "shape (3, 3)" in shapes.faults[0]
    assert set(sk.score(boards[:2], np.zeros((2, 80), np.uint8)).faults) == {0, 1}
    assert sk.score(boards[:1], right, solutions=right).right.tolist() == [True]
    for answers, reason in (([right] * 2, "6 boards and 2 answers"), ([], "0 answers")):
        with pytest.raises(sk.SudokuError, match=reason):
            sk.score(boards, answers)
    with pytest.raises(sk.SudokuError, match="board 0 has several solutions"):
        sk.score("." * 81, right)


def test_read(tmp_path):
    def file(name, text):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    board = sk.parse(CLASSIC)
    csv = "id,puzzle\n7," + CLASSIC + "\n8," + SOLUTION + "\n"
    assert (sk.read(file("a.csv", csv)) == sk.parse([CLASSIC, SOLUTION])).all()
    assert (sk.read(file("a.csv.gz", gzip.compress(csv.encode()))) == sk.parse([CLASSIC, SOLUTION])).all()
    rows = "\n".join(CLASSIC[row * 9 : row * 9 + 9] for row in range(9))
    assert (sk.read(file("a.sdk", rows + "\n")) == board).all()
    assert (sk.read(file("a.jsonl", '{"puzzle":"' + CLASSIC + '"}\n')) == board).all()
    code = ",\n".join("[" + ", ".join(row.replace(".", "0")) + "]" for row in rows.split("\n"))
    assert (sk.read(file("a.py", "board = [\n" + code + "\n]\n")) == board).all()
    many = (CLASSIC + "\n") * 3000
    assert sk.read(file("a.txt", many)).shape == (3000, 81)
    assert sk.read(file("empty.txt", "")).shape == (0, 81)
    with pytest.raises(sk.SudokuError) as error:
        sk.read(file("bad.txt", CLASSIC + "\n12\n"))
    assert error.value.row == 1
    with pytest.raises(FileNotFoundError):
        sk.read(tmp_path / "nowhere")


def test_splits(tmp_path):
    made = sk.generate(3, seed=1)
    with pytest.raises(sk.SudokuError, match="the split 'test' is empty"):
        sk.write_dataset(made, tmp_path / "few", split=0.1)
    # Ten puzzles of each of four grids: all have the same solution as their neighbours.
    puzzles = []
    for solution in sk.generate(4, seed=2).solutions:
        for first in range(10):
            puzzle = solution.copy()
            puzzle[first : first + 3] = 0
            puzzles.append(puzzle)
    facts = sk.write_dataset(puzzles, tmp_path / "by", split=0.25, by="solution", layout="hrm")
    assert facts["train"]["puzzles"] == 30 and facts["test"]["puzzles"] == 10
    labels = [
        {row.tobytes() for row in np.load(tmp_path / f"by/{name}/all__labels.npy")} for name in ("train", "test")
    ]
    assert len(labels[0]) == 3 and len(labels[1]) == 1 and not labels[0] & labels[1]
    with pytest.raises(sk.SudokuError, match="class, solution, puzzle"):
        sk.write_dataset(puzzles, tmp_path / "no", by="grid")

"""The data set for reasoning-gym."""

import pytest
import sudoku_engine as sk

reasoning_gym = pytest.importorskip("reasoning_gym", reason="reasoning-gym is not installed")
import sudoku_engine.reasoning  # noqa: E402,F401


def flat(board):
    return [digit for row in board for digit in row]


@pytest.mark.parametrize("config", [{}, {"min_empty": 50, "max_empty": 58}, {"level": "hard"}])
def test_metadata_are_true(config):
    size = 300
    items = reasoning_gym.create_dataset("sudoku_engine", seed=3, size=size, **config)
    found = list(items)
    assert len(found) == size
    puzzles = sk.parse([flat(item["metadata"]["puzzle"]) for item in found])
    solved = sk.solve(puzzles)
    assert (solved.counts == 1).all()
    for item, solution in zip(found, solved.solutions):
        data = item["metadata"]
        assert flat(data["solution"]) == solution.tolist()
        assert data["num_empty"] == flat(data["puzzle"]).count(0)
        low, high = data["difficulty"]["empty"]
        assert low <= data["num_empty"] <= high
        assert sk.parse(item["answer"]).tolist() == [solution.tolist()]
        assert item["question"].count("_") == data["num_empty"]
        assert items.score_answer(item["answer"], item) == 1
    if "level" in config:
        assert set(sk.rate(puzzles, "level").levels) == {"hard"}


def test_access_in_any_order():
    items = reasoning_gym.create_dataset("sudoku_engine", seed=3, size=200)
    found = list(items)
    assert items[150] == found[150] and items[0] == found[0] and items[199] == found[199]
    shorter = reasoning_gym.create_dataset("sudoku_engine", seed=3, size=70)
    assert list(shorter) == found[:70]
    for index in (-1, 200):
        with pytest.raises(IndexError):
            items[index]


def test_scores():
    items = reasoning_gym.create_dataset("sudoku_engine", seed=3, size=1)
    item = items[0]
    answer = item["answer"]
    score = items.score_answer
    assert score(None, item) == score("", item) == score("no idea", item) == 0
    assert score(answer + " \n", item) < 1 and score(answer.replace("\n", " \n"), item) == 1
    assert score(answer.replace(" ", ""), item) == pytest.approx(0.9)
    cell = flat(item["metadata"]["puzzle"]).index(0)
    signs = answer.split()
    signs[cell] = "1" if signs[cell] != "1" else "2"
    almost = "\n".join(" ".join(signs[row * 9 : row * 9 + 9]) for row in range(9))
    empty = item["metadata"]["num_empty"]
    assert score(almost, item) == pytest.approx(0.9 * (empty - 1) / empty)
    given = next(cell for cell, digit in enumerate(flat(item["metadata"]["puzzle"])) if digit)
    signs[given] = "1" if signs[given] != "1" else "2"
    changed = "\n".join(" ".join(signs[row * 9 : row * 9 + 9]) for row in range(9))
    assert score(changed, item) == 0
    blank = "\n".join(item["question"].split("\n")[1:10])
    assert score(blank, item) < 0.9


def test_config():
    for wrong in ({"min_empty": 50, "max_empty": 40}, {"max_empty": 64}, {"min_empty": 59}):
        with pytest.raises(AssertionError):
            reasoning_gym.create_dataset("sudoku_engine", **wrong)
    assert reasoning_gym.factory.create_curriculum("sudoku_engine").name == "SudokuCurriculum"

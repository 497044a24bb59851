"""Hints, explanations and games."""

import threading

import pytest
import sudoku_engine as sk
from conftest import CLASSIC, SOLUTION


def index(candidate):
    return (int(candidate["cell"][1]) - 1) * 9 + int(candidate["cell"][3]) - 1


def test_hint():
    hint = sk.hint(CLASSIC)
    assert hint["kind"] == "step" and hint["depth"] == 5 and hint["text"]
    assert "steps" not in sk.hint(CLASSIC, depth=2)
    wrong = "531" + CLASSIC[3:]
    hint = sk.hint(sk.parse(wrong), depth=3, givens=sk.parse(CLASSIC))
    assert hint["mistake"] and hint["wrongCells"] == ["r1c3"]
    with pytest.raises(sk.ProtocolError) as error:
        sk.hint(CLASSIC, depth=9)
    assert error.value.kind == "invalidParams" and error.value.code == -32602
    with pytest.raises(sk.SudokuError):
        sk.hint([CLASSIC, CLASSIC])


def test_steps_and_explanations():
    steps = sk.steps(CLASSIC, limit=3)
    assert len(steps) == 3 and all(step["explanation"] for step in steps)
    hard = sk.lines(sk.generate(1, seed=4, level="expert", scale="se").puzzles)[0]
    for puzzle in (CLASSIC, hard, SOLUTION):
        solution = sk.solve(puzzle).solutions[0]
        board = sk.parse(puzzle)[0]
        for step in sk.explain(puzzle):
            assert step["explanation"] and (step["eliminations"] or "placement" in step)
            for removed in step["eliminations"]:
                assert solution[index(removed)] != removed["digit"]
            if "placement" in step:
                board[index(step["placement"])] = step["placement"]["digit"]
        assert (board == solution).all()
    with pytest.raises(sk.SudokuError):
        sk.explain("." * 81)
    for scale in ("level", "se", "hodoku"):
        rated = sk.explain(hard, scale=scale)
        assert rated and all(step["explanation"] for step in rated)
        with pytest.raises(sk.SudokuError):
            sk.explain("." * 81, scale=scale)
    hardest = max(step["rating"] for step in sk.explain(hard, scale="se"))
    assert round(hardest * 10) == sk.rate(hard, scale="se").scores[0]


def test_a_game(tmp_path):
    with sk.Player(tmp_path / "games") as player:
        game = player.game(CLASSIC)
        outcome = game.place("r1c3", 4)
        assert outcome["changes"][0]["digit"] == 4
        game.note(3, 2)
        assert game.state()["notes"] == {"r1c4": [2]}
        game.note("r1c4", 2, on=False)
        game.clear("r1c3")
        game.undo()
        assert game.state()["board"][2] == "4"
        game.undo()
        game.redo()
        assert game.hint(5)["hint"]["text"]
        with pytest.raises(sk.ProtocolError) as error:
            game.place("r1c1", 5)
        assert error.value.kind == "cellIsGiven"
        changed = [note["method"] for note in player.notifications()]
        assert isinstance(changed, list)
        assert "<svg" in game._repr_svg_()
        rev = game.state()["rev"]
    with sk.Player(tmp_path / "games") as player:
        assert [found["game"] for found in player.games()] == [game.id]
        again = player.open(game.id)
        assert again.state()["rev"] >= rev and again.state()["board"][2] == "4"
        for cell, digit in enumerate(SOLUTION):
            if again.state()["board"][cell] == ".":
                outcome = again.place(cell, int(digit))
        assert outcome["completed"] and again.state()["status"] == "completed"
    with pytest.raises(sk.SudokuError):
        player.games()
    player.close()


def test_notifications():
    with sk.Player() as player:
        player.request("subscribe", topics=["game.changed"])
        player.game(CLASSIC).place("r1c3", 4)
        assert "game.changed" in [note["method"] for note in player.notifications()]
        assert list(player.notifications()) == []


def test_a_generated_game():
    with sk.Player() as player:
        game = player.game(generate={"level": "easy", "seed": 7})
        assert sk.solve(game.state()["givens"]).counts[0] == 1


def test_wrong_players(tmp_path):
    (tmp_path / "file").write_text("")
    for wrong in ({"data": tmp_path / "file" / "x"}, {"data": ""}, {"store": "unknown:x"}):
        with pytest.raises(sk.SudokuError):
            sk.Player(**wrong)
    with sk.Player() as player:
        with pytest.raises(sk.ProtocolError) as error:
            player.request("no.such.method")
        assert error.value.kind == "unknownMethod"
        with pytest.raises(TypeError):
            player.request("puzzle.solve", puzzle=object())


def test_threads_share_a_player():
    with sk.Player() as player:
        faults = []

        def work():
            for _ in range(20):
                found = player.request("puzzle.solve", puzzle=CLASSIC)
                if found["solution"] != SOLUTION:
                    faults.append(found)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not faults

"""Batches: equal to the command line, to each other with any number of threads."""

import datetime
import importlib
import pathlib
import subprocess
import threading
import time

import numpy as np
import pytest
import sudoku_engine as sk
from conftest import CLASSIC, SOLUTION
from sudoku_engine import _scales


def run(cli, *arguments, lines=()):
    done = subprocess.run(
        [cli, *arguments], input="".join(line + "\n" for line in lines), text=True,
        capture_output=True, check=False,
    )
    return [line.split("\t") for line in done.stdout.splitlines()]


def follows_the_rules(solutions):
    grids = solutions.reshape(-1, 9, 9)
    blocks = grids.reshape(-1, 3, 3, 3, 3).transpose(0, 1, 3, 2, 4).reshape(-1, 9, 9)
    return all(
        (np.sort(houses, axis=2) == np.arange(1, 10)).all()
        for houses in (grids, grids.transpose(0, 2, 1), blocks)
    )


def test_solve(seventeen):
    boards = sk.parse(seventeen)
    solved = sk.solve(boards)
    assert (solved.counts == 1).all() and follows_the_rules(solved.solutions)
    assert ((boards == 0) | (boards == solved.solutions)).all()
    assert solved.counts.dtype == np.uint32 and solved.guesses.shape == (len(boards),)
    assert sk.lines(sk.solve(CLASSIC).solutions) == [SOLUTION]


def test_out(seventeen):
    first = sk.solve(seventeen[:100])
    again = sk.solve(seventeen[100:200], out=first)
    assert again is first and same(first, sk.solve(seventeen[100:200]))
    holed = sk.Solved(first.solutions[::2], first.counts, first.guesses)
    for wrong in (first, holed, sk.solve(seventeen[:99])):
        with pytest.raises(sk.SudokuError):
            sk.solve(seventeen[: 50 if wrong is first else 100], out=wrong)


@pytest.mark.parametrize("out", [1, "out", (1, 2, 3), sk.Solved(1, 2, 3)])
def test_out_of_other_types(out):
    with pytest.raises(sk.SudokuError, match="out is"):
        sk.solve(CLASSIC, out=out)


def test_bad_rows(seventeen):
    import pickle

    rows = [*seventeen[:500], None, "1234", *seventeen[500:], "11" + "." * 79]
    good = [row for row in rows if row not in (None, "1234")]
    places = [place for place, row in enumerate(rows) if row not in (None, "1234")]
    solved, rated = sk.solve(rows, errors="null"), sk.rate(rows, errors="null")
    ids = sk.identify(rows, errors="null")
    for found, whole in ((solved, sk.solve(good)), (rated, sk.rate(good)), (ids, sk.identify(good))):
        assert found.faults == {500: "null", 501: "4 characters, not 81: '1234'"}
        assert not whole.faults and not pickle.loads(pickle.dumps(whole)).faults
        assert pickle.loads(pickle.dumps(found)).faults == found.faults
        for name in whole._columns:
            assert (getattr(found, name)[places] == getattr(whole, name)).all()
    assert not solved.solutions[500:502].any() and not solved.counts[500:502].any()
    assert [sk.STATUSES[status] for status in rated.statuses[500:502]] == ["badInput"] * 2
    assert not rated.figures[500:502].any() and rated.levels[500:502].tolist() == ["", ""]
    assert ids.puzzles[500:502].tolist() == ids.classes[500:502].tolist() == [b"", b""]
    assert sk.STATUSES[rated.statuses[-1]] == "noSolution" and ids.puzzles[-1]
    boards = np.zeros((3, 81), np.uint8)
    boards[1, 7] = 12
    for values in (boards, boards.astype(int)):
        found = sk.solve(values, errors="null")
        assert found.faults == {1: "cell 7 is 12: 0 to 9 is expected"} and found.counts.tolist() == [2, 0, 2]
    assert boards[1, 7] == 12
    again = sk.solve(boards[:2], out=sk.solve(boards[:2], errors="null"), errors="null")
    assert list(again.faults) == [1]
    assert not sk.solve(boards[:1], out=sk.solve([None], errors="null")).faults
    for function in (sk.solve, sk.rate, sk.identify):
        assert list(function([None, float("nan")], errors="null").faults) == [0, 1]
        for wrong in ("ignore", None, True):
            with pytest.raises(sk.SudokuError, match="errors is"):
                function(CLASSIC, errors=wrong)


def test_counts():
    empty = "." * 81
    none = "11" + "." * 79
    solved = sk.solve([empty, none, CLASSIC, SOLUTION], limit=5)
    assert solved.counts.tolist() == [5, 0, 1, 1]
    assert follows_the_rules(solved.solutions[[0, 2, 3]]) and not solved.solutions[1].any()
    assert sk.solve(empty, limit=100_000).counts.tolist() == [100_000]
    for limit in (0, -1, 1_000_001, 1 << 40, 2.5, "2"):
        with pytest.raises(sk.SudokuError):
            sk.solve(empty, limit=limit)


@pytest.mark.parametrize("threads", [0, -1, 1025, 1 << 33, "2", 1.5, None])
def test_wrong_threads(threads):
    for function in (sk.solve, sk.rate, sk.minimal, sk.identify, sk.canonical, sk.augment):
        with pytest.raises(sk.SudokuError):
            function(CLASSIC, threads=threads)
    with pytest.raises(sk.SudokuError):
        sk.generate(1, threads=threads)


def same(first, second):
    return first == second


def test_threads_are_equal(seventeen):
    boards = sk.parse(seventeen)
    many = np.concatenate([boards] * 12)
    for threads in (2, 3, 16):
        assert same(sk.solve(many), sk.solve(many, threads=threads))
        assert same(sk.rate(boards), sk.rate(boards, threads=threads))
        assert same(sk.identify(boards), sk.identify(boards, threads=threads))
        assert (sk.minimal(boards) == sk.minimal(boards, threads=threads)).all()
        assert (sk.redundant_clues(boards) == sk.redundant_clues(boards, threads=threads)).all()
        for form in ("solution", "minlex", "row-min", "pattern"):
            few = boards[:200]
            assert same(sk.canonical(few, form), sk.canonical(few, form, threads=threads))
        first = sk.augment(boards, boards, copies=3, seed=5)
        assert same(first, sk.augment(boards, boards, copies=3, seed=5, threads=threads))
        assert same(sk.generate(50, seed=3), sk.generate(50, seed=3, threads=threads))


def test_slices_are_equal(seventeen):
    boards = np.concatenate([sk.parse(seventeen)] * 200)
    whole = sk.solve(boards)
    few, many = sk.solve(boards[:7]), sk.solve(boards[7:])
    for name in ("solutions", "counts", "guesses"):
        parts = np.concatenate([getattr(few, name), getattr(many, name)])
        assert (parts == getattr(whole, name)).all()
    bad = boards.copy()
    bad[150_001, 3] = 12
    for function in (sk.solve, sk.candidates):
        with pytest.raises(sk.SudokuError) as error:
            function(bad)
        assert error.value.row == 150_001 and "board 150001 " in str(error.value)


def test_callers_in_threads(seventeen):
    boards = sk.parse(seventeen)
    expected = sk.solve(boards), sk.rate(boards, "se"), sk.identify(boards)
    faults = []

    def work():
        found = sk.solve(boards), sk.rate(boards, "se"), sk.identify(boards)
        if not all(same(one, two) for one, two in zip(found, expected)):
            faults.append("different")

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults


def test_minimal_and_redundant():
    assert sk.minimal([CLASSIC, SOLUTION, "." * 81]).tolist() == [0, 0, -1]
    clues = sk.redundant_clues([CLASSIC, "." * 81])
    assert not clues[1].any() and clues[0].any()
    board = sk.parse(CLASSIC)[0]
    for cell in range(81):
        fewer = board.copy()
        fewer[cell] = 0
        assert clues[0][cell] == (board[cell] > 0 and sk.solve(fewer).counts[0] == 1)


def test_candidates():
    masks = sk.candidates(CLASSIC)[0]
    assert masks.dtype == np.uint16 and masks[0] == 1 << 4
    assert masks[2] == 1 << 0 | 1 << 1 | 1 << 3


def test_identify(cli, seventeen):
    ids = sk.identify([*seventeen, "." * 81])
    assert ids.puzzles.dtype == "S29" and ids.classes[-1] == b""
    rows = run(cli, "identify", "--format", "line", lines=seventeen)
    assert [row[1].encode() for row in rows] == ids.puzzles[:-1].tolist()
    assert [row[2].encode() for row in rows] == ids.classes[:-1].tolist()


def test_game_ids(cli, seventeen):
    start = datetime.datetime(2025, 12, 22, 13, 0, 0, 500_000, datetime.timezone.utc)
    ids = sk.game_ids(seventeen, start)
    assert ids.dtype == "S52"
    rows = run(cli, "identify", "--start-date", "2025-12-22T13:00:00Z", "--format", "line", lines=seventeen)
    assert [row[4].encode() for row in rows] == ids.tolist()
    seconds = int(start.timestamp())
    assert (sk.game_ids(seventeen, seconds) == ids).all()
    assert (sk.game_ids(seventeen, np.full(len(ids), np.datetime64("2025-12-22T13:00:00.9"))) == ids).all()
    assert sk.game_ids([], 5).shape == (0,)
    for wrong in ([1, 2], 1.5, "2025"):
        with pytest.raises(sk.SudokuError):
            sk.game_ids(CLASSIC, wrong)
    page = pathlib.Path(__file__).parents[2] / "Sources/Documentation/identifiers.md"
    code = page.read_text().split("```python\n")[1].split("```")[0]
    recipe: dict = {}
    exec(code, recipe)
    vectors = [row.split("|") for row in page.read_text().splitlines() if row.count("game-") == 1 and row.count("`") == 8]
    assert len(vectors) == 3
    for _, clues, _, game, *_ in vectors:
        clues, game = clues.strip(" `"), game.strip(" `")
        seconds = int(game.rsplit("-", 1)[1])
        assert sk.game_ids(clues, seconds)[0].decode() == recipe["game_id"](clues, seconds) == game


def test_augment(seventeen):
    boards = sk.parse(seventeen)
    solutions = sk.solve(boards).solutions
    new = sk.augment(boards, solutions, copies=4, seed=9)
    assert new.boards.shape == (4 * len(boards), 81) and new.solutions is not None
    assert (sk.solve(new.boards).solutions == new.solutions).all()
    assert (sk.identify(new.boards).classes == np.repeat(sk.identify(boards).classes, 4)).all()
    later = sk.augment(boards[300:], copies=4, seed=9, first=300)
    assert (later.boards == new.boards[1200:]).all() and later.solutions is None
    drawn = sk.augment(boards)
    assert (sk.augment(boards, seed=drawn.seed).boards == drawn.boards).all()
    for wrong in ({"copies": 0}, {"seed": -1}, {"seed": 1 << 64}, {"first": -1}, {"solutions": solutions[:3]}):
        with pytest.raises(sk.SudokuError):
            sk.augment(boards, **wrong)


def test_canonical(seventeen):
    boards = sk.parse(seventeen[:100])
    for form in ("solution", "minlex", "row-min", "pattern"):
        found = sk.canonical(boards, form)
        assert (sk.canonical(sk.augment(boards).boards, form).boards == found.boards).all()
    for form in ("", "other", "sölution"):
        with pytest.raises(sk.SudokuError):
            sk.canonical(boards, form)


def test_rate(cli, seventeen):
    for scale in ("level", "se", "hodoku"):
        boards = seventeen[:200]
        rated = sk.rate(boards, scale)
        rows = run(cli, "grade", "--scale", scale, "--format", "jsonl", lines=boards)
        import json

        records = [json.loads("\t".join(row)) for row in rows]
        assert rated.levels.tolist() == [record.get("level", "") for record in records]
        key = "er" if scale == "se" else "score"
        scores = [round(record["rating"][key] * 10) for record in records]
        assert rated.scores.tolist() == scores and not rated.statuses.any()
        if scale == "se":
            assert rated.figures[:, 2].tolist() == [round(r["rating"]["ed"] * 10) for r in records]


@pytest.mark.parametrize("name", [None, "", "xyz", "se\0x", "\0", "\ud800", 7, b"se"])
def test_wrong_names(name):
    with pytest.raises(sk.SudokuError):
        sk.rate(CLASSIC, scale=name)
    with pytest.raises(sk.SudokuError):
        sk.canonical(CLASSIC, form=name)
    with pytest.raises(sk.SudokuError):
        sk.generate(scale=name or "", seed=1)
    with pytest.raises(sk.SudokuError):
        sk.generate(level=name or "", seed=1)
    with pytest.raises(sk.SudokuError):
        sk.Player(store="file:/tmp/x\0y")


def test_long_errors_end_visibly():
    with pytest.raises(sk.SudokuError, match=r"^unknown parameter 'min_clue'; did you mean 'min_clues'\?.*\.\.\.$"):
        sk.generate(min_clue=30, seed=1)


def test_unrated():
    rated = sk.rate(["." * 81, "11" + "." * 79, SOLUTION, CLASSIC], "se")
    names = [sk.STATUSES[status] for status in rated.statuses]
    assert names == ["severalSolutions", "noSolution", "alreadySolved", "rated"]
    assert rated.levels.tolist() == ["", "", "", ""] and rated.scores.tolist() == [0, 0, 0, 12]
    for wrong in ({"scale": "other"}, {"work_limit": 0}, {"work_limit": -1}):
        with pytest.raises(sk.SudokuError):
            sk.rate(CLASSIC, **wrong)


@pytest.mark.parametrize("scale", ["level", "hodoku"])
def test_levels_are_those_of_the_program(cli, scale):
    rows = run(cli, "levels", "--scale", scale, "--format", "line")
    assert [row[0] for row in rows if row[3] == scale] == list(sk.LEVELS[scale])


def test_scales_are_those_of_the_engine():
    assert sk.LEVELS == {
        "level": ("easy", "medium", "hard", "expert", "extreme"),
        "se": (),
        "hodoku": ("easy", "medium", "hard", "unfair", "extreme"),
    }
    facts = _scales.scales()
    assert [facts[name].figures for name in facts] == [("number",), ("er", "ep", "ed"), ("score",)]
    assert facts["hodoku"].level_column == "hodokuLevel" and facts["level"].level_column == "level"
    with pytest.raises(AttributeError):
        importlib.import_module("sudoku_engine._grading").LEVEL


@pytest.mark.parametrize(
    "options, arguments",
    [
        ({}, []), ({"level": "hard"}, ["--level", "hard"]),
        ({"level": "expert", "scale": "level"}, ["--level", "expert", "--scale", "level"]),
        ({"level": "easy", "scale": "hodoku", "symmetry": "rotational180"},
         ["--level", "easy", "--scale", "hodoku", "--symmetry", "rotational180"]),
        ({"min_clues": 24, "max_clues": 26, "minimal": True}, ["--clues", "24...26", "--minimal"]),
        ({"solution": SOLUTION, "strictly_minimal": True}, ["--solution", SOLUTION, "--strictly-minimal"]),
        ({"needs": ["x-wing"], "scale": "se"}, ["--needs", "x-wing", "--scale", "se"]),
        ({"min_rating": 3.0, "max_rating": 4.0, "scale": "se", "spread": True},
         ["--rating", "3.0...4.0", "--scale", "se", "--spread"]),
    ],
)
def test_the_same_seed_gives_the_same_puzzles(cli, options, arguments):
    made = sk.generate(20, seed=7, **options)
    rows = run(cli, "generate", "-c20", "--seed", "7", "-q", *arguments)
    assert sk.lines(made.puzzles) == [row[0] for row in rows]
    assert (sk.solve(made.puzzles).solutions == made.solutions).all()
    if "scale" in options:
        assert (sk.rate(made.puzzles, options["scale"]).figures == made.figures).all()


def test_shards(cli):
    whole = sk.generate(10, seed=3, figures=False)
    parts = [sk.generate(10, seed=3, shard=(part, 4)).puzzles for part in range(1, 5)]
    assert (np.concatenate(parts) == whole.puzzles).all()
    rows = run(cli, "generate", "-c10", "--seed", "3", "-q", "--shard", "2/4", "--skip", "1")
    later = sk.generate(10, seed=3, shard=(2, 4), skip=1)
    assert sk.lines(later.puzzles) == [row[0] for row in rows] and len(rows) == 2
    assert not whole.figures.any() and len(sk.generate(3, seed=1, skip=9).puzzles) == 0
    largest = (1 << 64) - 1
    assert len(sk.generate(1, seed=largest).puzzles) == 1
    drawn = sk.generate(3)
    assert (sk.generate(3, seed=drawn.seed).puzzles == drawn.puzzles).all()


@pytest.mark.parametrize(
    "wrong",
    [
        {"level": "impossible"}, {"unknown": 1}, {"seed": 1.5, "level": 3}, {"shard": (0, 4), "seed": 1},
        {"shard": (5, 4), "seed": 1}, {"shard": (1, 2)}, {"shard": "3/64", "seed": 1}, {"count": "3"}, {"skip": 1}, {"skip": -1, "seed": 1},
        {"count": -1}, {"count": 1 << 60}, {"seed": -1}, {"seed": 1 << 64}, {"budget": 5},
        {"min_clues": 30, "max_clues": 20}, {"min_rating": 9.0, "level": "easy", "scale": "se"},
    ],
)
def test_wrong_options(wrong):
    with pytest.raises(sk.SudokuError):
        sk.generate(**wrong)


def test_a_search_that_finds_nothing():
    with pytest.raises(sk.SudokuError) as error:
        sk.generate(2, seed=1, level="extreme", scale="se", min_clues=17, max_clues=17, attempts=1)
    assert error.value.row == 0 and error.value.status == -5


@pytest.mark.parametrize("limit", [1, 2, 5])
def test_any_number_of_boards_a_call(seventeen, limit):
    """Small calls take the kernel for single boards, large ones the lanes: the answers are the same."""
    several = [board[:30] + "." * 51 for board in seventeen[:30]]
    texts = [*seventeen[:700], *several, "11" + "." * 79, SOLUTION, "." * 81]
    boards = sk.parse(texts)
    whole = sk.solve(boards, limit=limit)
    for size in (1, 3, 100, 511):
        for start in range(0, len(boards) if size > 3 else 60, size):
            for rows in (slice(start, start + size), slice(len(boards) - 30, None)):
                assert sk.solve(boards[rows], limit=limit) == whole[rows]
                assert sk.solve(texts[rows], limit=limit) == whole[rows]
    for row in (0, 5, 705, -3, -2, -1):
        assert sk.solve(texts[row], limit=limit) == sk.solve(boards[row].reshape(9, 9), limit=limit)
        assert sk.solve(texts[row], limit=limit)[0][1] == whole[row][1]
    out = sk.solve(boards[:3], limit=limit)
    assert sk.solve(boards[10:13], limit=limit, out=out) == whole[10:13]
    assert (sk.minimal(boards) == [sk.minimal(board)[0] for board in boards]).all()
    assert (sk.redundant_clues(boards[:40]) == [sk.redundant_clues(b)[0] for b in boards[:40]]).all()


def test_wrong_small_calls():
    board = np.zeros(81, np.uint8)
    board[7] = 12
    for wrong, reason in (
        (board, "cell 7 of board 0 is 12"), ("x" + "." * 80, "unexpected character"),
        ("é" + "." * 80, "unexpected character"), (np.zeros((2, 80), np.uint8), "shape"),
        (np.zeros((), np.uint8), "shape"),
    ):
        with pytest.raises(sk.SudokuError, match=reason):
            sk.solve(wrong)
    for options in ({"limit": 0}, {"limit": 1 << 40}, {"threads": 0}, {"threads": 2000}, {"limit": "2"}):
        with pytest.raises(sk.SudokuError):
            sk.solve(CLASSIC, **options)
    assert len(sk.solve(np.zeros((0, 81), np.uint8))) == 0


def test_a_call_of_one_board_is_short(seventeen):
    """A call has some microseconds of its own, not the hundred of a batch."""
    import timeit

    boards = sk.parse(seventeen[:200])
    alone = min(timeit.repeat(lambda: [sk.solve(board) for board in boards], number=1, repeat=7)) / 200
    assert alone < 30e-6, f"{alone * 1e6:.1f} us"


def test_cancel():
    """The flag of the C library ends calls of its thread alone."""
    import ctypes

    from sudoku_engine._library import library

    flag = ctypes.c_int32(1)
    library().sudoku_cancel_by(ctypes.addressof(flag))
    try:
        for function in (sk.solve, sk.minimal, sk.identify, sk.canonical, sk.rate, sk.redundant_clues):
            if function is sk.rate:
                continue  # works in a thread of its own
            with pytest.raises(sk.SudokuError, match="cancelled") as error:
                function([CLASSIC] * 3)
            assert error.value.status == -4
        flag.value = 0
        assert sk.solve(CLASSIC).counts[0] == 1
        big = np.concatenate([sk.parse(CLASSIC)] * 400_000)
        timer = threading.Timer(0.05, lambda: setattr(flag, "value", 1))
        timer.start()
        with pytest.raises(sk.SudokuError, match="cancelled"):
            while True:
                sk.solve(big)
        # Within the search of one board, too.
        flag.value = 0
        start = time.perf_counter()
        sk.solve("." * 81, limit=1_000_000)
        whole = time.perf_counter() - start
        threading.Timer(whole / 10, lambda: setattr(flag, "value", 1)).start()
        start = time.perf_counter()
        with pytest.raises(sk.SudokuError, match="cancelled"):
            sk.solve("." * 81, limit=1_000_000)
        assert time.perf_counter() - start < whole / 2
    finally:
        library().sudoku_cancel_by(None)
    assert sk.solve(CLASSIC).counts[0] == 1

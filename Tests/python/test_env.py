"""The gymnasium environments."""

import warnings

import numpy as np
import pytest
import sudoku_engine as sk
from conftest import CLASSIC, SOLUTION

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed")
import sudoku_engine.env as sudoku_env  # noqa: E402


def test_gymnasium_checks_it():
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make("Sudoku-v0", level="hard", render_mode="ansi").unwrapped)


def test_an_episode():
    env = gymnasium.make("Sudoku-v0", render_mode="ansi")
    board, info = env.reset(options={"puzzle": CLASSIC})
    assert sk.lines(board) == [CLASSIC] and env.render().startswith("5 3 .")
    right = [(cell, int(SOLUTION[cell])) for cell in range(81) if CLASSIC[cell] == "."]
    total = 0
    for cell, digit in right:
        assert info["action_mask"][9 * cell + digit - 1]
        expected = sk.candidates(board)[0]
        mask = info["action_mask"].reshape(81, 9)
        for empty in np.flatnonzero(board.reshape(-1) == 0):
            assert sum(1 << bit for bit in np.flatnonzero(mask[empty])) == expected[empty]
        assert not mask[board.reshape(-1) > 0].any()
        board, reward, ended, cut, info = env.step(9 * cell + digit - 1)
        total += reward
    assert ended and not cut and total == 51 and sk.lines(board) == [SOLUTION]


def test_wrong_digits_change_nothing():
    env = gymnasium.make("Sudoku-v0", max_steps=3)
    before, _ = env.reset(options={"puzzle": CLASSIC})
    for action, ended in ((0, False), (9 * 2 + 8, False), (4, True)):
        board, reward, terminated, cut, _ = env.step(action)
        assert reward == -1 and not terminated and cut == ended and (board == before).all()


@pytest.mark.parametrize("action", [-1, 729, 1.5, np.float64(3), "1", None, [1]])
def test_wrong_actions(action):
    env = gymnasium.make("Sudoku-v0").unwrapped
    env.reset(options={"puzzle": CLASSIC})
    with pytest.raises(sk.SudokuError, match="action is"):
        env.step(action)
    vector = sudoku_env.SudokuVectorEnv(2)
    vector.reset(options={"puzzle": CLASSIC})
    with pytest.raises(sk.SudokuError):
        vector.step([0, action])


def test_masks_draw_actions():
    env = gymnasium.make("Sudoku-v0")
    _, info = env.reset(seed=1)
    mask = info["action_mask"]
    assert mask.dtype == np.int8 and mask[env.action_space.sample(mask)] == 1
    vector = sudoku_env.SudokuVectorEnv(3)
    _, infos = vector.reset(seed=1)
    actions = vector.action_space.sample(tuple(infos["action_mask"]))
    assert infos["action_mask"][np.arange(3), actions].all()


def test_a_vector_of_own_puzzles():
    made = sk.generate(3, seed=4, figures=False)
    vector = sudoku_env.SudokuVectorEnv(3)
    boards, infos = vector.reset(options={"puzzle": made})
    assert (sk.parse(boards) == made.puzzles).all()
    actions = infos["action_mask"].argmax(axis=1)
    rewards = vector.step(actions)[1]
    cells, digits = np.divmod(actions, 9)
    assert ((made.solutions[np.arange(3), cells] == digits + 1) == (rewards == 1)).all()
    assert sk.lines(vector.reset(options={"puzzle": CLASSIC})[0]) == [CLASSIC] * 3
    for wrong in (made.puzzles[:2], "." * 81, [CLASSIC, CLASSIC, "11" + "." * 79]):
        with pytest.raises(sk.SudokuError):
            vector.reset(options={"puzzle": wrong})


def test_seeds():
    env = gymnasium.make("Sudoku-v0", level="hard")
    first = [env.reset(seed=5)[0], *(env.reset()[0] for _ in range(40))]
    second = [env.reset(seed=5)[0], *(env.reset()[0] for _ in range(40))]
    assert all((one == two).all() for one, two in zip(first, second))
    assert len({board.tobytes() for board in first}) == 41
    assert (sk.solve(np.stack(first)).counts == 1).all()
    assert set(sk.rate(np.stack(first)).levels) == {"hard"}


def test_many_boards_play_like_one():
    vector = sudoku_env.SudokuVectorEnv(3, level="easy", pool=4, max_steps=60)
    boards, infos = vector.reset(seed=8)
    random = np.random.default_rng(1)
    singles = [gymnasium.make("Sudoku-v0", max_steps=60) for _ in range(3)]
    for env, board in zip(singles, boards):
        env.reset(options={"puzzle": board})
    done = np.zeros(3, bool)
    episodes = 0
    for step in range(400):
        solutions = sk.solve(boards).solutions
        actions = []
        for row in range(3):
            mask = infos["action_mask"][row]
            cells = np.flatnonzero(boards[row].reshape(-1) == 0)
            if random.random() < 0.3 or not len(cells):
                actions.append(int(random.integers(729)))
            else:
                cell = int(random.choice(cells))
                action = 9 * cell + int(solutions[row][cell]) - 1
                assert mask[action]
                actions.append(action)
        boards, rewards, ended, cut, infos = vector.step(np.array(actions))
        for row, env in enumerate(singles):
            if done[row]:
                episodes += 1
                assert rewards[row] == 0 and not ended[row] and not cut[row]
                _, single = env.reset(options={"puzzle": boards[row]})
            else:
                board, reward, *ends, single = env.step(actions[row])
                assert (boards[row] == board).all() and rewards[row] == reward
                assert [ended[row], cut[row]] == ends
            assert (infos["action_mask"][row] == single["action_mask"]).all()
        done = ended | cut
    assert episodes > 6
    vector.close()


def test_the_vector_env_is_registered_and_checks_actions():
    vector = gymnasium.make_vec("Sudoku-v0", num_envs=4, vectorization_mode="vector_entry_point")
    boards, infos = vector.reset(seed=1)
    assert boards in vector.observation_space and infos["action_mask"].shape == (4, 729)
    again, _ = vector.reset(seed=1)
    assert (again == boards).all()
    for wrong in ([0, 1, 2], [0, 1, 2, 729], [0, 1, 2, -1]):
        with pytest.raises(sk.SudokuError):
            vector.unwrapped.step(np.array(wrong))
    with pytest.raises(sk.SudokuError):
        sudoku_env.SudokuVectorEnv(0)


def test_pools_get_new_puzzles():
    from sudoku_engine._play import Pool

    for fresh, classes in ((1, 4 + 9), (4, 40)):
        pool, again = (Pool(3, 4, fresh, {"level": "easy"}) for _ in range(2))
        dealt = [pool.take(count) for count in (3, 5, 1, 31)]
        boards, solutions, _ = (np.concatenate(parts) for parts in zip(*dealt))
        assert len(boards) == 40 and (sk.solve(boards).solutions == solutions).all()
        assert len({board.tobytes() for board in boards}) == 40
        assert len(np.unique(sk.identify(boards).classes)) == classes
        assert (again.take(40)[0] == boards).all()


def test_action_masks():
    single = sudoku_env.SudokuEnv(level="easy")
    _, info = single.reset(seed=1)
    assert single.action_masks().dtype == bool and (single.action_masks() == info["action_mask"]).all()
    many = sudoku_env.SudokuVectorEnv(4, level="easy")
    _, infos = many.reset(seed=1)
    assert (many.action_masks() == infos["action_mask"]).all() and many.action_masks().shape == (4, 729)

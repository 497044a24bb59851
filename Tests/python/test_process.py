"""Ctrl-C, fork, import time, pickles."""

import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
import sudoku_engine as sk
from conftest import CLASSIC

LONG = {
    "solve": "sk.solve(np.zeros((3_000_000, 81), np.uint8), limit=10_000)",
    "rate": "sk.rate(np.repeat(hard, 2_000_000, axis=0), 'se')",
    "identify": "sk.identify(np.repeat(hard, 4_000_000, axis=0))",
    "canonical": "sk.canonical(np.repeat(hard, 4_000_000, axis=0), 'minlex')",
    "generate": "sk.generate(10_000_000, seed=1, level='extreme')",
    "generate with threads": "sk.generate(10_000_000, seed=1, level='extreme', threads=2)",
    "minimal": "sk.minimal(np.repeat(hard, 4_000_000, axis=0))",
    "player": "sk.Player().request('puzzle.generate', count=10_000, level='extreme')",
}
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


@pytest.mark.parametrize("name", LONG)
def test_ctrl_c(name):
    code = (
        # A test that runs in the background of a shell inherits a signal that is ignored.
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "import numpy as np, sudoku_engine as sk\n"
        f"hard = sk.parse('{HARD}')\nprint('started', flush=True)\n"
        f"try:\n    {LONG[name]}\n    print('done')\n"
        "except KeyboardInterrupt:\n    print(sk.lines(hard)[0][:1], 'stopped')\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "started\n"
    time.sleep(0.7)
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    output = process.communicate(timeout=60)[0]
    assert output == "8 stopped\n" and process.returncode == 0
    assert time.monotonic() - begun < 20


def everything(seed):
    made = sk.generate(20, seed=seed, threads=2)
    return (
        sk.solve(made.puzzles, threads=2).solutions.tobytes(), sk.rate(made.puzzles).figures.tobytes(),
        sk.identify(made.puzzles).classes.tobytes(), sk.hint(made.puzzles[0])["text"],
    )


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_processes(method):
    expected = [everything(seed) for seed in range(4)]
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(everything, range(4)) == expected


def test_a_player_does_not_survive_a_fork(tmp_path):
    sk.hint(CLASSIC)
    with sk.Player() as player:
        player.request("ping")
        child = os.fork()
        if child == 0:
            signal.alarm(30)
            try:
                with pytest.raises(sk.SudokuError):
                    player.request("ping")
                player.close()
                with sk.Player() as own:
                    own.game(CLASSIC).place("r1c3", 4)
                    assert len(own.request("puzzle.generate", count=2)["puzzles"]) == 2
                assert sk.hint(CLASSIC)["text"]
            except BaseException:
                os._exit(1)
            os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        player.request("ping")


def test_no_stored_games_in_a_fork_of_a_process_with_such(tmp_path):
    # Many at a time: a thread that worked on closed games at the fork would leave a lock held in the child.
    def start(number):
        code = (
            "import os, sudoku_engine as sk\n"
            f"sk.Player('{tmp_path}/a{number}').close()\n"
            "if os.fork() == 0:\n"
            f"    try: sk.Player('{tmp_path}/c')\n"
            f"    except sk.SudokuError: os._exit(0 if sk.hint('{CLASSIC}')['text'] else 2)\n"
            "    os._exit(1)\n"
            "print(os.wait()[1])"
        )
        return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)

    for process in [start(number) for number in range(24)]:
        assert process.communicate(timeout=60)[0] == b"0\n"


def test_hints_in_forked_workers():
    code = (
        "import multiprocessing, sudoku_engine as sk\n"
        f"with multiprocessing.get_context('fork').Pool(2) as pool: print(len(pool.map(sk.hint, ['{CLASSIC}'] * 4)))"
    )
    assert subprocess.check_output([sys.executable, "-c", code], timeout=30) == b"4\n"


def test_import_time():
    code = "import time; t = time.process_time(); import sudoku_engine; print(time.process_time() - t)"
    times = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout)
        for _ in range(5)
    ]
    assert min(times) < 0.1
    code = "import sys, sudoku_engine; print('numpy' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code]) == b"False\n"


def test_pickles():
    for value in (sk.generate(2, seed=1), sk.rate(CLASSIC), sk.solve(CLASSIC)):
        again = pickle.loads(pickle.dumps(value))
        assert again == value
    error = pickle.loads(pickle.dumps(sk.SudokuError("wrong", 3, -2)))
    assert (str(error), error.row, error.status) == ("wrong", 3, -2)
    error = pickle.loads(pickle.dumps(sk.ProtocolError("wrong", -32000, {"kind": "x"})))
    assert (error.kind, error.code) == ("x", -32000)


def test_names():
    for name in sk.__all__:
        assert getattr(sk, name) is not None
    assert set(sk.__all__) <= set(dir(sk))
    with pytest.raises(AttributeError):
        sk.unknown
    assert sk.engine_version().count(".") == 2


def test_a_missing_library():
    code = (
        "import sudoku_engine as sk\n"
        "try: sk.solve('1' * 81)\nexcept ImportError as error: print('SUDOKU_LIBRARY' in str(error))"
    )
    environment = {**os.environ, "SUDOKU_LIBRARY": "/nowhere.so"}
    assert subprocess.check_output([sys.executable, "-c", code], env=environment) == b"True\n"


def test_types():
    """mypy --strict passes over the package, and over what a user writes."""
    pytest.importorskip("mypy", reason="mypy is not installed")
    package = os.path.join(os.path.dirname(__file__), "../../Sources/Languages/python/sudoku_engine")
    code = (
        "import sudoku_engine as sk\n"
        "made = sk.generate(3, seed=1, level='hard')\n"
        "total: int = int(sk.solve(made.puzzles).counts.sum())\n"
        "text: str = sk.hint(made.puzzles)['text']\n"
        "with sk.Player() as player:\n    rev: int = player.game(sk.lines(made.puzzles)[0]).state()['rev']\n"
    )
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary"]
    environment = {**os.environ, "MYPY_CACHE_DIR": "/dev/null"}
    done = subprocess.run([*command, "-c", code], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    config = os.path.join(os.path.dirname(__file__), "../../Sources/Languages/python/pyproject.toml")
    done = subprocess.run(
        [*command, "--config-file", config, package], capture_output=True, text=True,
        env=environment,
    )
    assert done.returncode == 0, done.stdout + done.stderr

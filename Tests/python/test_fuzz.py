"""The functions of sudoku.h return a result or an error, whatever they get."""

import os
import subprocess
import sys

import pytest

SEEDS = int(os.environ.get("SUDOKU_FUZZ", "3"))


@pytest.mark.parametrize("seed", range(SEEDS))
def test_no_call_crashes(seed):
    script = os.path.join(os.path.dirname(__file__), "fuzz.py")
    done = subprocess.run(
        [sys.executable, script, str(seed), "400"], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr[-3000:]

"""A gymnasium environment, `Sudoku-v0`, and a vector environment on arrays.

>>> import gymnasium, sudoku_engine.env
>>> env = gymnasium.make("Sudoku-v0", level="hard")
>>> observation, info = env.reset(seed=1)

Observation: the board, (9, 9) of uint8, 0 for an empty cell. Action: 9 * cell + digit - 1, of 729.
Reward: 1 for a digit of the solution, which is placed; -1 for another digit or a filled cell, which
changes nothing. The episode ends when the board is full, and is cut off after `max_steps` actions.
`info["action_mask"]` (729,) of int8 is 1 for the actions that break no rule, as
`action_space.sample(mask)` expects; use `mask.astype(bool)` to index arrays.
"""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple, cast

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ._batch import solve
from ._boards import Boards, parse
from ._errors import BAD_BOARD, SudokuError
from ._numbers import whole
from ._picture import Board
from ._play import ACTIONS, EXCLUDED, Pool, masks

Info = Dict[str, Any]
Dealt = Tuple[Boards, Boards, npt.NDArray[np.bool_]]


def _observations() -> "spaces.Space[Boards]":
    return cast("spaces.Space[Boards]", spaces.Box(0, 9, (9, 9), np.uint8))


def _own(puzzles: Any) -> Dealt:
    """Puzzles of the caller with their solutions and masks."""
    clues = parse(puzzles)
    found = solve(clues)
    if (found.counts != 1).any():
        row = int(np.argmax(found.counts != 1))
        count = "no solution" if found.counts[row] == 0 else "several solutions"
        raise SudokuError(f"board {row} has {count}: one is expected", row, BAD_BOARD)
    return clues, found.solutions, masks(clues)


class SudokuEnv(gymnasium.Env[Boards, np.int64]):
    """One board at a time.

    Args:
        level: The level of the puzzles on the scale "level", such as "hard"; None for any.
        max_steps: The episode is cut off after this many actions.
        render_mode: "ansi" draws the board as text.
        **options: Other options of `generate`, such as scale and symmetry.

    `reset(options={"puzzle": ...})` starts with a puzzle of yours.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(
        self,
        level: Optional[str] = "easy",
        max_steps: int = 729,
        render_mode: Optional[str] = None,
        **options: Any,
    ) -> None:
        self.observation_space = _observations()
        self.action_space = spaces.Discrete(ACTIONS)
        self.render_mode = render_mode
        self._options = {"level": level, **options}
        self._max_steps = max_steps
        self._pool: Optional[Pool] = None
        self._board = np.zeros(81, np.uint8)
        self._clues = self._solution = self._board
        self._mask = np.zeros(ACTIONS, np.bool_)
        self._steps = 0

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Boards, Info]:
        super().reset(seed=seed)
        if options and "puzzle" in options:
            dealt = _own(options["puzzle"])
            if len(dealt[0]) != 1:
                raise SudokuError(f"one puzzle is expected, not {len(dealt[0])}")
        else:
            if seed is not None or self._pool is None:
                drawn = int(self.np_random.integers(1 << 32))
                self._pool = Pool(drawn, 16, 16, self._options)
            dealt = self._pool.take(1)
        self._clues, self._solution, self._mask = (values[0].copy() for values in dealt)
        self._board = self._clues.copy()
        self._steps = 0
        return self._seen(), self._info()

    def step(self, action: np.int64) -> Tuple[Boards, float, bool, bool, Info]:
        number = whole("action", action, 0, ACTIONS - 1)
        cell, digit = divmod(number, 9)
        right = self._board[cell] == 0 and self._solution[cell] == digit + 1
        if right:
            self._board[cell] = digit + 1
            self._mask[EXCLUDED[number]] = False
        self._steps += 1
        ended = bool(self._board.all())
        cut = not ended and self._steps >= self._max_steps
        return self._seen(), 1.0 if right else -1.0, ended, cut, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """(729,): the actions that break no rule, for `MaskablePPO` of sb3-contrib."""
        allowed: npt.NDArray[np.bool_] = self._mask.copy()
        return allowed

    def render(self) -> Optional[str]:
        return str(Board(self._board)) if self.render_mode == "ansi" else None

    def _seen(self) -> Boards:
        board: Boards = self._board.reshape(9, 9).copy()
        return board

    def _info(self) -> Info:
        return {"action_mask": self._mask.view(np.int8).copy()}


class SudokuVectorEnv(VectorEnv[Boards, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many boards at once, without a loop in Python.

    Rules are those of `SudokuEnv`. A board that has ended is replaced in the next step, whose action
    it ignores (`AutoresetMode.NEXT_STEP`). `reset(options={"puzzle": ...})` starts with puzzles of
    yours: one for each board, or one for all.

    Args:
        num_envs: The number of boards.
        level: The level of the puzzles.
        max_steps: Episodes are cut off after this many actions.
        pool: The number of puzzles at hand. Boards are random symmetries of them; after each
            round, a sixteenth is replaced by new ones.
        copy: True returns copies of observations and masks; else they change with the next step.
        **options: Other options of `generate`.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int,
        level: Optional[str] = "easy",
        max_steps: int = 729,
        pool: int = 256,
        copy: bool = True,
        **options: Any,
    ) -> None:
        if num_envs < 1 or pool < 1:
            raise SudokuError("num_envs and pool must be 1 or more")
        self.num_envs = num_envs
        self.single_observation_space = _observations()
        self.single_action_space = spaces.Discrete(ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._options = {"level": level, **options}
        self._pool_size = pool
        self._max_steps = max_steps
        self._copies = copy
        self._pool: Optional[Pool] = None
        # Flat, as indices of single cells and actions are faster than of pairs.
        self._boards = np.zeros(num_envs * 81, np.uint8)
        self._solutions = np.zeros(num_envs * 81, np.uint8)
        self._masks = np.zeros(num_envs * ACTIONS, np.bool_)
        self._left = np.zeros(num_envs, np.int32)
        self._steps = np.zeros(num_envs, np.int32)
        self._done = np.zeros(num_envs, np.bool_)
        self._cells = np.arange(num_envs, dtype=np.intp) * 81
        self._actions = np.arange(num_envs, dtype=np.intp) * ACTIONS

    def reset(
        self, *, seed: Any = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Boards, Info]:
        super().reset(seed=seed)
        own = None if not options or "puzzle" not in options else _own(options["puzzle"])
        if own is not None and len(own[0]) not in (1, self.num_envs):
            raise SudokuError(f"{len(own[0])} puzzles: 1 or {self.num_envs} are expected")
        if seed is not None or self._pool is None:
            fresh = max(1, self._pool_size // 16)
            drawn = int(self.np_random.integers(1 << 32))
            self._pool = Pool(drawn, self._pool_size, fresh, self._options)
        rows = np.arange(self.num_envs)
        self._deal(rows) if own is None else self._put(rows, *own)
        self._done[:] = False
        return self._seen(), self._info()

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> Tuple[Boards, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], Info]:
        if self._pool is None:
            raise SudokuError("reset comes before the first step")
        try:
            actions = np.asarray(actions)
        except ValueError:
            raise SudokuError(f"actions are not an array ({self.num_envs},) of integers") from None
        if actions.dtype.kind not in "iu":
            raise SudokuError(f"actions are of type {actions.dtype}: integers are expected")
        if actions.shape != (self.num_envs,):
            raise SudokuError(f"actions have shape {actions.shape}: ({self.num_envs},) is expected")
        if actions.min() < 0 or actions.max() >= ACTIONS:
            raise SudokuError("an action is not in 0 to 728")
        actions = actions.astype(np.intp, copy=False)
        cell, digit = np.divmod(actions, 9)
        places = self._cells + cell
        digits = (digit + 1).astype(np.uint8)
        right = (self._boards[places] == 0) & (self._solutions[places] == digits) & ~self._done
        placed = np.flatnonzero(right)
        self._boards[places[placed]] = digits[placed]
        self._masks[EXCLUDED[actions[placed]] + self._actions[placed, None]] = False
        self._left -= right
        self._steps += 1
        rewards = np.where(right, 1.0, -1.0)
        ended = self._left == 0
        cut = (self._steps >= self._max_steps) & ~ended
        if self._done.any():
            rows = np.flatnonzero(self._done)
            self._deal(rows)
            rewards[rows] = 0.0
            ended[rows] = cut[rows] = False
        self._done = ended | cut
        return self._seen(), rewards, ended, cut, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """(num_envs, 729): the actions that break no rule."""
        allowed: npt.NDArray[np.bool_] = self._masks.reshape(-1, ACTIONS).copy()
        return allowed

    def _deal(self, rows: npt.NDArray[np.intp]) -> None:
        assert self._pool is not None
        self._put(rows, *self._pool.take(len(rows)))

    def _put(
        self, rows: npt.NDArray[np.intp], boards: Boards, solutions: Boards,
        allowed: npt.NDArray[np.bool_],
    ) -> None:
        self._boards.reshape(-1, 81)[rows] = boards
        self._solutions.reshape(-1, 81)[rows] = solutions
        self._masks.reshape(-1, ACTIONS)[rows] = allowed
        self._left[rows] = 81 - np.count_nonzero(boards, axis=1)
        self._steps[rows] = 0

    def _seen(self) -> Boards:
        boards = self._boards.reshape(-1, 9, 9)
        return boards.copy() if self._copies else boards

    def _info(self) -> Info:
        allowed = self._masks.view(np.int8).reshape(-1, ACTIONS)
        return {"action_mask": allowed.copy() if self._copies else allowed}


gymnasium.register(
    id="Sudoku-v0",
    entry_point="sudoku_engine.env:SudokuEnv",
    vector_entry_point="sudoku_engine.env:SudokuVectorEnv",
)

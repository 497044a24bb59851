"""Hints, explanations and games: the protocol of `sudoku serve` in this process."""

from __future__ import annotations

import atexit
import ctypes
import json
import os
import threading
from collections import deque
from typing import TYPE_CHECKING, Any, Deque, Dict, Iterator, List, Optional, Union, cast

from ._errors import BAD_BOARD, FAILED, ProtocolError, SudokuError
from ._library import call, interruptible, library
from .records import GameState, Hint, HintedOutcome, Notification, Outcome, Step

if TYPE_CHECKING:
    from types import TracebackType

    from ._boards import BoardsLike



class _Forks:
    """Stored games have threads, which a forked process lacks."""

    has_threads = False
    lacks_threads = False


_forks = _Forks()

Cell = Union[str, int]
"""A cell: "r1c1" to "r9c9", or 0 to 80."""


class Player:
    """A player's games.

    Args:
        data: The folder of the games, as of `sudoku serve --data`; None keeps them in memory.
        store: The URL of a store to sync with, such as "file:/home/me/Sync/sudoku".

    A player can be used by several threads: one request runs at a time. It does not survive a fork;
    the child opens another, but none with stored games if its parent had one.
    """

    def __init__(
        self, data: Union[str, "os.PathLike[str]", None] = None, store: Optional[str] = None
    ) -> None:
        options: Dict[str, str] = {}
        if data is not None:
            options["data"] = os.fspath(data)
        if store is not None:
            options["store"] = store
        self._handle: Optional[int] = None
        if _forks.lacks_threads and options:
            raise SudokuError(
                "a process forked from one with stored games cannot open such: use spawn", None,
                FAILED,
            )
        self._process = os.getpid()
        self._turn = threading.Lock()
        self._number = 0
        self._waiting: Deque[Notification] = deque()
        handle = ctypes.c_void_p()
        call("sudoku_player_open", json.dumps(options).encode(), ctypes.addressof(handle))
        self._handle = handle.value
        _forks.has_threads = _forks.has_threads or bool(options)

    def __enter__(self) -> "Player":
        return self

    def __exit__(
        self,
        kind: "Optional[type[BaseException]]",
        error: Optional[BaseException],
        trace: "Optional[TracebackType]",
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", None) is not None:
            self.close()

    def close(self) -> None:
        """Stores and syncs what waits, and closes the games. Closing twice does nothing."""
        with self._turn:
            handle, self._handle = self._handle, None
            # In a child process the player's threads are missing.
            if handle is not None and self._process == os.getpid():
                library().sudoku_player_close(handle)

    def request(self, method: str, **params: Any) -> Any:
        """Carries out a method of the protocol and returns its result.

        Ctrl-C cancels a long request.

        Raises:
            ProtocolError: For an error that the protocol answers.
        """
        with self._turn:
            self._number += 1
            number = self._number
            line = json.dumps(
                {"jsonrpc": "2.0", "id": number, "method": method, "params": params},
                default=_plain,
            ).encode()
            answers = self._exchange(line)
        for answer in answers:
            if answer.get("id") != number:
                continue
            error = answer.get("error")
            if error is not None:
                data = error.get("data") or {}
                raise ProtocolError(error["message"], error["code"], data)
            return answer["result"]
        raise SudokuError(f"no answer to {method}", None, FAILED)

    def notifications(self) -> Iterator[Notification]:
        """The notifications since the last call: changed games, merges, progress.

        Also does what is due, such as a sync. Ends when nothing waits: call it again later.
        """
        with self._turn:
            self._exchange(None)
        while self._waiting:
            yield self._waiting.popleft()

    def game(self, puzzle: "Optional[BoardsLike]" = None, **params: Any) -> "Game":
        """Starts a game of a puzzle.

        Without a puzzle, `generate` describes one: `player.game(generate={"level": "hard"})`.
        Other parameters are those of `game.new`.
        """
        if puzzle is not None:
            params["puzzle"] = _line(puzzle)
        return Game(self, cast(GameState, self.request("game.new", **params))["game"])

    def games(self) -> "List[Dict[str, Any]]":
        """The player's games in short, as `game.list` answers."""
        return cast("List[Dict[str, Any]]", self.request("game.list")["games"])

    def open(self, game: str) -> "Game":
        """A game that was started before."""
        self.request("game.open", game=game)
        return Game(self, game)

    def _exchange(self, line: Optional[bytes]) -> List[Dict[str, Any]]:
        """Sends a line and sorts the answers; the caller has the turn."""
        if self._handle is None:
            raise SudokuError("the player is closed", None, FAILED)
        if self._process != os.getpid():
            raise SudokuError("a player does not survive a fork: open another", None, FAILED)
        handle = self._handle
        text = ctypes.c_void_p()

        def work() -> None:
            call(
                "sudoku_player_request", handle, line, 0 if line is None else len(line),
                ctypes.addressof(text),
            )

        if line is None:
            work()
        else:
            interruptible(work, lambda: library().sudoku_player_cancel(handle))
        try:
            raw = ctypes.string_at(text.value) if text.value else b""
        finally:
            library().sudoku_free(text)
        answers: List[Dict[str, Any]] = []
        for found in raw.splitlines():
            record = json.loads(found)
            if "method" in record:
                self._waiting.append(record)
            else:
                answers.append(record)
        return answers


class Game:
    """A game of a player. Every change is stored before it returns."""

    def __init__(self, player: Player, id: str) -> None:
        self.player = player
        self.id = id

    def __repr__(self) -> str:
        return f"Game({self.id!r})"

    def _request(self, method: str, **params: Any) -> Any:
        given = {name: value for name, value in params.items() if value is not None}
        return self.player.request(f"game.{method}", game=self.id, **given)

    def state(self) -> GameState:
        """The board, the notes, the time and more."""
        return cast(GameState, self._request("state"))

    def place(self, cell: Cell, digit: int) -> Outcome:
        """Places a digit."""
        return cast(Outcome, self._request("place", cell=cell, digit=digit))

    def clear(self, cell: Cell) -> Outcome:
        """Removes digit and notes of a cell."""
        return cast(Outcome, self._request("clear", cell=cell))

    def note(self, cell: Cell, digit: int, on: Optional[bool] = None) -> Outcome:
        """Sets or removes a note; toggles it if `on` is None."""
        return cast(Outcome, self._request("note", cell=cell, digit=digit, on=on))

    def undo(self) -> Outcome:
        """Takes back the last change."""
        return cast(Outcome, self._request("undo"))

    def redo(self) -> Outcome:
        """Repeats the change that was taken back."""
        return cast(Outcome, self._request("redo"))

    def hint(self, depth: Optional[int] = None) -> HintedOutcome:
        """A hint, from 1 (is something wrong?) to 5 (the whole step)."""
        return cast(HintedOutcome, self._request("hint", depth=depth))

    def _repr_svg_(self) -> str:
        from ._picture import show

        state = self.state()
        return show(state["board"], givens=state["givens"])._repr_svg_()


def _plain(value: Any) -> Any:
    """JSON for arrays and numbers of numpy."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if hasattr(value, "line"):
        return value.line
    raise TypeError(f"{type(value).__name__} is not JSON")


def _line(board: "BoardsLike") -> str:
    """One board as 81 characters."""
    from ._boards import lines

    found = lines(board)
    if len(found) != 1:
        raise SudokuError(f"one board is expected, not {len(found)}")
    return found[0]


_shared: Optional[Player] = None
_sharing = threading.Lock()


def _player() -> Player:
    """A player in memory, one for each process."""
    global _shared
    with _sharing:
        if _shared is None or _shared._process != os.getpid():
            _shared = Player()
    return _shared


def _forget() -> None:
    """In a forked process the lock may be held by a thread of the parent."""
    global _sharing
    _sharing = threading.Lock()
    _forks.lacks_threads = _forks.has_threads


os.register_at_fork(after_in_child=_forget)


@atexit.register
def _close() -> None:
    if _shared is not None:
        _shared.close()


def _ask(method: str, board: "BoardsLike", options: Dict[str, Any]) -> Any:
    params = {name: value for name, value in options.items() if value is not None}
    if "givens" in params:
        params["givens"] = _line(params["givens"])
    return _player().request(method, puzzle=_line(board), **params)


def hint(
    board: "BoardsLike",
    depth: Optional[int] = None,
    *,
    givens: "Optional[BoardsLike]" = None,
    pencilmarks: Optional[Dict[str, List[int]]] = None,
    techniques: Optional[List[str]] = None,
    work_limit: Optional[int] = None,
    notes: Optional[str] = None,
) -> Hint:
    """A hint for a position: clues and digits placed so far.

    Args:
        board: The position.
        depth: The depth of the hint, from 1 (is something wrong?) to 5 (the whole step).
        givens: The clues alone, so that wrong digits are recognised.
        pencilmarks: The player's pencil marks by cell, such as {"r4c7": [1, 5]}.
        techniques: The techniques that the player knows: IDs, names or families.
        work_limit: Gives up after this many literals derived by chains.
        notes: The reading of pencil marks: "full", "partial" (Snyder notes) or "auto", the default.
    """
    options = {
        "notes": notes, "depth": depth, "givens": givens, "pencilmarks": pencilmarks, "techniques": techniques,
        "workLimit": work_limit,
    }
    return cast(Hint, _ask("puzzle.hint", board, options))


def steps(
    board: "BoardsLike",
    *,
    limit: Optional[int] = None,
    givens: "Optional[BoardsLike]" = None,
    pencilmarks: Optional[Dict[str, List[int]]] = None,
    techniques: Optional[List[str]] = None,
) -> List[Step]:
    """All steps that a position has now, easiest techniques first. `explain` solves it."""
    options = {
        "limit": limit, "givens": givens, "pencilmarks": pencilmarks, "techniques": techniques,
    }
    return cast("List[Step]", _ask("puzzle.steps", board, options)["steps"])


def explain(board: "BoardsLike", scale: Optional[str] = None) -> List[Step]:
    """The steps that solve a puzzle, one hint after the other, each with an `explanation`.

    The last step is a trial, with a placement alone, where no technique goes on.

    Args:
        board: The puzzle.
        scale: "level", "se" or "hodoku": the steps behind the rating of `rate` on this scale instead.
    """
    line = _line(board)
    if scale is not None:
        rated = _ask("puzzle.grade", line, {"scale": scale, "explain": True})
        return cast("List[Step]", rated["steps"])
    position = list(line)
    marks = _pencilmarks(line)
    found: List[Step] = []
    while "." in position:
        given = hint("".join(position), 5, givens=line, pencilmarks=marks)
        if given["kind"] == "mistake":
            raise SudokuError(given["text"], 0, BAD_BOARD)
        taken = given.get("steps") or [_trial(given)]
        found += taken
        for step in taken:
            for removed in step["eliminations"]:
                digits = marks.get(removed["cell"], [])
                if removed["digit"] in digits:
                    digits.remove(removed["digit"])
            placed = step.get("placement")
            if placed is not None:
                position[_index(placed["cell"])] = str(placed["digit"])
                marks.pop(placed["cell"], None)
                allowed = _pencilmarks("".join(position))
                marks = {
                    cell: [digit for digit in digits if digit in allowed[cell]]
                    for cell, digits in marks.items()
                }
    return found


def _trial(given: Hint) -> Step:
    return {
        "cells": [given["cell"]], "digits": [given["digit"]], "eliminations": [], "houses": [],
        "roles": [],
        "explanation": given["text"], "name": "Trial", "technique": "trial",
        "placement": {"cell": given["cell"], "digit": given["digit"]},
    }


def _index(cell: str) -> int:
    return (int(cell[1]) - 1) * 9 + int(cell[3]) - 1


def _pencilmarks(line: str) -> Dict[str, List[int]]:
    """The candidates of the empty cells."""
    from ._batch import candidates

    masks = candidates(line)[0].tolist()
    return {
        f"r{cell // 9 + 1}c{cell % 9 + 1}": [d for d in range(1, 10) if masks[cell] >> (d - 1) & 1]
        for cell in range(81) if line[cell] == "."
    }

"""The records of the protocol, as typed dictionaries. `sudoku schema` prints their JSON Schemas.

Members beyond these may appear; a member that is not always there is optional here.
"""

from __future__ import annotations

from typing import Dict, List, Optional, TypedDict


class Candidate(TypedDict):
    """A digit in a cell."""

    cell: str
    digit: int


class Literal(TypedDict):
    """A literal of a chain."""

    cell: str
    digit: int
    on: bool


# The name until version 0.3.
Statement = Literal


class Group(TypedDict, total=False):
    """A digit that is in one of some cells, or in none of them."""

    cells: List[str]
    digit: int
    house: str
    lockedSet: List[str]
    on: bool


class Link(TypedDict, total=False):
    """One conclusion inside a chain."""

    conclusion: Literal
    groups: List[Group]
    kind: str
    premises: List[Literal]
    reason: str


class LinkedSet(TypedDict, total=False):
    """A set of cells in a pattern: an almost locked set, or a colour."""

    cells: List[str]
    link: List[int]


class Role(TypedDict):
    """A part that cells play in a pattern."""

    cells: List[str]
    name: str


class _Step(TypedDict):
    cells: List[str]
    digits: List[int]
    eliminations: List[Candidate]
    explanation: str
    houses: List[str]
    name: str
    roles: List[Role]
    technique: str


class Step(_Step, total=False):
    """A step of a human solution."""

    candidates: List[Candidate]
    coverHouses: List[str]
    links: List[Link]
    otherReasons: int
    placement: Candidate
    rating: float
    removedMeanwhile: List[Candidate]
    sets: List[LinkedSet]
    specialCells: List[str]


class _StepList(TypedDict):
    end: str
    steps: List[Step]


class StepList(_StepList, total=False):
    """All steps that a position has, easiest techniques first."""

    wrongCells: List[str]


class _Hint(TypedDict):
    depth: int
    kind: str
    mistake: bool
    text: str


class Hint(_Hint, total=False):
    """A hint, up to the depth asked for."""

    cell: str
    cells: List[str]
    digit: int
    digits: List[int]
    house: str
    houses: List[str]
    known: bool
    name: str
    region: str
    regions: List[str]
    steps: List[Step]
    technique: str
    wrongCells: List[str]


class PathStep(TypedDict, total=False):
    """A step of a solve path."""

    placement: Candidate
    rating: float
    technique: str
    text: str


class Rating(TypedDict, total=False):
    """The difficulty of a puzzle on a scale."""

    breadth: int
    ed: float
    ep: float
    er: float
    rounds: int
    scale: str
    score: float
    version: str


class _Grade(TypedDict):
    puzzle: str
    rating: Optional[Rating]


class Grade(_Grade, total=False):
    """The difficulty of a puzzle, with the reasons."""

    atLeast: float
    level: Optional[str]
    path: List[PathStep]
    steps: List[Step]
    techniques: Dict[str, int]
    unrated: str


class Change(TypedDict):
    """The new content of a cell."""

    cell: str
    digit: Optional[int]
    notes: List[int]


class _Outcome(TypedDict):
    canRedo: bool
    canUndo: bool
    changes: List[Change]
    completed: bool
    conflicts: List[str]
    elapsedMilliseconds: int
    game: str
    hintsUsed: int
    mistakes: int
    repeatedCells: List[str]
    rev: int
    status: str


class Outcome(_Outcome, total=False):
    """The changes of a game by a mutation."""

    bookmark: str
    duplicate: bool
    resumed: bool
    wrongCells: List[str]


class HintedOutcome(Outcome):
    """A hint for a game, and the changes by giving it."""

    hint: Hint


class _Bookmark(TypedDict):
    id: str


class Bookmark(_Bookmark, total=False):
    """A bookmarked board that can be restored."""

    name: str


class GameOptions(TypedDict):
    """The player's choices for a game."""

    autoRemoveNotes: bool
    hintsAllowed: bool
    mistakeCheck: str
    mistakeLimit: int
    timer: bool


class _SyncConflict(TypedDict):
    id: str
    kind: str
    versions: List[Dict[str, object]]


class SyncConflict(_SyncConflict, total=False):
    """Conflicting changes by devices."""

    cell: str
    game: str
    item: str


class _GameState(TypedDict):
    board: str
    bookmarks: List[Bookmark]
    canRedo: bool
    canUndo: bool
    checksUsed: int
    conflicts: List[str]
    elapsedMilliseconds: int
    filledCells: int
    game: str
    givens: str
    hintsUsed: int
    lastSaved: str
    mistakes: int
    notes: Dict[str, List[int]]
    options: GameOptions
    puzzleId: str
    repeatedCells: List[str]
    rev: int
    startDate: str
    status: str
    syncConflicts: List[SyncConflict]


class GameState(_GameState, total=False):
    """The state of a game."""

    completionDate: str
    level: str
    rating: Rating
    selected: str
    wrongCells: List[str]


class _Notification(TypedDict):
    method: str


class Notification(_Notification, total=False):
    """A notification of the engine, such as `game.changed`."""

    params: Dict[str, object]

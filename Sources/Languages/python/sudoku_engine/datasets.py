"""Data sets in the layouts that training code reads."""

from __future__ import annotations

import csv
import hashlib
import json
import os
from pathlib import Path
from typing import Any, Callable, Dict, List, NamedTuple, Sequence, Tuple, Union, cast

import numpy as np
import numpy.typing as npt

from ._batch import augment, identify, solve
from ._boards import Boards, BoardsLike, lines, parse
from ._errors import BAD_BOARD, SudokuError
from ._grading import rate
from ._library import engine_version
from ._numbers import LARGEST_SEED, whole
from ._scales import scales as known_scales

# The splits by the number of shares.
_SPLITS = {2: ("train", "test"), 3: ("train", "validation", "test")}
# No two splits share one of these.
_KEYS = {
    "class": "class up to symmetry", "solution": "solution up to symmetry", "puzzle": "puzzle",
}
# Layouts whose tables have room for further columns.
_TABLES = ("hf", "sudoku-extreme")


class _Part(NamedTuple):
    """The puzzles of a split, and further columns."""

    puzzles: Boards
    solutions: Boards
    classes: npt.NDArray[np.bytes_]
    guesses: npt.NDArray[np.uint32]
    figures: Dict[str, List[Any]]


def write_dataset(
    puzzles: BoardsLike,
    folder: Union[str, "os.PathLike[str]"],
    layout: str = "hf",
    split: Union[float, Sequence[float]] = 0.1,
    by: str = "class",
    seed: int = 0,
    copies: int = 0,
    source: str = "sudoku-kernel",
    threads: int = 1,
    scales: Union[str, Sequence[str]] = (),
) -> Dict[str, Any]:
    """Writes a training and a test set, if wanted a validation set, with a card (README.md) and SHA256SUMS.

    Args:
        puzzles: The result of `generate` or `augment`, or boards of any form. Each needs one
            solution.
        folder: A folder that is missing or empty.
        layout: "hf": JSON lines that the Hugging Face loader finds. "sudoku-extreme": CSV files with
            source, question, answer and rating (the solver's guesses). "hrm": arrays for HRM and
            TRM, as of build_sudoku_dataset.py.
        split: The share of the test set, from 0 to below 1. Or the shares (train, test) or
            (train, validation, test), which add up to 1.
        by: "class": no puzzle of a split is a symmetric form of one of another split.
            "solution": no solution of a split is a symmetric form of one of another split; puzzles of
            one grid stay together. "puzzle": only the clues differ.
        seed: 0 to 2^64-1. The same seed gives the same files.
        copies: Random symmetries that are added to each puzzle for training.
        source: The name in the column `source`.
        threads: The number of threads that solve, identify and rate.
        scales: Adds columns of figures to the layouts "hf" and "sudoku-extreme", empty for puzzles
            without a rating. "level": level and number. "se": er, ep and ed. "hodoku": hodokuLevel
            and score. Copies are rated, too.

    Returns:
        The numbers of puzzles and classes, as in the card.
    """
    writers: Dict[str, Callable[[Path, str, _Part, int, str], None]] = {
        "hf": _write_table, "sudoku-extreme": _write_extreme, "hrm": _write_arrays,
    }
    if layout not in writers:
        raise SudokuError(f"unknown layout '{layout}'; valid layouts: {', '.join(writers)}")
    if by not in _KEYS:
        raise SudokuError(f"by is '{by}': {', '.join(_KEYS)} is expected")
    shares = _shares(split)
    seed = whole("seed", seed, 0, LARGEST_SEED)
    copies = whole("copies", copies, 0, 1_000_000)
    rated = _checked_scales(scales, layout)
    root = Path(folder)
    if root.exists() and any(root.iterdir()):
        raise SudokuError(f"{root} is not empty")
    boards = parse(puzzles)
    solved = _solved(boards, threads)
    drawn = _drawn(_keys(solved, by, threads), shares, seed)
    for number, name in enumerate(_SPLITS[len(shares)]):
        if len(boards) and shares[number] > 0 and not (drawn == number).any():
            raise SudokuError(
                f"the split '{name}' is empty: a share of {shares[number]:.3g} of "
                f"{len(boards)} puzzles"
            )
    facts: Dict[str, Any] = {
        "layout": layout, "split": shares[-1] if len(shares) == 2 else list(shares), "by": by,
        "seed": seed, "copies": copies, "engine": engine_version(),
    }
    root.mkdir(parents=True, exist_ok=True)
    for number, name in enumerate(_SPLITS[len(shares)]):
        rows = np.flatnonzero(drawn == number)
        part = _Part(
            solved.puzzles[rows], solved.solutions[rows], solved.classes[rows],
            solved.guesses[rows], {},
        )
        facts[name] = {"puzzles": len(rows), "classes": len(np.unique(part.classes))}
        added = copies if name == "train" else 0
        part = _augmented(part, added, seed)
        for scale in rated:
            part.figures.update(_figures(part.puzzles, scale, threads))
        writers[layout](root, name, part, 1 + added, source)
    _write_card(root, layout, facts, _SPLITS[len(shares)])
    _write_sums(root)
    return facts


def _solved(boards: Boards, threads: int) -> _Part:
    solved = solve(boards, threads=threads)
    if (solved.counts != 1).any():
        row = int(np.argmax(solved.counts != 1))
        found = "no solution" if solved.counts[row] == 0 else "several solutions"
        raise SudokuError(f"board {row} has {found}", row, BAD_BOARD)
    classes = identify(boards, threads=threads).classes
    return _Part(boards, solved.solutions, classes, solved.guesses, {})


def _keys(solved: _Part, by: str, threads: int) -> npt.NDArray[np.bytes_]:
    """The ID of each puzzle that decides about its split."""
    if by == "class":
        return solved.classes
    if by == "solution":
        return identify(solved.solutions, threads=threads).classes
    return identify(solved.puzzles, threads=threads).puzzles


def _shares(split: Union[float, Sequence[float]]) -> Tuple[float, ...]:
    """The shares of the splits, that for training first."""
    expected = "0 to below 1, or two or three shares that add up to 1, are expected"
    try:
        if isinstance(split, (str, bytes)):
            raise TypeError
        if not isinstance(split, (list, tuple, np.ndarray)):
            test = float(split)  # type: ignore[arg-type]
            if 0 <= test < 1:
                return 1 - test, test
            raise ValueError
        shares = tuple(float(share) for share in split)
    except (TypeError, ValueError):
        raise SudokuError(f"split is {split!r}: {expected}") from None
    fits = len(shares) in _SPLITS and all(0 <= share <= 1 for share in shares)
    if not fits or abs(sum(shares) - 1) > 1e-6 or shares[0] == 0:
        raise SudokuError(f"split is {split!r}: {expected}; that for training comes first and is not 0")
    return shares


def _checked_scales(scales: Union[str, Sequence[str]], layout: str) -> List[str]:
    names = [scales] if isinstance(scales, str) else list(scales)
    for name in names:
        if not isinstance(name, str) or name not in known_scales():
            raise SudokuError(f"unknown scale '{name}'; valid scales: {', '.join(known_scales())}")
    if names and layout not in _TABLES:
        raise SudokuError(f"the layout {layout} has no columns for scales: {', '.join(_TABLES)} have")
    return names


def _figures(puzzles: Boards, scale: str, threads: int) -> Dict[str, List[Any]]:
    """The columns of a scale, named as those of the command line where these don't collide."""
    found = rate(puzzles, scale, threads=threads)
    missing = found.statuses > 0
    # In JSON null, in CSV empty.
    numbers: npt.NDArray[Any] = (found.figures / 10).astype(object)
    numbers[missing] = None
    facts = known_scales()[scale]
    columns: Dict[str, List[Any]] = {}
    if facts.levels:
        levels: npt.NDArray[Any] = found.levels.astype(object)
        levels[missing] = None
        columns[facts.level_column] = levels.tolist()
    for place, name in enumerate(facts.figures):
        columns[name] = numbers[:, place].tolist()
    return columns


def _drawn(
    keys: npt.NDArray[np.bytes_], shares: Tuple[float, ...], seed: int
) -> npt.NDArray[np.intp]:
    """The number of the split of each row: the last gets the keys with the smallest hashes."""
    unique, places = np.unique(keys, return_inverse=True)
    salt = str(seed).encode() + b" "
    hashes = [hashlib.sha256(salt + bytes(key)).digest() for key in unique]
    order = sorted(range(len(unique)), key=hashes.__getitem__)
    chosen = np.zeros(len(unique), np.intp)
    start, share = 0, 0.0
    for number in range(len(shares) - 1, 0, -1):
        share += shares[number]
        stop = round(share * len(unique))
        chosen[order[start:stop]] = number
        start = stop
    return chosen[places.reshape(-1)]


def _augmented(part: _Part, copies: int, seed: int) -> _Part:
    """Each puzzle, followed by its copies."""
    if copies == 0 or len(part.puzzles) == 0:
        return part
    new = augment(part.puzzles, part.solutions, copies=copies, seed=seed)

    def joined(old: Boards, copied: Any) -> Boards:
        groups = np.concatenate([old[:, None], copied.reshape(len(old), copies, 81)], axis=1)
        return cast(Boards, groups.reshape(-1, 81))

    return _Part(
        joined(part.puzzles, new.boards), joined(part.solutions, new.solutions),
        np.repeat(part.classes, 1 + copies), np.repeat(part.guesses, 1 + copies), {},
    )


def _write_rows(path: Path, header: List[str], *columns: Any) -> None:
    with open(path, "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(header)
        rows.writerows(zip(*columns))


def _write_table(root: Path, name: str, part: _Part, group: int, source: str) -> None:
    (root / "data").mkdir(exist_ok=True)
    columns = {
        "puzzle": lines(part.puzzles),
        "solution": lines(part.solutions),
        "clues": np.count_nonzero(part.puzzles, axis=1).tolist(),
        "guesses": part.guesses.tolist(),
        "class": part.classes.astype(str).tolist(),
        "source": [source] * len(part.puzzles),
        **part.figures,
    }
    # Not CSV: its readers take 81 digits for a number.
    with open(root / "data" / f"{name}.jsonl", "w", encoding="utf-8") as file:
        for row in zip(*columns.values()):
            file.write(json.dumps(dict(zip(columns, row))) + "\n")


def _write_extreme(root: Path, name: str, part: _Part, group: int, source: str) -> None:
    _write_rows(
        root / f"{name}.csv", ["source", "question", "answer", "rating", *part.figures],
        [source] * len(part.puzzles), lines(part.puzzles), lines(part.solutions),
        part.guesses.tolist(), *part.figures.values(),
    )


def _write_arrays(root: Path, name: str, part: _Part, group: int, source: str) -> None:
    target = root / name
    target.mkdir()
    count = len(part.puzzles)
    arrays = {
        # 0 is the padding, 1 an empty cell.
        "inputs": part.puzzles + np.uint8(1),
        "labels": part.solutions + np.uint8(1),
        "puzzle_identifiers": np.zeros(count, np.int32),
        "puzzle_indices": np.arange(count + 1, dtype=np.int32),
        "group_indices": np.arange(0, count + 1, group, dtype=np.int32),
    }
    for label, values in arrays.items():
        np.save(target / f"all__{label}.npy", values)
    facts = {
        "seq_len": 81, "vocab_size": 11, "pad_id": 0, "ignore_label_id": 0,
        "blank_identifier_id": 0, "num_puzzle_identifiers": 1, "total_groups": count // group,
        "mean_puzzle_examples": 1, "sets": ["all"],
    }
    (target / "dataset.json").write_text(json.dumps(facts))
    (root / "identifiers.json").write_text('["<blank>"]')


def _write_card(root: Path, layout: str, facts: Dict[str, Any], splits: Sequence[str]) -> None:
    header = ""
    if layout != "hrm":
        place = "data/{}.jsonl" if layout == "hf" else "{}.csv"
        files = "".join(f"  - split: {name}\n    path: {place.format(name)}\n" for name in splits)
        header = f"---\nconfigs:\n- config_name: default\n  data_files:\n{files}---\n\n"
    key = _KEYS[facts["by"]]
    counts = "".join(
        f"| {name} | {facts[name]['puzzles']} | {facts[name]['classes']} |\n" for name in splits
    )
    share = facts["split"]
    drawn = f"Shares {share}" if isinstance(share, list) else f"Test share {share}"
    (root / "README.md").write_text(
        f"{header}# Sudoku puzzles\n\n"
        f"9 x 9 puzzles with one solution each, in the layout `{layout}`. Written by "
        f"sudoku-kernel {facts['engine']}.\n\n"
        f"| split | puzzles | classes up to symmetry |\n|---|---|---|\n{counts}\n"
        f"The splits share no {key}. {drawn}, seed {facts['seed']}, "
        f"{facts['copies']} random symmetries added to each puzzle for training.\n"
        "The checksums of all files are in SHA256SUMS.\n",
        encoding="utf-8",
    )


def _write_sums(root: Path) -> None:
    sums = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(root).as_posix()}\n"
        for path in sorted(root.rglob("*")) if path.is_file()
    ]
    (root / "SHA256SUMS").write_text("".join(sums))

"""Data sets in the layouts that training code reads."""

from __future__ import annotations

import csv
import hashlib
import json
import os
from pathlib import Path
from typing import Any, Callable, Dict, List, NamedTuple, Union, cast

import numpy as np
import numpy.typing as npt

from ._batch import augment, identify, solve
from ._boards import Boards, BoardsLike, lines, parse
from ._errors import BAD_BOARD, SudokuError
from ._grading import Generated
from ._library import engine_version
from ._numbers import whole

_SPLITS = ("train", "test")


class _Part(NamedTuple):
    """The puzzles of a split."""

    puzzles: Boards
    solutions: Boards
    classes: npt.NDArray[np.bytes_]
    guesses: npt.NDArray[np.uint32]


def write_dataset(
    puzzles: Union[Generated, BoardsLike],
    folder: Union[str, "os.PathLike[str]"],
    layout: str = "hf",
    split: float = 0.1,
    by: str = "class",
    seed: int = 0,
    copies: int = 0,
    source: str = "sudoku-engine",
    threads: int = 1,
) -> Dict[str, Any]:
    """Writes a training and a test set with a card (README.md) and SHA256SUMS.

    Args:
        puzzles: The result of `generate`, or boards of any form. Each needs one solution.
        folder: A folder that is missing or empty.
        layout: "hf": JSON lines that the Hugging Face loader finds. "sudoku-extreme": CSV files with
            source, question, answer and rating (the solver's guesses). "hrm": arrays for HRM and
            TRM, as of build_sudoku_dataset.py.
        split: The share of the test set, from 0 to below 1.
        by: "class": no puzzle of the test set is a symmetric form of one for training.
            "puzzle": only the clues differ.
        seed: The same seed gives the same files.
        copies: Random symmetries that are added to each puzzle for training.
        source: The name in the column `source`.
        threads: How many threads solve and identify.

    Returns:
        The numbers of puzzles and classes, as in the card.
    """
    writers: Dict[str, Callable[[Path, str, _Part, int, str], None]] = {
        "hf": _write_table, "sudoku-extreme": _write_extreme, "hrm": _write_arrays,
    }
    if layout not in writers:
        raise SudokuError(f"'{layout}' is no layout: {', '.join(writers)}")
    if by not in ("class", "puzzle"):
        raise SudokuError(f"by is '{by}': class or puzzle is expected")
    if not 0 <= split < 1:
        raise SudokuError(f"split is {split}: 0 to below 1 is expected")
    copies = whole("copies", copies, 0, 1_000_000)
    root = Path(folder)
    if root.exists() and any(root.iterdir()):
        raise SudokuError(f"{root} is not empty")
    boards = puzzles.puzzles if isinstance(puzzles, Generated) else parse(puzzles)
    solved = _solved(boards, threads)
    keys = solved.classes if by == "class" else identify(boards, threads=threads).puzzles
    is_test = _drawn(keys, split, seed)
    facts: Dict[str, Any] = {
        "layout": layout, "split": split, "by": by, "seed": seed, "copies": copies,
        "engine": engine_version(),
    }
    root.mkdir(parents=True, exist_ok=True)
    for name, chosen in zip(_SPLITS, (~is_test, is_test)):
        rows = np.flatnonzero(chosen)
        part = _Part(
            solved.puzzles[rows], solved.solutions[rows], solved.classes[rows], solved.guesses[rows]
        )
        facts[name] = {"puzzles": len(rows), "classes": len(np.unique(part.classes))}
        added = copies if name == "train" else 0
        writers[layout](root, name, _augmented(part, added, seed), 1 + added, source)
    _write_card(root, layout, facts)
    _write_sums(root)
    return facts


def _solved(boards: Boards, threads: int) -> _Part:
    solved = solve(boards, threads=threads)
    if (solved.counts != 1).any():
        row = int(np.argmax(solved.counts != 1))
        found = "no solution" if solved.counts[row] == 0 else "several solutions"
        raise SudokuError(f"board {row} has {found}", row, BAD_BOARD)
    classes = identify(boards, threads=threads).classes
    return _Part(boards, solved.solutions, classes, solved.guesses)


def _drawn(keys: npt.NDArray[np.bytes_], split: float, seed: int) -> npt.NDArray[np.bool_]:
    """Which rows are for the test: those whose keys have the smallest hashes."""
    unique, places = np.unique(keys, return_inverse=True)
    salt = str(seed).encode() + b" "
    hashes = [hashlib.sha256(salt + bytes(key)).digest() for key in unique]
    order = sorted(range(len(unique)), key=hashes.__getitem__)
    chosen = np.zeros(len(unique), np.bool_)
    chosen[order[: round(split * len(unique))]] = True
    return cast("npt.NDArray[np.bool_]", chosen[places.reshape(-1)])


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
        np.repeat(part.classes, 1 + copies), np.repeat(part.guesses, 1 + copies),
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
    }
    # Not CSV: its readers take 81 digits for a number.
    with open(root / "data" / f"{name}.jsonl", "w", encoding="utf-8") as file:
        for row in zip(*columns.values()):
            file.write(json.dumps(dict(zip(columns, row))) + "\n")


def _write_extreme(root: Path, name: str, part: _Part, group: int, source: str) -> None:
    _write_rows(
        root / f"{name}.csv", ["source", "question", "answer", "rating"],
        [source] * len(part.puzzles), lines(part.puzzles), lines(part.solutions),
        part.guesses.tolist(),
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


def _write_card(root: Path, layout: str, facts: Dict[str, Any]) -> None:
    header = ""
    if layout != "hrm":
        place = "data/{}.jsonl" if layout == "hf" else "{}.csv"
        files = "".join(f"  - split: {name}\n    path: {place.format(name)}\n" for name in _SPLITS)
        header = f"---\nconfigs:\n- config_name: default\n  data_files:\n{files}---\n\n"
    key = "class up to symmetry" if facts["by"] == "class" else "puzzle"
    counts = "".join(
        f"| {name} | {facts[name]['puzzles']} | {facts[name]['classes']} |\n" for name in _SPLITS
    )
    (root / "README.md").write_text(
        f"{header}# Sudoku puzzles\n\n"
        f"9 x 9 puzzles with one solution each, in the layout `{layout}`. Written by "
        f"sudoku-engine {facts['engine']}.\n\n"
        f"| split | puzzles | classes up to symmetry |\n|---|---|---|\n{counts}\n"
        f"The splits share no {key}. Test share {facts['split']}, seed {facts['seed']}, "
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

"""Data sets: layouts, splits, checksums, equal bytes for equal seeds."""

import csv
import hashlib
import json

import numpy as np
import pytest
import sudoku_engine as sk
from conftest import CLASSIC

LAYOUTS = ["hf", "sudoku-extreme", "hrm"]


@pytest.fixture(scope="module")
def puzzles():
    """40 puzzles, each with two symmetric forms."""
    made = sk.generate(40, seed=5, figures=False)
    forms = sk.augment(made.puzzles, copies=2, seed=1).boards
    return np.concatenate([made.puzzles, forms])


def rows(path):
    with open(path, newline="") as file:
        return [json.loads(line) for line in file] if path.suffix == ".jsonl" else list(csv.DictReader(file))


def read(folder, layout, name):
    """The puzzles and solutions of a split."""
    if layout == "hrm":
        inputs, labels = (np.load(folder / name / f"all__{part}.npy") for part in ("inputs", "labels"))
        return inputs - 1, labels - 1
    found = rows(folder / (f"data/{name}.jsonl" if layout == "hf" else f"{name}.csv"))
    keys = ("puzzle", "solution") if layout == "hf" else ("question", "answer")
    return tuple(sk.parse([row[key] for row in found]) for key in keys)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts(layout, puzzles, tmp_path):
    folder = tmp_path / "out"
    facts = sk.write_dataset(puzzles, folder, layout=layout, split=0.25, seed=3)
    assert facts["train"] == {"puzzles": 90, "classes": 30}
    assert facts["test"] == {"puzzles": 30, "classes": 10}
    parts = {name: read(folder, layout, name) for name in ("train", "test")}
    classes = {}
    for name, (boards, solutions) in parts.items():
        assert (sk.solve(boards).solutions == solutions).all()
        classes[name] = set(sk.identify(boards).classes)
        assert len(boards) == facts[name]["puzzles"]
    assert not classes["train"] & classes["test"]
    assert sorted(sk.lines(np.concatenate([part[0] for part in parts.values()]))) == sorted(sk.lines(puzzles))
    listed = {}
    for line in (folder / "SHA256SUMS").read_text().splitlines():
        digest, name = line.split("  ")
        listed[name] = digest
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert set(listed) == there - {"SHA256SUMS"} and "README.md" in there
    sk.write_dataset(puzzles, tmp_path / "again", layout=layout, split=0.25, seed=3)
    assert (tmp_path / "again/SHA256SUMS").read_bytes() == (folder / "SHA256SUMS").read_bytes()
    sk.write_dataset(puzzles, tmp_path / "other", layout=layout, split=0.25, seed=4)
    assert (tmp_path / "other/SHA256SUMS").read_bytes() != (folder / "SHA256SUMS").read_bytes()


def test_hrm(puzzles, tmp_path):
    sk.write_dataset(puzzles, tmp_path / "out", layout="hrm", split=0.25, copies=4)
    for name, group in (("train", 5), ("test", 1)):
        folder = tmp_path / "out" / name
        facts = json.loads((folder / "dataset.json").read_text())
        arrays = {
            key: np.load(folder / f"all__{key}.npy")
            for key in ("inputs", "labels", "puzzle_identifiers", "puzzle_indices", "group_indices")
        }
        count = len(arrays["inputs"])
        assert facts["seq_len"] == 81 and facts["vocab_size"] == 11 and facts["sets"] == ["all"]
        assert facts["total_groups"] == len(arrays["group_indices"]) - 1 == count // group
        assert arrays["inputs"].min() == 1 and arrays["inputs"].max() == 10
        assert arrays["labels"].min() == 2 and arrays["inputs"].dtype == np.uint8
        assert arrays["puzzle_indices"].tolist() == list(range(count + 1))
        assert arrays["group_indices"].tolist() == list(range(0, count + 1, group))
        classes = sk.identify(arrays["inputs"] - 1).classes.reshape(-1, group)
        assert (classes == classes[:, :1]).all()
    assert json.loads((tmp_path / "out/identifiers.json").read_text()) == ["<blank>"]


def test_generated_and_no_split(tmp_path):
    facts = sk.write_dataset(sk.generate(5, seed=1), tmp_path / "out", split=0)
    assert facts["train"]["puzzles"] == 5 and facts["test"]["puzzles"] == 0
    assert len(rows(tmp_path / "out/data/train.jsonl")) == 5
    for layout in LAYOUTS:
        assert sk.write_dataset([], tmp_path / layout, layout=layout)["train"]["puzzles"] == 0


@pytest.mark.parametrize("layout", LAYOUTS)
def test_three_splits(layout, puzzles, tmp_path):
    facts = sk.write_dataset(puzzles, tmp_path / "out", layout=layout, split=(0.8, 0.1, 0.1), copies=1)
    counts = {name: facts[name]["classes"] for name in ("train", "validation", "test")}
    assert counts == {"train": 32, "validation": 4, "test": 4}
    classes = [set(sk.identify(read(tmp_path / "out", layout, name)[0]).classes) for name in counts]
    assert [len(part) for part in classes] == [32, 4, 4] and len(set.union(*classes)) == 40
    card = (tmp_path / "out/README.md").read_text()
    assert "| validation | 12 | 4 |" in card and "[0.8, 0.1, 0.1]" in card
    assert ("split: validation" in card) == (layout != "hrm")
    for split in ((0.9, 0.1), [0.9, 0.1], 0.1):
        sk.write_dataset(puzzles, tmp_path / str(split), layout=layout, split=split)
    sums = {(tmp_path / str(split) / "SHA256SUMS").read_bytes() for split in ((0.9, 0.1), [0.9, 0.1], 0.1)}
    assert len(sums) == 1


def test_scales(tmp_path):
    made = sk.generate(8, seed=2)
    scales = ("level", "se", "hodoku")
    sk.write_dataset(made, tmp_path / "hf", scales=scales, split=0)
    sk.write_dataset(made, tmp_path / "csv", layout="sudoku-extreme", scales="se", split=0)
    found = rows(tmp_path / "hf/data/train.jsonl")
    boards = [row["puzzle"] for row in found]
    rated = {scale: sk.rate(boards, scale) for scale in scales}
    assert [row["level"] for row in found] == rated["level"].levels.tolist()
    assert [row["number"] for row in found] == (rated["level"].scores / 10).tolist()
    assert [[row["er"], row["ep"], row["ed"]] for row in found] == (rated["se"].figures / 10).tolist()
    assert [row["hodokuLevel"] for row in found] == rated["hodoku"].levels.tolist()
    assert [row["score"] for row in found] == (rated["hodoku"].scores / 10).tolist()
    table = rows(tmp_path / "csv/train.csv")
    assert list(table[0]) == ["source", "question", "answer", "rating", "er", "ep", "ed"]
    assert [float(row["er"]) for row in table] == [row["er"] for row in found]
    solution = sk.lines(made.solutions[:1])
    sk.write_dataset(solution, tmp_path / "solved", scales=scales, split=0)
    assert rows(tmp_path / "solved/data/train.jsonl")[0]["er"] is None


def test_by_puzzle(puzzles, tmp_path):
    facts = sk.write_dataset(puzzles, tmp_path / "out", split=0.5, by="puzzle")
    assert facts["test"]["puzzles"] == 60


def test_errors(tmp_path):
    for wrong in (
        {"layout": "other"}, {"by": "other"}, {"split": 1}, {"split": -0.1}, {"copies": -1},
        {"split": "a"}, {"split": None}, {"split": float("nan")}, {"split": (0.8, 0.1)}, {"split": (1.0,)},
        {"split": (0.0, 0.5, 0.5)}, {"split": (0.8, 0.3, -0.1)}, {"split": (0.7, 0.1, 0.1, 0.1)},
        {"split": ("a", "b")}, {"seed": -1}, {"seed": 1.5}, {"seed": None}, {"seed": "a"},
        {"scales": "other"}, {"scales": "se", "layout": "hrm"},
    ):
        with pytest.raises(sk.SudokuError):
            sk.write_dataset(CLASSIC, tmp_path / "out", **wrong)
    with pytest.raises(sk.SudokuError) as error:
        sk.write_dataset([CLASSIC, "." * 81], tmp_path / "out")
    assert error.value.row == 1 and not (tmp_path / "out").exists()
    (tmp_path / "full").mkdir()
    (tmp_path / "full/file").write_text("")
    with pytest.raises(sk.SudokuError):
        sk.write_dataset(CLASSIC, tmp_path / "full")

"""Writes the page of measurements and its charts from the figures of Benchmarks/Scripts/bench-all."""
import html
import math
import pathlib

COLORS = ["#1f5f99", "#d9822b", "#5a9e4b", "#a23b72", "#6b6b6b", "#c9b037"]

CAVEATS = """\
- Times are CPU times of whole programs, their start and reading and writing included, unless a table says otherwise. Each is the least of
  {rounds}; programs take turns. The load of the machine when the run ended was {load}.
- Without rivals in a table there were none on this machine; figures of other days are under `Results/`.
- A rival that only counts solutions, or finds one without a proof, does less than ours.
- The collections of `puzzles/se` were made by our generator. Sets of others are named as their files.
- Generated puzzles of a target are not a uniform sample of all puzzles that fit it.
"""

RIVALS = """\
## How to add a rival

Give its command to `Benchmarks/Scripts/bench-all`. The command runs on one thread and reads the file `{file}`, or makes `{count}` puzzles:

```sh
Benchmarks/Scripts/bench-all --solver 'tdoku=./run_tdoku {file}' --rater 'skfr=./skfr.sh {file}' \\
  --generator 'any, minimal:tdoku=./generate {count}' --lib ./libother.so:Solve --python ../data/puzzles
```

`Benchmarks/Scripts/rivals` compares the answers of each board, `Benchmarks/Scripts/rate-rivals` the ratings.
"""


def number(value):
    if value >= 1e6:
        return f"{value / 1e6:.2f} M"
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def series(suite):
    names = []
    for row in suite["rows"]:
        names += [name for name in row["values"] if name not in names]
    return names


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def table(suite):
    names = series(suite)
    lines = [f"| {suite['unit']} | " + " | ".join(names) + " |", "|---" * (len(names) + 1) + "|"]
    for row in suite["rows"]:
        cells = [number(row["values"][name]) if name in row["values"] else "" for name in names]
        lines.append(f"| {row['label']} | " + " | ".join(cells) + " |")
    if not suite.get("lines") and len(suite["rows"]) > 1:
        means = []
        for name in names:
            values = [row["values"][name] for row in suite["rows"] if row["values"].get(name, 0) > 0]
            means.append(number(geometric_mean(values)) if len(values) == len(suite["rows"]) else "")
        lines.append("| **geometric mean** | " + " | ".join(means) + " |")
    return "\n".join(lines)


def losses(suite):
    """The rows in which a rival is faster than ours."""
    found = []
    for row in suite["rows"]:
        own = row["values"].get("ours") or row["values"].get("se")
        if own is None or suite["name"] not in ("solver", "generator", "rater"):
            continue
        for name, value in row["values"].items():
            if name not in ("ours", "se", "level", "hodoku") and value > own:
                found.append(f"{row['label']}: {name} is {value / own:.2f} times as fast")
    return found


def scale(suite):
    values = [value for row in suite["rows"] for value in row["values"].values() if value > 0]
    low, high = min(values), max(values)
    if not suite.get("log"):
        return lambda value: value / high
    low = 10 ** math.floor(math.log10(low) - 0.01)
    return lambda value: math.log(max(value, low) / low) / math.log(max(high / low, 10))


def legend(names, y):
    parts = []
    for index, name in enumerate(names):
        color = COLORS[index % len(COLORS)]
        parts.append(f'<rect x="210" y="{y + 18 * index}" width="12" height="12" fill="{color}"/>')
        parts.append(f'<text x="228" y="{y + 18 * index + 11}">{html.escape(name)}</text>')
    return parts


def bars(suite):
    names, place, parts, y = series(suite), scale(suite), [], 34
    for row in suite["rows"]:
        parts.append(f'<text x="200" y="{y + 8 * len(names) + 3}" text-anchor="end">{html.escape(row["label"])}</text>')
        for index, name in enumerate(names):
            if name in row["values"]:
                value = row["values"][name]
                width = max(1, 380 * place(value))
                color = COLORS[index % len(COLORS)]
                parts.append(f'<rect x="210" y="{y}" width="{width:.1f}" height="13" fill="{color}"/>')
                parts.append(f'<text x="{214 + width:.1f}" y="{y + 11}" class="value">{number(value)}</text>')
            y += 15
        y += 8
    return parts + legend(names, y + 4), y + 18 * len(names) + 12


def lines(suite):
    names, place, parts = series(suite), scale(suite), []
    rows = suite["rows"]
    step = 420 / max(1, len(rows) - 1)
    for index, name in enumerate(names):
        color = COLORS[index % len(COLORS)]
        points = []
        for column, row in enumerate(rows):
            if name in row["values"]:
                value = row["values"][name]
                points.append((90 + step * column, 250 - 200 * place(value), value))
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>')
        for x, y, value in points:
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{color}"/>')
            parts.append(f'<text x="{x:.1f}" y="{y - 6:.1f}" text-anchor="middle" class="value">{number(value)}</text>')
    for column, row in enumerate(rows):
        parts.append(f'<text x="{90 + step * column:.1f}" y="272" text-anchor="middle">{html.escape(row["label"])}</text>')
    return parts + legend(names, 290), 290 + 18 * len(names) + 8


def chart(suite):
    parts, height = lines(suite) if suite.get("lines") else bars(suite)
    logarithmic = ", logarithmic" if suite.get("log") else ""
    better = "less is better" if suite.get("lower") or suite["unit"] == "MiB" else "more is better"
    title = f"{suite['title']} ({suite['unit']}{logarithmic}; {better})"
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="680" height="{height}" font-family="sans-serif" font-size="12">',
        "<style>.value{font-size:10px;fill:#444}</style>",
        f'<rect width="680" height="{height}" fill="#fff"/>',
        f'<text x="10" y="20" font-size="14">{html.escape(title)}</text>', *parts, "</svg>", ""])


def write(result, page):
    page = pathlib.Path(page)
    charts = page.parent / "Charts"
    charts.mkdir(parents=True, exist_ok=True)
    machine = result["machine"]
    rounds = "one round" if result["rounds"] == 1 else f"{result['rounds']} rounds"
    text = ["# Measurements", "", "Written by `Benchmarks/Scripts/bench-all`. Do not edit.", "", "## Caveats", ""]
    if result["quick"]:
        text += ["- **A quick run: one round of small samples. Not to be quoted.**"]
    text += [CAVEATS.format(rounds=rounds, load=machine["load"])]
    text += [
        "## Machine, compiler, commands", "", "| what | value |", "|---|---|",
        f"| date | {result['date']}, {result['seconds']} s in all |",
        f"| processor | {machine['processor']}, {machine['processors']} in use |",
        f"| system | {machine['system']} |", f"| version | {result['version']}, commit {result['commit']} |",
        f"| compiler | {result['compiler']}, release |"]
    text += [f"| {name} | `{command.replace('|', ' or ')}` |" for name, command in result["commands"].items()]
    lost = [loss for suite in result["suites"] if "rows" in suite for loss in losses(suite)]
    text += ["", "## Losses", ""] + ([f"- {loss}" for loss in lost] or ["No rival in this run was faster than ours in any row."]) + [""]
    for suite in result["suites"]:
        text += [f"## {suite['title']}", ""]
        if "text" in suite:
            text += ["```text", suite["text"].rstrip(), "```", ""]
            continue
        name = suite["name"] + ".svg"
        (charts / name).write_text(chart(suite))
        text += [f"![{suite['title']}](Charts/{name})", "", table(suite), ""]
    text += ["## Checksums", "", "The first 16 digits of SHA-256.", "", "| what | checksum |", "|---|---|"]
    text += [f"| {what} | `{checksum}` |" for what, checksum in result["checksums"].items()]
    text += ["", RIVALS.rstrip(), ""]
    page.write_text("\n".join(text))

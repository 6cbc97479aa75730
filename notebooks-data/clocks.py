"""How many clocks a shape needs for 0.25 % and 0.1 % of its diagonal, by each way of fitting.

    python clocks.py [--best] [--binary EPICYCLE] [-o CSV] [--markdown FILE] [--resume]

Prints the table and the checks; exit status 1 if a check fails. README.md lists the columns.
"""

import argparse
import csv
import math
import os
import platform
import random
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path

from fontTools.ttLib import TTFont

from solving import BINARY, DEJAVU, MODES, ROOT, Answer, largest_contour, solve, version

HERE = Path(__file__).resolve().parent
TARGETS = [0.25, 0.1]
LINE = "M0 0H100"
KEY = ["shape", "mode", "effort", "target_percent"]
# Those for which the best effort is known to find fewer.
HARDEST = ["heart", *(f"DejaVu Sans {one}" for one in "S&@")]
COLUMNS = [*KEY, "clocks", "ratio", "certified_percent", "metric", "slowest", "fastest", "seconds", "note"]


def path_data(points: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.4f} {y:.4f}" for x, y in points) + "Z"


def polygon(seed: int, count: int = 12) -> str:
    """Random points of a square, joined in the order in which they were drawn."""
    chance = random.Random(seed)
    return path_data([(100 * chance.random(), 100 * chance.random()) for _ in range(count)])


def coast(seed: int, count: int = 300) -> str:
    """Midpoint displacement from a hexagon: the longest side breaks at its middle, which moves across."""
    chance = random.Random(seed)
    points = [100 * complex(math.cos(k * math.pi / 3), math.sin(k * math.pi / 3)) for k in range(6)]
    while len(points) < count:
        sides = [points[(k + 1) % len(points)] - point for k, point in enumerate(points)]
        k = max(range(len(sides)), key=lambda k: abs(sides[k]))
        points.insert(k + 1, points[k] + sides[k] * complex(0.5, chance.uniform(-0.5, 0.5)))
    return path_data([(point.real, point.imag) for point in points])


def shapes() -> dict[str, list]:
    """Each shape's name, and the words by which `epicycle solve` takes it."""
    font = TTFont(DEJAVU / "DejaVuSans.ttf")
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    return (
        {name: [ROOT / "paths" / f"{name}.svg"] for name in ("square", "star", "heart")}
        | {"line there and back": ["--path", LINE]}
        | {f"12-gon {seed}": ["--path", polygon(seed)] for seed in (1, 2, 3)}
        | {f"DejaVu Sans {one}": ["--path", largest_contour(glyphs, names[ord(one)])] for one in "gS&@"}
        | {"coast, 300 vertices": ["--path", coast(1)]}
    )


def row_of(answer: Answer, key: dict[str, str], truncated: int | None) -> dict:
    row = dict.fromkeys(COLUMNS, "") | key
    row |= {"metric": answer.metric, "seconds": f"{answer.seconds:.2f}", "note": answer.note}
    if answer.spec:
        row |= {"clocks": answer.clocks, "certified_percent": f"{answer.percent:.6f}"}
        speeds = answer.spec["error"].get("speedRange", {"lower": 1, "upper": 1})
        row |= {"slowest": f"{speeds['lower']:.4f}", "fastest": f"{speeds['upper']:.4f}"}
        if truncated and not answer.note:
            row["ratio"] = f"{truncated / answer.clocks:.2f}"
    return row


def measure(binary: Path, best: bool, patience: float, old: dict[tuple[str, ...], dict]) -> Iterator[dict]:
    """A row a shape, target and way of fitting; `old` rows stand."""
    for shape, source in shapes().items():
        ways = [(mode, "normal") for mode in MODES]
        ways += [("free any", "best")] if best and shape in HARDEST else []
        for target in TARGETS:
            truncated = None
            for mode, effort in ways:
                key = dict(zip(KEY, (shape, mode, effort, str(target)), strict=True))
                row = old.get(tuple(key.values()))
                if row is None:
                    if effort == "best":
                        more, most = ["--effort", effort, "--time-limit", f"{patience:g}"], 4 * patience
                    else:
                        more, most = [], patience
                    answer = solve(binary, source, mode, target, most, *more)
                    row = row_of(answer, key, truncated)
                if mode == "truncate" and not row["note"]:
                    truncated = int(row["clocks"])
                yield row
        print(f"clocks: {shape} done", file=sys.stderr)


def checks(binary: Path, patience: float) -> list[tuple[str, str, bool]]:
    """What must come out where the answer is known, what came out, and whether they agree."""

    def arms(source: list, target: float, *more: str) -> tuple[Answer, list[dict]]:
        answer = solve(binary, source, "free any", target, patience, *more)
        return answer, [clock for chain in answer.spec.get("chains", []) for clock in chain["clocks"]]

    def told(answer: Answer, clocks: list[dict]) -> str:
        if answer.note:
            return answer.note
        found = ", ".join(f"{clock['harmonic']:+d}: {clock['radius']:.4g}" for clock in clocks)
        uprights = any("upright" in chain for chain in answer.spec["chains"])
        upright = ", and the upright clock" if uprights else ""
        return f"{answer.clocks} ({found}{upright})"

    results = []
    for target in TARGETS:
        answer, clocks = arms(["--path", LINE], target)
        equal = len(clocks) == 2 and math.isclose(clocks[0]["radius"], clocks[1]["radius"], rel_tol=2e-3)
        rates = sorted(clock["harmonic"] for clock in clocks)
        says = f"line there and back, {target} %: two equal arms at +1 and −1"
        results.append((says, told(answer, clocks), equal and rates == [-1, 1]))
    for says, source, count, more in [
        ("line there and back, upright, 0.1 %: three clocks", ["--path", LINE], 3, ["--upright"]),
        ("circle, 0.1 %: one clock", ["--path", "M40 0A40 40 0 0 1 -40 0A40 40 0 0 1 40 0Z"], 1, []),
        ("ellipse 2:1, 0.1 %: two clocks", ["--path", "M40 0A40 20 0 0 1 -40 0A40 20 0 0 1 40 0Z"], 2, []),
    ]:
        answer, clocks = arms(source, 0.1, *more)
        results.append((says, told(answer, clocks), answer.clocks == count and not answer.note))
    return results


def reversals(rows: list[dict]) -> Iterator[str]:
    """The modes come in the order of what they may do, so clocks may only fall from one to the next."""
    for wider, row in enumerate(rows):
        for other in rows[:wider]:
            same = all(other[name] == row[name] for name in ("shape", "target_percent"))
            if same and not row["note"] and not other["note"] and int(row["clocks"]) > int(other["clocks"]):
                yield (
                    f"{row['shape']}, {row['target_percent']} %: "
                    f"{row['mode']} {row['clocks']}, {other['mode']} {other['clocks']}"
                )


def cell(pair: list[dict]) -> str:
    """Clocks for either target, and how many times fewer than by truncation."""
    if not pair:
        return ""
    clocks = " / ".join("–" if row["note"] else str(row["clocks"]) for row in pair)
    if pair[0]["mode"] == "truncate":
        return clocks
    ratios = " / ".join(f"{float(row['ratio']):.1f}×" if row["ratio"] else "–" for row in pair)
    return f"{clocks} ({ratios})"


def markdown(rows: list[dict], checked: list[tuple[str, str, bool]], binary: Path) -> str:
    columns = list(dict.fromkeys((row["mode"], row["effort"]) for row in rows))
    by_column = {one: [row for row in rows if (row["mode"], row["effort"]) == one] for one in columns}
    heads = [mode if effort == "normal" else f"{mode}, {effort}" for mode, effort in columns]
    lines = [
        f"{version(binary)}, {os.cpu_count()} cores, Python {platform.python_version()}.",
        "",
        "Clocks for 0.25 % / 0.1 % of the diagonal, certified (in brackets: truncation over this).",
        "",
        f"| shape | {' | '.join(heads)} |",
        "|" + " --- |" * (len(heads) + 1),
    ]
    for shape in dict.fromkeys(row["shape"] for row in rows):
        pairs = [[row for row in by_column[column] if row["shape"] == shape] for column in columns]
        lines.append(f"| {shape} | {' | '.join(map(cell, pairs))} |")
    times = [[float(row["seconds"]) for row in by_column[column] if row["seconds"]] for column in columns]
    pairs = [f"{statistics.median(one):.2f} / {max(one):.2f}" for one in times]
    lines += [f"| *seconds a target, median / most* | {' | '.join(pairs)} |", ""]
    missed = [row for row in rows if row["note"]]
    lines += [f"Without an answer: {len(missed)} of {len(rows)}."]
    lines += [f"- {row['shape']}, {row['mode']}, {row['target_percent']} %: {row['note']}" for row in missed]
    lines += ["", "A wider range that needed more clocks than a narrower one:"]
    lines += [f"- {line}" for line in reversals(rows)] or ["none."]
    lines += ["", "| known answer | found: clocks (harmonic: radius) | |", "| --- | --- | --- |"]
    lines += [f"| {says} | {found} | {'yes' if holds else 'NO'} |" for says, found, holds in checked]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--binary", type=Path, default=BINARY, help="the epicycle executable")
    best = "also --effort best at any speed, the timeout as --time-limit, for the shapes that have a goal"
    parser.add_argument("--best", action="store_true", help=best)
    limit = "of processor time for each solve (60)"
    parser.add_argument("--timeout", type=float, default=60, metavar="SECONDS", help=limit)
    parser.add_argument("-o", "--output", type=Path, default=HERE / "clocks.csv", metavar="CSV")
    parser.add_argument("--markdown", type=Path, default=HERE / "clocks.md", metavar="FILE")
    parser.add_argument("--resume", action="store_true", help="keep the rows that the CSV already has")
    chosen = parser.parse_args()

    rows, old = [], {}
    if chosen.resume and chosen.output.exists():
        with open(chosen.output, newline="") as output:
            old = {tuple(row[name] for name in KEY): row for row in csv.DictReader(output)}
    with open(chosen.output, "w", newline="", buffering=1) as output:
        writer = csv.DictWriter(output, COLUMNS, lineterminator="\n")
        writer.writeheader()
        for row in measure(chosen.binary, chosen.best, chosen.timeout, old):
            writer.writerow(row)
            rows.append(row)
    checked = checks(chosen.binary, chosen.timeout)
    text = markdown(rows, checked, chosen.binary)
    chosen.markdown.write_text(text)
    print(text, end="")
    sys.exit(not all(holds for _, _, holds in checked))


if __name__ == "__main__":
    main()

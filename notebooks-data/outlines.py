"""How many clocks real outlines need for 0.25 % of their diagonal: glyphs and icons of this machine.

    python outlines.py [--count N] [--binary EPICYCLE] [-o CSV] [--figure FILE] [--markdown FILE] [--resume]

A file or glyph gives one outline, its largest subpath. The choice is the same everywhere where the same
packages are installed: the candidates in the order of the hashes of their names, the sources in turn; one
that repeats an earlier outline, whatever its size and place, is passed over. README.md lists the columns.
"""

import argparse
import csv
import hashlib
import statistics
import sys
import unicodedata
from collections.abc import Iterator
from itertools import chain, islice, zip_longest
from pathlib import Path

import matplotlib.pyplot as plt
from fontTools.ttLib import TTFont

from solving import BINARY, DEJAVU, Answer, largest_contour, solve, version

HERE = Path(__file__).resolve().parent
TARGET = 0.25
FONTS = ["Sans", "Sans-Bold", "Sans-ExtraLight", "Serif", "Serif-Bold", "SansMono", "SansMono-Bold"]
ICONS = {"Adwaita": "Adwaita/scalable/*/*.svg", "Breeze": "breeze/*/*/*.svg"}
ICON_FOLDER = Path("/usr/share/icons")
# Each is allowed more than the one before it, so it may not need more clocks.
METHODS = {"truncate": "truncate", "minimax": "minimax", "any": "free any"}
COLUMNS = [
    *("source", "outline", "length_diagonals", "truncate", "minimax", "any", "ratio_minimax", "ratio_any"),
    *(f"percent_{method}" for method in METHODS),
    *(f"seconds_{method}" for method in METHODS),
    "failure",
]

Candidate = tuple[str, str, list]


def shuffled(candidates: list[Candidate]) -> list[Candidate]:
    return sorted(candidates, key=lambda one: hashlib.sha256(f"{one[0]}/{one[1]}".encode()).digest())


def glyphs() -> Iterator[Candidate]:
    """Letters, digits, punctuation and symbols of the upright DejaVu fonts."""
    fonts = {name: TTFont(DEJAVU / f"DejaVu{name}.ttf") for name in FONTS}
    candidates = [
        ("DejaVu", f"{name} U+{code:04X}", [name, glyph])
        for name, font in fonts.items()
        for code, glyph in font.getBestCmap().items()
        if unicodedata.category(chr(code))[0] in "LNPS"
    ]
    for source, outline, (name, glyph) in shuffled(candidates):
        data = largest_contour(fonts[name].getGlyphSet(), glyph)
        if data:
            yield source, outline, ["--path", data]


def icons(theme: str) -> Iterator[Candidate]:
    """Files of a theme, each picture once although it comes in several sizes."""
    files = sorted(file for file in ICON_FOLDER.glob(ICONS[theme]) if not file.is_symlink())
    pictures = {file.stem: file for file in files}.values()
    return iter(shuffled([(theme, str(file.relative_to(ICON_FOLDER)), [file]) for file in pictures]))


def candidates() -> Iterator[Candidate]:
    turns = zip_longest(glyphs(), *map(icons, ICONS))
    return (one for one in chain.from_iterable(turns) if one)


def failure(answers: dict[str, Answer]) -> str:
    """Why an outline counts as a failure; empty if it doesn't."""
    problems = [f"{method}: {answer.note}" for method, answer in answers.items() if answer.note]
    good = [method for method in METHODS if not answers[method].note]
    for freer in range(1, len(good)):
        for narrower in good[:freer]:
            if answers[good[freer]].clocks > answers[narrower].clocks:
                problems.append(f"{good[freer]} needs more clocks than {narrower}")
    return "; ".join(problems)


def measure(binary: Path, patience: float, old: dict[tuple[str, str], dict]) -> Iterator[dict]:
    """A row an outline; `old` rows stand. Without an answer by truncation nothing more is tried."""
    seen = set()
    for source, outline, words in candidates():
        if (source, outline) in old:
            row = old[source, outline]
            seen.add(row["length_diagonals"])
            yield row
            continue
        words = [*words, "--subpath", "largest"]
        answers = {"truncate": solve(binary, words, "truncate", TARGET, patience)}
        spec = answers["truncate"].spec
        row = dict.fromkeys(COLUMNS, "") | {"source": source, "outline": outline}
        if spec:
            (drawn,) = spec["chains"]
            row["length_diagonals"] = f"{drawn['curve']['length'] / spec['error']['diagonal']:.5f}"
            if row["length_diagonals"] in seen:
                continue
            seen.add(row["length_diagonals"])
            for method in ("minimax", "any"):
                answers[method] = solve(binary, words, METHODS[method], TARGET, patience)
        for method, answer in answers.items():
            row[f"seconds_{method}"] = f"{answer.seconds:.2f}"
            if not answer.note:
                row |= {method: answer.clocks, f"percent_{method}": f"{answer.percent:.6f}"}
        for method in ("minimax", "any"):
            if row["truncate"] and row[method]:
                row[f"ratio_{method}"] = f"{row['truncate'] / row[method]:.4f}"
        yield row | {"failure": failure(answers) if len(answers) > 1 else answers["truncate"].note}


def known(rows: list[dict], column: str) -> list[float]:
    return [float(row[column]) for row in rows if row[column] != ""]


def table(rows: list[dict]) -> list[str]:
    lines = [
        "| | outlines | least | lower quartile | median | upper quartile | most |",
        "|" + " --- |" * 7,
    ]
    columns = {f"clocks, {METHODS[method]}": method for method in METHODS}
    columns |= {f"truncation over {METHODS[method]}": f"ratio_{method}" for method in ("minimax", "any")}
    columns |= {f"seconds, {METHODS[method]}": f"seconds_{method}" for method in METHODS}
    for head, column in columns.items():
        figures = known(rows, column)
        if len(figures) > 1:
            five = [min(figures), *statistics.quantiles(figures, method="inclusive"), max(figures)]
            lines.append(f"| {head} | {len(figures)} | {' | '.join(f'{figure:.3g}' for figure in five)} |")
    return lines


def markdown(rows: list[dict], binary: Path) -> str:
    sources = dict.fromkeys(row["source"] for row in rows)
    counts = ", ".join(f"{source} {sum(row['source'] == source for row in rows)}" for source in sources)
    lines = [
        f"{version(binary)}. {len(rows)} outlines ({counts}), {TARGET} % of the diagonal, certified.",
        "",
        *table(rows),
        "",
    ]
    for method in ("minimax", "any"):
        for name in ["all", *sources]:
            mine = [row for row in rows if name in ("all", row["source"])]
            if ratios := known(mine, f"ratio_{method}"):
                mean = statistics.geometric_mean(ratios)
                lines.append(f"- Truncation over {METHODS[method]}, {name}: geometric mean {mean:.2f}.")
    failures = [row for row in rows if row["failure"]]
    late = sum("no answer" in row["failure"] for row in failures)
    more = sum("needs more" in row["failure"] for row in failures)
    loose = sum("certified for" in row["failure"] for row in failures)
    ended = sum("exit" in row["failure"] for row in failures)
    lines += [
        "",
        f"Failures: {len(failures)} (timeouts {late}, errors {ended}, not certified {loose}, "
        f"more freedom needed more clocks {more}).",
        *(f"- {row['source']} {row['outline']}: {row['failure']}" for row in failures),
    ]
    return "\n".join(lines) + "\n"


def draw(rows: list[dict], file: Path) -> None:
    """Share of the outlines that a number of clocks draws, one line a method, told apart without colour."""
    plt.rcParams["svg.hashsalt"] = "outlines"
    figure, axes = plt.subplots(figsize=(6.4, 3.8), layout="constrained")
    labels = {"any": "free timing, any speed", "minimax": "minimax", "truncate": "truncation"}
    for (method, label), style in zip(labels.items(), ["-", "--", ":"], strict=True):
        clocks = sorted(known(rows, method))
        share = [100 * (k + 1) / len(rows) for k in range(len(clocks))]
        axes.step(clocks, share, style, where="post", color="black", linewidth=1.6, label=label)
    axes.set_xscale("log")
    axes.set_xticks([1, 2, 5, 10, 20, 50, 100, 200, 500], labels="1 2 5 10 20 50 100 200 500".split())
    axes.set_xlabel(f"clocks for {TARGET} % of the diagonal")
    axes.set_ylabel(f"outlines drawn, % of {len(rows)}")
    axes.set_ylim(0, 100)
    axes.grid(color="0.85", linewidth=0.6)
    axes.legend(loc="upper left")
    figure.savefig(file, metadata={"Date": None} if file.suffix == ".svg" else None)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=210, metavar="N", help="outlines to measure (210)")
    parser.add_argument("--binary", type=Path, default=BINARY, help="the epicycle executable")
    parser.add_argument("--timeout", type=float, default=60, metavar="SECONDS", help="for each solve (60)")
    parser.add_argument("-o", "--output", type=Path, default=HERE / "outlines.csv", metavar="CSV")
    parser.add_argument("--figure", type=Path, default=HERE / "outlines.svg", metavar="FILE")
    parser.add_argument("--markdown", type=Path, default=HERE / "outlines.md", metavar="FILE")
    parser.add_argument("--resume", action="store_true", help="keep the rows that the CSV already has")
    chosen = parser.parse_args()

    rows, old = [], {}
    if chosen.resume and chosen.output.exists():
        with open(chosen.output, newline="") as output:
            old = {(row["source"], row["outline"]): row for row in csv.DictReader(output)}
    with open(chosen.output, "w", newline="", buffering=1) as output:
        writer = csv.DictWriter(output, COLUMNS, lineterminator="\n")
        writer.writeheader()
        for row in islice(measure(chosen.binary, chosen.timeout, old), chosen.count):
            writer.writerow(row)
            rows.append(row)
            if len(rows) % 10 == 0:
                print(f"outlines: {len(rows)} of {chosen.count}", file=sys.stderr)
    draw(rows, chosen.figure)
    text = markdown(rows, chosen.binary)
    chosen.markdown.write_text(text)
    print(text, end="")


if __name__ == "__main__":
    main()

"""Time and error of epicycle beside other tools from PyPI, on the same curves with the same clocks.

    python peers.py [FILE.svg ...] [--binary EPICYCLE] [-o CSV] [--markdown FILE]

peer_jobs.py says how each peer is used, curve_errors.py how the error is measured. Every job is a
process of its own, run several times; the tools take turns, so that a slow minute of the machine hits
all alike, and the figure is the median. Errors are in percent of the diagonal of the bounding box.

Columns of the CSV (a figure that does not exist is empty):
  shape              the file's name without its extension
  tool, version      what drew it
  timing             constant: compared at constant speed; free: at the times that the tool chose
  clocks_asked       the budget
  clocks_used        rotating arms in the answer; the fixed centre is none
  max_percent        largest distance between the drawing and the curve at the same time
  hausdorff_percent  symmetric Hausdorff distance between the two as sets of points
  rms_percent        root mean square over time of the distance at the same time
  seconds_import     loading the libraries, where the tool is a Python library
  seconds_work       reading the file, sampling, transforming and choosing, after the import
  seconds_process    the whole process, from its start to its end
  seconds_cpu        processor time of that process, user and system: other load on the machine moves it least
  runs               the number of runs that the medians are of
  note               why figures are missing
"""

import argparse
import csv
import datetime
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from itertools import product
from pathlib import Path

import numpy as np

from curve_errors import Curve, Drawing, errors

HERE = Path(__file__).resolve().parent
SHAPES = ["circle", "ellipse", "square", "star", "heart", "infinity", "cat", "stroke"]
BUDGETS = [20, 50, 100, 200]
COLUMNS = [
    *("shape", "tool", "version", "timing", "clocks_asked", "clocks_used"),
    *("max_percent", "hausdorff_percent", "rms_percent"),
    *("seconds_import", "seconds_work", "seconds_process", "seconds_cpu", "runs", "note"),
]
# Seconds after which a job is given up.
PATIENCE = 600
# dwfs scales a drawing so that its longer side fills this canvas up to the margin.
DWFS_CANVAS, DWFS_MARGIN = 800, 24
DWFS_OPEN = "dwfs closes an open curve by a straight line with the pen lifted, and does not retrace it"
# What each peer does, and the libraries that it takes beside its own.
PEERS = {
    "dwfs": (
        "the process is `dwfs trace`, which has no budget of clocks: 6000 points, rounded to 0.01 of a "
        "canvas 800 wide, of all sub-paths in one tour. The error is that of its own series up to harmonic "
        "N / 2 of either sign, N arms as it draws them. It closes an open curve by a straight line with the "
        "pen lifted, so no error is given there.",
        ["numpy"],
    ),
    "pyefd": (
        "svgpathtools reads and flattens, pyefd integrates the polygon. Elliptic descriptors of order N / 2, "
        "each a pair of arms: the lowest harmonics, not the longest arms.",
        ["svgpathtools", "numpy"],
    ),
    "svgpathtools": (
        "svgpathtools reads and evaluates, numpy does the rest: a table of arc lengths, 4096 points at equal "
        "steps, FFT, the N longest arms.",
        ["numpy"],
    ),
    "skia-python": (
        "svgpathtools reads, since the binding can't, Skia's path measure gives 4096 points at equal steps, "
        "numpy does FFT and the N longest arms.",
        ["svgpathtools", "numpy"],
    ),
}
VARIANTS = {
    "epicycle truncate": ["--fit-method", "truncate"],
    "epicycle minimax": ["--fit-method", "minimax"],
    "epicycle free": ["--timing", "free"],
}

Seconds = dict[str, float]


@dataclass
class Tool:
    """`run` does one job and gives its times and its answer, a JSON object; `read` makes it a drawing."""

    name: str
    version: str
    about: str
    run: Callable[[Path, int], tuple[Seconds, dict]]
    read: Callable[[dict, Curve], Drawing]
    timing: str = "constant"


def timed(command: list) -> tuple[Seconds, str]:
    """Wall and processor time of a process, and its standard output."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(
        [str(word) for word in command],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        stdin=subprocess.DEVNULL,
    )
    seconds, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        said = done.stderr.strip().splitlines()
        raise RuntimeError(f"exit {done.returncode}: {said[-1] if said else 'no message'}")
    busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"process": seconds, "cpu": busy}, done.stdout


def run_library(name: str, file: Path, clocks: int) -> tuple[Seconds, dict]:
    seconds, output = timed([sys.executable, HERE / "peer_jobs.py", name, file, clocks])
    answer = json.loads(output)
    return seconds | {"import": answer["import"], "work": answer["work"]}, answer


def read_library(answer: dict, curve: Curve) -> Drawing:
    terms = np.array(answer["terms"])
    return Drawing(terms[:, 0].astype(int), terms[:, 1] + 1j * terms[:, 2])


def run_dwfs(file: Path, clocks: int) -> tuple[Seconds, dict]:
    """Import and work of the library, and the process of its command."""
    seconds, answer = run_library("dwfs", file, clocks)
    with tempfile.TemporaryDirectory() as folder:
        command = [Path(sys.executable).with_name("dwfs"), "trace", file, Path(folder) / "path.json"]
        process, _ = timed(command)
    return seconds | process, answer


def read_dwfs(answer: dict, curve: Curve) -> Drawing:
    if curve.is_open:
        raise ValueError(DWFS_OPEN)
    canvas = read_library(answer, curve)
    scale = (DWFS_CANVAS - 2 * DWFS_MARGIN) / max(curve.width, curve.height)
    coefficients = canvas.coefficients / scale
    coefficients[canvas.harmonics == 0] += curve.top_left - complex(DWFS_MARGIN, DWFS_MARGIN) / scale
    return Drawing(canvas.harmonics, coefficients)


def read_spec(answer: dict, curve: Curve) -> Drawing:
    """Of one chain; the arms and, for free timing, the map from time to arc length."""
    (chain,) = answer["chains"]
    clocks = chain["clocks"]
    centre = complex(chain["centre"]["x"], chain["centre"]["y"])
    arms = [clock["radius"] * np.exp(1j * clock["phase"]) for clock in clocks]
    knots = chain.get("timing", {}).get("map")
    return Drawing(
        np.array([0] + [clock["harmonic"] for clock in clocks]),
        np.array([centre] + arms),
        knots and (np.array(knots["time"]), np.array(knots["length"])),
    )


def peer(name: str) -> Tool:
    about, others = PEERS[name]
    versions = ", ".join([version(name), *(f"{other} {version(other)}" for other in others)])
    if name == "dwfs":
        return Tool(name, versions, about, run_dwfs, read_dwfs)
    return Tool(name, versions, about, partial(run_library, name), read_library)


def epicycle(binary: Path) -> list[Tool]:
    """Each way of fitting that the binary knows."""
    known = timed([binary, "solve", "--help"])[1]
    release = timed([binary, "--version"])[1].split()[-1]
    variants = {name: words for name, words in VARIANTS.items() if all(word in known for word in words)}

    def tool(name: str, words: list[str]) -> Tool:
        def run(file: Path, clocks: int) -> tuple[Seconds, dict]:
            seconds, output = timed([binary, "solve", file, "--clocks", clocks, *words, "-o", "-"])
            return seconds, json.loads(output)

        about = f"`epicycle solve FILE --clocks N {' '.join(words)}`".rstrip(" `") + "`: the whole process."
        return Tool(name, release, about, run, read_spec, "free" if "free" in words else "constant")

    return [tool(name, words) for name, words in (variants or {"epicycle": []}).items()]


def measure(files: list[Path], budgets: list[int], tools: list[Tool], runs: int) -> list[dict]:
    """One row a file, budget and tool. All times first, then the errors of the first answers."""
    jobs = list(product(files, budgets, tools))
    seconds, answers, notes = [[] for _ in jobs], {}, {}
    for turn in range(runs):
        for k, (file, clocks, tool) in enumerate(jobs):
            if k in notes:
                continue
            try:
                spent, answer = tool.run(file, clocks)
                seconds[k].append(spent)
                answers.setdefault(k, answer)
            except (RuntimeError, OSError, ValueError, subprocess.TimeoutExpired) as problem:
                notes[k] = str(problem)
        print(f"peers: run {turn + 1} of {runs} done", file=sys.stderr)

    rows, curves = [], {}
    for k, (file, clocks, tool) in enumerate(jobs):
        if file not in curves:
            curves = {file: Curve(file)}
        row = dict.fromkeys(COLUMNS, "")
        row |= {"shape": file.stem, "tool": tool.name, "version": tool.version, "timing": tool.timing}
        row |= {"clocks_asked": clocks, "runs": len(seconds[k])}
        for part in seconds[k][0] if seconds[k] else ():
            row[f"seconds_{part}"] = f"{statistics.median(spent[part] for spent in seconds[k]):.4f}"
        try:
            if k in answers:
                drawing = tool.read(answers[k], curves[file])
                found = errors(drawing, curves[file])
                row["clocks_used"] = np.count_nonzero(drawing.harmonics)
                row |= {f"{name}_percent": f"{error:.6g}" for name, error in found.items()}
                if tool.timing == "free" and file.stem in ("circle", "ellipse"):
                    # svgpathtools starts these elements elsewhere than SVG does: times don't compare.
                    row |= {"max_percent": "", "rms_percent": ""}
                    notes[k] = "the reference library starts this element elsewhere: only the Hausdorff distance compares"
        except (ValueError, KeyError, TypeError) as problem:
            notes[k] = str(problem)
        row["note"] = notes.get(k, "")
        rows.append(row)
    return rows


def percent(text: str) -> str:
    if not text:
        return "–"
    return f"{float(text):.3g}" if float(text) >= 0.001 else "<0.001"


def table(head: list[str], body: list[list[str]]) -> list[str]:
    return [f"| {' | '.join(line)} |" for line in [head, ["---"] * len(head), *body]] + [""]


def milliseconds(rows: list[dict], part: str) -> str:
    known = [1000 * float(row[part]) for row in rows if row[part]]
    return f"{statistics.median(known):.1f}" if known else "–"


def times_base(rows: list[dict], base: list[dict], part: str) -> str:
    """Median, job by job, of a tool's time over that of the base."""
    pairs = [(mine[part], other[part]) for mine, other in zip(rows, base, strict=True)]
    ratios = [float(mine) / float(other) for mine, other in pairs if mine and float(other or 0)]
    return f"{statistics.median(ratios):.3g}" if ratios else "–"


def markdown(rows: list[dict], tools: list[Tool]) -> str:
    by_tool = {tool.name: [row for row in rows if row["tool"] == tool.name] for tool in tools}
    base = next((name for name in by_tool if name.startswith("epicycle")), tools[0].name)
    accuracy = [
        [jobs[0]["shape"], str(jobs[0]["clocks_asked"])]
        + [f"{percent(row['max_percent'])} / {percent(row['hausdorff_percent'])}" for row in jobs]
        for jobs in zip(*by_tool.values(), strict=True)
    ]
    speed = [
        [name, *(milliseconds(mine, f"seconds_{part}") for part in ("import", "work", "process", "cpu"))]
        + [times_base(mine, by_tool[base], f"seconds_{part}") for part in ("process", "cpu")]
        for name, mine in by_tool.items()
    ]
    lines = [
        f"{datetime.date.today()}, {os.cpu_count()} cores, Python {platform.python_version()}, "
        f"medians of {max(row['runs'] for row in rows)} interleaved runs.",
        "",
        "Error in percent of the diagonal: largest distance at the same time / symmetric Hausdorff distance.",
        "",
        *table(["shape", "clocks", *by_tool], accuracy),
        "Milliseconds a job, median over all shapes and budgets.",
        "",
        *table(
            ["tool", "import", "work", "process", "its CPU", f"process over {base}", "CPU over it"], speed
        ),
        *(f"- **{tool.name}** ({tool.version}): {tool.about}" for tool in tools),
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "files", nargs="*", type=Path, help="SVG files of one curve each (the samples if none)"
    )
    parser.add_argument("--binary", type=Path, help="the epicycle executable; without it the peers run alone")
    parser.add_argument(
        "--budgets", nargs="+", type=int, default=BUDGETS, metavar="N", help="even numbers of clocks"
    )
    parser.add_argument("--runs", type=int, default=3, metavar="N", help="runs of every job (3)")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="CSV", help="where the rows go (standard output)"
    )
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="writes tables for people")
    chosen = parser.parse_args()
    files = chosen.files or [HERE.parent / "paths" / f"{shape}.svg" for shape in SHAPES]
    if chosen.runs < 1 or any(n < 2 or n % 2 for n in chosen.budgets):
        parser.error("--runs must be positive and --budgets even and positive")

    tools = [peer(name) for name in PEERS]
    if chosen.binary:
        try:
            tools += epicycle(chosen.binary.resolve())
        except (RuntimeError, OSError) as problem:
            print(f"peers: epicycle left out: {problem}", file=sys.stderr)
    rows = measure(files, chosen.budgets, tools, chosen.runs)

    with open(chosen.output or sys.stdout.fileno(), "w", newline="", closefd=bool(chosen.output)) as output:
        writer = csv.DictWriter(output, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    if chosen.markdown:
        chosen.markdown.write_text(markdown(rows, tools))


if __name__ == "__main__":
    main()

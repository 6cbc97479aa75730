"""All drawings of Debian's package openclipart-svg, solved and swept, beside svgpathtools, numpy and shapely.

    python openclipart.py [--binary EPICYCLE] [--files N] [--peer-files N] [-j N] [--markdown FILE]

Needs the package openclipart-svg, and here peers-requirements.txt. Prints the figures; README.md says what
they are. Files are taken in the order of the SHA-256 of their names, so that a part is a fair sample.
"""

import argparse
import collections
import csv
import datetime
import hashlib
import json
import multiprocessing
import os
import platform
import subprocess
import tempfile
import time
import warnings
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

HERE = Path(__file__).resolve().parent
DRAWINGS = Path("/usr/share/openclipart/svg")
BUDGETS = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 18, 22, 27, 33, 40, 50, 60, 75, 90, 110, 135, 165, 200, 245, 300]
# As a Python programmer would choose them, in favour of speed: points of a curve, and points of a curved segment.
SAMPLES = 4096
FLATTENING = 32
# Of a solve.
CLOCKS = 300
TRUNCATE = ["--fit-method", "truncate"]


def drawings() -> list[Path]:
    def key(path: Path) -> str:
        return hashlib.sha256(str(path).encode()).hexdigest()

    return sorted((path for path in DRAWINGS.rglob("*.svg") if path.is_file()), key=key)


def measured(command: list, names: list[Path], output: Path) -> dict:
    """Wall and processor seconds and peak memory of a process that reads names from standard input."""
    with open(output, "wb") as out, open(os.devnull, "wb") as silent:
        started = time.perf_counter()
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=out, stderr=silent)
        process.stdin.write("".join(f"{name}\n" for name in names).encode())
        process.stdin.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise RuntimeError(f"exit {process.returncode}: {' '.join(map(str, command))}")
    return {
        "wall": time.perf_counter() - started,
        "cpu": usage.ru_utime + usage.ru_stime,
        "megabytes": usage.ru_maxrss / 1024,
    }


def sweep(binary: Path, files: list[Path], jobs: int) -> dict:
    """Every curve by itself: rms and energy of every budget."""
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "sweep.csv"
        budgets = ",".join(map(str, BUDGETS))
        words = [binary, "sweep", "--files-from", "-", "--each", "--clocks", budgets, *TRUNCATE, "--certify", "none"]
        figures = measured([*words, "-j", str(jobs), "-q"], files, table)
        with open(table, newline="") as rows:
            curves, failures = 0, collections.Counter()
            for row in csv.DictReader(rows):
                failures[row["failure"]] += bool(row["failure"])
                curves += row["clocks"] == "1"
    return figures | {"curves": curves, "failures": +failures}


def solve(binary: Path, files: list[Path], jobs: int) -> dict:
    """The largest curve of each file with 300 clocks, every figure certified."""
    with tempfile.TemporaryDirectory() as folder:
        specs = Path(folder) / "specs.ndjson"
        words = [binary, "solve", "--files-from", "-", "-n", str(CLOCKS), *TRUNCATE, "--subpath", "largest"]
        figures = measured([*words, "-j", str(jobs), "-q"], files, specs)
        with open(specs) as lines:
            upper = sorted(json.loads(line)["error"]["relative"]["max"] for line in lines)
    median = 100 * upper[len(upper) // 2] if upper else None
    return figures | {"curves": len(upper), "median_percent": median}


def outlines(file: Path) -> Iterator["np.ndarray"]:
    """Each curve of a drawing as points at equal steps of its length, complex."""
    import numpy as np
    from svgpathtools import Document, Line
    from svgpathtools import Path as Curve

    warnings.simplefilter("ignore")
    for path in Document(str(file)).paths():
        for part in path.continuous_subpaths():
            closed = part if part.isclosed() else Curve(*part, *part.reversed())
            step = np.arange(FLATTENING) / FLATTENING
            points = np.concatenate(
                [segment.point(step[:1] if isinstance(segment, Line) else step) for segment in closed]
            )
            loop = np.append(points, points[0])
            lengths = np.concatenate([[0], np.cumsum(np.abs(np.diff(loop)))])
            if lengths[-1] > 0:
                yield np.interp(np.arange(SAMPLES) / SAMPLES * lengths[-1], lengths, loop)


def peer_sweep(file: Path) -> int:
    """The same as the sweep: root mean square and energy of every budget, for every curve; their number."""
    import numpy as np

    curves = 0
    for samples in outlines(file):
        energies = np.sort(np.abs(np.fft.fft(samples)[1:] / SAMPLES) ** 2)[::-1]
        left = np.cumsum(energies[::-1])[::-1]
        figures = [(n, left[n] ** 0.5, 1 - left[n] / left[0]) for n in BUDGETS]
        curves += len(figures) == len(BUDGETS)
    return curves


def peer_solve(file: Path) -> int:
    """The same as the solve, without bounds: the terms of the longest curve, and what they are off by."""
    import numpy as np
    from shapely import LineString, frechet_distance, hausdorff_distance

    found = max(outlines(file), key=lambda points: np.abs(np.diff(points)).sum(), default=None)
    if found is None:
        return 0
    terms = np.fft.fft(found)
    kept = np.argsort(-np.abs(terms[1:]))[:CLOCKS] + 1
    left = terms.copy()
    left[0] = left[kept] = 0
    difference = np.abs(np.fft.ifft(left))
    drawn, meant = (
        LineString(np.column_stack([points.real, points.imag]))
        for points in (np.append(one, one[0]) for one in (found - np.fft.ifft(left), found))
    )
    figures = difference.max(), (difference**2).mean() ** 0.5
    figures += hausdorff_distance(drawn, meant), frechet_distance(drawn, meant)
    return int(np.isfinite(figures).all())


def attempt(job: tuple[str, Path]) -> tuple[int, str]:
    """The number of curves, and what went wrong."""
    work, file = job
    try:
        return globals()[work](file), ""
    except Exception as problem:  # whatever a drawing does to the libraries
        return 0, type(problem).__name__


def peers(work: str, files: list[Path], jobs: int) -> dict:
    """As many processes as ours has threads; their start and imports are not counted."""
    with multiprocessing.Pool(jobs) as pool:
        pool.map(attempt, [(work, file) for file in files[:jobs]], chunksize=1)
        starts = pool.map(cpu_seconds, range(8 * jobs), chunksize=1)
        started = time.perf_counter()
        answers = pool.map(attempt, [(work, file) for file in files], chunksize=1)
        wall = time.perf_counter() - started
        ends = pool.map(cpu_seconds, range(8 * jobs), chunksize=1)
    first, last = dict(starts), dict(ends)
    cpu = sum(last[pid] - first.get(pid, 0) for pid in last)
    failures = collections.Counter(problem for _, problem in answers if problem)
    return {"wall": wall, "cpu": cpu, "curves": sum(count for count, _ in answers), "failures": failures}


def cpu_seconds(_: int) -> tuple[int, float]:
    time.sleep(0.02)
    return os.getpid(), time.process_time()


def kinds(failures: collections.Counter) -> str:
    return ", ".join(f"{name} {count}" for name, count in failures.most_common()) or "none"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--binary", type=Path, default=HERE.parent / ".build/release/epicycle")
    parser.add_argument("--files", type=int, help="so many of the drawings; otherwise all")
    parser.add_argument("--peer-files", type=int, default=200, help="so many for the peer's sweep (200), a tenth for its solve")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--markdown", type=Path, help="writes the figures there too")
    chosen = parser.parse_args()

    files = drawings()[: chosen.files]
    sample = files[: chosen.peer_files]
    binary = chosen.binary.resolve()
    few = sample[: max(1, len(sample) // 10)]
    theirs = peers("peer_sweep", sample, chosen.jobs)
    same = sweep(binary, sample, chosen.jobs)
    their_solve = peers("peer_solve", few, chosen.jobs)
    same_solve = solve(binary, few, chosen.jobs)
    swept = sweep(binary, files, chosen.jobs)
    solved = solve(binary, files, chosen.jobs)
    release = subprocess.run([binary, "--version"], capture_output=True, text=True, check=True).stdout.strip()

    def rate(figures: dict, seconds: str) -> float:
        return figures["curves"] / figures[seconds]

    def line(name: str, count: int, figures: dict) -> str:
        memory = f"{figures['megabytes']:.0f}" if "megabytes" in figures else "–"
        return (
            f"| {name} | {count} | {figures['curves']} | {figures['wall']:.1f} | {figures['cpu']:.1f} "
            f"| {rate(figures, 'wall'):.0f} | {rate(figures, 'cpu'):.0f} | {memory} |"
        )

    text = "\n".join(
        [
            f"{datetime.date.today()}, {release}, {os.cpu_count()} cores, -j {chosen.jobs}, "
            f"Python {platform.python_version()}, svgpathtools {version('svgpathtools')}, numpy {version('numpy')}, shapely {version('shapely')}.",
            "",
            f"openclipart-svg, {len(files)} files. Sweep: every curve by itself, rms and energy of {len(BUDGETS)} budgets "
            f"from 1 to 300 clocks. Solve: the largest curve of each file, {CLOCKS} clocks by truncation; largest distance, "
            f"Hausdorff and Fréchet distance, certified. The peer takes {SAMPLES} points of a polygon, and certifies nothing.",
            "",
            "| | files | curves | s | CPU s | curves a second | curves a CPU second | peak MB |",
            "| --- | --- | --- | --- | --- | --- | --- | --- |",
            line("svgpathtools and numpy, the sweep", len(sample), theirs),
            line("epicycle sweep, the same files", len(sample), same),
            line("svgpathtools, numpy and shapely, the solve", len(few), their_solve),
            line("epicycle solve, the same files", len(few), same_solve),
            line("epicycle sweep, all files", len(files), swept),
            line("epicycle solve, all files", len(files), solved),
            "",
            "- Curves a CPU second, epicycle over the peer, the same files: "
            f"solve {rate(same_solve, 'cpu') / rate(their_solve, 'cpu'):.1f}, sweep {rate(same, 'cpu') / rate(theirs, 'cpu'):.1f}.",
            f"- Failures of epicycle sweep, all files: {kinds(swept['failures'])}.",
            f"- Failures of the peer, {len(sample)} files: {kinds(theirs['failures'])}.",
            f"- Largest error with 300 clocks, certified, median over files: {solved['median_percent']:.3f} % of the diagonal.",
            "",
        ]
    )
    print(text)
    if chosen.markdown:
        chosen.markdown.write_text(text)


if __name__ == "__main__":
    main()

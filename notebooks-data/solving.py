"""What clocks.py and outlines.py share: a run of `epicycle solve`, and outlines of glyphs."""

import json
import math
import resource
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen

ROOT = Path(__file__).resolve().parent.parent
BINARY = ROOT / ".build" / "release" / "epicycle"
DEJAVU = Path("/usr/share/fonts/truetype/dejavu")
FLIP = (1, 0, 0, -1, 0, 0)

# The ways of fitting, each allowed more than the one before it.
MODES = {
    "truncate": ["--fit-method", "truncate"],
    "minimax": [],
    "free 0.5:2": ["--timing", "free", "--speed-range", "0.5:2"],
    "free 0.25:4": ["--timing", "free", "--speed-range", "0.25:4"],
    "free any": ["--timing", "free", "--speed-range", "any"],
}


@dataclass
class Answer:
    """A spec, the processor time of the process that made it, and why there is none, or no good one."""

    seconds: float
    spec: dict
    metric: str
    note: str = ""

    @property
    def clocks(self) -> int | None:
        return self.spec["budget"]["used"] if self.spec else None

    @property
    def percent(self) -> float | None:
        """The certified upper bound in percent of the diagonal."""
        return 100 * self.spec["error"]["relative"][self.metric] if self.spec else None


def solve(binary: Path, source: list, mode: str, percent: float, patience: float, *more: str) -> Answer:
    """Fewest clocks for `percent` of the diagonal. `source` is a file, or --path and its data."""
    metric = "frechet" if mode.startswith("free") else "max"
    words = [binary, "solve", *source, "--max-error", f"{percent}%", "--metric", metric, "-q"]
    limit = math.ceil(patience)
    before = processor_time()
    done = subprocess.run(
        [*words, *MODES[mode], *more],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)),
    )
    answer = Answer(processor_time() - before, {}, metric)
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        answer.note = f"no answer within {patience:g} s"
        return answer
    if done.returncode:
        said = done.stderr.strip().splitlines()
        answer.note = f"exit {done.returncode}: {said[-1] if said else 'no message'}"
        return answer
    answer.spec = json.loads(done.stdout)
    if answer.percent > percent:
        answer.note = f"certified for {answer.percent:.4g} % only"
    return answer


def processor_time() -> float:
    """Of all child processes so far, user and system, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def version(binary: Path) -> str:
    return subprocess.run([binary, "--version"], capture_output=True, text=True, check=True).stdout.strip()


def largest_contour(glyphs, name: str) -> str:
    """Path data, y down, of the contour with the longest diagonal of its bounding box, or an empty string."""
    whole = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(TransformPen(whole, FLIP))
    contours, best, longest = [], "", 0.0
    for step in whole.value:
        if step[0] == "moveTo" or not contours or contours[-1][-1][0] == "closePath":
            contours.append([])
        contours[-1].append(step)
    for contour in contours:
        bounds, path = BoundsPen(None), SVGPathPen(None)
        for action, points in contour:
            getattr(bounds, action)(*points)
            getattr(path, action)(*points)
        left, top, right, bottom = bounds.bounds or (0, 0, 0, 0)
        extent = (right - left) ** 2 + (bottom - top) ** 2
        if extent > longest:
            best, longest = path.getCommands(), extent
    return best

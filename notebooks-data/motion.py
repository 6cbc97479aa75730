"""Clocks for motions that wait: a line there and back, and a walk along an S-curve with two waits.

    motion.py            writes motion.csv and motion.md beside itself

Needs the built tool; Python's standard library only.
"""

import csv
import json
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
BINARY = HERE.parent / ".build" / "release" / "epicycle"

HOLD = ["--key-points", "0;1;1;0", "--key-times", "0;.35;.65;1"]
WAITS = ["--key-points", "0;.45;.45;1;1;0", "--key-times", "0;.2;.3;.55;.7;1"]
MOTIONS = {
    "line, 35 % out, 30 % wait, 35 % back": ["--path", "M0 0H100", *HOLD],
    "S-curve, a wait on the way and one at the end": ["--path", "M0 0C60 0 60 40 30 50S0 100 60 100", *WAITS],
}
METHODS = {
    "truncation": ["--fit-method", "truncate"],
    "minimax": [],
    "slack of a frame at 20 a second": ["--slack", str(1 / 20)],
    "slack of a frame at 13 a second": ["--slack", str(1 / 13)],
}
GOALS = [1, 0.25, 0.1]
ARMS = [10, 16, 20, 24, 30, 40]
# Least errors of contiguous supports on the line, in % of its length: linear programmes, solved by HiGHS.
PROGRAMMES = {
    "slack of a frame at 13 a second": [0.5205, 0.1431, 0.1102, 0.0558, 0.0198, 0.0051],
    "slack of a frame at 20 a second": [1.144, 0.321, 0.2445, 0.126, 0.069, 0.0243],
}


def solve(*words):
    done = subprocess.run([BINARY, "solve", "-q", *words], capture_output=True, text=True, timeout=600, check=True)
    return json.loads(done.stdout)


def percent(spec):
    """The certified upper bound in percent of the diagonal, under the slack that there is."""
    relative = spec["error"]["relative"]
    return 100 * relative.get("maxWithSlack", relative["max"])


def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines) + "\n"


def main():
    records = []
    text = [
        "# Motions that wait",
        "\nA loop of 10 s; errors in % of the diagonal, certified over continuous time; `motion.py` makes this.",
    ]
    for name, motion in MOTIONS.items():
        rows = []
        for method, words in METHODS.items():
            clocks = []
            for goal in GOALS:
                spec = solve(*motion, *words, "--max-error", f"{goal}%")
                clocks.append(spec["budget"]["used"])
                records.append([name, method, f"{goal}", clocks[-1], f"{percent(spec):.5g}"])
            rows.append([method, *clocks])
        text += [f"\n## {name}\n\nClocks for an error of\n", table(["", *(f"{goal} %" for goal in GOALS)], rows)]
        rows = []
        for method, words in list(METHODS.items())[1:]:
            errors = []
            for arms in ARMS:
                spec = solve(*motion, *words, "-n", str(arms))
                errors.append(f"{percent(spec):.4g}")
                records.append([name, method, "", spec["budget"]["used"], errors[-1]])
            rows.append([method, *errors])
            if name.startswith("line") and method in PROGRAMMES:
                rows.append(["the linear programme on a contiguous support", *PROGRAMMES[method]])
        text += ["\nError in % with this many clocks\n", table(["", *ARMS], rows)]
    with open(HERE / "motion.csv", "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["motion", "method", "goal in %", "clocks", "error in %"])
        writer.writerows(records)
    (HERE / "motion.md").write_text("\n".join(part.strip("\n") + "\n" for part in text))


main()

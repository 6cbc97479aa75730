"""Records a second of the filters that a corpus is sent through, and what ten million icons would take.

    python records.py [--binary EPICYCLE] [--records N] [--markdown FILE]

Needs the package breeze-icon-theme; no Python packages. A record is an icon of Breeze as a whole document. Icons are
taken in the order of the SHA-256 of their names, so that a part is a fair sample. Seconds are of the processor, on
one thread (-j 1).
"""

import argparse
import datetime
import hashlib
import json
import os
import platform
import subprocess
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ICONS = Path("/usr/share/icons/breeze")
CORPUS = 10_000_000
LARGEST = ["--subpath", "largest"]
# What is done to a record, the words for it, and for how large a part of the records it is measured.
JOBS = [
    ("largest curve: truncation, 100 clocks, certified", ["solve", "-n", "100", "--fit-method", "truncate", *LARGEST], 1),
    ("all curves: rms and energy of 26 budgets", ["sweep", "--fit-method", "truncate", "--certify", "none"], 1),
    ("largest curve: minimax, 100 clocks, certified", ["solve", "-n", "100", *LARGEST], 4),
    ("largest curve: fewest clocks for 0.25 %, minimax", ["solve", "--max-error", "0.25%", *LARGEST], 4),
    (
        "largest curve: fewest clocks for 0.25 %, free timing",
        ["solve", "--max-error", "0.25%", "--timing", "free", *LARGEST],
        16,
    ),
]


def icons() -> list[Path]:
    files = [file for file in ICONS.rglob("*.svg") if file.is_file() and not file.is_symlink()]
    return sorted(files, key=lambda file: hashlib.sha256(str(file).encode()).digest())


def measured(words: list, records: Path) -> dict:
    """Processor and wall seconds of a filter over the records, its peak memory, and its answers by kind."""
    with tempfile.TemporaryFile() as out, open(records, "rb") as source, open(os.devnull, "wb") as silent:
        started = time.perf_counter()
        process = subprocess.Popen(words, stdin=source, stdout=out, stderr=silent)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        wall = time.perf_counter() - started
        if process.returncode not in (0, 1):
            raise RuntimeError(f"exit {process.returncode}: {' '.join(map(str, words))}")
        out.seek(0)
        answers = [json.loads(line) for line in out]
    failed = {answer.get("id") for answer in answers if "error" in answer and "chains" not in answer and "rms" not in answer}
    return {
        "cpu": usage.ru_utime + usage.ru_stime,
        "wall": wall,
        "megabytes": usage.ru_maxrss / 1024,
        "failed": len(failed),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", type=Path, default=HERE.parent / ".build/release/epicycle")
    parser.add_argument("--records", type=int, default=800, help="so many of the icons (800)")
    parser.add_argument("--markdown", type=Path, help="writes the table there too")
    chosen = parser.parse_args()
    binary = chosen.binary.resolve()
    files = icons()[: chosen.records]
    release = subprocess.run([binary, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        records = Path(folder) / "records.ndjson"
        for name, words, part in JOBS:
            sample = files[: max(1, len(files) // part)]
            with open(records, "w") as lines:
                for file in sample:
                    lines.write(json.dumps({"id": file.name, "svg": file.read_text()}) + "\n")
            figures = measured([binary, *words, "--ndjson", "-", "-j", "1"], records)
            each = figures["cpu"] / len(sample)
            rows.append(
                f"| {name} | {len(sample)} | {figures['failed']} | {1 / each:.0f} | {1000 * each:.2f} "
                f"| {CORPUS * each / 3600:.1f} | {figures['megabytes']:.0f} |"
            )
    text = "\n".join(
        [
            f"{datetime.date.today()}, {release}, {platform.machine()}, icons of Breeze as whole documents, "
            f"{sum(file.stat().st_size for file in files) / len(files) / 1000:.1f} kB each in the mean, one thread.",
            "",
            "| a record | records | without an answer | a second and core | ms | core hours for 10 million | peak MB |",
            "| --- | --- | --- | --- | --- | --- | --- |",
            *rows,
            "",
        ]
    )
    print(text)
    if chosen.markdown:
        chosen.markdown.write_text(text)


if __name__ == "__main__":
    main()

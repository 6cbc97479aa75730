"""Long runs through one process: memory stays flat, the rate stays, nothing is lost.

    python Tests/Robustness/endurance.py
"""

import json
import random
import subprocess
import threading
import time
import unittest

import tool

COUNT = 100_000 if tool.IS_LONG else 2_000
PAGE = 4096


def resident(process):
    """Resident MiB of a running process."""
    with open(f"/proc/{process.pid}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * PAGE / 2**20


def record(number, choice):
    """A path that differs from all others, in size too, so that plans and tables differ."""
    points = [(choice.randrange(1000), choice.randrange(1000)) for _ in range(choice.randrange(3, 30))]
    data = "M" + "L".join(f"{x} {y}" for x, y in points) + "z"
    if number % 10 == 7:
        data = "M0 0 L X"
    if number % 3 == 0:
        text = f"<svg xmlns='http://www.w3.org/2000/svg'><path d='{data}'/></svg>"
        return json.dumps({"id": number, "svg": text})
    return json.dumps({"id": number, "d": data})


class Records(unittest.TestCase):
    def test_memory_stays_flat(self):
        for words, count in ((["solve", "-n", "8", "--fit-method", "truncate"], COUNT), (["inspect", "--points", "9"], COUNT),
                             (["solve", "-n", "6"], COUNT // 20), (["solve", "-n", "4", "--timing", "free", "--effort", "fast"],
                                                                    COUNT // 200)):
            with self.subTest(words=words):
                self.run_records(words, count)

    def run_records(self, words, count):
        process = subprocess.Popen(
            [tool.BINARY, *words, "--ndjson", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        choice = random.Random(3)

        def feed():
            for number in range(count):
                process.stdin.write(record(number, choice).encode() + b"\n")
            process.stdin.close()

        self.addCleanup(process.kill)
        feeder = threading.Thread(target=feed, daemon=True)
        feeder.start()
        sizes, times, begin = [], [], time.monotonic()
        for number in range(count):
            answer = process.stdout.readline()
            self.assertTrue(answer.startswith(b'{"id":%d,' % number), answer[:80])
            self.assertEqual(b'"error":{"code"' in answer, number % 10 == 7, answer[:200])
            if number % (count // 10) == count // 10 - 1:
                sizes.append(resident(process))
                times.append(time.monotonic() - begin)
        feeder.join()
        self.assertEqual(process.stdout.read(), b"")
        process.stdout.close()
        self.assertEqual(process.wait(), 0)
        steps = [later - earlier for earlier, later in zip([0] + times, times)]
        print(f"{' '.join(words)}: {count} records, {count / times[-1]:.0f} a second "
              f"(slowest tenth {count / 10 / max(steps):.0f}), MiB after each tenth: "
              + " ".join(f"{size:.0f}" for size in sizes[:-1]))
        # After the last answer the process may be gone. A leak of one plan or table a record would be far above the limit.
        self.assertLess(sizes[-2], 1.1 * sizes[4] + 4)


if __name__ == "__main__":
    unittest.main()

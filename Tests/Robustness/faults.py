"""Faults: nothing is left half-written, nothing that was finished is lost.

    python Tests/Robustness/faults.py [TEST...]
"""

import fcntl
import json
import os
import pty
import random
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import unittest

import tool
from tool import BINARY, sample

KILLS = 200 if tool.IS_LONG else 10
SEED = 8
# The temporary file beside an output, before it takes the output's name.
TEMPORARY = re.compile(r"^\..+\.[A-Za-z0-9]{6}$")


def start(words, folder, **more):
    more = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL} | more
    return subprocess.Popen([BINARY] + words, cwd=folder, **more)


class Killed(tool.Case):
    """A batch that is ended at random times."""

    inputs = 12
    words = ["solve", "-n", "40", "--fit-method", "truncate", "-o", "out/"]

    @classmethod
    def setUpClass(cls):
        cls.reference = {}
        with tempfile.TemporaryDirectory() as folder:
            names = cls.make_inputs(folder)
            begin = time.monotonic()
            tool.run(cls.words + names, folder).check_returncode()
            cls.seconds = time.monotonic() - begin
            for name in os.listdir(os.path.join(folder, "out")):
                with open(os.path.join(folder, "out", name), "rb") as file:
                    cls.reference[name] = file.read()
        assert len(cls.reference) == cls.inputs

    @classmethod
    def make_inputs(cls, folder):
        names = [f"heart-{number}.svg" for number in range(cls.inputs)]
        for name in names:
            shutil.copy(sample("heart"), os.path.join(folder, name))
        return names

    def interrupted(self, number, delay, ready=False):
        """Runs the batch and sends the signal after `delay`, or, if so asked, once a file is finished."""
        names = self.make_inputs(self.folder)
        process = start(self.words + names, self.folder)
        if ready:
            while process.poll() is None and not [name for name in self.finished() if not name.startswith(".")]:
                time.sleep(0.002)
        time.sleep(delay)
        process.send_signal(number)
        process.communicate(timeout=tool.TIME)
        return process.returncode, names

    def finished(self):
        folder = self.path("out")
        return os.listdir(folder) if os.path.isdir(folder) else []

    def check_whole(self, leftovers):
        for name in self.finished():
            if TEMPORARY.match(name):
                self.assertTrue(leftovers, name)
                continue
            self.assertEqual(self.read(os.path.join("out", name)), self.reference[name], name)

    def test_kill_leaves_only_whole_files(self):
        choice = random.Random(SEED)
        for _ in range(KILLS):
            shutil.rmtree(self.path("out"), ignore_errors=True)
            _, names = self.interrupted(signal.SIGKILL, choice.uniform(0, 1.2 * self.seconds))
            self.check_whole(leftovers=True)
        # The next run is not disturbed by what is left, and completes the folder.
        tool.run(self.words + names, self.folder).check_returncode()
        self.check_whole(leftovers=True)
        self.assertEqual(len([name for name in self.finished() if not name.startswith(".")]), self.inputs)

    def test_signals_end_a_batch_tidily(self):
        choice = random.Random(SEED)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            for _ in range(max(1, KILLS // 10)):
                shutil.rmtree(self.path("out"), ignore_errors=True)
                status, _ = self.interrupted(number, choice.uniform(0, self.seconds / 4), ready=True)
                self.assertIn(status, (130, 0))
                self.check_whole(leftovers=False)
                self.assertGreater(len(self.finished()), 0)

    def test_what_the_parent_ignores_stays_ignored(self):
        names = self.make_inputs(self.folder)
        process = start(self.words + names, self.folder, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        while process.poll() is None and not self.finished():
            time.sleep(0.002)
        process.send_signal(signal.SIGHUP)
        process.communicate(timeout=tool.TIME)
        self.assertEqual(process.returncode, 0)
        self.assertEqual(sorted(self.finished()), sorted(self.reference))


class Disk(tool.Case):
    def mounted(self, options):
        """A small file system of its own in the folder; skips where that is not allowed."""
        place = self.path("disk")
        os.mkdir(place)
        made = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", place], capture_output=True)
        if made.returncode:
            self.skipTest("a file system can't be mounted without root")
        self.addCleanup(subprocess.run, ["umount", "-l", place], check=True)
        return place

    def test_full_disk(self):
        place = self.mounted("size=24k")
        small = tool.run(["solve", sample("circle"), "-n", "3", "-o", "circle.json"], place)
        self.assertEqual(small.returncode, 0, small.stderr)
        before = self.read("disk/circle.json")
        for words in (["solve", sample("heart"), "-n", "2000", "--fit-method", "truncate", "-o", "circle.json"],
                      ["render", "circle.json", "-o", "page.html"], ["inspect", sample("heart"), "--json", "--points",
                                                                     "100000", "-o", "points.json"]):
            outcome = tool.run(words, place)
            self.assertEqual(outcome.returncode, 74, outcome.stderr)
            self.assertIn(b"no space left", outcome.stderr)
            self.assertEqual(os.listdir(place), ["circle.json"])
            self.assertEqual(self.read("disk/circle.json"), before)

    def test_full_disk_in_a_batch(self):
        """What still fits is written, and the batch ends with the reason."""
        place = self.mounted("size=24k")
        names = []
        for number in range(20):
            names.append(self.path(f"heart-{number}.svg"))
            shutil.copy(sample("heart"), names[-1])
        outcome = tool.run(["solve", "-n", "100", "--fit-method", "truncate", "-o", place + "/out/"] + names, place)
        self.assertEqual(outcome.returncode, 74, outcome.stderr)
        written = os.listdir(place + "/out")
        self.assertGreater(len(written), 0)
        for name in written:
            json.loads(self.read("disk/out/" + name))

    def test_read_only_folder(self):
        place = self.mounted("ro")
        for words in (["solve", sample("heart"), "-o", "x.json"], ["solve", sample("heart"), "-o", "new/"]):
            outcome = tool.run(words, place)
            self.assertEqual(outcome.returncode, 73, outcome.stderr)
            self.assertIn(b"read-only", outcome.stderr.lower())

    def test_folder_without_permission(self):
        place = self.path("closed")
        os.mkdir(place, 0o555)
        become = {"user": 65534} if os.getuid() == 0 else {}
        outcome = subprocess.run(
            [BINARY, "solve", sample("heart"), "-n", "3", "-o", place + "/x.json"], capture_output=True, **become)
        if b"denied" in outcome.stderr and outcome.returncode not in (73,):
            self.skipTest("another user can't read the sample")
        self.assertEqual(os.listdir(place), [])

    def test_unreadable_inputs(self):
        os.mkfifo(self.path("pipe.svg"))
        os.mkdir(self.path("folder.svg"))
        os.symlink("loop.svg", self.path("loop.svg"))
        for name, status in (("folder.svg", 65), ("loop.svg", 65), ("x" * 300 + ".svg", 65), ("a/b.svg", 66)):
            outcome = tool.run(["solve", name], self.folder)
            self.assertEqual(outcome.returncode, status, outcome.stderr)
            self.assertEqual(len(outcome.stderr.splitlines()), 1)
        writer = threading.Thread(target=lambda: self.write("pipe.svg", "M0 0H1V1z"))
        writer.start()
        outcome = tool.run(["solve", "pipe.svg", "-n", "3"], self.folder)
        writer.join()
        self.assertEqual(outcome.returncode, 0, outcome.stderr)

    def test_file_that_changes_while_it_is_read(self):
        """Either text, or an error; never a crash, never a mixture that isn't there."""
        long = "M0 0" + "h1v1h-1v1" * 30_000 + "z"
        self.write("x.svg", long)
        done = threading.Event()

        def rewrite():
            while not done.is_set():
                self.write("x.svg", "M0 0H9V9z")
                self.write("x.svg", long)

        writer = threading.Thread(target=rewrite)
        writer.start()
        try:
            for _ in range(10):
                outcome = tool.run(["inspect", "x.svg", "--json"], self.folder)
                self.assertIn(outcome.returncode, (0, 65), outcome.stderr)
        finally:
            done.set()
            writer.join()

    def test_two_processes_write_one_output(self):
        """One of the two whole answers is left."""
        words = [["solve", sample(name), "-n", "60", "--fit-method", "truncate", "-o", "x.json"]
                 for name in ("heart", "star")]
        answers = [tool.run(each[:-2], self.folder).stdout for each in words]
        for _ in range(10):
            processes = [start(each, self.folder) for each in words]
            for process in processes:
                process.communicate(timeout=tool.TIME)
                self.assertEqual(process.returncode, 0)
            self.assertIn(self.read("x.json"), answers)
            self.assertEqual(self.names(), ["x.json"])


class Pipes(tool.Case):
    def test_closed_standard_streams(self):
        for closed, status in (("<&-", 0), (">&-", 74), ("2>&-", 0), (">&- 2>&-", 74)):
            outcome = subprocess.run(
                ["/bin/sh", "-c", f"'{BINARY}' solve '{sample('circle')}' -n 3 {closed}"], capture_output=True)
            self.assertEqual(outcome.returncode, status, (closed, outcome.stderr))

    def test_standard_input_that_can_not_be_read(self):
        handle = os.open("/", os.O_RDONLY)
        outcome = tool.run(["solve", "-"], self.folder, stdin_file=handle)
        os.close(handle)
        self.assertEqual(outcome.returncode, 65)
        self.assertIn(b"is a directory", outcome.stderr)
        outcome = subprocess.run(["/bin/sh", "-c", f"'{BINARY}' solve - <&-"], capture_output=True)
        self.assertEqual(outcome.returncode, 65, outcome.stderr)

    def test_reader_that_leaves(self):
        for words in (["inspect", sample("heart"), "--json", "--points", "100000"],
                      ["solve", sample("heart"), "-n", "3000", "--fit-method", "truncate"]):
            process = start(words, self.folder)
            process.stdout.read(1)
            process.stdout.close()
            errors = process.stderr.read()
            self.assertEqual(process.wait(tool.TIME), 74, errors)
            self.assertIn(b"broken pipe", errors)
            process.stderr.close()

    def test_reader_of_records_that_leaves(self):
        """The filter ends though its input goes on."""
        process = start(["inspect", "--ndjson", "-"], self.folder, stdin=subprocess.PIPE)
        process.stdout.close()
        try:
            for number in range(100_000):
                process.stdin.write(b'{"id": %d, "d": "M0 0H1"}\n' % number)
                process.stdin.flush()
        except BrokenPipeError:
            pass
        try:
            process.stdin.close()
        except BrokenPipeError:
            pass
        self.assertEqual(process.wait(tool.TIME), 74)
        process.stderr.close()

    def test_full_pipe_that_does_not_block(self):
        """A slow reader gets everything, though the pipe is full and never blocks."""
        expected = tool.run(["inspect", sample("heart"), "--json", "--points", "20000"], self.folder).stdout
        reader, writer = os.pipe()
        fcntl.fcntl(writer, fcntl.F_SETFL, fcntl.fcntl(writer, fcntl.F_GETFL) | os.O_NONBLOCK)
        process = start(["inspect", sample("heart"), "--json", "--points", "20000"], self.folder, stdout=writer)
        os.close(writer)
        time.sleep(0.5)
        with os.fdopen(reader, "rb") as file:
            received = file.read()
        errors = process.stderr.read()
        process.stderr.close()
        self.assertEqual(process.wait(tool.TIME), 0, errors)
        self.assertEqual(received, expected)

    def test_input_that_does_not_block(self):
        reader, writer = os.pipe()
        fcntl.fcntl(reader, fcntl.F_SETFL, fcntl.fcntl(reader, fcntl.F_GETFL) | os.O_NONBLOCK)
        process = start(["inspect", "--ndjson", "-"], self.folder, stdin=reader)
        os.close(reader)
        with os.fdopen(writer, "wb") as file:
            for number in range(3):
                time.sleep(0.1)
                file.write(b'{"id": %d, "d": "M0 0H1"}\n' % number)
                file.flush()
        output, _ = process.communicate(timeout=tool.TIME)
        self.assertEqual(process.returncode, 0)
        self.assertEqual(len(output.splitlines()), 3)


class Surroundings(tool.Case):
    words = ["solve", sample("stroke"), "-n", "12"]

    def test_nothing_in_the_environment(self):
        expected = tool.run(self.words, self.folder).stdout
        for environment in ({}, {"HOME": "/nonexistent"}, {"TMPDIR": "/nonexistent"}, {"TZ": "Asia/Kathmandu"},
                            {"TERM": "dumb"}, {"COLUMNS": "-1"}):
            outcome = subprocess.run([BINARY] + self.words, capture_output=True, env=environment, cwd=self.folder)
            self.assertEqual((outcome.returncode, outcome.stdout), (0, expected), outcome.stderr)

    def test_no_working_folder(self):
        outcome = subprocess.run(
            ["/bin/sh", "-c", f"mkdir gone && cd gone && rmdir ../gone && '{BINARY}' solve '{sample('circle')}' -n 3"],
            capture_output=True, cwd=self.folder)
        self.assertEqual(outcome.returncode, 0, outcome.stderr)

    def test_locales(self):
        """Decimal commas, Turkish letters, the C locale: the same bytes in, the same bytes out."""
        expected = tool.run(self.words + ["--max-error", "7.5%"], self.folder).stdout
        for name, charset in (("de_DE", "UTF-8"), ("tr_TR", "UTF-8"), ("fr_FR", "ISO-8859-1"), ("ja_JP", "EUC-JP")):
            made = shutil.which("localedef") and subprocess.run(
                ["localedef", "-i", name, "-f", charset, self.path(f"{name}.{charset}")], capture_output=True)
            for environment in ({"LC_ALL": f"{name}.{charset}", "LOCPATH": self.folder if made else ""},
                                {"LC_ALL": "C"}, {"LC_ALL": "POSIX"}, {"LC_ALL": "nonsense"}, {"LC_NUMERIC": name}):
                outcome = tool.run(self.words + ["--max-error", "7.5%"], self.folder, environment=environment)
                self.assertEqual((outcome.returncode, outcome.stdout), (0, expected), outcome.stderr)

    def test_terminal(self):
        """Colour and progress only on a terminal; the data are the same."""
        expected = tool.run(self.words, self.folder).stdout
        for environment, coloured in (({"TERM": "xterm"}, True), ({"TERM": "dumb"}, False),
                                      ({"TERM": "xterm", "NO_COLOR": "1"}, False)):
            seen, data = self.on_a_terminal(self.words, environment)
            self.assertEqual(data, expected)
            self.assertIn(b"clocks", seen)
            seen, _ = self.on_a_terminal(["solve", "nowhere.svg"], environment)
            self.assertEqual(b"\x1b[1;31m" in seen, coloured)
        self.assertNotIn(b"\x1b", tool.run(["solve", "nowhere.svg"], self.folder).stderr)

    def on_a_terminal(self, words, environment):
        """What standard error shows on a terminal, and standard output."""
        leader, follower = pty.openpty()
        process = start(words, self.folder, stderr=follower, env=os.environ | environment)
        os.close(follower)
        output = process.stdout.read()
        process.stdout.close()
        process.wait(tool.TIME)
        seen = b""
        try:
            while chunk := os.read(leader, 4096):
                seen += chunk
        except OSError:
            pass
        os.close(leader)
        return seen, output

    def test_hostile_names(self):
        """A name can't move the cursor of a terminal, and is not taken for an option."""
        for name in ("-x.svg", "a\nb.svg", "a\x1b[2Jb.svg", "ü.svg", "\\.svg", "' ;.svg"):
            shutil.copy(sample("circle"), self.path(name))
            outcome = tool.run(["solve", "-n", "3", "--", name], self.folder)
            self.assertEqual(outcome.returncode, 0, outcome.stderr)
            self.assertEqual(json.loads(outcome.stdout)["source"]["file"], name)
        outcome = tool.run(["solve", "no\n\x1b[2Jthing.svg"], self.folder)
        self.assertEqual(len(outcome.stderr.splitlines()), 1)
        self.assertNotIn(b"\x1b", outcome.stderr)


if __name__ == "__main__":
    unittest.main()

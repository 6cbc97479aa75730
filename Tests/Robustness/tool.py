"""The built binary, run within a bound of memory and time."""

import os
import resource
import subprocess
import tempfile
import unittest

ROOT = os.environ.get("EPICYCLE_ROOT") or os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BINARY = os.environ.get("EPICYCLE_BINARY") or os.path.join(ROOT, ".build", "release", "epicycle")
IS_LONG = bool(os.environ.get("EPICYCLE_LONG"))

# Address space in MiB and seconds: far above what is needed, so that only what is unbounded is caught.
MEMORY = 4096
TIME = 300


def sample(name):
    return os.path.join(ROOT, "paths", name + ".svg")


def run(words, folder=None, stdin=b"", stdin_file=None, memory=MEMORY, environment=None):
    """The finished process; subprocess.TimeoutExpired where it does not end."""

    def bound():
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory << 20, memory << 20))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    source = {"input": stdin} if stdin_file is None else {"stdin": stdin_file}
    return subprocess.run(
        [BINARY] + words,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        timeout=TIME,
        preexec_fn=bound,
        env=os.environ | (environment or {}),
        **source,
    )


def peak_memory(words, folder=None, stdin=subprocess.DEVNULL):
    """Peak resident MiB and exit status of a run whose output is thrown away."""
    process = subprocess.Popen(
        [BINARY] + words, cwd=folder, stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_maxrss / 1024, process.returncode


class Case(unittest.TestCase):
    """A test in an empty folder of its own."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="epicycle-")
        self.addCleanup(scratch.cleanup)
        self.folder = scratch.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data if isinstance(data, bytes) else data.encode())
        return self.path(name)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def names(self):
        return sorted(os.listdir(self.folder))

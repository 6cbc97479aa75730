"""Installing and removing; with EPICYCLE_LONG the release archive, in a root that holds nothing else.

    python Tests/Robustness/installation.py
"""

import glob
import hashlib
import os
import shutil
import subprocess
import tarfile
import unittest

import tool

INSTALL = os.path.join(tool.ROOT, "scripts", "install")


def tree(folder):
    return sorted(
        os.path.relpath(os.path.join(place, name), folder) for place, _, names in os.walk(folder) for name in names)


class Installation(tool.Case):
    def install(self, *words, **environment):
        environment = os.environ | {"PREFIX": self.folder} | environment
        subprocess.run([INSTALL, *words], check=True, env=environment, capture_output=True)

    def test_install_and_uninstall(self):
        self.write("mine.txt", "mine")
        self.install()
        for name in ("bin/epicycle", "share/man/man1/epicycle.1", "share/bash-completion/completions/epicycle",
                     "share/zsh/site-functions/_epicycle", "share/fish/vendor_completions.d/epicycle.fish",
                     "share/epicycle/epicycle-spec-1.schema.json", "share/doc/epicycle/SECURITY.md"):
            self.assertGreater(os.path.getsize(self.path(name)), 0, name)
        outcome = subprocess.run([self.path("bin/epicycle"), "--version"], capture_output=True, check=True)
        self.assertTrue(outcome.stdout.startswith(b"epicycle "))
        before = tree(self.folder)
        self.install()
        self.assertEqual(tree(self.folder), before)
        self.install("--uninstall")
        self.assertEqual(tree(self.folder), ["mine.txt"])
        self.install("--uninstall")

    def test_destination_for_packagers(self):
        self.install(DESTDIR=self.path("stage"), PREFIX="/usr")
        self.assertTrue(os.access(self.path("stage/usr/bin/epicycle"), os.X_OK))

    @unittest.skipIf(not shutil.which("man"), "man is not installed")
    def test_manual_page(self):
        self.install()
        outcome = subprocess.run(
            ["man", "--warnings", "-l", self.path("share/man/man1/epicycle.1")], capture_output=True,
            env=os.environ | {"MANWIDTH": "80", "LC_ALL": "C.UTF-8"})
        self.assertEqual((outcome.returncode, outcome.stderr), (0, b""))
        self.assertIn(b"--limit", outcome.stdout)

    @unittest.skipUnless(tool.IS_LONG and os.uname().sysname == "Linux", "the archive is built by ./test --long")
    def test_archive_in_a_bare_root(self):
        """Twice the same bytes, and it solves a sample where nothing else is: no library, no shell."""
        script = os.path.join(tool.ROOT, "scripts", "release")
        sums = []
        for words in (["--check"], []):
            subprocess.run([script, *words], check=True, capture_output=True)
            archive, = glob.glob(os.path.join(tool.ROOT, ".build", "epicycle-*-linux-*.tar.gz"))
            with open(archive, "rb") as file:
                sums.append(hashlib.sha256(file.read()).hexdigest())
        self.assertEqual(sums[0], sums[1])
        with tarfile.open(archive) as file:
            file.extractall(self.folder)
        top, = os.listdir(self.folder)
        subprocess.run([self.path(top + "/install")], check=True, env=os.environ | {"PREFIX": self.path("root")})
        self.assertGreater(len(tree(self.path("root/share/doc/epicycle/licences"))), 20)
        if os.getuid():
            self.skipTest("a bare root needs root")
        root = self.path("root")
        os.mkdir(root + "/proc")
        shutil.copy(tool.sample("heart"), root)
        subprocess.run(["mount", "-t", "proc", "none", root + "/proc"], check=True)
        self.addCleanup(subprocess.run, ["umount", "-l", root + "/proc"], check=True)
        for words in (["solve", "heart.svg", "-n", "12", "-o", "heart.json"], ["verify", "heart.json", "--against", "heart.svg"],
                      ["render", "heart.json", "-o", "heart.png"], ["render", "heart.json", "-o", "heart.html"]):
            subprocess.run(["chroot", root, "/bin/epicycle", *words], check=True, env={"PATH": os.environ["PATH"]})
        self.assertEqual(self.read("root/heart.json"),
                         tool.run(["solve", "heart.svg", "-n", "12"], root).stdout)


if __name__ == "__main__":
    unittest.main()

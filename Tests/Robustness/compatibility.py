"""Specs of version 1 hold forever: the files in Tests/Golden were written by releases and are never changed.

    python Tests/Robustness/compatibility.py
"""

import json
import os
import unittest

import tool

GOLDEN = os.path.join(tool.ROOT, "Tests", "Golden")
SPECS = sorted(name for name in os.listdir(GOLDEN) if name.endswith(".json"))


def load(name):
    with open(os.path.join(GOLDEN, name), encoding="utf-8") as file:
        return json.load(file)


def objects(value, place=()):
    """Every object within, with its place."""
    if isinstance(value, dict):
        yield value, place
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from objects(inner, place + (key,))


class Golden(tool.Case):
    def verify(self, spec, source):
        self.write("spec.json", json.dumps(spec))
        return tool.run(["verify", "spec.json", "--against", os.path.join(GOLDEN, source)], self.folder)

    def test_every_spec_verifies(self):
        self.assertGreater(len(SPECS), 10)
        for name in SPECS:
            source = load(name)["source"]["file"]
            outcome = tool.run(["verify", name, "--against", source], GOLDEN)
            self.assertEqual((outcome.returncode, outcome.stderr), (0, b""), name)

    def test_reading_and_writing_changes_no_byte(self):
        for name in SPECS:
            with open(os.path.join(GOLDEN, name), "rb") as file:
                content = file.read()
            outcome = tool.run(["render", name, "--format", "json"], GOLDEN)
            self.assertEqual((outcome.returncode, outcome.stdout), (0, content), name)

    def test_unknown_fields_are_ignored(self):
        """In every object, whatever their value; they are not kept, as the schema says."""
        for name in ("upright-radius.json", "free-any.json", "join.json"):
            spec = load(name)
            plain = tool.run(["render", name, "--format", "json"], GOLDEN).stdout
            for value in ({"a": [1, None]}, "x", 1e300, None, []):
                spec = load(name)
                for found, _ in list(objects(spec)):
                    found["later"] = value
                outcome = self.verify(spec, spec["source"]["file"])
                self.assertEqual((outcome.returncode, outcome.stderr), (0, b""), name)
                again = tool.run(["render", "spec.json", "--format", "json"], self.folder)
                self.assertEqual((again.returncode, again.stdout), (0, plain))

    def test_other_versions_are_refused_in_one_line(self):
        spec = load("truncate.json")
        for version in (0, 2, 3, 10**9, 1.5, -1, "1", None, [1]):
            spec["version"] = version
            for change in ({}, {"chains": 0, "loop": []}):
                outcome = self.verify(spec | change, "heart.svg")
                self.assertEqual(outcome.returncode, 65, outcome.stderr)
                lines = outcome.stderr.decode().splitlines()
                self.assertEqual(len(lines), 1)
                self.assertIn("/version", lines[0])
                if isinstance(version, int):
                    self.assertIn(f"found version {version}, expected version 1", lines[0])
        del spec["version"]
        self.assertEqual(self.verify(spec, "heart.svg").returncode, 65)

    def test_a_changed_number_is_noticed(self):
        """Each clock counts: a spec that was tampered with does not verify."""
        for name in ("truncate.json", "free.json", "several.json"):
            for field, change in (("radius", lambda x: x * 1.05 + 0.5), ("phase", lambda x: x + 0.3)):
                spec = load(name)
                clock = spec["chains"][0]["clocks"][0]
                clock[field] = change(clock[field])
                outcome = self.verify(spec, spec["source"]["file"])
                self.assertEqual(outcome.returncode, 1, (name, field))


if __name__ == "__main__":
    unittest.main()

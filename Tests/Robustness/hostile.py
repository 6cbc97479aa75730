"""Hostile files: each ends within bounded time and memory, by an answer or by one clear line and exit 65.

    python Tests/Robustness/hostile.py [--table] [TEST...]

`--table` prints what was tried and what came out, as SECURITY.md shows it.
"""

import gzip
import random
import socket
import sys
import threading
import time
import unittest
import zlib

import tool

XMLNS = "xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'"
SQUARE = "<path d='M0 0H1V1Z'/>"


def svg(body, prologue=""):
    return f"{prologue}<svg {XMLNS}>{body}</svg>".encode()


def laughs(in_attribute):
    lines = ["<!ENTITY a0 'M0 0H1V1Z '>"]
    lines += [f"<!ENTITY a{k} '{f'&a{k - 1};' * 10}'>" for k in range(1, 12)]
    body = "<path d='&a11;'/>" if in_attribute else f"<style>&a11;</style>{SQUARE}"
    return svg(body, f"<!DOCTYPE svg [{''.join(lines)}]>")


def quadratic_entity():
    return svg("<path d='M0 0" + "&a;" * 20_000 + "'/>", f"<!DOCTYPE svg [<!ENTITY a '{'h1' * 20_000}'>]>")


def parameter_entities():
    lines = ["<!ENTITY % p0 '&#60;!ENTITY x \"y\"&#62;'>"]
    lines += [f"<!ENTITY % p{k} '{f'&#37;p{k - 1};' * 10}'>" for k in range(1, 10)]
    return svg(SQUARE, f"<!DOCTYPE svg [{''.join(lines)} %p9;]>")


def entity_loop():
    return svg("<path d='&a;'/>", "<!DOCTYPE svg [<!ENTITY a '&b;'><!ENTITY b '&a;'>]>")


def exponential_use(levels=40):
    groups = [f"<g id='g{k}'><use href='#g{k - 1}'/><use href='#g{k - 1}'/></g>" for k in range(1, levels)]
    return svg(f"<defs><g id='g0'>{SQUARE}</g>{''.join(groups)}</defs><use href='#g{levels - 1}'/>")


def chained_use(length):
    uses = "".join(f"<use id='u{k}' href='#u{k - 1}'/>" for k in range(1, length))
    return svg(f"<defs><path id='u0' d='M0 0H1V1Z'/>{uses}</defs><use href='#u{length - 1}'/>")


def path_data(megabytes, piece="h1v1h-1v1"):
    return ("M0 0" + piece * ((megabytes << 20) // len(piece)) + "z").encode()


def bomb(megabytes, layers=1):
    """Compressed white space, which costs nothing to parse."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    data = packer.compress(b"<svg ")
    block = b" " * (1 << 20)
    data += b"".join(packer.compress(block) for _ in range(megabytes)) + packer.flush()
    for _ in range(layers - 1):
        data = gzip.compress(data)
    return data


def selectors():
    rules = "".join(f"g g g g g g g g .c{k} {{ display: none }}" for k in range(4000))
    return svg(f"<style>{rules}</style>" + "<g>" * 40 + f"<path class='c1' d='M0 0H1V1Z'/>" * 2000 + "</g>" * 40)


def scribble(count, command, arguments):
    """Segments with ends anywhere: each reaches across the whole drawing."""
    choice = random.Random(1)
    words = []
    for _ in range(count):
        numbers = [choice.randrange(1000) for _ in range(arguments)]
        if command == "A":
            numbers[3:5] = [number % 2 for number in numbers[3:5]]
        words.append(command + " ".join(map(str, numbers)))
    return ("M0 0" + "".join(words) + "z").encode()


# Name, bytes, exit status, what standard error says. None: any of 0 and 65, in one line.
FILES = [
    ("billion laughs in an attribute", lambda: laughs(True), 65, "entit"),
    ("billion laughs in text", lambda: laughs(False), 65, "entit"),
    ("quadratic entity expansion", quadratic_entity, 65, "entit"),
    ("nested parameter entities", parameter_entities, None, ""),
    ("entity that refers to itself", entity_loop, 65, ""),
    ("100 000 groups, nested", lambda: svg("<g>" * 100_000 + SQUARE + "</g>" * 100_000), 65, "nested"),
    ("1 000 000 groups, nested, unclosed", lambda: svg("<g>" * 1_000_000), 65, "nested"),
    ("100 000 foreign elements, nested", lambda: svg("<x:a xmlns:x='x'>" * 100_000 + "</x:a>" * 100_000), 65, "nested"),
    ("use of itself", lambda: svg(f"<g id='a'><use href='#a'/></g>{SQUARE}"), 0, "itself"),
    ("two uses of each other", lambda: svg(
        f"<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>{SQUARE}"), 0, "itself"),
    ("2^40 uses of uses", exponential_use, 65, "segments"),
    ("chain of 100 000 uses", lambda: chained_use(100_000), 65, "nested"),
    ("chain of 2000 uses", lambda: chained_use(2000), 0, ""),
    ("100 MB of path data, lines", lambda: path_data(100), 65, "segments"),
    ("100 MB of path data in an attribute", lambda: svg(f"<path d='{path_data(100).decode()}'/>"), 65, "segments"),
    ("100 MB of moves", lambda: path_data(100, "M1 1"), 65, "segments"),
    ("100 MB of closed sub-paths", lambda: path_data(100, "h1z"), 65, "segments"),
    ("100 MB of arcs", lambda: path_data(100, "a1 1 0 1 1 1 1"), 65, "segments"),
    ("290 000 lines to and fro", lambda: b"M0 0" + b"h1v1h-1v1" * 72_500 + b"z", 0, ""),
    ("a scribble of 50 000 cubics", lambda: scribble(50_000, "C", 6), 0, ""),
    ("a scribble of 50 000 arcs", lambda: scribble(50_000, "A", 7), 0, ""),
    ("100 MB of digits", lambda: b"M0 0H" + b"9" * (100 << 20), 65, ""),
    ("100 MB of white space", lambda: b" " * (100 << 20), 65, "nothing"),
    ("300 MB", lambda: b"M0 0" + b"h1" * (150 << 20), 65, "bytes"),
    ("1 000 000 attributes on one element", lambda: svg(
        "<path d='M0 0H1V1Z' " + " ".join(f"a{k}=''" for k in range(1_000_000)) + "/>"), 65, "attributes"),
    ("100 000 attributes in an entity", lambda: svg(
        "&a;" + SQUARE, "<!DOCTYPE svg [<!ENTITY a \"&#60;g " + " ".join(f"a{k}=''" for k in range(100_000))
        + "/&#62;\">]>"), 65, "attributes"),
    ("100 000 attributes by default", lambda: svg(SQUARE, "<!DOCTYPE svg [" + "".join(
        f"<!ATTLIST svg a{k} CDATA ''>" for k in range(100_000)) + "]>"), 65, "attributes"),
    ("1000 attributes", lambda: svg(
        "<path d='M0 0H1V1Z' " + " ".join(f"a{k}=\">'<\"".replace("<", "") for k in range(990)) + "/>"), 0, ""),
    ("1 000 000 elements with attributes", lambda: svg("<path x='1' y='1' d='M0 0'/>" * 1_000_000), 65, ""),
    ("5 000 000 elements", lambda: svg("<g/>" * 5_000_000), 65, "elements"),
    ("1 000 000 namespaces", lambda: svg(
        "<g " + " ".join(f"xmlns:n{k}='u'" for k in range(1_000_000)) + f">{SQUARE}</g>"), 65, "attributes"),
    ("50 000 small squares", lambda: svg(SQUARE * 50_000), 65, "clocks"),
    ("2^40 uses of nothing", lambda: exponential_use().replace(SQUARE.encode(), b""), 65, "to be drawn"),
    ("300 000 small squares", lambda: svg(SQUARE * 300_000), 65, "segments"),
    ("a 10 MB id", lambda: svg(f"<path id='{'a' * 10_000_000}' d='M0 0H1V1Z'/>"), 0, ""),
    ("a 10 MB element name", lambda: f"<{'a' * 10_000_000}/>".encode(), 65, ""),
    ("a 10 MB comment", lambda: svg(f"<!--{'a' * 10_000_000}-->{SQUARE}"), 0, ""),
    ("1 000 000 transforms in one list", lambda: svg(
        f"<path transform='{'translate(1)' * 1_000_000}' d='M0 0H1V1Z'/>"), 0, ""),
    ("1 000 000 points in a polygon", lambda: svg(
        f"<polygon points='{'0,0 1,0 1,1 ' * 333_334}'/>"), 65, "segments"),
    ("style sheet of 4000 deep selectors", selectors, None, ""),
    ("style sheet without an end", lambda: svg("<style>" + "a{" * 1_000_000 + f"</style>{SQUARE}"), 0, ""),
    ("coordinates of 1e308", lambda: b"M1e308 1e308L-1e308 -1e308V1e308z", 65, "number"),
    ("coordinates of 1e154", lambda: b"M1e154 1e154L-1e154 -1e154V1e154z", None, ""),
    ("coordinates of 1e100", lambda: b"M1e100 1e100L-1e100 -1e100V1e100z", None, ""),
    ("denormal coordinates", lambda: b"M0 0H5e-324V5e-324z", 65, "too small"),
    ("coordinates of 1e-300", lambda: b"M0 0H1e-300V1e-300z", 65, "too small"),
    ("coordinates of 1e-100", lambda: b"M0 0H1e-100V1e-100z", None, ""),
    ("1e-12 at 1e9", lambda: b"M1e9 1e9h1e-12v1e-12z", 65, ""),
    ("transforms that cancel, 1e38 and 1e-38", lambda: svg(
        f"<g transform='scale(1e38)'><g transform='scale(1e-38)'>{SQUARE}</g></g>"), 0, ""),
    ("transforms that overflow", lambda: svg(
        "<g transform='scale(1e38)'>" * 9 + SQUARE + "</g>" * 9), 65, "finite"),
    ("singular transform", lambda: svg(f"<g transform='scale(0)'>{SQUARE}</g>"), 65, ""),
    ("transform to a line", lambda: svg(f"<g transform='scale(1 0)'>{SQUARE}</g>"), 0, ""),
    ("skew by 90 degrees", lambda: svg(f"<g transform='skewX(90)'>{SQUARE}</g>"), None, ""),
    ("viewBox of 1e300", lambda: f"<svg {XMLNS} viewBox='0 0 1e300 1e300' width='1'>{SQUARE}</svg>".encode(), None, ""),
    ("viewBox of nothing", lambda: f"<svg {XMLNS} viewBox='0 0 0 0'>{SQUARE}</svg>".encode(), None, ""),
    ("arc of radius 1e300", lambda: b"M0 0A1e300 1e300 0 1 1 1 1z", None, ""),
    ("arc of radius 1e-300", lambda: b"M0 0A1e-300 1e-300 0 1 1 1 1z", None, ""),
    ("aspect ratio of 1e15", lambda: b"M0 0H1e15V1z", None, ""),
    ("svgz of 1 GB", lambda: bomb(1024), 65, "bytes"),
    ("svgz within svgz", lambda: bomb(10, 2), 65, "not text"),
    ("svgz, cut off", lambda: gzip.compress(svg(SQUARE) * 100)[:-40], 65, ""),
    ("svgz, wrong checksum", lambda: gzip.compress(svg(SQUARE))[:-8] + b"\0" * 8, 65, ""),
    ("100 000 empty gzip members", lambda: gzip.compress(b"") * 100_000, 65, ""),
    ("invalid UTF-8", lambda: svg("<path d='M0 0H1V1Z\xff'/>").replace(b"\xc3\xbf", b"\xff"), 65, "UTF-8"),
    ("overlong UTF-8", lambda: svg("<title>X</title>" + SQUARE).replace(b"X", b"\xc0\xaf"), 65, "UTF-8"),
    ("surrogates in UTF-8", lambda: svg("<title>X</title>" + SQUARE).replace(b"X", b"\xed\xa0\x80"), 65, "0xD800"),
    ("UTF-16 with a mark", lambda: svg(SQUARE).decode().encode("utf-16"), 0, ""),
    ("UTF-16, big end first", lambda: b"\xfe\xff" + svg(SQUARE).decode().encode("utf-16-be"), 0, ""),
    ("UTF-16, odd number of bytes", lambda: svg(SQUARE).decode().encode("utf-16") + b"x", 65, ""),
    ("UTF-16, lone surrogate", lambda: svg("X" + SQUARE).decode().encode("utf-16").replace(b"X\0", b"\0\xd8"), 65, ""),
    ("UTF-32 with a mark", lambda: svg(SQUARE).decode().encode("utf-32"), 65, ""),
    ("three byte order marks", lambda: b"\xef\xbb\xbf" * 3 + svg(SQUARE), 65, ""),
    ("unknown encoding", lambda: svg(SQUARE, "<?xml version='1.0' encoding='x-y'?>"), 65, "encoding"),
    ("UTF-7", lambda: svg(SQUARE, "<?xml version='1.0' encoding='UTF-7'?>"), None, ""),
    ("NUL in a document", lambda: svg("\0" + SQUARE), 65, "NUL"),
    ("NUL in path data", lambda: b"M0 0H1\0V1z", 65, ""),
    ("NULs alone", lambda: b"\0" * 1_000_000, 65, ""),
    ("NUL by reference", lambda: svg(f"&#0;{SQUARE}"), 65, ""),
]

SPECS = [
    ("spec: 100 000 brackets", lambda: b"[" * 100_000, 65, ""),
    ("spec: 1 000 000 nested objects", lambda: b'{"a":' * 1_000_000, 65, ""),
    ("spec: a 50 MB string", lambda: b'"' + b"a" * (50 << 20), 65, ""),
    ("spec: a 50 MB number", lambda: b"1" * (50 << 20), 65, ""),
    ("spec: 2 000 000 members", lambda: b"{" + b",".join(b'"%d":1' % k for k in range(2_000_000)) + b"}", 65, ""),
    ("spec: invalid UTF-8", lambda: b'{"format":"\xff"}', 65, ""),
    ("spec: NUL", lambda: b'{"format":"epicycle-spec\0"}', 65, ""),
    ("spec: 1e999", lambda: b'{"format":"epicycle-spec","version":1e999}', 65, ""),
]

outcomes = []


class HostileFiles(tool.Case):
    def check(self, name, words, status, says, folder=None, stdin=b""):
        start = time.monotonic()
        outcome = tool.run(words, folder or self.folder, stdin=stdin)
        errors = outcome.stderr.decode()
        lines = errors.splitlines()
        first = lines[0].removeprefix("epicycle: ").removeprefix("error: ") if lines else "used"
        outcomes.append((name, outcome.returncode, first, time.monotonic() - start))
        if status is None:
            self.assertIn(outcome.returncode, (0, 65), errors)
        else:
            self.assertEqual(outcome.returncode, status, errors)
        self.assertIn(says, errors)
        if outcome.returncode == 65:
            self.assertTrue(all(line.startswith("epicycle: ") for line in lines), errors)
            self.assertEqual([line for line in lines if "error: " in line], lines[-1:], errors)
            self.assertLess(len(lines[-1]), 500)
            self.assertEqual(outcome.stdout, b"")

    def check_file(self, row):
        name, make, status, says = row
        self.write("x.svg", make())
        self.check(name, ["solve", "x.svg", "-n", "8", "--fit-method", "truncate"], status, says)
        self.assertEqual(self.names(), ["x.svg"])

    def check_spec(self, row):
        name, make, status, says = row
        self.write("x.json", make())
        self.check(name, ["verify", "x.json", "--path", "M0 0H1V1z"], status, says)

    def test_external_entities_are_never_opened(self):
        """A server and a file that would tell if anybody came."""
        server = socket.create_server(("127.0.0.1", 0))
        server.settimeout(0.2)
        callers = []

        def listen():
            while not done.is_set():
                try:
                    callers.append(server.accept())
                except TimeoutError:
                    pass

        done = threading.Event()
        listener = threading.Thread(target=listen)
        listener.start()
        secret = self.write("secret.txt", "M0 0H99999V1Z")
        address = f"http://127.0.0.1:{server.getsockname()[1]}/x"
        for place in (address, "file://" + secret, secret, "secret.txt"):
            for prologue, body in (
                (f"<!DOCTYPE svg [<!ENTITY x SYSTEM '{place}'>]>", f"<path d='&x;'/>{SQUARE}"),
                (f"<!DOCTYPE svg [<!ENTITY x SYSTEM '{place}'>]>", f"<g>&x;</g>{SQUARE}"),
                (f"<!DOCTYPE svg [<!ENTITY % x SYSTEM '{place}'> %x;]>", SQUARE),
                (f"<!DOCTYPE svg SYSTEM '{place}'>", SQUARE),
                (f"<?xml-stylesheet href='{place}'?>", SQUARE),
                ("", f"<style>@import url('{place}');</style><use href='{place}#a'/><image href='{place}'/>{SQUARE}"),
                ("", f"<x:include xmlns:x='http://www.w3.org/2001/XInclude' href='{place}' parse='text'/>{SQUARE}"),
            ):
                self.write("x.svg", svg(body, prologue))
                outcome = tool.run(["inspect", "x.svg", "--json"], self.folder)
                self.assertIn(outcome.returncode, (0, 65), outcome.stderr)
                self.assertNotIn(b"99999", outcome.stdout + outcome.stderr)
        done.set()
        listener.join()
        server.close()
        self.assertEqual(callers, [])
        outcomes.append(("external entities, subsets, style sheets, uses, images, includes", 0,
                         "nothing is opened: no file, no connection", 0))

    def test_every_limit_can_be_raised_and_lowered(self):
        """An option that the error itself names."""
        for name, number, make in (
            ("depth", 20, lambda: svg("<g>" * 30 + SQUARE + "</g>" * 30)), ("elements", 20, lambda: svg(SQUARE * 30)),
            ("attributes", 5, lambda: svg("<path d='M0 0H1V1Z' a='' b='' c='' e='' f=''/>")),
            ("entity-bytes", 50, lambda: svg("<path d='&a;&a;'/>", f"<!DOCTYPE svg [<!ENTITY a '{'M0 0H1' * 9}'>]>")),
            ("placed-elements", 20, lambda: svg(SQUARE * 30)), ("segments", 20, lambda: svg(SQUARE * 30)),
            ("selector-steps", 3, lambda: svg(
                "<style>g g .a{visibility:hidden}</style>" + "<path class='a' d='M0 0H1'/>" * 99)),
            ("bytes", 30, lambda: svg(SQUARE)),
        ):
            self.write("x.svg", make())
            words = ["inspect", "x.svg", "--limit"]
            self.assertEqual(tool.run(words + [f"{name}=100000"], self.folder).returncode, 0, name)
            outcome = tool.run(words + [f"depth=4000,{name}={number}"], self.folder)
            self.assertEqual(outcome.returncode, 65, name)
            self.assertIn(f"(--limit {name}=N allows more)".encode(), outcome.stderr)
        for wrong in ("depth", "depth=", "depth=0", "depth=-1", "depth=1e3", "depth=99999999999999999999", "x=1"):
            outcome = tool.run(["inspect", "x.svg", "--limit", wrong], self.folder)
            self.assertEqual(outcome.returncode, 64)
            self.assertIn(b"expected NAME=N", outcome.stderr)

    def test_ids_that_look_made_up(self):
        """Every curve keeps an id of its own, so that the spec is valid."""
        for ids in (("a", "a", "a~2"), ("a~2", "a", "a"), ("a/0", "a", "a"), ("", "", "path-2"), ("a", "a", "a", "a~2", "a~3", "a~2~2")):
            body = "".join(f"<path id='{name}' d='M0 0H{9 + k}V9z M20 {k}h9v9z'/>" for k, name in enumerate(ids))
            self.write("x.svg", svg(body))
            outcome = tool.run(["solve", "x.svg", "-n", "40", "--fit-method", "truncate", "-o", "x.json"], self.folder)
            self.assertEqual(outcome.returncode, 0, outcome.stderr)
            outcome = tool.run(["verify", "x.json", "--against", "x.svg"], self.folder)
            self.assertEqual((outcome.returncode, outcome.stderr), (0, b""), ids)

    def test_records(self):
        """A hostile record is answered in its place, and the next one is served."""
        good = b'{"id": 2, "d": "M0 0H1V1Z"}\n'
        for bad in (b"[" * 1_000_000, b'{"id": ' + b'{"a": ' * 100_000, b"\0" * 100_000, b"\xff\xfe" * 1000,
                    b'{"id": 1, "svg": "' + b"<g>" * 100_000 + b'"}', b'{"d": "M0 0h1e400"}',
                    b'{"d": "' + b"h" * 10_000_000 + b'"}'):
            outcome = tool.run(["solve", "--ndjson", "-", "-n", "3"], self.folder, stdin=bad + b"\n" + good)
            self.assertEqual(outcome.returncode, 0, outcome.stderr)
            answers = outcome.stdout.splitlines()
            self.assertEqual(len(answers), 2)
            self.assertIn(b'"error"', answers[0])
            self.assertIn(b'"format"', answers[1])


def method(check, row):
    return lambda self: getattr(self, check)(row)


for rows, check in ((FILES, "check_file"), (SPECS, "check_spec")):
    for number, row in enumerate(rows):
        label = "".join(letter if letter.isalnum() else "_" for letter in row[0])
        setattr(HostileFiles, f"test_{check[6:]}_{number:02}_{label}", method(check, row))

if __name__ == "__main__":
    shows = "--table" in sys.argv
    unittest.main(argv=[word for word in sys.argv if word != "--table"], exit=not shows, verbosity=2 if shows else 1)
    print("| tried | exit | what came out | s |\n|---|---|---|---|")
    for name, status, first, seconds in outcomes:
        print(f"| {name} | {status} | {first[:140]} | {seconds:.1f} |")

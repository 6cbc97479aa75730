"""Numbers: the same curve, scaled, moved, turned, reversed, begun elsewhere or cut up, gives the same result to rounding; and
figures of polygons agree with closed forms in 50 digits, at every scale and far from the origin.

    python Tests/Robustness/scales.py
"""

import json
import math
import random
import unittest
from fractions import Fraction

import tool

try:
    import mpmath
except ImportError:
    mpmath = None

CLOCKS = 9
GRID = 4000 if tool.IS_LONG else 600


def polygon(seed, corners=7):
    choice = random.Random(seed)
    return [(Fraction(choice.randrange(-400, 400), 4), Fraction(choice.randrange(-400, 400), 4)) for _ in range(corners)]


def text(points):
    """Path data with every digit of the coordinates as doubles."""
    return "M" + "L".join(f"{float(x)!r} {float(y)!r}" for x, y in points) + "z"


def bezier(points):
    """Cubic curves through the points, three for each: the last two are controls."""
    words = [f"M{float(points[0][0])!r} {float(points[0][1])!r}"]
    closed = points + points[:1]
    for k in range(0, len(points) - 2, 3):
        words.append("C" + " ".join(f"{float(x)!r} {float(y)!r}" for x, y in closed[k + 1:k + 4]))
    return "".join(words) + "z"


def solve(data, *words):
    outcome = tool.run(["solve", "--path", data, "-n", str(CLOCKS), *(words or ("--fit-method", "truncate"))])
    if outcome.returncode:
        raise AssertionError(outcome.stderr)
    return json.loads(outcome.stdout)


def terms(spec):
    chain = spec["chains"][0]
    return {clock["harmonic"]: clock["radius"] * complex(math.cos(clock["phase"]), math.sin(clock["phase"]))
            for clock in chain["clocks"]}


def aliasing(spec):
    return spec["chains"][0]["error"]["aliasing"]


def figures(spec):
    error = spec["error"]
    return [error["rms"], *(error[name]["upper"] for name in ("max", "hausdorff", "frechet"))]


class Invariance(unittest.TestCase):
    seeds = range(12 if tool.IS_LONG else 3)

    def check(self, first, second, factor=1, harmonics=lambda n: n, phases=False, tolerance=1e-8, conjugate=False):
        """The second spec's terms are the first one's by `factor`, and its figures are equal (2 % for certified bounds)."""
        a, b = terms(first), terms(second)
        self.assertEqual(sorted(map(harmonics, a)), sorted(b))
        size = first["error"]["diagonal"] * abs(factor)
        # Sampling puts an error of at most `aliasing` into each coefficient, on both sides.
        near = tolerance * size + aliasing(first) * abs(factor) + aliasing(second)
        for n, value in a.items():
            other = b[harmonics(n)]
            if phases:
                self.assertLess(abs(abs(value * factor) - abs(other)), near)
            else:
                self.assertLess(abs(value * factor - other), near)
        rms, *bounds = zip((figure * abs(factor) for figure in figures(first)), figures(second))
        self.assertLess(abs(rms[0] - rms[1]), 1e-5 * rms[0] + tolerance * size)
        for one, other in bounds:
            self.assertLess(abs(one - other), 0.04 * one + tolerance * size)

    def every_shape(self):
        for seed in self.seeds:
            yield polygon(seed), text
            yield polygon(seed + 100, 9), bezier

    def test_scale(self):
        for points, draw in self.every_shape():
            base = solve(draw(points))
            for factor in (2.0**-40, 2.0**40):
                self.check(base, solve(draw([(x * Fraction(factor), y * Fraction(factor)) for x, y in points])), factor, tolerance=1e-12)
            for factor in (1e-12, 1e12):
                self.check(base, solve(draw([(x * Fraction(factor), y * Fraction(factor)) for x, y in points])), factor)

    def test_translation(self):
        for points, draw in self.every_shape():
            base = solve(draw(points))
            for offset, tolerance in ((2**10, 1e-11), (2**30, 1e-7), (10**9, 1e-7)):
                self.check(base, solve(draw([(x + offset, y - offset) for x, y in points])), tolerance=tolerance)

    def test_rotation(self):
        for points, draw in self.every_shape():
            base = solve(draw(points))
            self.check(base, solve(draw([(-y, x) for x, y in points])), 1j, tolerance=1e-12)
            c, s = Fraction(3, 5), Fraction(4, 5)
            self.check(base, solve(draw([(c * x - s * y, s * x + c * y) for x, y in points])), complex(0.6, 0.8))

    def test_reversal(self):
        for points, draw in self.every_shape():
            back = points[:1] + points[:0:-1]
            self.check(solve(draw(points)), solve(draw(back)), harmonics=lambda n: -n)

    def test_start_point(self):
        for points, draw in self.every_shape():
            turned = points[3:] + points[:3]
            self.check(solve(draw(points)), solve(draw(turned)), phases=True)

    def test_splitting(self):
        for seed in self.seeds:
            points = polygon(seed)
            cut = []
            for (x, y), (u, v) in zip(points, points[1:] + points[:1]):
                cut += [(x, y), ((x + u) / 2, (y + v) / 2), ((x + 7 * u) / 8, (y + 7 * v) / 8)]
            self.check(solve(text(points)), solve(text(cut)), tolerance=1e-11)
            points = polygon(seed + 100, 9)
            cut = []
            for k in range(0, 9, 3):
                a, b, c, d = (points + points[:1])[k:k + 4]
                half = lambda p, q: ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)
                ab, bc, cd = half(a, b), half(b, c), half(c, d)
                abc, bcd = half(ab, bc), half(bc, cd)
                cut += [a, ab, abc, half(abc, bcd), bcd, cd]
            self.check(solve(bezier(points)), solve(bezier(cut)))

    def test_minimax_figures(self):
        """The fitted error, too, is the same: within the 2 % that the fit promises of the optimum, twice."""
        for seed in self.seeds:
            points = polygon(seed)
            base = solve(text(points), "--fit-method", "minimax")
            for change in (lambda x, y: (x * Fraction(1e12), y * Fraction(1e12)), lambda x, y: (x * Fraction(1e-12), y * Fraction(1e-12)),
                           lambda x, y: (-y, x), lambda x, y: (x + 2**20, y)):
                other = solve(text([change(x, y) for x, y in points]), "--fit-method", "minimax")
                self.assertLess(abs(other["error"]["relative"]["max"] / base["error"]["relative"]["max"] - 1), 0.04)


@unittest.skipIf(mpmath is None, "mpmath is not installed")
class ClosedForms(unittest.TestCase):
    """At constant speed along a polygon the derivative is piecewise constant, so that every coefficient is a finite sum."""

    changes = {
        "plain": lambda x, y: (x, y),
        "1e-12": lambda x, y: (x * Fraction(1e-12), y * Fraction(1e-12)),
        "1e12": lambda x, y: (x * Fraction(1e12), y * Fraction(1e12)),
        "1e-30": lambda x, y: (x * Fraction(1e-30), y * Fraction(1e-30)),
        "1e30": lambda x, y: (x * Fraction(1e30), y * Fraction(1e30)),
        "moved by 1e9": lambda x, y: (x + 10**9, y - 10**9),
        "aspect 1e6": lambda x, y: (x * 10**6, y),
        "aspect 1e-6, moved": lambda x, y: (x, y * 10**6 + 10**9),
    }

    def setUp(self):
        mpmath.mp.dps = 50

    def test_polygons(self):
        for name, change in self.changes.items():
            for seed in range(4 if tool.IS_LONG else 1):
                # Doubles are exact rationals: the reference takes what the program reads.
                points = [(Fraction(float(x)), Fraction(float(y))) for x, y in (change(x, y) for x, y in polygon(seed))]
                with self.subTest(name, seed=seed):
                    self.check(points, solve(text(points)))

    def check(self, points, spec):
        z = [mpmath.mpc(mpmath.mpf(x.numerator) / x.denominator, mpmath.mpf(y.numerator) / y.denominator) for x, y in points]
        edges = list(zip(z, z[1:] + z[:1]))
        lengths = [abs(b - a) for a, b in edges]
        length = mpmath.fsum(lengths)
        times = [mpmath.fsum(lengths[:k]) / length for k in range(len(z) + 1)]
        box = [max(p.real for p in z) - min(p.real for p in z), max(p.imag for p in z) - min(p.imag for p in z)]
        diagonal = mpmath.hypot(*box)
        # Far from the origin a coordinate has few digits left for the shape.
        rounding = mpmath.mpf(2) ** -50 * max(abs(p) for p in z)
        chain, error = spec["chains"][0], spec["error"]
        self.assertLess(abs(chain["curve"]["length"] - length), 1e-12 * length + rounding)
        self.assertLess(abs(error["diagonal"] - diagonal), 1e-12 * diagonal + rounding)

        centre = mpmath.fsum(l * (a + b) / 2 for l, (a, b) in zip(lengths, edges)) / length
        bound = aliasing(spec) + 1e-13 * diagonal + 8 * rounding
        self.assertLess(abs(mpmath.mpc(chain["centre"]["x"], chain["centre"]["y"]) - centre), bound)
        kept, exact = {}, {}
        for clock in chain["clocks"]:
            n, w = clock["harmonic"], 2j * mpmath.pi * clock["harmonic"]
            exact[n] = mpmath.fsum((b - a) / l * length * (mpmath.exp(-w * s) - mpmath.exp(-w * t))
                                for (a, b), l, s, t in zip(edges, lengths, times, times[1:])) / w**2
            kept[n] = clock["radius"] * mpmath.expj(clock["phase"])
            self.assertLess(abs(kept[n] - exact[n]), bound)

        # The mean of |z - c0|^2 over an edge from p to q is (|p|^2 + |q|^2 + Re p conj q) / 3.
        drawn = mpmath.mpc(chain["centre"]["x"], chain["centre"]["y"])
        total = mpmath.fsum(
            l * (abs(a - drawn)**2 + abs(b - drawn)**2 + ((a - drawn) * mpmath.conj(b - drawn)).real) / 3
            for l, (a, b) in zip(lengths, edges)) / length
        # What the exact coefficients leave, and how far the kept ones are from them.
        rms = mpmath.sqrt(total + mpmath.fsum(abs(kept[n] - exact[n])**2 - abs(exact[n])**2 for n in kept))
        self.assertLess(abs(error["rms"] - rms), 1e-6 * rms + 1e-9 * diagonal + 8 * rounding)

        worst = mpmath.mpf(0)
        grid = sorted([mpmath.mpf(k) / GRID for k in range(GRID)] + times[:-1])
        edge = 0
        for t in grid:
            while edge + 1 < len(edges) and times[edge + 1] <= t:
                edge += 1
            a, b = edges[edge]
            point = a + (b - a) * (t - times[edge]) / (times[edge + 1] - times[edge])
            worst = max(worst, abs(drawn + mpmath.fsum(c * mpmath.expj(2 * mpmath.pi * n * t) for n, c in kept.items()) - point))
        self.assertGreaterEqual(error["max"]["upper"], worst * (1 - mpmath.mpf(10)**-14))
        self.assertLessEqual(error["max"]["lower"], worst * 1.01 + 8 * rounding)
        self.assertLess(error["max"]["upper"], 1.03 * worst + 1e-8 * diagonal + 16 * rounding)


if __name__ == "__main__":
    unittest.main()

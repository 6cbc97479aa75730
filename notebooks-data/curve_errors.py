"""How far a sum of rotating arms is from the exact curve: one evaluator for every tool.

Nothing here is shared with what it measures. The curve comes from svgpathtools' segments, evaluated
exactly at more than 200,000 equal steps of the arc length and at every joint; distances to a set of
points are distances to the sides of the polygon through them.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.spatial import cKDTree

import peer_jobs

# Equal steps of the arc length, and of time.
GRID = 1 << 18
# Steps of a segment's own parameter in its table of arc lengths.
TABLE = 1 << 15


class Polygon:
    """A closed polygon that answers how far points are from it. Corners that coincide become one."""

    def __init__(self, corners: np.ndarray):
        sides = np.abs(corners - np.roll(corners, 1))
        self.corners = corners = corners[sides > 1e-6 * np.median(sides)]
        self.tree = cKDTree(np.column_stack([corners.real, corners.imag]))

    def distances(self, points: np.ndarray) -> np.ndarray:
        """To the nearest corner and to the two sides that meet there."""
        nearest, k = self.tree.query(np.column_stack([points.real, points.imag]), workers=-1)
        corner = self.corners[k]
        for neighbour in (k - 1, (k + 1) % len(self.corners)):
            side = self.corners[neighbour] - corner
            square = np.maximum(np.abs(side) ** 2, np.finfo(float).tiny)
            share = np.clip((np.conj(side) * (points - corner)).real / square, 0, 1)
            nearest = np.minimum(nearest, np.abs(points - corner - share * side))
        return nearest


class Curve:
    """The exact curve of a file that holds one; an open one is retraced. Points go by arc length."""

    def __init__(self, file: Path):
        path = peer_jobs.read_path(str(file))
        self.is_open = not peer_jobs.only_path(str(file)).isclosed()
        self.segments = list(path)
        left, right, top, bottom = path.bbox()
        self.top_left, self.width, self.height = complex(left, top), right - left, bottom - top
        self.diagonal = abs(complex(self.width, self.height))
        self.parameters = np.linspace(0, 1, TABLE + 1)
        chords = [np.abs(np.diff(segment.point(self.parameters))) for segment in self.segments]
        self.tables = [np.concatenate([[0], np.cumsum(c)]) for c in chords]
        self.ends = np.cumsum([table[-1] for table in self.tables])
        self.length = self.ends[-1]
        steps = np.arange(GRID) / GRID * self.length
        self.uniform = self.at(steps)
        self.polygon = Polygon(self.at(np.sort(np.append(steps, self.ends))))

    def at(self, lengths: np.ndarray) -> np.ndarray:
        lengths = np.mod(lengths, self.length)
        which = np.minimum(np.searchsorted(self.ends, lengths, side="right"), len(self.segments) - 1)
        points = np.empty(len(lengths), dtype=complex)
        for k, (segment, table) in enumerate(zip(self.segments, self.tables, strict=True)):
            mine = which == k
            offset = lengths[mine] - (self.ends[k] - table[-1])
            points[mine] = segment.point(np.interp(offset, table, self.parameters))
        return points


@dataclass
class Drawing:
    """Arms c of harmonics n, 0 for the centre: the sum of c * exp(2 pi i n t), t in loops, y down.

    `timing` is a piecewise linear map from t to arc length, as two lists of knots; without one the
    point is meant to move at constant speed, from a start and in a direction that are not told.
    """

    harmonics: np.ndarray
    coefficients: np.ndarray
    timing: tuple[np.ndarray, np.ndarray] | None = None

    def on_grid(self) -> np.ndarray:
        spectrum = np.zeros(GRID, dtype=complex)
        np.add.at(spectrum, self.harmonics % GRID, self.coefficients)
        return np.fft.ifft(spectrum) * GRID

    def at(self, times: np.ndarray) -> np.ndarray:
        return np.exp(2j * np.pi * np.outer(times, self.harmonics)) @ self.coefficients

    def reversed(self) -> "Drawing":
        return Drawing(-self.harmonics, self.coefficients)

    def started_best(self, curve: Curve) -> "Drawing":
        """Shifted in time to where its correlation with the curve at constant speed is largest."""
        n = self.harmonics
        product = self.coefficients * np.conj(np.fft.fft(curve.uniform)[n] / GRID) * (n != 0)
        shift = np.argmax(Drawing(n, product).on_grid().real) / GRID
        for _ in range(4):
            turned = product * np.exp(2j * np.pi * n * shift)
            slope, bend = -2 * np.pi * (n * turned.imag).sum(), -4 * np.pi**2 * (n**2 * turned.real).sum()
            if bend < 0:
                shift -= slope / bend
        return Drawing(n, self.coefficients * np.exp(2j * np.pi * n * shift))


def errors(drawing: Drawing, curve: Curve) -> dict[str, float]:
    """`max` and `rms` at the same time, and the symmetric `hausdorff`, in percent of the diagonal."""
    time_of, length_at = np.array([0, 1]), np.array([0, curve.length])
    if drawing.timing is None:
        placed = [drawing, drawing.started_best(curve), drawing.reversed().started_best(curve)]
        drawing = min(placed, key=lambda d: np.abs(d.on_grid() - curve.uniform).max())
    else:
        time_of, length_at = drawing.timing
    start = length_at[0]
    joints = np.interp(start + np.mod(curve.ends - start, curve.length), length_at, time_of)
    times = np.append(np.arange(GRID) / GRID, joints)
    drawn = np.append(drawing.on_grid(), drawing.at(joints))
    apart = np.abs(drawn - curve.at(np.interp(times, time_of, length_at)))
    outline = Polygon(drawn[np.argsort(times, kind="stable")])
    there, back = curve.polygon.distances(outline.corners), outline.distances(curve.polygon.corners)
    share = 100 / curve.diagonal
    return {
        "max": apart.max() * share,
        "hausdorff": max(there.max(), back.max()) * share,
        "rms": np.sqrt(np.mean(apart[:GRID] ** 2)) * share,
    }

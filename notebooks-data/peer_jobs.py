"""One job of one peer, as somebody would write it who has that library at hand.

    python peer_jobs.py PEER FILE CLOCKS

reads an SVG file that holds one curve, finds the rotating arms that draw it, and prints JSON:
`import` and `work` in seconds, and `terms`, a list of [harmonic, real, imaginary] where harmonic 0
is the centre. The point at time t, in loops, is the sum of c * exp(2 pi i * harmonic * t), with x
to the right and y down. An open curve is run through to its end and back.

The libraries are imported within the jobs, so that their import can be timed on its own.
"""

import importlib
import json
import sys
import time

# Sample points a job takes of the curve. Aliasing moves the error of 200 arms by a few percent of itself.
SAMPLES = 4096
# Points a curved segment is flattened to, for the table of arc lengths.
FLATTENING = 1024


def only_path(file: str):
    """The one path of an SVG file as svgpathtools sees it, transforms applied."""
    from svgpathtools import Document

    paths = Document(file).paths()
    if len(paths) != 1 or len(paths[0].continuous_subpaths()) != 1:
        raise ValueError("the file must hold exactly one curve")
    return paths[0]


def read_path(file: str):
    """The same, closed: an open one is run through to its end and back."""
    from svgpathtools import Path

    path = only_path(file)
    return path if path.isclosed() else Path(*path, *path.reversed())


def flatten(path):
    """Points of a closed path, segment by segment, every joint among them, the last one left out."""
    import numpy as np
    from svgpathtools import Line

    step = np.arange(FLATTENING) / FLATTENING
    return np.concatenate(
        [segment.point(step[:1] if isinstance(segment, Line) else step) for segment in path]
    )


def largest(samples, clocks: int):
    """The centre and the `clocks` longest arms of the discrete Fourier transform of equally timed samples."""
    import numpy as np

    coefficients = np.fft.fft(samples) / len(samples)
    harmonics = np.fft.fftfreq(len(samples), 1 / len(samples)).round().astype(int)
    coefficients[len(samples) // 2] = 0
    kept = np.append(0, 1 + np.argsort(-np.abs(coefficients[1:]), kind="stable")[:clocks])
    return harmonics[kept], coefficients[kept]


def svgpathtools_job(file: str, clocks: int):
    """svgpathtools reads and evaluates; numpy tabulates the arc length, samples and transforms.

    Path.ilength, the library's own inverse of the arc length, takes about a millisecond a point.
    """
    import numpy as np

    points = flatten(read_path(file))
    loop = np.append(points, points[0])
    lengths = np.concatenate([[0], np.cumsum(np.abs(np.diff(loop)))])
    wanted = np.arange(SAMPLES) / SAMPLES * lengths[-1]
    return largest(np.interp(wanted, lengths, loop), clocks)


def skia_job(file: str, clocks: int):
    """Skia measures and samples. Its Python binding can't read path data, so svgpathtools does.

    resScale raises the precision of the measure, made for pixels; beyond this value nothing changes.
    """
    import numpy as np
    import skia
    from svgpathtools import Arc, CubicBezier, Line

    path = read_path(file)
    # In single precision the centre of half an ellipse is badly determined by its ends.
    pieces = [half for s in path for half in (s.split(0.5) if isinstance(s, Arc) else [s])]
    left, right, top, bottom = path.bbox()
    outline = skia.Path()
    outline.moveTo(path.start.real, path.start.imag)
    for segment in pieces:
        end = segment.end
        if isinstance(segment, Line):
            outline.lineTo(end.real, end.imag)
        elif isinstance(segment, CubicBezier):
            a, b = segment.control1, segment.control2
            outline.cubicTo(a.real, a.imag, b.real, b.imag, end.real, end.imag)
        elif isinstance(segment, Arc):
            outline.arcTo(
                segment.radius.real,
                segment.radius.imag,
                segment.rotation,
                skia.Path.kLarge_ArcSize if segment.large_arc else skia.Path.kSmall_ArcSize,
                skia.PathDirection.kCW if segment.sweep else skia.PathDirection.kCCW,
                end.real,
                end.imag,
            )
        else:
            control = segment.control
            outline.quadTo(control.real, control.imag, end.real, end.imag)
    outline.close()
    measure = skia.PathMeasure(outline, False, 100_000 / max(right - left, bottom - top))
    length = measure.getLength()
    points = [measure.getPosTan(m / SAMPLES * length)[0] for m in range(SAMPLES)]
    return largest(np.array([complex(p.x(), p.y()) for p in points]), clocks)


def pyefd_job(file: str, clocks: int):
    """pyefd integrates a polygon exactly. It reads no SVG, so svgpathtools gives it the polygon.

    An elliptic descriptor of order n is two arms that turn with +n and -n, so N arms are order N / 2.
    """
    import numpy as np
    from pyefd import calculate_dc_coefficients, elliptic_fourier_descriptors

    points = flatten(read_path(file))
    contour = np.column_stack([points.real, points.imag])
    order = clocks // 2
    a, b, c, d = elliptic_fourier_descriptors(contour, order=order).T
    cosine, sine = a + 1j * c, b + 1j * d
    centre = complex(*calculate_dc_coefficients(contour))
    n = np.arange(1, order + 1)
    harmonics = np.concatenate([[0], n, -n])
    return harmonics, np.concatenate([[centre], (cosine - 1j * sine) / 2, (cosine + 1j * sine) / 2])


def dwfs_job(file: str, clocks: int):
    """dwfs traces 6000 points on a canvas of its own and draws with the harmonics up to N, of both signs.

    So a chain of its style "classic" has 2 N arms, and so have the two chains of its style "axes" together.
    """
    import dwfs
    import numpy as np
    from dwfs.drawing import spectrum

    path = np.array(dwfs.trace(file)["path"])
    coefficients, harmonics = spectrum(path[:, 0] + 1j * path[:, 1])
    kept = np.abs(harmonics) <= clocks // 2
    return harmonics[kept], coefficients[kept]


JOBS = {
    "dwfs": (dwfs_job, ["numpy", "dwfs"]),
    "pyefd": (pyefd_job, ["numpy", "svgpathtools", "pyefd"]),
    "svgpathtools": (svgpathtools_job, ["numpy", "svgpathtools"]),
    "skia-python": (skia_job, ["numpy", "svgpathtools", "skia"]),
}


def main() -> None:
    job, modules = JOBS[sys.argv[1]]
    started = time.perf_counter()
    for module in modules:
        importlib.import_module(module)
    imported = time.perf_counter()
    harmonics, coefficients = job(sys.argv[2], int(sys.argv[3]))
    done = time.perf_counter()
    terms = [[int(n), c.real, c.imag] for n, c in zip(harmonics, coefficients.tolist(), strict=True)]
    json.dump({"import": imported - started, "work": done - imported, "terms": terms}, sys.stdout)


if __name__ == "__main__":
    main()

import PlaneCurves

/// Gathers commands into subpaths.
struct SubpathBuilder: PathSink {
  private(set) var finished: [Subpath] = []
  private var current: Subpath?
  private var here = Complex.zero
  private var start = Complex.zero

  /// The subpaths so far; one that holds a mere moveto, or is closed at once, has no segments.
  var subpaths: [Subpath] { current.map { finished + [$0] } ?? finished }

  var currentPoint: Complex { here }

  mutating func move(to point: Complex) {
    endSubpath()
    (here, start) = (point, point)
    current = Subpath(start: point, segments: [], closedByZ: false)
  }

  mutating func line(to point: Complex) {
    append(.line(LineSegment(start: here, end: point)), endingAt: point)
  }

  mutating func quadratic(_ control: Complex, to point: Complex) {
    append(.quadratic(QuadraticBezier(start: here, control: control, end: point)), endingAt: point)
  }

  mutating func cubic(_ control1: Complex, _ control2: Complex, to point: Complex) {
    let curve = CubicBezier(start: here, control1: control1, control2: control2, end: point)
    append(.cubic(curve), endingAt: point)
  }

  /// An arc with equal ends is left out and one with a zero radius is a line (SVG 2, 9.5.1).
  mutating func arc(_ radii: Complex, rotation: Angle, largeArc: Bool, sweep: Bool, to point: Complex) {
    guard point != here else { return beginIfNeeded() }
    let arc = EllipticArc(
      rx: radii.real, ry: radii.imaginary, xAxisRotation: rotation, largeArc: largeArc, sweep: sweep,
      from: here, to: point)
    append(arc.map { .arc($0) } ?? .line(LineSegment(start: here, end: point)), endingAt: point)
  }

  mutating func close() {
    beginIfNeeded()
    if here != start { append(.line(LineSegment(start: here, end: start)), endingAt: start) }
    current?.closedByZ = true
    endSubpath()
  }

  /// Adds a whole subpath.
  mutating func append(_ subpath: Subpath) {
    endSubpath()
    finished.append(subpath)
  }

  @inline(__always)
  private mutating func append(_ segment: Segment, endingAt end: Complex) {
    beginIfNeeded()
    current?.segments.append(segment)
    here = end
  }

  /// After a closepath, drawing goes on in a new subpath that begins where the last one did.
  private mutating func beginIfNeeded() {
    if current == nil { current = Subpath(start: start, segments: [], closedByZ: false) }
  }

  private mutating func endSubpath() {
    if let ended = current { finished.append(ended) }
    current = nil
    here = start
  }
}

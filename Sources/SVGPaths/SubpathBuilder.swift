import PlaneCurves

/// Gathers commands into subpaths.
struct SubpathBuilder: PathSink {
  /// How many segments and moves may still come.
  private var room: Int
  private var finished: [Subpath] = []
  /// The segments of the subpath that is being drawn, if there is one.
  private var segments: [Segment] = []
  private var isDrawing = false
  private var here = Complex.zero
  private var start = Complex.zero

  init(most: Int = .max) { room = most }

  var isFull: Bool { room < 0 }

  /// The subpaths so far; one that holds a mere moveto, or is closed at once, has no segments.
  var subpaths: [Subpath] {
    isDrawing ? finished + [Subpath(start: start, segments: segments, closedByZ: false)] : finished
  }

  var currentPoint: Complex { here }

  mutating func move(to point: Complex) {
    endSubpath(closed: false)
    room -= 1
    (here, start) = (point, point)
    isDrawing = true
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
    isDrawing = true
    guard point != here else { return }
    let arc = EllipticArc(
      rx: radii.real, ry: radii.imaginary, xAxisRotation: rotation, largeArc: largeArc, sweep: sweep,
      from: here, to: point)
    append(arc.map { .arc($0) } ?? .line(LineSegment(start: here, end: point)), endingAt: point)
  }

  mutating func close() {
    isDrawing = true
    if here != start { append(.line(LineSegment(start: here, end: start)), endingAt: start) }
    endSubpath(closed: true)
  }

  /// After a closepath, drawing goes on in a new subpath that begins where the last one did.
  @inline(__always)
  private mutating func append(_ segment: Segment, endingAt end: Complex) {
    isDrawing = true
    room -= 1
    segments.append(segment)
    here = end
  }

  private mutating func endSubpath(closed: Bool) {
    guard isDrawing else { return }
    finished.append(Subpath(start: start, segments: segments, closedByZ: closed))
    segments = []
    isDrawing = false
    here = start
  }
}

/// Where a path's direction jumps: the corners at the joints between its segments and the cusps inside them.
struct Corners {
  /// The least jump that counts, in radians: 1 degree.
  static let leastAngle = Double.pi / 180

  /// Arc lengths of the corners, rising.
  private(set) var corners: [Double] = []
  /// The angle turned through, an upper bound in radians.
  private(set) var turning = 0.0

  /// - Parameters:
  ///   - cyclic: whether the end runs on into the start.
  init(of path: MeasuredPath, cyclic: Bool) {
    let shortest = 1e-9 * (path.bounds?.diagonal ?? 0)
    var (arrival, lastEnd): (Tangent?, Tangent?)
    var (departure, firstStart): (Tangent?, Tangent?)
    for (index, segment) in path.segments.enumerated() {
      guard let setOut = segment.startTangent, let arrive = segment.endTangent else { continue }
      let begin = index == 0 ? 0 : path.segmentEnds[index - 1]
      let end = path.segmentEnds[index]
      let start = Tangent(direction: setOut, point: segment.start, length: begin)
      let finish = Tangent(direction: arrive, point: segment.end, length: end)
      turning += segment.turning
      if let lastEnd, lastEnd.meets(start, within: shortest) { turning += lastEnd.angle(to: start) }
      lastEnd = finish
      if firstStart == nil { firstStart = start }
      guard end - begin > shortest else { continue }
      if let arrival, arrival.meets(start, within: shortest) { addCorner(arrival, start, at: arrival.length) }
      arrival = finish
      if departure == nil { departure = start }
    }
    if cyclic, let lastEnd, let firstStart { turning += lastEnd.angle(to: firstStart) }
    if cyclic, let arrival, let departure { addCorner(arrival, departure, at: 0) }
    corners = (corners + path.cusps).sorted()
  }

  private mutating func addCorner(_ arrival: Tangent, _ departure: Tangent, at length: Double) {
    if arrival.angle(to: departure) > Self.leastAngle { corners.append(length) }
  }

  /// The unit tangent at one end of a segment.
  private struct Tangent {
    var direction: Complex
    var point: Complex
    var length: Double

    func meets(_ other: Tangent, within distance: Double) -> Bool {
      (point - other.point).safeLength <= distance
    }

    /// In 0…π, in radians.
    func angle(to other: Tangent) -> Double {
      let (a, b) = (direction, other.direction)
      return abs(Angle(ofVector: Complex.dot(a, b), Complex.cross(a, b)).radians)
    }
  }
}

extension ParametricSegment {
  /// Whether the direction jumps at `t`, strictly inside: it turns within about 1e-12 of the segment's length.
  func hasCusp(at t: Double) -> Bool {
    guard derivative(at: t).length <= 1e-6 * speedBound else { return false }
    let step = min(1e-4, 0.5 * t, 0.5 * (1 - t))
    let angle = Complex.angle(between: derivative(at: t - step), and: derivative(at: t + step))
    return angle > Corners.leastAngle
  }
}

extension MeasuredPath {
  /// The smallest box that holds all segments; `nil` if there are none.
  public var bounds: Box? {
    var box: Box?
    for segment in segments where segment.isFinite { box = box?.union(segment.bounds) ?? segment.bounds }
    return box
  }

  /// The arc lengths in 0…length where the tangent's direction jumps by more than 1 degree, rising: between
  /// segments that meet within 1e-9 of the diagonal, and at cusps inside them; the two ends don't count.
  /// Segments shorter than 1e-9 of the diagonal have no say.
  public var corners: [Double] { Corners(of: self, cyclic: false).corners }
}

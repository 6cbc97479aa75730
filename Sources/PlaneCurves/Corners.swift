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
    var arrival: (tangent: Complex, point: Complex, length: Double)?
    var departure: (tangent: Complex, point: Complex)?
    for (index, segment) in path.segments.enumerated() {
      let begin = index == 0 ? 0 : path.segmentEnds[index - 1]
      let end = path.segmentEnds[index]
      turning += segment.turning
      guard end - begin > shortest, let start = segment.startTangent, let finish = segment.endTangent else {
        continue
      }
      if let arrival {
        meet(arrival.tangent, start, at: arrival.length, joined: near(arrival.point, segment.start, shortest))
      } else {
        departure = (start, segment.start)
      }
      arrival = (finish, segment.end, end)
    }
    if cyclic, let arrival, let departure { meet(arrival.tangent, departure.tangent, at: 0, joined: true) }
    corners = (corners + path.cusps).sorted()
  }

  private func near(_ a: Complex, _ b: Complex, _ distance: Double) -> Bool { (a - b).safeLength <= distance }

  private mutating func meet(_ a: Complex, _ b: Complex, at length: Double, joined: Bool) {
    guard joined else { return }
    let angle = abs(Angle(ofVector: Complex.dot(a, b), Complex.cross(a, b)).radians)
    turning += angle
    if angle > Self.leastAngle { corners.append(length) }
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

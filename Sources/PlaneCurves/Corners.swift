/// Where a path's direction jumps: the corners at the joints between its segments and the cusps inside them.
struct Corners {
  /// The least jump that counts, in radians: 1 degree.
  static let leastAngle = Double.pi / 180

  /// Arc lengths of the corners, rising.
  private(set) var corners: [Double] = []
  /// Arc lengths of the cusps inside segments, rising.
  private(set) var cusps: [Double] = []
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
      for t in segment.cusps {
        let length = path.length(ofSegment: index, to: t)
        cusps.append(length)
        corners.append(length)
      }
      arrival = (finish, segment.end, end)
    }
    if cyclic, let arrival, let departure {
      meet(arrival.tangent, departure.tangent, at: 0, joined: true)
      corners.sort()
    }
  }

  private func near(_ a: Complex, _ b: Complex, _ distance: Double) -> Bool { (a - b).length <= distance }

  private mutating func meet(_ a: Complex, _ b: Complex, at length: Double, joined: Bool) {
    guard joined else { return }
    let angle = Complex.angle(between: a, and: b)
    turning += angle
    if angle > Self.leastAngle { corners.append(length) }
  }
}

extension Segment {
  /// The parameters strictly inside where the direction jumps: it turns within less than 1e-12 of the segment.
  var cusps: [Double] {
    if case .line = self { return [] }
    let limit = 1e-6 * speedBound
    return slowestParameters.filter { t in
      guard derivative(at: t).length <= limit else { return false }
      let step = min(1e-4, 0.5 * t, 0.5 * (1 - t))
      let angle = Complex.angle(between: derivative(at: t - step), and: derivative(at: t + step))
      return angle > Corners.leastAngle
    }
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

  /// The arc length from the path's start to parameter `t` of a segment.
  public func length(ofSegment index: Int, to t: Double) -> Double {
    let begin = index == 0 ? 0 : segmentEnds[index - 1]
    guard t > 0 else { return begin }
    guard t < 1 else { return segmentEnds[index] }
    let segment = exponent == 0 ? segments[index] : BinaryScale(exponent: -exponent)(segments[index])
    var piece = pieces.ends.withUnsafeBufferPointer {
      Self.piece(at: begin.scaled(by: -exponent).nextUp, in: $0)
    }
    let end = segmentEnds[index].scaled(by: -exponent)
    guard begin < segmentEnds[index] else { return begin }
    while piece + 1 < pieces.ends.count, pieces.ends[piece] < end, pieces.parameters[piece + 1] <= t {
      piece += 1
    }
    let before = piece == 0 ? 0 : pieces.ends[piece - 1]
    let series = SpeedSeries(segment, from: pieces.parameters[piece], to: t)
    return min(segmentEnds[index], (before + series.length).scaled(by: exponent))
  }
}

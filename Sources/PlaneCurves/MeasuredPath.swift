/// Segments end to end, not necessarily connected, with their arc length and its inverse.
///
/// Each segment is cut into pieces on which the point is a short polynomial in arc length, so that a point costs
/// the same however curved the segment is. A segment without length, or with a coordinate that isn't finite,
/// counts as length zero.
public struct MeasuredPath: Sendable {
  public let segments: [Segment]
  /// The arc length in user units.
  public let length: Double
  /// The arc length from the path's start to the end of each segment.
  public let segmentEnds: [Double]
  /// The bound reached, relative to `length`: a point at a given arc length lies no further than this from where
  /// it belongs, as measured between the interpolated places. Never above the accuracy asked for, as long as
  /// that stays above what the rounding of the coordinates allows.
  public let accuracy: Double
  /// The arc lengths of the cusps inside segments, rising.
  let cusps: [Double]
  let pieces: Pieces
  /// Everything in `pieces` is in user units times 2^−exponent; 0 unless the coordinates are extreme.
  let exponent: Int

  /// - Parameters:
  ///   - segments: in order, connected or not.
  ///   - accuracy: the largest error wanted, relative to the length, 2e-12…1e-2.
  public init(segments: [Segment], accuracy: Double = 1e-10) {
    let exponent = Self.exponent(of: segments)
    let shrink = BinaryScale(exponent: -exponent)
    let internalUnits = { (segment: Segment) in exponent == 0 ? segment : shrink(segment) }
    var rough = 0.0
    for segment in segments where segment.isFinite { rough += internalUnits(segment).roughLength }
    let wanted = accuracy.isFinite ? min(1e-2, max(2e-12, accuracy)) : 1e-10
    var builder = PieceBuilder(aim: 0.01 * wanted, length: rough, capacity: segments.count)
    for segment in segments {
      if segment.isFinite { builder.append(internalUnits(segment)) } else { builder.appendNothing() }
    }
    self.init(segments: segments, exponent: exponent, builder)
  }

  /// There and back along the same path: the point at length + s is the point at length − s.
  var retraced: MeasuredPath { MeasuredPath(retracing: self) }

  private init(retracing path: MeasuredPath) {
    segments = path.segments + path.segments.reversed().map(\.reversed)
    exponent = path.exponent
    accuracy = path.accuracy
    length = 2 * path.length
    let begins = [0] + path.segmentEnds.dropLast()
    segmentEnds = path.segmentEnds + begins.reversed().map { [length] in length - $0 }
    cusps = path.cusps + path.cusps.reversed().map { [length] in length - $0 }
    pieces = path.pieces.retraced
  }

  private init(segments: [Segment], exponent: Int, _ builder: PieceBuilder) {
    self.segments = segments
    self.exponent = exponent
    pieces = builder.pieces
    length = builder.length.scaled(by: exponent)
    segmentEnds = exponent == 0 ? builder.segmentEnds : builder.segmentEnds.map { $0.scaled(by: exponent) }
    cusps = exponent == 0 ? builder.cusps : builder.cusps.map { $0.scaled(by: exponent) }
    let error = 2 * builder.deviation + builder.lengthDefect
    accuracy = builder.length > 0 ? error / builder.length + 1e-15 : 0
  }

  /// The binary exponent of the largest coordinate where squares might overflow or underflow; otherwise 0.
  private static func exponent(of segments: [Segment]) -> Int {
    var largest = 0.0
    for segment in segments where segment.isFinite {
      largest = max(largest, segment.start.magnitude, segment.end.magnitude, segment.controlMagnitude)
    }
    guard largest > 0 else { return 0 }
    let binary = Int(largest.exponent)
    return abs(binary) > 300 ? binary + 2 : 0
  }

  /// The point at arc length `s`, held within 0…length.
  public func point(atLength s: Double) -> Complex {
    var result = Complex.zero
    let s = s.scaled(by: -exponent)
    withUnsafeMutablePointer(to: &result) { fill($0, from: s, step: 0, 0..<1) }
    return result
  }

  /// The points at arc lengths in rising order, which is the quick one; any other works.
  public func points(atLengths rising: [Double]) -> [Complex] {
    let factor = -exponent
    return [Complex](unsafeUninitializedCapacity: rising.count) { buffer, initialized in
      buffer.initialize(repeating: .zero)
      if let base = buffer.baseAddress {
        var hint = 0
        for (j, s) in rising.enumerated() {
          fill(base + j, from: s.scaled(by: factor), step: 0, 0..<1, hint: &hint)
        }
      }
      initialized = rising.count
    }
  }

  /// `count` points in equal steps, point m at from + (to − from)·m/count: `to` itself is left out, as for the
  /// samples of a period.
  public func equallySpaced(count: Int, from: Double, to: Double) -> [Complex] {
    guard count > 0 else { return [] }
    let from = from.scaled(by: -exponent)
    let step = (to.scaled(by: -exponent) - from) / Double(count)
    return [Complex](unsafeUninitializedCapacity: count) { buffer, initialized in
      buffer.initialize(repeating: .zero)
      if let base = buffer.baseAddress { fill(base, from: from, step: step, 0..<count) }
      initialized = count
    }
  }
}

extension Segment {
  /// A lower bound of the length, not far off: that of an inscribed polyline.
  fileprivate var roughLength: Double {
    if case .line(let line) = self { return (line.end - line.start).length }
    var length = 0.0
    var last = start
    for j in 1...4 {
      let next = point(at: 0.25 * Double(j))
      length += (next - last).length
      last = next
    }
    return length
  }

  /// The largest coordinate of the vectors that shape the segment between its ends.
  fileprivate var controlMagnitude: Double {
    switch self {
    case .line: 0
    case .quadratic(let curve): curve.control.magnitude
    case .cubic(let curve): max(curve.control1.magnitude, curve.control2.magnitude)
    case .arc(let arc): max(arc.p.magnitude, arc.q.magnitude)
    }
  }
}

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
  let pieces: Pieces
  /// Everything in `pieces` is in user units times 2^−exponent; 0 unless the coordinates are extreme.
  let exponent: Int

  /// - Parameter accuracy: the largest error wanted, relative to the length, 1e-13…1e-2.
  public init(segments: [Segment], accuracy: Double = 1e-10) {
    var largest = 0.0
    for segment in segments where segment.isFinite {
      let box = segment.bounds
      largest = max(
        largest, abs(box.minimum.real), abs(box.minimum.imaginary), abs(box.maximum.real),
        abs(box.maximum.imaginary))
    }
    let binary = largest > 0 && largest.isFinite ? Int(largest.exponent) : 0
    let exponent = abs(binary) > 300 ? binary : 0
    let shrink = BinaryScale(exponent: -exponent)
    let measured = { (segment: Segment) in exponent == 0 ? segment : shrink(segment) }
    var rough = 0.0
    for segment in segments where segment.isFinite {
      let scaled = measured(segment)
      var last = scaled.start
      if case .line = scaled {
        rough += (scaled.end - last).length
        continue
      }
      for j in 1...4 {
        let next = scaled.point(at: 0.25 * Double(j))
        rough += (next - last).length
        last = next
      }
    }
    let aim = min(1e-2, max(1e-13, accuracy.isFinite ? accuracy : 1e-10)) * 0.01
    var builder = PieceBuilder(aim: max(aim, 4e-15), length: rough, capacity: segments.count)
    for segment in segments {
      if segment.isFinite { builder.append(measured(segment)) } else { builder.appendNothing() }
    }
    self.segments = segments
    self.exponent = exponent
    pieces = builder.pieces
    length = builder.length.scaled(by: exponent)
    segmentEnds = exponent == 0 ? builder.segmentEnds : builder.segmentEnds.map { $0.scaled(by: exponent) }
    self.accuracy =
      builder.length > 0 ? (2 * builder.deviation + builder.lengthDefect) / builder.length + 1e-15 : 0
  }

  /// The point at arc length `s`, held within 0…length.
  public func point(atLength s: Double) -> Complex {
    var result = Complex.zero
    let s = s.scaled(by: -exponent)
    withUnsafeMutablePointer(to: &result) { fill($0, from: s, step: 0, 0..<1) }
    return result
  }

  /// The points at arc lengths that rise.
  public func points(atLengths rising: [Double]) -> [Complex] { rising.map { point(atLength: $0) } }

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

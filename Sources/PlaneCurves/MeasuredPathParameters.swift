/// A place on a path: the parameter `parameter` in 0…1 of the segment number `segment`.
public struct PathLocation: Sendable, Hashable {
  public var segment: Int
  public var parameter: Double

  public init(segment: Int, parameter: Double) {
    self.segment = segment
    self.parameter = parameter
  }
}

extension MeasuredPath {
  /// The arc length from the path's start to a place on it; parameters are held within 0…1.
  public func length(to place: PathLocation) -> Double {
    let index = place.segment
    let begin = index == 0 ? 0 : segmentEnds[index - 1]
    guard place.parameter > 0, begin < segmentEnds[index] else { return begin }
    guard place.parameter < 1 else { return segmentEnds[index] }
    var (low, high) = pieceRange(ofSegment: index)
    while low < high {
      let middle = (low + high + 1) / 2
      if pieces.parameters[middle] <= place.parameter { low = middle } else { high = middle - 1 }
    }
    let part = ArcLengthTables.shared.length(
      of: internalSegment(index), from: pieces.parameters[low], to: place.parameter)
    return min(segmentEnds[index], (pieceStart(low) + part).scaled(by: exponent))
  }

  /// The place at arc length `s`, held within 0…length; where segments meet, the end of the earlier one. `nil`
  /// for a path without length.
  public func location(atLength s: Double) -> PathLocation? {
    guard let last = pieces.ends.last else { return nil }
    let s = min(last, max(0, s.scaled(by: -exponent)))
    let piece = pieces.ends.withUnsafeBufferPointer { Self.piece(at: s, in: $0, from: 0) }
    let end = pieces.ends[piece].scaled(by: exponent)
    let index = segmentEnds.withUnsafeBufferPointer { Self.piece(at: end, in: $0, from: 0) }
    let from = pieces.parameters[piece]
    let isLast = piece == pieceRange(ofSegment: index).last
    let to = isLast ? 1 : pieces.parameters[piece + 1]
    let target = s - pieceStart(piece)
    let total = pieces.ends[piece] - pieceStart(piece)
    guard target < total else { return PathLocation(segment: index, parameter: to) }
    let segment = internalSegment(index)
    var (low, high) = (from, to)
    var t = from + (to - from) * target / total
    for _ in 0..<100 {
      let excess = ArcLengthTables.shared.length(of: segment, from: from, to: t) - target
      if excess > 0 { high = t } else { low = t }
      let newton = t - excess / segment.derivative(at: t).length
      let next = newton >= low && newton <= high ? newton : 0.5 * (low + high)
      if abs(next - t) <= 1e-16 { break }
      t = next
    }
    return PathLocation(segment: index, parameter: t)
  }

  private func internalSegment(_ index: Int) -> Segment {
    exponent == 0 ? segments[index] : BinaryScale(exponent: -exponent)(segments[index])
  }

  private func pieceStart(_ piece: Int) -> Double { piece == 0 ? 0 : pieces.ends[piece - 1] }

  /// The first and the last piece of a segment that has length.
  private func pieceRange(ofSegment index: Int) -> (first: Int, last: Int) {
    pieces.ends.withUnsafeBufferPointer { ends in
      let end = Self.piece(at: segmentEnds[index].scaled(by: -exponent), in: ends, from: 0)
      guard index > 0, segmentEnds[index - 1] > 0 else { return (0, end) }
      return (Self.piece(at: segmentEnds[index - 1].scaled(by: -exponent), in: ends, from: 0) + 1, end)
    }
  }
}

import PlaneCurves

/// Chords in the order of their curve, under a binary tree of boxes, for the distance from a point to the nearest.
struct ChordTree: Sendable {
  /// The largest deviation of a curve from its chord.
  let deviation: Double
  private let chords: [Edge]
  /// A heap: the boxes below node i are 2i and 2i + 1; the leaves hold four chords each.
  private let boxes: [Bounds]
  private let leafCount: Int

  private static let leafSize = 4

  private struct Edge {
    var start: SIMD2<Double>
    var direction: SIMD2<Double>
    var inverseSquare: Double

    @inline(__always)
    func squaredDistance(to p: SIMD2<Double>) -> Double {
      let offset = p - start
      let share = min(1, max(0, (offset * direction).sum() * inverseSquare))
      let rest = offset - share * direction
      return (rest * rest).sum()
    }
  }

  private struct Bounds {
    var low = SIMD2(repeating: Double.infinity)
    var high = SIMD2(repeating: -Double.infinity)

    @inline(__always)
    func squaredDistance(to p: SIMD2<Double>) -> Double {
      let gap = pointwiseMax(pointwiseMax(low - p, p - high), .zero)
      return (gap * gap).sum()
    }
  }

  /// - Parameter chords: at least one.
  init(_ chords: [Chord]) {
    deviation = chords.reduce(0) { max($0, $1.deviation) }
    self.chords = chords.map { chord in
      let direction = (chord.end - chord.start).vector
      let square = (direction * direction).sum()
      return Edge(start: chord.start.vector, direction: direction, inverseSquare: square > 0 ? 1 / square : 0)
    }
    var leaves = 1
    while leaves * Self.leafSize < chords.count { leaves *= 2 }
    var boxes = [Bounds](repeating: Bounds(), count: 2 * leaves)
    for (i, chord) in chords.enumerated() {
      let leaf = leaves + i / Self.leafSize
      boxes[leaf].low = pointwiseMin(boxes[leaf].low, pointwiseMin(chord.start.vector, chord.end.vector))
      boxes[leaf].high = pointwiseMax(boxes[leaf].high, pointwiseMax(chord.start.vector, chord.end.vector))
    }
    for node in stride(from: leaves - 1, to: 0, by: -1) {
      boxes[node].low = pointwiseMin(boxes[2 * node].low, boxes[2 * node + 1].low)
      boxes[node].high = pointwiseMax(boxes[2 * node].high, boxes[2 * node + 1].high)
    }
    self.boxes = boxes
    leafCount = leaves
  }

  /// The distance from `p` to chord `index`.
  @inline(__always)
  func distance(from p: Complex, to index: Int) -> Double {
    chords[index].squaredDistance(to: p.vector).squareRoot()
  }

  /// The chord nearest to `p`, or the first one found at most `enough` away, and its distance; quick where `hint`
  /// lies near already.
  func nearest(to p: Complex, hint: Int, enough: Double) -> (index: Int, distance: Double) {
    var best = (index: hint, square: chords[hint].squaredDistance(to: p.vector))
    chords.withUnsafeBufferPointer { chords in
      boxes.withUnsafeBufferPointer { boxes in
        visit(1, p.vector, enough * enough, chords, boxes, &best)
      }
    }
    return (best.index, best.square.squareRoot())
  }

  private func visit(
    _ node: Int, _ p: SIMD2<Double>, _ enough: Double, _ chords: UnsafeBufferPointer<Edge>,
    _ boxes: UnsafeBufferPointer<Bounds>, _ best: inout (index: Int, square: Double)
  ) {
    if best.square <= enough { return }
    if node >= leafCount {
      let first = (node - leafCount) * Self.leafSize
      for index in first..<min(first + Self.leafSize, chords.count) {
        let square = chords[index].squaredDistance(to: p)
        if square < best.square { best = (index, square) }
      }
      return
    }
    let left = boxes[2 * node].squaredDistance(to: p)
    let right = boxes[2 * node + 1].squaredDistance(to: p)
    let (near, far) = left <= right ? (2 * node, 2 * node + 1) : (2 * node + 1, 2 * node)
    if min(left, right) < best.square { visit(near, p, enough, chords, boxes, &best) }
    if max(left, right) < best.square { visit(far, p, enough, chords, boxes, &best) }
  }
}

import Harmonics
import PlaneCurves

/// sup over t of min over |τ − t| ≤ `slack` of |z(t) − γ(τ)|: the largest distance where the point may be early or
/// late, in user units.
///
/// - Parameters:
///   - sum: z; y points down as in the curve.
///   - motion: γ, the curve and its timing.
///   - slack: in loops, above 0, at most ½.
///   - tightness: how far `upper` may lie above `lower`, relative to it. Where that would take too many steps the
///     interval is wider, and still certain.
///   - floor: in user units; nothing below is resolved. 1e-9 of the diagonal of the curve's bounding box if not given.
public func maximumDistance(
  _ sum: HarmonicSum, _ motion: Motion, slack: Double, tightness: Double = 0.01, floor: Double? = nil
) -> CertifiedInterval {
  guard let comparison = Comparison(sum, motion) else { return .unknown }
  let small = floor.map { $0 / comparison.unit } ?? 1e-9 * comparison.diagonal
  return comparison.maximum(
    slack: slack, tightness: tightness, floor: small,
    ceiling: comparison.maximum(tightness: tightness, floor: small)
  ).scaled(by: comparison.unit)
}

extension Comparison {
  private static let largestCellCount = 1 << 18
  private static let largestChordCount = 65_536.0

  /// The most chords of a motion of which every cell looks at those in a window of so many loops.
  static func chordLimit(cells: Int, window: Double) -> Int {
    Int(min(largestChordCount, max(1024, 0x1p30 / (Double(cells) * window))))
  }

  /// `maximumDistance` under slack, in common coordinates.
  ///
  /// The motion becomes chords in time. From below: the distances at single times. From above, between two times
  /// t₀ < t₁ whose nearest places lie at τ₀ and τ₁: z goes along its chord while the motion goes from τ₀ to τ₁, or
  /// keeps its lead over z from either, or rests at either. Each is a way to choose τ(t) within the slack at all
  /// times between, so the smallest of their largest distances is a bound.
  /// - Parameter ceiling: the distance at equal times, which is never smaller.
  func maximum(slack: Double, tightness: Double, floor: Double, ceiling: CertifiedInterval)
    -> CertifiedInterval
  {
    var best = CertifiedInterval(lower: 0, upper: ceiling.upper)
    guard slack > 0 else { return ceiling }
    let limit = Self.chordLimit(cells: z.cellCount, window: 2 * min(slack, 0.5))
    var tolerance = max(0.005 * ceiling.upper, 0.1 * floor)
    for _ in 0..<6 {
      let chords = FlattenedMotion(self, tolerance: tolerance, limit: limit)
      let found = maximum(chords, slack: min(slack, 0.5), tightness: tightness, floor: floor)
      best = CertifiedInterval(
        lower: max(best.lower, found.lower), upper: min(best.upper, max(found.upper, best.lower)))
      if best.upper <= max(floor, best.lower * (1 + tightness)) || tolerance <= 0.1 * floor { break }
      if chords.deviation > tolerance { break }
      tolerance = max(min(0.1 * tightness * max(best.lower, 0.02 * best.upper), 0.2 * tolerance), 0.1 * floor)
    }
    return best.floored(at: floor)
  }

  private struct SlackCell {
    var cell: Int
    var startTime: Double
    var endTime: Double
    var start: SIMD2<Double>
    var end: SIMD2<Double>
    var startFoot: FlattenedMotion.Place
    var endFoot: FlattenedMotion.Place
  }

  private func maximum(
    _ chords: FlattenedMotion, slack: Double, tightness: Double, floor: Double
  ) -> CertifiedInterval {
    let trace = DrawnTrace(z: z)
    let margin = chords.deviation + uncertainty
    func foot(_ point: SIMD2<Double>, _ time: Double) -> FlattenedMotion.Place {
      chords.nearest(to: point, from: time - slack, to: time + slack)
    }
    var open = (0..<z.cellCount).map { cell in
      let (t0, t1) = (Double(cell) / Double(z.cellCount), Double(cell + 1) / Double(z.cellCount))
      let (start, end) = (z.point(atTime: t0, in: cell).vector, z.point(atTime: t1, in: cell).vector)
      return SlackCell(
        cell: cell, startTime: t0, endTime: t1, start: start, end: end, startFoot: foot(start, t0),
        endFoot: foot(end, t1))
    }
    var largest = open.reduce(0) { max($0, $1.startFoot.distance, $1.endFoot.distance) }
    var settled = 0.0
    var count = open.count
    while !open.isEmpty {
      let aim = max(floor, largest * (1 + 0.9 * tightness)) - margin
      var next: [SlackCell] = []
      for cell in open {
        let stray = trace.deviation(from: cell.startTime, to: cell.endTime, in: cell.cell)
        let bound = stray + Self.bound(of: cell, chords, slack: slack, enough: aim - stray)
        let middle = 0.5 * (cell.startTime + cell.endTime)
        let splits = cell.startTime < middle && middle < cell.endTime
        // Finer cells don't help where the chords leave the gap.
        let seen = max(cell.startFoot.distance, cell.endFoot.distance)
        if bound <= aim || count >= Self.largestCellCount || !splits || bound - seen <= 0.125 * margin {
          settled = max(settled, bound)
          continue
        }
        let point = z.point(atTime: middle, in: cell.cell).vector
        let found = foot(point, middle)
        largest = max(largest, found.distance)
        var (first, second) = (cell, cell)
        (first.endTime, first.end, first.endFoot) = (middle, point, found)
        (second.startTime, second.start, second.startFoot) = (middle, point, found)
        next.append(first)
        next.append(second)
        count += 1
      }
      open = next
    }
    return CertifiedInterval(
      lower: largest - margin, upper: max(settled, largest) * (1 + 0x1p-40) + margin)
  }

  /// The least of the bounds, or the first that is at most `enough`.
  private static func bound(
    of cell: SlackCell, _ chords: FlattenedMotion, slack: Double, enough: Double
  ) -> Double {
    let (t0, t1) = (cell.startTime, cell.endTime)
    let (foot0, foot1) = (cell.startFoot, cell.endFoot)
    var least = Double.infinity
    for (from, to) in [
      (foot0.time, foot1.time), (foot0.time, foot0.time + (t1 - t0)), (foot1.time - (t1 - t0), foot1.time),
    ] where from != to {
      least = min(least, chords.largestDistance(cell.start, cell.end, from: from, to: to))
      if least <= enough { return least }
    }
    func reach(_ point: SIMD2<Double>) -> Double {
      let (a, b) = (cell.start - point, cell.end - point)
      return max((a * a).sum(), (b * b).sum()).squareRoot()
    }
    if foot0.time - t1 >= -slack { least = min(least, reach(foot0.point)) }
    if foot1.time - t0 <= slack { least = min(least, reach(foot1.point)) }
    return least
  }
}

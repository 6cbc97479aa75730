import Harmonics
import PlaneCurves

/// sup |z(t) − γ(t)| over all times t, on both sides of every jump of the motion, in user units.
///
/// - Parameters:
///   - sum: z; y points down as in the curve.
///   - motion: γ, the curve and its timing.
///   - tightness: how far `upper` may lie above `lower`, relative to it. Where that would take too many steps
///     (errors near rounding, more than some millions of cells) the interval is wider, and still certain.
///   - floor: in user units; nothing below is resolved, and `upper` is never smaller. 1e-9 of the diagonal of
///     the curve's bounding box if not given.
public func maximumDistance(
  _ sum: HarmonicSum, _ motion: Motion, tightness: Double = 0.01, floor: Double? = nil
) -> CertifiedInterval {
  guard let comparison = Comparison(sum, motion) else { return .unknown }
  return comparison.maximum(
    tightness: tightness, floor: floor.map { $0 / comparison.unit } ?? 1e-9 * comparison.diagonal
  )
  .scaled(by: comparison.unit)
}

extension Comparison {
  private static let largestCellCount = 1 << 23
  /// So many cells are cut at a time, which bounds the memory.
  private static let blockSize = 1 << 15

  /// `maximumDistance` in common coordinates.
  func maximum(tightness: Double, floor: Double) -> CertifiedInterval {
    let cells = cells()
    var largest = cells.reduce(0) { max($0, $1.startError.length, $1.endError.length) }
    var settled = 0.0
    var count = cells.count
    let most = max(z.isTabulated ? Self.largestCellCount : Self.largestCellCount / 16, 2 * count)
    for first in stride(from: 0, to: cells.count, by: Self.blockSize) {
      var open = Array(cells[first..<min(first + Self.blockSize, cells.count)])
      while !open.isEmpty {
        let aim = max(floor, largest * (1 + 0.9 * tightness))
        var next: [ErrorCell] = []
        for cell in open {
          let bound = bound(of: cell)
          let middle = 0.5 * (cell.startTime + cell.endTime)
          let splits = cell.startTime < middle && middle < cell.endTime
          if bound <= aim || count >= most || !splits {
            settled = max(settled, bound)
            continue
          }
          let (first, second) = halves(of: cell)
          largest = max(largest, first.endError.length)
          next.append(first)
          next.append(second)
          count += 1
        }
        open = next
      }
    }
    return CertifiedInterval(
      lower: largest - uncertainty, upper: max(settled, largest) * (1 + 0x1p-40) + uncertainty
    ).floored(at: floor)
  }
}

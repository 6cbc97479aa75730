import Foundation

/// Where more clocks cease to pay: the budget whose point lies farthest below the straight line from the first point
/// to the last, the clocks on a linear axis and the error on a logarithmic one, both scaled to 0…1.
///
/// The idea is Kneedle's (Satopää and others, 2011). The answer depends on the range that was swept.
/// - Parameters:
///   - clocks: rising.
///   - errors: of the same number of budgets, in any unit; none at or below zero counts.
/// - Returns: nil for less than three points, and where none lies below the line.
public func knee(clocks: [Int], errors: [Double]) -> Int? {
  let points = zip(clocks, errors).filter { $1 > 0 && $1.isFinite }.map { (clocks: $0, depth: -log($1)) }
  guard points.count >= 3, let first = points.first, let last = points.last, first.clocks < last.clocks,
    first.depth < last.depth
  else { return nil }
  let heights = points.map { point in
    (point.depth - first.depth) / (last.depth - first.depth)
      - Double(point.clocks - first.clocks) / Double(last.clocks - first.clocks)
  }
  guard let best = heights.indices.max(by: { heights[$0] < heights[$1] }), heights[best] > 1e-9 else {
    return nil
  }
  return points[best].clocks
}

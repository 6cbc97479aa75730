/// In which order the arms of a chain are nested. The drawn curve is the same in every order; the periods
/// of the clocks, T/(n_k − n_{k−1}), are not.
public enum ChainOrder: String, Sendable, Hashable, CaseIterable {
  /// The slowest clocks: the largest |relative rate| is least; then the sum of |relative rates|; then the list of
  /// harmonics is the lexicographically smallest.
  case slow
  /// The longest arm first; equal ones by |n|, then the positive harmonic first.
  case radius
  /// As the terms are given.
  case given
}

/// The order `slow`: a path through points of the integer line, or a tour.
///
/// The harmonics and 0 are points x₀ < x₁ < … < x_m of a line, 0 = x_p. A chain visits them from 0; with an upright
/// clock it comes back to 0. The relative rates are the steps, and sought are the least largest step B, then
/// the least way, then the lexicographically first list.
///
/// **Tour.** A tour minus the point x_{i+1} still joins the points on its two sides, so that some step is at least
/// x_{i+2} − x_i. Out over every second point and back over the others has no longer step, so that
/// B = max(x_{i+2} − x_i), or 2 points' distance. The way is at least 2(x_m − x₀), as each gap is crossed
/// an even number of times; it is that exactly if each gap is crossed twice: one run left and one run right, each
/// monotone, which share the points between them (a bitonic tour).
///
/// **Path, ending on the right.** The way out to x₀ and the way from there to the end both pass each point left
/// of 0, and 0 itself is passed by the second: so B ≥ x_{i+2} − x_i for all triples with a middle in
/// x₁…x_p, and B ≥ each gap further right. Left over every second point, back over the others, then
/// right one by one reaches that. The way is at least 2|x₀| + x_m, and is that only if it runs so: out and back
/// on the left, then monotone to x_m. Ending on the left is the mirror image. The side with the lower bottleneck
/// wins; then the shorter way; then the list that begins with a negative harmonic, which is the path that ends on
/// the right. Without points on one side the monotone path is best.
///
/// **First list.** Two monotone runs go over one side of the line, one outward and one back home. Where x_k is
/// the last point taken and the *other* run stands at x_j, j < k, the rest can be completed exactly if that
/// run can still reach the next point (or the turning point, if x_k is it): it must take x_{k+1} or a point
/// beyond; and having taken x_{k+1}, every second point suffices. So choices can be made greedily, each checked in
/// constant time:
/// - Outward to the left, the list has the outward run first, and smaller comes further out: each step goes as far
///   as B allows. It leaves a point for the way home unless it is the last, so that the other run stands at
///   the point after the one last taken, and the condition always holds.
/// - Outward to the right, smaller comes nearer: the run takes the next point if the run home, standing at
///   h, reaches the one after; else the point is left for the way home. Two points are never left in a row,
///   as x_{k+1} − x_{k−1} ≤ B.
enum SlowOrder {
  /// - Parameters:
  ///   - harmonics: distinct and not 0.
  ///   - returns: whether the way back to 0 counts, as with an upright clock.
  static func order(_ harmonics: [Int], returns: Bool) -> [Int] {
    let negatives = harmonics.filter { $0 < 0 }.sorted(by: >)
    let positives = harmonics.filter { $0 > 0 }.sorted()
    if returns { return tour(negatives, positives) }
    guard let low = negatives.last, let high = positives.last else { return negatives + positives }
    let right = pathBottleneck(outAndBack: negatives, onward: positives)
    let left = pathBottleneck(outAndBack: positives, onward: negatives)
    let endsRight = right != left ? right < left : high - 2 * low <= 2 * high - low
    if endsRight {
      let (out, home) = outwardFar(negatives, step: right)
      return out + home + positives
    }
    let (out, home) = outwardNear(positives, home: negatives[0], step: left)
    return out + home + negatives
  }

  private static func tour(_ negatives: [Int], _ positives: [Int]) -> [Int] {
    let points = negatives.reversed() + [0] + positives
    let step = largestStep(points, over: 2)
    let (left, leftHome) = outwardFar(negatives, step: step)
    let (right, rightHome) = outwardNear(positives, home: 0, step: step)
    return left + leftHome + right + rightHome
  }

  /// The largest step of the best path that goes out on one side, back, and on over the other.
  private static func pathBottleneck(outAndBack: [Int], onward: [Int]) -> Int {
    max(
      largestStep(outAndBack.reversed() + [0] + onward.prefix(1), over: 2), largestStep(onward, over: 1))
  }

  /// The largest distance of points `stride` places apart; of the ends, if there are fewer.
  private static func largestStep(_ points: [Int], over stride: Int) -> Int {
    guard points.count > stride else {
      return points.count < 2 ? 0 : abs(points[points.count - 1] - points[0])
    }
    return (0..<points.count - stride).reduce(0) { max($0, abs(points[$1 + stride] - points[$1])) }
  }

  /// Splits points that lead away from 0 in one direction into those of a run outward, with steps as long as `step`
  /// allows, and the others in the order of the way home.
  private static func outwardFar(_ points: [Int], step: Int) -> (out: [Int], home: [Int]) {
    var out: [Int] = []
    var home: [Int] = []
    var position = 0
    for (index, point) in points.enumerated() {
      let reachesNext = index + 1 < points.count && abs(points[index + 1] - position) <= step
      if reachesNext {
        home.append(point)
      } else {
        out.append(point)
        position = point
      }
    }
    return (out, home.reversed())
  }

  /// Splits points that lead away from 0 in one direction into those of a run outward, which takes each point that it
  /// may, and the others in the order of the way home, which ends at `home`.
  private static func outwardNear(
    _ points: [Int], home end: Int, step: Int
  ) -> (out: [Int], home: [Int]) {
    var out: [Int] = []
    var home: [Int] = []
    var reached = end
    for (index, point) in points.enumerated() {
      let next = points[min(index + 1, points.count - 1)]
      if abs(next - reached) <= step {
        out.append(point)
      } else {
        home.append(point)
        reached = point
      }
    }
    return (out, home.reversed())
  }
}

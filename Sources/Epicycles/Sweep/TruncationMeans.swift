import EpicycleSpec
import Harmonics
import PlaneCurves

/// The root mean square error and the energy of truncation at every budget, from one transform a curve.
///
/// By Parseval's theorem the mean square over the samples is the sum of |cₙ|² over the discarded harmonics, added up
/// directly, the smallest first. It differs from the mean over continuous time by aliasing alone.
struct TruncationMeans: Sendable {
  /// By curve: the mean square with 0, 1, 2 … arms, and that of the motion about its centre, user units squared.
  private let discarded: [[Double]]
  private let spread: [Double]
  /// The share of each curve in the length of all.
  private let weights: [Double]
  /// The curve that each clock goes to, in the order in which they are given out.
  private let order: [Int]
  private let diagonal: Double
  private let uprights: Int

  /// - Parameter most: the largest budget, at least one arm a curve.
  init(_ targets: [Target], _ options: SolveOptions, most: Int) {
    diagonal = targets.dropFirst().reduce(targets[0].curve.bounds) { $0.union($1.curve.bounds) }.diagonal
    uprights = options.isUpright ? targets.count : 0
    var options = options
    options.goal = .clocks(most)
    let arms = most - uprights
    let fitters = targets.map { CurveFitter($0, options, diagonal: diagonal, isOver: { false }) }
    let truncations = fitters.map { $0.truncationWithRest(arms) }
    discarded = truncations.map { truncation in
      var sums = [truncation.discardedEnergy]
      for term in truncation.sum.terms.reversed() {
        sums.append(sums[sums.count - 1] + term.coefficient.lengthSquared)
      }
      return sums.reversed()
    }
    spread = discarded.map { $0[0] }
    let length = targets.reduce(0) { $0 + $1.curve.length }
    weights = targets.map { $0.curve.length / length }
    if targets.count == 1 {
      order = Array(repeating: 0, count: truncations[0].sum.terms.count)
    } else {
      order = BudgetShares.order(of: arms, among: fitters.map { $0.series(arms) })
    }
  }

  /// - Parameter budget: at least one arm a curve, `most` at most.
  func figures(_ budget: Int) -> (used: Int, error: Spec.ErrorReport) {
    var counts = Array(repeating: 0, count: discarded.count)
    for curve in order.prefix(budget - uprights) { counts[curve] += 1 }
    var (square, motion) = (0.0, 0.0)
    for (curve, weight) in weights.enumerated() {
      square += weight * discarded[curve][counts[curve]]
      motion += weight * spread[curve]
    }
    let rms = square.squareRoot()
    let report = Spec.ErrorReport(
      diagonal: diagonal, rms: rms, energy: motion > 0 ? 1 - square / motion : 1,
      relative: Spec.ErrorReport.Relative(rms: rms / diagonal))
    return (counts.reduce(uprights, +), report)
  }
}

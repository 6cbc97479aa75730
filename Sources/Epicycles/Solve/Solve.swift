import EpicycleSpec
import Harmonics
import PlaneCurves

/// Fits rotating clocks to closed curves and certifies the error.
///
/// - Parameters:
///   - targets: the curves, one chain each, in this order.
///   - generator: the name and version of the program, for the spec.
///   - source: where the curves come from, for the spec.
///   - frame: the drawing's box.
///   - units: what the curves' coordinates are.
/// - Throws: `SolveError`.
public func solve(
  _ targets: [Target], options: SolveOptions = SolveOptions(), generator: String,
  source: Spec.Source = Spec.Source(), frame: Spec.Frame, units: Spec.Units = .user
) throws(SolveError) -> Spec {
  guard !targets.isEmpty else { throw .noCurves }
  let perChain = options.isUpright ? 1 : 0
  let least = targets.count * (1 + perChain)
  guard options.clocks >= least else {
    throw .tooFewClocks(given: options.clocks, curves: targets.count, least: least)
  }
  let diagonal = targets.dropFirst().reduce(targets[0].curve.bounds) { $0.union($1.curve.bounds) }.diagonal
  let fits = truncations(of: targets, arms: options.clocks - targets.count * perChain)
  let loop = Spec.Loop(seconds: options.duration)
  var chains: [Spec.Chain] = []
  var reports: [CurveReport] = []
  for (target, fit) in zip(targets, fits) {
    let chain = RotationChain(fit.sum, order: options.order, isUpright: options.isUpright)
    let report = CurveReport(
      certificate: certify(sum: fit.sum, motion: fit.motion, diagonal: diagonal), length: target.curve.length,
      aliasing: fit.aliasing, fastestPeriod: chain.fastestPeriod(loop: loop.seconds), joins: target.joins)
    var reference = target.reference
    reference.length = target.curve.length
    chains.append(
      chain.chain(
        id: target.id, loop: loop, curve: reference, timing: Spec.Timing(law: .constant),
        error: report.errorReport(units: units, diagonal: diagonal)))
    reports.append(report)
  }
  return Spec(
    generator: generator, source: source, units: units, frame: frame, loop: loop,
    budget: Spec.Budget(clocks: options.clocks, used: chains.reduce(0) { $0 + $1.clockCount }),
    method: Spec.Method(fit: .truncate), chains: chains,
    error: CurveReport.whole(reports, units: units, diagonal: diagonal))
}

/// A sum that draws a motion.
struct FittedMotion: Sendable {
  var sum: HarmonicSum
  var motion: Motion
  /// What aliasing may have done to any coefficient, in user units.
  var aliasing: Double
}

/// The largest coefficients of each curve at constant speed, within a shared number of arms.
private func truncations(of targets: [Target], arms: Int) -> [FittedMotion] {
  let sampled = targets.map { SampledCurve($0.curve, start: $0.reference.start) }
  let largest = zip(targets, sampled).map { target, sampled in
    sampled.spectrum.truncated(
      to: arms, limit: sampled.bandwidth, floor: negligibleCoefficient * target.curve.bounds.diagonal
    ).sum
  }
  let series = zip(targets, largest).map { TruncationSeries($0.curve, $1) }
  let shares = BudgetShares.shares(of: arms, among: series)
  return targets.indices.map { index in
    let curve = targets[index].curve
    let sum = HarmonicSum(
      centre: largest[index].centre, terms: Array(largest[index].terms.prefix(shares[index])))
    return FittedMotion(
      sum: sum, motion: Motion(constantSpeed: curve, start: targets[index].reference.start),
      aliasing: sampled[index].aliasing(of: curve, bandwidth: sum.bandwidth))
  }
}

/// Coefficients below this share of the diagonal are zero to rounding: a circle takes one clock.
let negligibleCoefficient = 1e-12

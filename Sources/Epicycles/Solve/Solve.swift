import Dispatch
import EpicycleSpec
import Harmonics
import PlaneCurves

/// Fits rotating clocks to closed curves and certifies the error.
///
/// - Parameters:
///   - targets: the curves, one chain each, in this order.
///   - options: the budget, the method and the timing.
///   - generator: the name and version of the program, for the spec.
///   - source: where the curves come from, for the spec.
///   - frame: the drawing's box.
///   - units: what the curves' coordinates are.
///   - seeds: specs of the same curves at other budgets, to start from besides.
/// - Throws: `SolveError`.
public func solve(
  _ targets: [Target], options: SolveOptions = SolveOptions(), generator: String,
  source: Spec.Source = Spec.Source(), frame: Spec.Frame, units: Spec.Units = .user,
  startingFrom seeds: [Spec] = []
) throws(SolveError) -> Spec {
  guard let first = targets.first else { throw .noCurves }
  let diagonal = targets.dropFirst().reduce(first.curve.bounds) { $0.union($1.curve.bounds) }.diagonal
  var options = options
  let (goal, budgetWarnings) = options.deviceGoal
  options.goal = goal
  if options.frameRate == nil { options.frameRate = options.device?.frameRate }
  let deadline = Deadline(seconds: options.timeLimit)
  let fitters = targets.enumerated().map { number, target in
    CurveFitter(
      target, options, diagonal: diagonal,
      seeds: seeds.compactMap { $0.chains.indices.contains(number) ? $0.chains[number] : nil },
      isOver: deadline.isOver)
  }
  let uprights = options.isUpright ? targets.count : 0
  let fits: [FittedMotion]
  let budget: Int
  switch options.goal {
  case .clocks(let clocks):
    guard clocks >= targets.count + uprights else {
      throw .tooFewClocks(given: clocks, curves: targets.count, least: targets.count + uprights)
    }
    fits = shared(fitters, arms: clocks - uprights)
    budget = clocks
  case .error(let limit, let metric, let ceiling):
    guard ceiling >= targets.count + uprights else {
      throw .tooFewClocks(given: ceiling, curves: targets.count, least: targets.count + uprights)
    }
    fits = try fewest(
      fitters, reaching: limit.length(diagonal: diagonal), metric: metric ?? options.timing.metric,
      ceiling: ceiling - uprights)
    budget = fits.reduce(uprights) { $0 + $1.sum.terms.count }
  }

  let loop = Spec.Loop(seconds: options.duration)
  var reports: [ChainReport] = []
  var chains: [Spec.Chain] = []
  for (target, found) in zip(targets, fits) {
    let fit = found.placed(options.poster, loop: options.duration).inRisingOrder(options.order == .given)
    let chain = RotationChain(
      fit.sum, order: options.order, isUpright: options.isUpright, spin: options.spin)
    let report = ChainReport(
      certificate: certify(
        sum: fit.sum, motion: fit.motion, diagonal: diagonal,
        slack: options.slack > 0 ? options.slackLoops : nil),
      length: target.curve.length,
      fastestPeriod: chain.fastestPeriod(loop: loop.seconds),
      fastestPeriods: .init(
        fit.sum, isUpright: options.isUpright, spin: options.spin, loop: loop.seconds),
      aliasing: fit.aliasing, joins: target.joins, jumps: .init(fit.motion),
      frames: options.frameRate.map {
        FrameReport(sum: fit.sum, motion: fit.motion, rate: $0, loop: loop.seconds)
      },
      optimumLower: fit.optimumLower, speedRange: fit.speedRange ?? options.timing.constantRange)
    reports.append(report)
    chains.append(
      chain.chain(
        id: target.id, loop: loop, curve: target.reference(for: fit), timing: options.spec(fit, of: target),
        error: report.errorReport(units: units, diagonal: diagonal)))
  }
  var spec = Spec(
    generator: generator, source: source, units: units, frame: frame, loop: loop,
    budget: Spec.Budget(clocks: budget, used: chains.reduce(0) { $0 + $1.clockCount }),
    method: Spec.Method(fit: options.fit), chains: chains,
    error: ChainReport.whole(of: reports)?.errorReport(units: units, diagonal: diagonal)
      ?? Spec.ErrorReport(),
    warnings: targets.filter { $0.isTooIntricateToFit && options.isFitted }.map(\.intricacyWarning)
      + (deadline.hasStopped ? [deadline.warning] : []))
  spec.warnings += budgetWarnings + spec.jumpWarnings + options.frameWarnings(for: spec)
  spec.warnings += options.device?.warnings(for: spec) ?? []
  return spec
}

/// A shared budget: shares by truncation first, then by the method's own errors for as long as the worst one falls.
private func shared(_ fitters: [CurveFitter], arms: Int) -> [FittedMotion] {
  let series = fitters.map { $0.series(arms) }
  var shares = BudgetShares.shares(of: arms, among: series)
  if fitters.count == 1 { return [fitters[0].fit(arms: arms)] }
  var fits = zip(fitters, shares).map { $0.fit(arms: $1) }
  guard fitters[0].isFitted else { return fits }
  for _ in 0..<4 {
    let next = BudgetShares.evened(shares, errors: fits.map(\.error), arms: arms)
    if next == shares { break }
    let refits = fitters.indices.map { next[$0] == shares[$0] ? fits[$0] : fitters[$0].fit(arms: next[$0]) }
    guard (refits.map(\.error).max() ?? 0) < (fits.map(\.error).max() ?? 0) else { break }
    (shares, fits) = (next, refits)
  }
  return fits
}

/// Each curve's fewest arms: together the fewest for all.
private func fewest(
  _ fitters: [CurveFitter], reaching error: Double, metric: ErrorMetric, ceiling: Int
) throws(SolveError) -> [FittedMotion] {
  var fits: [FittedMotion] = []
  var left = ceiling
  for (index, fitter) in fitters.enumerated() {
    let own = left - (fitters.count - index - 1)
    guard let fit = fitter.fewestArms(reaching: error, metric: metric, ceiling: own) else {
      throw .unreachable(curve: fitter.target.id, ceiling: own)
    }
    fits.append(fit)
    left -= fit.sum.terms.count
  }
  return fits
}

/// Coefficients below this share of the diagonal are zero to rounding: a circle takes one clock.
let negligibleCoefficient = 1e-12

extension Target {
  fileprivate func reference(for fit: FittedMotion) -> Spec.CurveReference {
    var reference = reference
    reference.length = curve.length
    reference.start = fit.motion.map(0)
    return reference
  }
}

extension Target {
  fileprivate var intricacyWarning: Spec.Warning {
    Spec.Warning(
      code: "too-intricate",
      message:
        "\(id) has \(curve.path.segments.count) segments and \(curve.corners.count) corners and is \((curve.length / curve.bounds.diagonal).rounded()) diagonals "
        + "long: too intricate to fit, so its largest coefficients at constant speed are kept; simplify it first"
    )
  }
}

extension TimingChoice {
  /// The speeds of a free timing that ended at constant speed.
  fileprivate var constantRange: ClosedRange<Double>? {
    if case .free = self { 1...1 } else { nil }
  }
}

extension SolveOptions {
  fileprivate func spec(_ fit: FittedMotion, of target: Target) -> Spec.Timing {
    var timing = Spec.Timing(law: .constant)
    switch target.law(self.timing) {
    case .constant: break
    case .ease: timing.offset = fit.offset == 0 ? nil : fit.offset
    case .parameter:
      timing.law = .parameter
      timing.offset = fit.offset == 0 ? nil : fit.offset
    case .keyframes(let keyframes):
      timing = Spec.Timing(keyframes)
      timing.offset = fit.offset == 0 ? nil : fit.offset
    }
    if case .free = self.timing {
      timing.law = .free
      timing.map = Spec.TimeMap(time: fit.motion.map.time, length: fit.motion.map.length)
    }
    if slack > 0 { timing.slack = slack }
    return timing
  }
}

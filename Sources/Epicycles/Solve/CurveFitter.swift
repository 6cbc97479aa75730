import EpicycleSpec
import Harmonics
import PlaneCurves

/// A harmonic sum and the motion that it stands for.
struct FittedMotion: Sendable {
  var sum: HarmonicSum
  var motion: Motion
  /// What aliasing may have done to any coefficient, in user units; nil where none was read off a transform.
  var aliasing: Double?
  /// No coefficients on the same harmonics come closer under the same timing.
  var optimumLower: Double?
  /// In units of the mean speed; nil where the timing is prescribed.
  var speedRange: ClosedRange<Double>?

  /// The law's own time at t = 0, in loops.
  var offset = 0.0

  /// The largest distance at the times where the engine looked; certificates look closer.
  var error: Double
}

/// Fits one curve as the options say.
struct CurveFitter: Sendable {
  let target: Target
  let options: SolveOptions
  /// Of the box around all curves.
  let diagonal: Double
  /// Fits of the same curve, to start from.
  private let seeds: [Fit]
  let isOver: @Sendable () -> Bool

  private let sampled: SampledMotion
  /// What is to be drawn, or with a free timing what the search starts from.
  let law: Motion

  init(
    _ target: Target, _ options: SolveOptions, diagonal: Double, seeds: [Spec.Chain] = [],
    isOver: @escaping @Sendable () -> Bool
  ) {
    self.target = target
    self.options = options
    self.diagonal = diagonal
    self.isOver = isOver
    var budget = 0
    if case .clocks(let clocks) = options.goal { budget = clocks }
    law = target.motion(target.law(options.timing))
    sampled = SampledMotion(law, arms: budget)
    self.seeds = seeds.compactMap { [law] in Fit($0, law) }
  }

  var isAtConstantSpeed: Bool { target.law(options.timing) == .constant }
  var sampleCount: Int { sampled.spectrum.count }

  /// The law's largest terms, the largest first.
  func truncation(_ arms: Int) -> HarmonicSum { truncationWithRest(arms).sum }

  /// The same with the energy of what is left out.
  func truncationWithRest(_ arms: Int) -> Truncation {
    let limit = min(sampled.bandwidth, options.harmonicLimit ?? .max)
    let floor = max(negligibleCoefficient * target.curve.bounds.diagonal, law.map.tolerance)
    return sampled.spectrum.truncated(to: arms, limit: limit, floor: floor)
  }

  func series(_ arms: Int) -> TruncationSeries { TruncationSeries(law, truncation(arms)) }

  /// The best fit found with at most `arms` arms.
  func fit(arms: Int) -> FittedMotion {
    let arms = min(arms, options.harmonicLimit.map { 2 * $0 } ?? .max)
    var best = truncated(arms)
    // Under the law itself, all that is not zero to rounding fits into the budget: nothing is left to improve.
    if best.sum.terms.count < arms { return best }
    if arms > engineCeiling, isFitted {
      // So many largest coefficients may come closer than the most that are fitted.
      let fitted = fit(arms: engineCeiling)
      let errors = [best, fitted].map { maximum($0) }
      return errors[0] < errors[1] ? best : fitted
    }
    // A narrower range's own run is the beginning of a wider one's, and what it certifies is only given up for less.
    var upper = Double.infinity
    for stage in stages {
      let fit = FitEngine(stage, effort: options.effort, seeds: [best.asFit] + seeds, isOver: isOver).fit(
        clocks: arms)
      var found = fitted(fit)
      guard case .free = options.timing else {
        best = found
        continue
      }
      // With the timing free there is no bound.
      found.optimumLower = nil
      let reached = options.timing.metric.upper(
        certify(sum: found.sum, motion: found.motion, diagonal: diagonal))
      if reached < upper || upper.isInfinite { (best, upper) = (found, reached) }
    }
    return best
  }

  /// The fewest arms whose certified error is at most `error`; nil if `ceiling` arms are not enough.
  func fewestArms(reaching error: Double, metric: ErrorMetric, ceiling: Int) -> FittedMotion? {
    // The engine lowers one figure; the weaker ones follow it, and may be reached with fewer arms.
    let engine: ErrorMetric = metric == .max ? .max : options.timing.metric
    let best = fewestArms(lowering: engine, to: error, ceiling: ceiling)
    guard metric != engine else { return best }
    var found = best ?? certified(fit(arms: ceiling), error, metric)
    var low = 0
    while let count = found?.sum.terms.count, count - low > 1 {
      let middle = (low + count) / 2
      if let fewer = certified(fit(arms: middle), error, metric) { found = fewer } else { low = middle }
    }
    return found
  }

  /// The freest timing needs the fewest arms, so it goes first and keeps the others short: they count only where
  /// they need fewer still, which makes up for a search that ended in a poor valley. The next narrower one is the
  /// likeliest to, and is followed from further up.
  private func fewestArms(lowering metric: ErrorMetric, to error: Double, ceiling: Int) -> FittedMotion? {
    var best: FittedMotion?
    for (place, stage) in stages.reversed().enumerated() {
      let engine = FitEngine(stage, effort: options.effort, isOver: isOver)
      let most = min(
        ceiling, engineCeiling,
        best.map { self.most(after: $0.sum.terms.count, place: place) } ?? .max)
      let found = engine.fewestClocks(reaching: error, ceiling: most) { fit in
        certified(fitted(fit), error, metric) != nil
      }
      guard let found, found.clocks <= ceiling, found.clocks < best?.sum.terms.count ?? .max else { continue }
      best = fitted(found)
    }
    // A budget's own search takes other ways, through every narrower range, and may do with less.
    if case .free = options.timing, options.effort > .fast {
      while let count = best?.sum.terms.count, (2...Self.fewClocks).contains(count), !isOver(),
        let fewer = certified(fit(arms: count - 1), error, metric)
      {
        best = fewer
      }
    }
    let fewer = best.map { $0.sum.terms.count - 1 } ?? ceiling
    return fewer > 0 ? fewestTruncated(reaching: error, ceiling: fewer) ?? best : best
  }

  /// So many are soon fitted.
  private static let fewClocks = 30

  /// Where clocks are few the next narrower range is searched as it would be alone.
  private func most(after count: Int, place: Int) -> Int {
    if place > 1 { return count + 2 }
    return count <= 30 ? .max : 2 * count + 8
  }

  /// The problems from the least freedom to the most. At a number of arms each starts from what the last one
  /// found, so that more freedom never ends with a larger error.
  private var stages: [FitProblem] {
    guard isFitted else { return [] }
    var stages = [FitProblem(motion: law, harmonicLimit: options.harmonicLimit)]
    if case .free(let range) = options.timing {
      for own in Self.ladder where own != range && own.clamped(to: range) == own {
        stages.append(problem(.range(own)))
      }
      stages.append(problem(.range(range)))
    } else if options.slack > 0 {
      stages.append(problem(.tube(loops: options.slackLoops)))
    }
    return stages
  }

  private func problem(_ freedom: TimingFreedom) -> FitProblem {
    FitProblem(motion: law, freedom: freedom, harmonicLimit: options.harmonicLimit)
  }

  private func fitted(_ fit: Fit) -> FittedMotion {
    guard case .free = options.timing else {
      return FittedMotion(
        sum: fit.sum, motion: law, optimumLower: options.slack > 0 ? nil : fit.optimumLower,
        speedRange: nil, error: fit.nodeError)
    }
    return FittedMotion(fit, target.curve)
  }

  /// Whether more is done than to truncate: fitting was asked for, and the curve isn't too intricate for it.
  var isFitted: Bool { options.isFitted && !target.isTooIntricateToFit }

  /// Beyond it the engine, whose steps cost about the cube of the arms, leaves the field to truncation.
  private var engineCeiling: Int {
    if case .free = options.timing { return 400 }
    return options.slack > 0 ? 400 : 1000
  }

  private static let ladder = [0.5...2.0, TimingChoice.defaultRange]

  // MARK: Truncation

  private func truncated(_ arms: Int) -> FittedMotion { truncated(truncation(arms)) }

  private func truncated(_ sum: HarmonicSum) -> FittedMotion {
    FittedMotion(
      sum: sum, motion: law, aliasing: sampled.aliasing(bandwidth: sum.bandwidth),
      optimumLower: nil, speedRange: nil, error: .infinity)
  }

  private func fewestTruncated(reaching error: Double, ceiling: Int) -> FittedMotion? {
    let sum = truncation(ceiling)
    var series = TruncationSeries(law, sum)
    while !series.isExhausted {
      series.advance()
      guard series.distance <= error else { continue }
      let candidate = truncated(HarmonicSum(centre: sum.centre, terms: Array(sum.terms.prefix(series.count))))
      if let candidate = certified(candidate, error, .max) { return candidate }
    }
    return nil
  }

  // MARK: Certificates

  private func certified(_ fit: FittedMotion, _ error: Double, _ metric: ErrorMetric) -> FittedMotion? {
    let upper =
      metric == .max
      ? maximum(fit) : metric.upper(certify(sum: fit.sum, motion: fit.motion, diagonal: diagonal))
    return upper <= error ? fit : nil
  }

  /// The certified largest distance, under the slack that there is.
  private func maximum(_ fit: FittedMotion) -> Double {
    options.slack > 0
      ? maximumDistance(fit.sum, fit.motion, slack: options.slackLoops, floor: 1e-9 * diagonal).upper
      : maximumDistance(fit.sum, fit.motion, floor: 1e-9 * diagonal).upper
  }
}

extension Target {
  /// The engine places nodes around every corner, and its memory grows with them.
  var isTooIntricateToFit: Bool {
    curve.corners.count > 4096 || curve.path.segments.count > 50_000
      || curve.length > 1000 * curve.bounds.diagonal
  }
}

extension Fit {
  /// What a spec's chain stands for, if it begins as the law does.
  fileprivate init?(_ chain: Spec.Chain, _ law: Motion) {
    guard chain.timing.offset == nil, let error = (chain.error.maxWithSlack ?? chain.error.max)?.lower else {
      return nil
    }
    let terms = chain.clocks.map {
      Term(harmonic: $0.harmonic, coefficient: Complex(length: $0.radius, phase: Angle(radians: $0.phase)))
    }
    self.init(
      sum: HarmonicSum(centre: Complex(chain.centre.x, chain.centre.y), terms: terms),
      map: chain.timing.map.map { TimeMap(time: $0.time, length: $0.length) } ?? law.map, nodeError: error,
      speedRange: chain.error.speedRange.map { $0.lower...$0.upper } ?? 1...1)
  }
}

extension FittedMotion {
  /// A fit whose timing is free.
  init(_ fit: Fit, _ curve: Curve) {
    // Whole rounds don't count: the map begins in the first one.
    let rounds = (fit.map(0) / curve.length).rounded(.down) * curve.length
    let map = TimeMap(time: fit.map.time, length: fit.map.length.map { $0 - rounds })
    self.init(
      sum: fit.sum, motion: Motion(curve: curve, map: map), optimumLower: fit.optimumLower,
      speedRange: fit.map.time.count > 2 ? fit.speedRange : nil, error: fit.nodeError)
  }

  /// As a start for a fit with more freedom.
  var asFit: Fit {
    Fit(
      sum: sum, map: motion.map, nodeError: error, optimumLower: optimumLower, speedRange: speedRange ?? 1...1
    )
  }
}

import EpicycleSpec
import Harmonics
import PlaneCurves

/// A figure of a spec that does not hold.
public struct Discrepancy: Sendable, Hashable, CustomStringConvertible {
  /// The chain's id; nil for the whole.
  public var chain: String?
  /// The figure's name in the spec, such as `max.upper`.
  public var figure: String
  /// NaN where the spec leaves the figure out.
  public var reported: Double
  /// What was computed anew, in words.
  public var found: String

  public var description: String {
    "\(chain ?? "whole"): \(figure) is \(reported.isNaN ? "not there" : "\(reported)"), but \(found)"
  }
}

extension Spec {
  /// Recomputes every figure of the spec from its clocks and the curves that they stand for.
  ///
  /// Upper bounds must not be below what certainly occurs, lower bounds not above what is certainly not exceeded,
  /// and rms, energy, lengths, periods and speeds must be right to the accuracy that the format promises.
  ///
  /// - Parameter targets: for each chain its curve, in the chains' order, joins included.
  /// - Returns: what does not hold, in the order of the file.
  public func discrepancies(against targets: [Target]) -> [Discrepancy] {
    guard let first = targets.first, targets.count == chains.count else {
      return [
        Discrepancy(
          figure: "chains", reported: Double(chains.count), found: "there are \(targets.count) curves")
      ]
    }
    let diagonal = targets.dropFirst().reduce(first.curve.bounds) { $0.union($1.curve.bounds) }.diagonal
    var reports: [ChainReport] = []
    var attainable = 0.0
    var found: [Discrepancy] = []
    var drift = 0.0
    for (chain, target) in zip(chains, targets) {
      let report = chain.recomputed(on: target, loop: loop, budget: budget.clocks, diagonal: diagonal)
      let own = chain.drift(loop: loop)
      var checks = FigureChecks(chain: chain.id, reported: chain.error, diagonal: diagonal, drift: own)
      checks.near("curve.length", chain.curve.length, target.curve.length, relative: 1e-9)
      let nearest = chain.error.optimum.map { _ in chain.attainableError(on: target, diagonal: diagonal) }
      checks.check(against: report, attainable: nearest)
      found += checks.found
      reports.append(report)
      attainable = max(attainable, nearest ?? report.certificate.max.upper)
      drift = max(drift, own)
    }
    if let whole = ChainReport.whole(of: reports) {
      var checks = FigureChecks(chain: nil, reported: error, diagonal: diagonal, drift: drift)
      checks.check(against: whole, attainable: attainable)
      found += checks.found
    }
    return found
  }
}

extension Spec.Chain {
  /// The chain's terms: what its nested clocks add up to.
  var sum: HarmonicSum {
    HarmonicSum(
      centre: Complex(centre.x, centre.y),
      terms: clocks.map {
        Term(
          harmonic: $0.harmonic, coefficient: Complex(length: $0.radius, phase: Angle(radians: $0.phase)))
      })
  }

  /// The most by which the nested clocks can leave the sum of their terms in a loop, as their periods are rounded.
  func drift(loop: Spec.Loop) -> Double {
    var rate = 0.0
    return clocks.reduce(0) { sum, clock in
      rate += loop.seconds / clock.period
      return sum + clock.radius * 2 * .pi * abs(rate - Double(clock.harmonic))
    }
  }

  /// How near arms at the chain's own rates certainly come to its motion, the best lengths and phases sought anew:
  /// a lower bound of what they can do at best is no larger.
  fileprivate func attainableError(on target: Target, diagonal: Double) -> Double {
    let motion = motion(on: target)
    var sums = [sum]
    if !target.isTooIntricateToFit, let best = bestCoefficients(for: sum, on: motion) { sums.append(best) }
    return sums.map { maximumDistance($0, motion, floor: 1e-9 * diagonal).upper }.min() ?? .infinity
  }

  func recomputed(
    on target: Target, loop: Spec.Loop, budget: Int, diagonal: Double
  ) -> ChainReport {
    let motion = motion(on: target)
    let periods = clocks.map(\.period) + (upright.map { [$0.period] } ?? [])
    let slack = timing.slack.map { min($0 / loop.seconds, 0.5) }
    return ChainReport(
      certificate: certify(
        sum: sum, motion: motion, diagonal: diagonal, slack: slack.flatMap { $0 > 0 ? $0 : nil }),
      length: target.curve.length, fastestPeriod: periods.map(\.magnitude).min(),
      fastestPeriods: error.fastestPeriods.flatMap { _ in
        .init(sum, isUpright: upright != nil, spin: upright?.spin ?? 0, loop: loop.seconds)
      },
      aliasing: error.aliasing == nil
        ? nil : SampledMotion(motion, arms: budget).aliasing(bandwidth: sum.bandwidth),
      joins: target.joins, jumps: .init(motion),
      frames: error.invisibleHarmonics.map {
        FrameReport(sum: sum, motion: motion, rate: $0.frameRate, loop: loop.seconds)
      },
      optimumLower: nil, speedRange: timing.law == .free ? motion.map.speedRange : nil)
  }
}

/// Compares reported figures with recomputed ones.
private struct FigureChecks {
  let chain: String?
  let reported: Spec.ErrorReport
  let diagonal: Double
  /// What the rounding of periods may add to any distance.
  let drift: Double
  var found: [Discrepancy] = []

  /// Below it, figures are zero to rounding.
  private var floor: Double { 1e-9 * diagonal }

  init(chain: String?, reported: Spec.ErrorReport, diagonal: Double, drift: Double) {
    self.chain = chain
    self.reported = reported
    self.diagonal = diagonal
    self.drift = drift
  }

  /// - Parameter attainable: what certainly can be reached on the chain's harmonics.
  mutating func check(against report: ChainReport, attainable: Double?) {
    let certificate = report.certificate
    near("diagonal", reported.diagonal, diagonal, relative: 1e-9)
    near("rms", reported.rms, certificate.means.rootMeanSquare, relative: 2e-6, absolute: floor)
    near(
      "energy", reported.energy, certificate.means.energy, relative: 0,
      absolute: 4e-6 * (1 - certificate.means.energy) + 1e-12)
    bounds("max", reported.max, certificate.max)
    bounds("hausdorff", reported.hausdorff, certificate.hausdorff)
    bounds("frechet", reported.frechet, certificate.frechet)
    checkIfThere("maxWithSlack", reported.maxWithSlack, certificate.maxWithSlack)
    if let frechet = reported.frechet?.upper, let max = reported.max?.upper, frechet > max {
      add("frechet.upper", frechet, "it is above max.upper, \(max)")
    }
    if let optimum = reported.optimum?.lower, let attainable, optimum > attainable {
      add("optimum.lower", optimum, "the same harmonics come as near as \(attainable)")
    }
    near("fastestPeriod", reported.fastestPeriod, report.fastestPeriod, relative: 1e-12)
    if let aliasing = reported.aliasing, let bound = report.aliasing, aliasing < bound * (1 - 1e-9) {
      add("aliasing", aliasing, "it may be \(bound)")
    }
    near(
      "joins.number", reported.joins.map { Double($0.number) }, report.joins.map { Double($0.number) },
      relative: 0)
    near("fastestPeriods.slow", reported.fastestPeriods?.slow, report.fastestPeriods?.slow, relative: 1e-9)
    near(
      "fastestPeriods.radius", reported.fastestPeriods?.radius, report.fastestPeriods?.radius, relative: 1e-9)
    near("fastestPeriods.given", reported.fastestPeriods?.given, report.fastestPeriods?.given, relative: 1e-9)
    near(
      "jumps.number", reported.jumps.map { Double($0.number) }, report.jumps.map { Double($0.number) },
      relative: 0)
    near("jumps.largest", reported.jumps?.largest, report.jumps?.largest, relative: 1e-9)
    near("jumps.cost", reported.jumps?.cost, report.jumps?.cost, relative: 1e-9)
    near(
      "invisibleHarmonics.number", reported.invisibleHarmonics.map { Double($0.number) },
      report.frames.map { Double($0.invisible.number) }, relative: 0)
    checkIfThere("largestStep", reported.largestStep, report.frames?.step)
    checkIfThere("shown", reported.shown, report.frames?.shown)
    near("joins.length", reported.joins?.length, report.joins?.length, relative: 1e-9)
    near("speedRange.lower", reported.speedRange?.lower, report.speedRange?.lowerBound, relative: 1e-6)
    near("speedRange.upper", reported.speedRange?.upper, report.speedRange?.upperBound, relative: 1e-6)
    share("relative.rms", reported.relative?.rms, reported.rms)
    share("relative.max", reported.relative?.max, reported.max?.upper)
    share("relative.hausdorff", reported.relative?.hausdorff, reported.hausdorff?.upper)
    share("relative.maxWithSlack", reported.relative?.maxWithSlack, reported.maxWithSlack?.upper)
    share("relative.frechet", reported.relative?.frechet, reported.frechet?.upper)
  }

  mutating func near(
    _ figure: String, _ reported: Double?, _ computed: Double?, relative: Double, absolute: Double = 0
  ) {
    switch (reported, computed) {
    case (nil, nil): break
    case (nil, let computed?): missing(figure, "\(computed)")
    case (let reported?, nil): add(figure, reported, "there is nothing of the kind")
    case (let reported?, let computed?):
      if !(abs(reported - computed) <= relative * abs(computed) + absolute) {
        add(figure, reported, "it is \(computed)")
      }
    }
  }

  private mutating func checkIfThere(
    _ figure: String, _ reported: Spec.ErrorReport.Bounds?, _ computed: CertifiedInterval?
  ) {
    if let computed { return bounds(figure, reported, computed) }
    if let reported { add(figure, reported.upper, "there is nothing of the kind") }
  }

  private mutating func bounds(
    _ figure: String, _ reported: Spec.ErrorReport.Bounds?, _ computed: CertifiedInterval
  ) {
    guard let reported else { return missing(figure, "between \(computed.lower) and \(computed.upper)") }
    if reported.upper < computed.lower - drift {
      add(figure + ".upper", reported.upper, "a distance of \(computed.lower) occurs")
    }
    if reported.lower > computed.upper + drift {
      add(figure + ".lower", reported.lower, "no distance is above \(computed.upper)")
    }
    if reported.lower > reported.upper {
      add(figure + ".lower", reported.lower, "it is above \(figure).upper, \(reported.upper)")
    }
  }

  private mutating func share(_ figure: String, _ reported: Double?, _ length: Double?) {
    near(figure, reported, length.map { $0 / diagonal }, relative: 1e-9)
  }

  private mutating func missing(_ figure: String, _ computed: String) {
    add(figure, .nan, "it is \(computed)")
  }

  private mutating func add(_ figure: String, _ reported: Double, _ text: String) {
    found.append(Discrepancy(chain: chain, figure: figure, reported: reported, found: text))
  }
}

import EpicycleSpec
import Harmonics
import PlaneCurves

/// The root mean square error and the energy of truncation at every budget, from one transform a curve.
///
/// By Parseval's theorem the mean square over the samples is the sum of |cₙ|² over the discarded harmonics, added up
/// directly, the smallest first. `CornerCorrection` makes it the mean over continuous time. Where the speed is not
/// constant the means are integrated for each budget instead.
struct TruncationMeans: Sendable {
  /// One curve's mean squares, in user units squared.
  private struct Series: Sendable {
    /// With 0, 1, 2 … arms; that with 0 is the motion's own about its centre. Nil where they are integrated.
    var discarded: [Double]?
    var fitter: CurveFitter
    var sum: HarmonicSum

    func means(_ arms: Int) -> (square: Double, spread: Double) {
      if let discarded { return (discarded[arms], discarded[0]) }
      let kept = HarmonicSum(centre: sum.centre, terms: Array(sum.terms.prefix(arms)))
      guard let means = rootMeanSquare(kept, fitter.law) else { return (.infinity, .infinity) }
      return (means.rootMeanSquare * means.rootMeanSquare, means.spread)
    }
  }

  private let series: [Series]
  /// The share of each curve in the length of all.
  private let weights: [Double]
  /// The curve that each clock goes to, in the order in which they are given out.
  private let order: [Int]
  private let diagonal: Double
  private let uprights: Int

  /// So many times the samples that the arms need keep the quadrature's error within 1e-6 of the mean square.
  private static let oversampling = 16

  /// - Parameter most: the largest budget, at least one arm a curve.
  init(_ targets: [Target], _ options: SolveOptions, most: Int) {
    let diagonal = targets.dropFirst().reduce(targets[0].curve.bounds) { $0.union($1.curve.bounds) }.diagonal
    self.diagonal = diagonal
    uprights = options.isUpright ? targets.count : 0
    let arms = most - uprights
    var options = options
    options.goal = .clocks(Self.oversampling * arms)
    let fitters = targets.map { CurveFitter($0, options, diagonal: diagonal, isOver: { false }) }
    series = fitters.map { fitter in
      let truncation = fitter.truncationWithRest(arms)
      return Series(
        discarded: fitter.isAtConstantSpeed ? Self.meanSquares(truncation, fitter) : nil, fitter: fitter,
        sum: truncation.sum)
    }
    let length = targets.reduce(0) { $0 + $1.curve.length }
    weights = targets.map { $0.curve.length / length }
    order =
      targets.count == 1
      ? Array(repeating: 0, count: series[0].sum.terms.count)
      : BudgetShares.order(of: arms, among: fitters.map { $0.series(arms) })
  }

  private static func meanSquares(_ truncation: Truncation, _ fitter: CurveFitter) -> [Double] {
    var sums = [truncation.discardedEnergy]
    for term in truncation.sum.terms.reversed() {
      sums.append(sums[sums.count - 1] + term.coefficient.lengthSquared)
    }
    sums.reverse()
    var correction = CornerCorrection(
      fitter.target.curve, start: fitter.target.reference.start, centre: truncation.sum.centre,
      samples: fitter.sampleCount)
    for arms in sums.indices {
      if arms > 0 { correction.add(truncation.sum.terms[arms - 1]) }
      sums[arms] = max(0, sums[arms] + correction.value)
    }
    return sums
  }

  /// - Parameter budget: at least one arm a curve, `most` at most.
  func figures(_ budget: Int) -> (used: Int, error: Spec.ErrorReport) {
    var counts = Array(repeating: 0, count: series.count)
    for curve in order.prefix(budget - uprights) { counts[curve] += 1 }
    var (square, spread) = (0.0, 0.0)
    for (curve, weight) in weights.enumerated() {
      let means = series[curve].means(counts[curve])
      square += weight * means.square
      spread += weight * means.spread
    }
    let rms = square.squareRoot()
    let report = Spec.ErrorReport(
      diagonal: diagonal, rms: rms, energy: spread > 0 ? 1 - square / spread : 1,
      relative: Spec.ErrorReport.Relative(rms: rms / diagonal))
    return (counts.reduce(uprights, +), report)
  }
}

/// What the mean of |γ − z|² over M equally spaced times lacks to that over continuous time, at constant speed, to the
/// order M⁻²: the derivative jumps by J = 2·Re((γ − z)*·[γ′]) at each joint of γ, and a joint that lies θ steps after
/// a sample adds J·B₂(θ)/2M² (Euler–Maclaurin, B₂ the second Bernoulli polynomial).
private struct CornerCorrection {
  private struct Joint {
    /// In loops.
    var time: Double
    /// γ − z.
    var residual: Complex
    /// [γ′]·B₂(θ)/M².
    var weight: Complex
  }

  private var joints: [Joint] = []

  init(_ curve: Curve, start: Double, centre: Complex, samples: Int) {
    let ends = Array(curve.joints.dropFirst()) + [curve.length]
    var before = curve.joints.last.map { $0 - curve.length } ?? 0
    for (joint, next) in zip(curve.joints, ends) {
      let (into, out) = (joint - before, next - joint)
      before = joint
      guard into > 1e-9 * curve.length, out > 1e-9 * curve.length else { continue }
      let jump =
        Self.direction(curve, at: joint, step: min(1e-5 * curve.length, out / 4))
        - Self.direction(curve, at: joint, step: -min(1e-5 * curve.length, into / 4))
      guard jump.length > 1e-4 else { continue }
      let time = (joint - start) / curve.length
      let place = time * Double(samples)
      let share = place - place.rounded(.down)
      let bernoulli = share * share - share + 1.0 / 6
      joints.append(
        Joint(
          time: time, residual: curve.point(atLength: joint) - centre,
          weight: jump * (curve.length * bernoulli / (Double(samples) * Double(samples)))))
    }
  }

  /// The unit tangent on one side, to the second order of `step`.
  private static func direction(_ curve: Curve, at length: Double, step: Double) -> Complex {
    let points = (0...2).map { curve.point(atLength: length + Double($0) * step) }
    return (points[1] * 4 - points[0] * 3 - points[2]) / (2 * step)
  }

  mutating func add(_ term: Term) {
    for index in joints.indices {
      let turns = (Double(term.harmonic) * joints[index].time).remainder(dividingBy: 1)
      joints[index].residual -= term.coefficient * Complex(length: 1, phase: Angle(radians: 2 * .pi * turns))
    }
  }

  var value: Double { joints.reduce(0) { $0 + Complex.dot($1.residual, $1.weight) } }
}

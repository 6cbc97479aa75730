import Harmonics
import PlaneCurves

/// A motion's largest terms in order, and the largest distance as one after the other joins the sum.
///
/// The distance is taken at a few thousand times, enough to compare curves with each other; certificates look
/// closer.
struct TruncationSeries: Sendable {
  let sum: HarmonicSum
  /// How many terms are in the sum so far.
  private(set) var count = 0
  /// The largest distance at the sampled times with `count` terms.
  private(set) var distance: Double

  private var residual: [Complex]
  /// exp(2πi·k/P) for the P sampled times.
  private let roots: [Complex]

  /// - Parameter sum: at most as many terms as may be wanted, the largest first.
  init(_ motion: Motion, _ sum: HarmonicSum) {
    self.sum = sum
    let points = 4096
    residual = motion.sample(count: points).map { $0 - sum.centre }
    roots = (0..<points).map { Complex(length: 1, phase: .fullTurn * (Double($0) / Double(points))) }
    distance = Self.largest(residual)
  }

  var isExhausted: Bool { count == sum.terms.count }

  /// Takes the next term into the sum.
  mutating func advance() {
    let term = sum.terms[count]
    count += 1
    let points = roots.count
    let step = (term.harmonic % points + points) % points
    var index = 0
    for point in residual.indices {
      residual[point] -= term.coefficient * roots[index]
      index += step
      if index >= points { index -= points }
    }
    distance = Self.largest(residual)
  }

  private static func largest(_ points: [Complex]) -> Double {
    points.reduce(0) { max($0, $1.lengthSquared) }.squareRoot()
  }
}

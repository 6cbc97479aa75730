import Harmonics
import PlaneCurves

/// A curve at constant speed with its largest terms in order: what truncation makes of every budget.
///
/// Adding one term after another gives the largest distance at a few thousand times, which is enough to
/// compare curves with each other; certificates look closer.
struct TruncationSeries: Sendable {
  let centre: Complex
  /// Largest coefficient first, without those that are zero to rounding.
  let terms: [Term]
  /// How many terms are in the sum so far.
  private(set) var count = 0
  /// The largest distance at the sampled times with `count` terms.
  private(set) var distance: Double

  private var residual: [Complex]
  private let roots: [Complex]

  /// Coefficients below this share of the diagonal are zero to rounding.
  static let negligible = 1e-12

  init(samples: [Complex], sum: HarmonicSum, diagonal: Double) {
    centre = sum.centre
    terms = sum.terms.filter { $0.coefficient.length > Self.negligible * diagonal }
    let stride = max(1, samples.count / 4096)
    residual = Swift.stride(from: 0, to: samples.count - samples.count % stride, by: stride)
      .map { samples[$0] - sum.centre }
    let points = residual.count
    // Every sampled time is a multiple of 1/M, so that all angles are multiples of 2π/M.
    let divisions = samples.count
    self.stride = stride
    roots = (0..<divisions).map {
      Complex(length: 1, phase: .fullTurn * (Double($0) / Double(divisions)))
    }
    distance = 0
    precondition(points > 0)
    distance = Self.largest(residual)
  }

  private let stride: Int

  var isExhausted: Bool { count == terms.count }

  /// Takes the next term into the sum.
  mutating func advance() {
    let term = terms[count]
    count += 1
    let divisions = roots.count
    let step = ((term.harmonic % divisions + divisions) % divisions * stride) % divisions
    var index = 0
    for point in residual.indices {
      residual[point] -= term.coefficient * roots[index]
      index += step
      if index >= divisions { index -= divisions }
    }
    distance = Self.largest(residual)
  }

  private static func largest(_ points: [Complex]) -> Double {
    points.reduce(0) { max($0, $1.lengthSquared) }.squareRoot()
  }
}

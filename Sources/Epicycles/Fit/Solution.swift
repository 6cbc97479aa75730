import Harmonics
import PlaneCurves

/// Coefficients and a time map for one support, in units of the diagonal and of loops.
struct Solution: Sendable {
  /// The support without 0, rising.
  var harmonics: [Int]
  var centre: Complex
  /// cₙ in the order of `harmonics`.
  var coefficients: [Complex]
  var map: TimeMap
  /// The largest distance at the nodes.
  var error: Double
  /// A lower bound of the error for this support, where one is known.
  var lower: Double?
  /// What the next fit of a fixed timing may start from.
  var multipliers: MinimaxMultipliers?
  var steps = 0

  /// cₙ, 0 outside the support.
  func coefficient(_ n: Int) -> Complex {
    if n == 0 { return centre }
    guard let k = harmonics.firstIndex(of: n) else { return .zero }
    return coefficients[k]
  }

  /// A start on another support, its coefficients taken from a spectrum.
  init(spectrum: RankedSpectrum, harmonics: [Int], map: TimeMap) {
    self.harmonics = harmonics
    centre = spectrum[0]
    coefficients = harmonics.map { spectrum[$0] }
    self.map = map
    error = .infinity
  }

  init(
    harmonics: [Int], dense: [Complex], bandwidth: Int, map: TimeMap, error: Double, steps: Int
  ) {
    self.harmonics = harmonics
    centre = dense[bandwidth]
    coefficients = harmonics.map { dense[$0 + bandwidth] }
    self.map = map
    self.error = error
    self.steps = steps
  }

  /// A published fit, in units of the curve's diagonal.
  init(_ fit: Fit, curve: ScaledCurve) {
    let terms = fit.sum.terms.sorted { $0.harmonic < $1.harmonic }
    harmonics = terms.map(\.harmonic)
    centre = (fit.sum.centre - curve.centre) / curve.diagonal
    coefficients = terms.map { $0.coefficient / curve.diagonal }
    map = fit.map
    error = fit.nodeError / curve.diagonal
  }

  /// The `count` harmonics with the smallest coefficients, the smallest first.
  func smallest(_ count: Int) -> [Int] {
    zip(harmonics, coefficients).sorted { ($0.1.lengthSquared, $0.0) < ($1.1.lengthSquared, $1.0) }
      .prefix(count).map(\.0)
  }

  func keepingLargest(_ count: Int) -> Solution {
    count < harmonics.count ? dropping(Set(smallest(harmonics.count - count))) : self
  }

  /// The same solution with more harmonics, their coefficients 0.
  func adding(_ added: [Int]) -> Solution {
    var out = self
    // They are not orthogonal to the new harmonics: a poor start.
    out.multipliers = nil
    out.harmonics = (harmonics + added).sorted()
    out.coefficients = out.harmonics.map { coefficient($0) }
    out.error = .infinity
    out.lower = nil
    return out
  }

  /// The same solution without some harmonics.
  func dropping(_ dropped: Set<Int>) -> Solution {
    var out = self
    out.harmonics = harmonics.filter { !dropped.contains($0) }
    out.coefficients = out.harmonics.map { coefficient($0) }
    out.error = .infinity
    out.lower = nil
    return out
  }
}

import PlaneCurves

/// One rotating arm: c·exp(2πi·n·t), t in loops, n a non-zero integer of either sign.
///
/// A positive harmonic turns **clockwise on the screen**.
public struct Term: Sendable, Hashable {
  public var harmonic: Int
  public var coefficient: Complex

  @inlinable
  public init(harmonic: Int, coefficient: Complex) {
    self.harmonic = harmonic
    self.coefficient = coefficient
  }
}

/// The trigonometric polynomial z(t) = c₀ + Σ cₙ·exp(2πi·n·t), t in loops.
public struct HarmonicSum: Sendable, Hashable {
  /// c₀, in user units.
  public var centre: Complex
  /// In any order; harmonics are non-zero and distinct.
  public var terms: [Term]

  public init(centre: Complex, terms: [Term]) {
    self.centre = centre
    self.terms = terms
  }

  /// z(t), t in loops of any size; each angle is reduced exactly before its sine is taken.
  public func point(atTime t: Double) -> Complex {
    let fraction = t - t.rounded(.down)
    var sum = Complex.zero
    for term in terms {
      // n·t modulo 1, exact where n·fraction is.
      let turns = (Double(term.harmonic) * fraction).remainder(dividingBy: 1)
      sum += term.coefficient * Complex(length: 1, phase: Angle(radians: 2 * .pi * turns))
    }
    return centre + sum
  }

  /// The largest |n|, 0 without terms.
  public var bandwidth: Int { terms.reduce(0) { max($0, abs($1.harmonic)) } }
}

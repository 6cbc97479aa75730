import PlaneCurves

extension HarmonicSum {
  /// z(shift + m/M) for m = 0…M−1, by one backward transform; exact for any M, as harmonics that differ by
  /// a multiple of M agree at these times.
  ///
  /// - Parameters:
  ///   - count: M, at least 1.
  ///   - shift: in loops.
  ///   - transform: a backward plan for M, to save planning it again.
  public func values(count: Int, shift: Double = 0, transform: FourierTransform? = nil) -> [Complex] {
    let transform = transform ?? FourierTransform.shared(count: count, direction: .backward)
    precondition(transform.direction == .backward && transform.count == count)
    var bins = [Complex](repeating: .zero, count: count)
    bins[0] = centre
    for term in (shift == 0 ? self : shifted(by: shift)).terms {
      let remainder = term.harmonic % count
      bins[remainder < 0 ? remainder + count : remainder] += term.coefficient
    }
    return transform(bins)
  }

  /// Σ (2π|n|)ᵏ·|cₙ|, which no derivative z⁽ᵏ⁾(t) exceeds; in user units per loopᵏ. k = 0 bounds |z − c₀|.
  public func derivativeBound(order k: Int) -> Double {
    terms.reduce(0) { sum, term in
      let rate = 2 * .pi * Double(term.harmonic.magnitude)
      return sum + (0..<k).reduce(term.coefficient.length) { power, _ in power * rate }
    }
  }

  /// z(t + `time`), time in loops: cₙ·exp(2πi·n·time).
  public func shifted(by time: Double) -> HarmonicSum {
    let fraction = time - time.rounded(.down)
    return mapTerms { term in
      let turns = (Double(term.harmonic) * fraction).remainder(dividingBy: 1)
      return Term(
        harmonic: term.harmonic,
        coefficient: term.coefficient * Complex(length: 1, phase: Angle(radians: 2 * .pi * turns)))
    }
  }

  /// z(−t): the same curve the other way round, cₙ and c₋ₙ exchanged.
  public var reversed: HarmonicSum {
    mapTerms { Term(harmonic: -$0.harmonic, coefficient: $0.coefficient) }
  }

  /// factor·z(t) + offset: turned by the factor's argument, **clockwise on the screen**, scaled by its length,
  /// then moved.
  public func mapped(factor: Complex, offset: Complex = .zero) -> HarmonicSum {
    var sum = mapTerms { Term(harmonic: $0.harmonic, coefficient: factor * $0.coefficient) }
    sum.centre = factor * centre + offset
    return sum
  }

  private func mapTerms(_ map: (Term) -> Term) -> HarmonicSum {
    HarmonicSum(centre: centre, terms: terms.map(map))
  }
}

import EpicycleSpec
import Harmonics
import PlaneCurves

/// A harmonic sum as nested rotating arms, outermost first.
///
/// Clock k turns its content at the **relative** rate n_k − n_{k−1} turns a loop (n₀ = 0), positive
/// **clockwise on the screen**; its arm is c_k, in the parent's frame at t = 0.
public struct RotationChain: Sendable, Hashable {
  /// c₀, in user units.
  public let centre: Complex
  /// The arms, outermost first.
  public let terms: [Term]
  /// Whether one more clock turns the carried view back, or on to `spin`.
  public let isUpright: Bool
  /// The turns that an upright view makes in one loop, positive clockwise on the screen.
  public let spin: Int

  /// - Parameters:
  ///   - sum: terms with distinct harmonics other than 0.
  ///   - order: how they are nested.
  ///   - isUpright: whether to add the upright clock, if there are arms at all.
  ///   - spin: the turns of an upright view in one loop. Where the last arm turns just so, a chain of several is
  ///     nested the other way round, and a single arm carries the view without that clock.
  public init(_ sum: HarmonicSum, order: ChainOrder = .slow, isUpright: Bool = false, spin: Int = 0) {
    centre = sum.centre
    self.spin = isUpright ? spin : 0
    let isUpright = isUpright && !sum.terms.isEmpty
    let terms = Self.nested(sum, order, isUpright: isUpright)
    let meets = isUpright && terms.last?.harmonic == spin
    self.terms = meets ? terms.reversed() : terms
    self.isUpright = isUpright && !(meets && terms.count == 1)
  }

  private static func nested(_ sum: HarmonicSum, _ order: ChainOrder, isUpright: Bool) -> [Term] {
    switch order {
    case .given: return sum.terms
    case .radius:
      return sum.terms.sorted { a, b in
        let (p, q) = (sizeClass(of: a), sizeClass(of: b))
        if p != q { return p > q }
        let (m, n) = (a.harmonic.magnitude, b.harmonic.magnitude)
        return m != n ? m < n : a.harmonic > b.harmonic
      }
    case .slow:
      let places = SlowOrder.order(sum.terms.map(\.harmonic), returns: isUpright)
      let byHarmonic = Dictionary(sum.terms.map { ($0.harmonic, $0) }) { first, _ in first }
      return places.compactMap { byHarmonic[$0] }
    }
  }

  /// The radius to eight digits: what differs by rounding alone counts as equal, as that of two opposite harmonics of
  /// a symmetric curve.
  private static func sizeClass(of term: Term) -> Double {
    let radius = term.coefficient.length
    guard radius.isNormal else { return radius }
    return Double(
      sign: .plus, exponent: radius.exponent, significand: (radius.significand * 0x1p27).rounded() * 0x1p-27)
  }

  /// Turns a loop of each rotating view relative to its parent, outermost first, the upright clock last: never 0.
  public var relativeRates: [Int] {
    var rates: [Int] = []
    var parent = 0
    for term in terms {
      rates.append(term.harmonic - parent)
      parent = term.harmonic
    }
    if isUpright { rates.append(spin - parent) }
    return rates
  }

  /// The shortest |period| in seconds, in a loop of T `seconds`; nil without clocks.
  public func fastestPeriod(loop seconds: Double) -> Double? {
    relativeRates.map(\.magnitude).max().map { seconds / Double($0) }
  }

  /// The arms as clocks of a spec, in a loop of T `seconds`: periods T/(n_k − n_{k−1}), signed.
  public func clocks(loop seconds: Double) -> [Spec.Clock] {
    zip(terms, relativeRates).map { term, rate in
      Spec.Clock(
        period: seconds / Double(rate), radius: term.coefficient.length,
        phase: term.coefficient.phase.radians, harmonic: term.harmonic)
    }
  }

  /// The upright clock in a loop of T `seconds`: period T/(spin − n_K).
  public func upright(loop seconds: Double) -> Spec.Upright? {
    guard isUpright, let last = terms.last else { return nil }
    return Spec.Upright(
      period: seconds / Double(spin - last.harmonic), spin: spin == 0 ? nil : spin)
  }

  /// The chain as a spec holds it.
  public func chain(
    id: String, loop: Spec.Loop, curve: Spec.CurveReference, timing: Spec.Timing,
    error: Spec.ErrorReport = Spec.ErrorReport()
  ) -> Spec.Chain {
    Spec.Chain(
      id: id, curve: curve, timing: timing, centre: Spec.Point(x: centre.real, y: centre.imaginary),
      clocks: clocks(loop: loop.seconds), upright: upright(loop: loop.seconds), error: error)
  }
}

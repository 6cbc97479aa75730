#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// An arc of an ellipse: centre + p·cos(wt) + q·sin(wt), where p and q are conjugate semi-diameters, `p` ends at
/// the arc's start, and w is the signed `sweep`.
///
/// Affine maps carry such an arc exactly to another. Where p and q are perpendicular and `q` is the quarter
/// turn of `p` clockwise on the screen, a positive sweep runs clockwise on the screen (y down).
@frozen
public struct EllipticArc: ParametricSegment {
  public var start: Complex
  public var end: Complex
  /// From the centre to the start of the arc.
  public var p: Complex
  /// The semi-diameter conjugate to `p`: the derivative by the angle at the start.
  public var q: Complex
  /// The angle run through, in the ellipse's own parameter, signed.
  public var sweep: Angle

  init(start: Complex, end: Complex, p: Complex, q: Complex, sweep: Angle) {
    self.start = start
    self.end = end
    self.p = p
    self.q = q
    self.sweep = sweep
  }

  /// The arc centre + p·cos θ + q·sin θ for θ from `startAngle` to `startAngle` + `sweep`.
  public init(
    centre: Complex, p: Complex, q: Complex, startAngle: Angle = .zero, sweep: Angle = .fullTurn
  ) {
    let (cosine, sine) = (startAngle.cosine, startAngle.sine)
    let first = p * cosine + q * sine
    let second = q * cosine - p * sine
    let start = centre + first
    self.init(start: start, end: start, p: first, q: second, sweep: sweep)
    if abs(sweep.radians) != 2 * .pi { end = start + displacement(at: 1) }
  }

  /// The arc of SVG's path command A: from point to point on an ellipse with semi-axes `rx` and `ry`, the first
  /// turned by `xAxisRotation` (clockwise on the screen). `sweep` asks for the way in which angles grow,
  /// clockwise on the screen; `largeArc` for the one above half a turn. The signs of the radii don't matter, and
  /// radii too small to reach are scaled up (SVG 2, implementation notes, "Out-of-range radii").
  ///
  /// `nil` where SVG has no arc: a radius of zero, which means a line, and `from` = `to`, which means nothing.
  public init?(
    rx: Double, ry: Double, xAxisRotation: Angle, largeArc: Bool, sweep: Bool, from: Complex, to: Complex
  ) {
    let (rx, ry) = (abs(rx), abs(ry))
    guard rx > 0, ry > 0, rx.isFinite, ry.isFinite, from != to else { return nil }
    let axis = Complex(xAxisRotation.cosine, xAxisRotation.sine)
    let halfChord = (from * 0.5 - to * 0.5) * axis.conjugate
    let scaled = Complex(halfChord.real / rx, halfChord.imaginary / ry)
    guard let chordDirection = scaled.direction else { return nil }
    let reach = max(abs(scaled.real), abs(scaled.imaginary))
    let sineOfHalf = (scaled / reach).length * reach
    let growth = max(1, sineOfHalf)
    let sine = min(1, sineOfHalf)
    let cosine = ((1 - sine) * (1 + sine)).squareRoot()
    let side = largeArc == sweep ? -cosine : cosine
    let u = chordDirection * Complex(sine, side)
    let p = Complex(rx * growth * u.real, ry * growth * u.imaginary) * axis
    let q = Complex(-rx * growth * u.imaginary, ry * growth * u.real) * axis
    let small = 2 * atan2(sine, cosine)
    let turn = largeArc ? 2 * .pi - small : small
    self.init(start: from, end: to, p: p, q: q, sweep: Angle(radians: sweep ? turn : -turn))
  }

  public var centre: Complex { start - p }

  /// From the start to the point at `t`, without cancellation for short arcs of large ellipses.
  private func displacement(at t: Double) -> Complex {
    let half = 0.5 * sweep.radians * t
    let (sine, cosine) = (sin(half), cos(half))
    return (2 * sine) * (q * cosine - p * sine)
  }

  public func point(at t: Double) -> Complex {
    if t == 0 { return start }
    if t == 1 { return end }
    return t <= 0.5 ? start + displacement(at: t) : end + reversed.displacement(at: 1 - t)
  }
  public func derivative(at t: Double) -> Complex {
    let angle = sweep.radians * t
    return sweep.radians * (q * cos(angle) - p * sin(angle))
  }
  public func subsegment(from: Double, to: Double) -> EllipticArc {
    let angle = sweep * from
    let (cosine, sine) = (angle.cosine, angle.sine)
    return EllipticArc(
      start: point(at: from), end: point(at: to), p: p * cosine + q * sine, q: q * cosine - p * sine,
      sweep: sweep * (to - from))
  }
  public var reversed: EllipticArc {
    let (cosine, sine) = (sweep.cosine, sweep.sine)
    return EllipticArc(
      start: end, end: start, p: p * cosine + q * sine, q: q * cosine - p * sine, sweep: sweep * -1)
  }
  public func transformed(by transform: AffineTransform) -> EllipticArc {
    EllipticArc(
      start: transform(start), end: transform(end), p: transform.linear(p), q: transform.linear(q),
      sweep: sweep)
  }

  public var bounds: Box {
    var box = Box(start, end)
    for phase in [atan2(q.real, p.real), atan2(q.imaginary, p.imaginary)] {
      for t in parameters(atAngle: phase) { box = box.union(point(at: t)) }
    }
    return box
  }

  /// The parameters strictly inside where the angle equals `phase` up to half turns.
  private func parameters(atAngle phase: Double) -> [Double] {
    let w = sweep.radians
    guard w != 0, abs(w) <= 64 * .pi, phase.isFinite else { return [] }
    let first = ((min(0, w) - phase) / .pi).rounded(.down)
    return (0...Int(abs(w) / .pi) + 2)
      .map { (phase + (first + Double($0)) * .pi) / w }
      .filter { $0 > 0 && $0 < 1 }
      .sorted()
  }

  /// Where a flat ellipse turns back at its start, the direction towards the far side.
  public var startTangent: Complex? {
    guard sweep.radians != 0 else { return nil }
    return Complex.direction(ofFirst: sweep.radians < 0 ? -q : q, -p)
  }
  public var endTangent: Complex? { reversed.startTangent.map { -$0 } }

  /// Exact: whole half turns turn the tangent by π, and the rest by the angle between its tangents.
  public var turning: Double {
    let halfTurns = (abs(sweep.radians) / .pi).rounded(.down)
    let rest = abs(sweep.radians) - halfTurns * .pi
    let (before, after) = (q, q * cos(rest) - (sweep.radians < 0 ? -p : p) * sin(rest))
    return halfTurns * .pi + Complex.angle(between: before, and: after)
  }
  public var slowestParameters: [Double] {
    let phase = 0.5 * atan2(-2 * Complex.dot(p, q), q.lengthSquared - p.lengthSquared)
    return parameters(atAngle: phase + 0.5 * .pi)
  }
  public var speedBound: Double { abs(sweep.radians) * (p.length + q.length) }
  public var isFinite: Bool {
    start.isFinite && end.isFinite && p.isFinite && q.isFinite && sweep.radians.isFinite
  }
}

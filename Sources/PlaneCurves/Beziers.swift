/// A parabolic segment: (1−t)²·start + 2t(1−t)·control + t²·end.
@frozen
public struct QuadraticBezier: ParametricSegment {
  public var start: Complex
  public var control: Complex
  public var end: Complex

  @inlinable
  public init(start: Complex, control: Complex, end: Complex) {
    self.start = start
    self.control = control
    self.end = end
  }

  @inlinable
  public func point(at t: Double) -> Complex {
    let u = 1 - t
    return Complex(u * u * start.vector + 2 * u * t * control.vector + t * t * end.vector)
  }
  @inlinable
  public func derivative(at t: Double) -> Complex {
    2 * Complex.mix(control - start, end - control, t)
  }
  public func subsegment(from: Double, to: Double) -> QuadraticBezier {
    let middle = Complex.mix(
      Complex.mix(start, control, from), Complex.mix(control, end, from), to)
    return QuadraticBezier(start: point(at: from), control: middle, end: point(at: to))
  }
  public var reversed: QuadraticBezier { QuadraticBezier(start: end, control: control, end: start) }
  public func transformed(by transform: AffineTransform) -> QuadraticBezier {
    QuadraticBezier(start: transform(start), control: transform(control), end: transform(end))
  }
  public var bounds: Box {
    let (a, b) = (control - start, end - control)
    var box = Box(start, end)
    let roots =
      PolynomialRoots.linear(a.real, b.real - a.real)
      + PolynomialRoots.linear(a.imaginary, b.imaginary - a.imaginary)
    for t in roots { box = box.union(point(at: t)) }
    return box
  }
  public var startTangent: Complex? { Complex.direction(ofFirst: control - start, end - start) }
  public var endTangent: Complex? { Complex.direction(ofFirst: end - control, end - start) }
  /// The angle between the legs, which is exact.
  public var turning: Double { Complex.angle(between: control - start, and: end - control) }
  public var slowestParameters: [Double] {
    let (a, b) = (control - start, end - control)
    return PolynomialRoots.linear(Complex.dot(a, b - a), (b - a).lengthSquared)
  }
  public var speedBound: Double { 2 * max((control - start).length, (end - control).length) }
  public var isFinite: Bool { start.isFinite && control.isFinite && end.isFinite }
}

/// A cubic segment: (1−t)³·start + 3t(1−t)²·control1 + 3t²(1−t)·control2 + t³·end.
@frozen
public struct CubicBezier: ParametricSegment {
  public var start: Complex
  public var control1: Complex
  public var control2: Complex
  public var end: Complex

  @inlinable
  public init(start: Complex, control1: Complex, control2: Complex, end: Complex) {
    self.start = start
    self.control1 = control1
    self.control2 = control2
    self.end = end
  }

  @inlinable
  public func point(at t: Double) -> Complex {
    let u = 1 - t
    let outer = u * u * u * start.vector + t * t * t * end.vector
    let inner = u * control1.vector + t * control2.vector
    return Complex(outer + (3 * u * t) * inner)
  }
  @inlinable
  public func derivative(at t: Double) -> Complex {
    let u = 1 - t
    let (a, b, c) = (control1 - start, control2 - control1, end - control2)
    return Complex(3 * (u * u * a.vector + 2 * u * t * b.vector + t * t * c.vector))
  }
  public func subsegment(from: Double, to: Double) -> CubicBezier {
    CubicBezier(
      start: point(at: from), control1: blossom(from, from, to), control2: blossom(from, to, to),
      end: point(at: to))
  }
  private func blossom(_ r: Double, _ s: Double, _ t: Double) -> Complex {
    let a = Complex.mix(start, control1, r)
    let b = Complex.mix(control1, control2, r)
    let c = Complex.mix(control2, end, r)
    return Complex.mix(Complex.mix(a, b, s), Complex.mix(b, c, s), t)
  }
  public var reversed: CubicBezier {
    CubicBezier(start: end, control1: control2, control2: control1, end: start)
  }
  public func transformed(by transform: AffineTransform) -> CubicBezier {
    CubicBezier(
      start: transform(start), control1: transform(control1), control2: transform(control2),
      end: transform(end))
  }
  public var bounds: Box {
    let (a, b, c) = (control1 - start, control2 - control1, end - control2)
    let (linear, square) = (2 * (b - a), a - 2 * b + c)
    var box = Box(start, end)
    let roots =
      PolynomialRoots.quadratic(a.real, linear.real, square.real)
      + PolynomialRoots.quadratic(a.imaginary, linear.imaginary, square.imaginary)
    for t in roots { box = box.union(point(at: t)) }
    return box
  }
  public var startTangent: Complex? {
    Complex.direction(ofFirst: control1 - start, control2 - start, end - start)
  }
  public var endTangent: Complex? {
    Complex.direction(ofFirst: end - control2, end - control1, end - start)
  }
  /// The turning of the control polygon, which the curve never exceeds.
  public var turning: Double {
    let (a, b, c) = (control1 - start, control2 - control1, end - control2)
    if b == .zero { return Complex.angle(between: a, and: c) }
    return Complex.angle(between: a, and: b) + Complex.angle(between: b, and: c)
  }
  public var slowestParameters: [Double] {
    let size = speedBound
    guard size > 0, size.isFinite else { return [] }
    let a = (control1 - start) / size
    let b = (control2 - control1) / size - a
    let c = (end - control2) / size - a - 2 * b
    return PolynomialRoots.cubic(
      Complex.dot(a, b), 2 * b.lengthSquared + Complex.dot(a, c), 3 * Complex.dot(b, c), c.lengthSquared
    ).filter { t in
      let slope = 2 * b.lengthSquared + Complex.dot(a, c) + 6 * Complex.dot(b, c) * t
      return slope + 3 * c.lengthSquared * t * t >= 0
    }
  }
  public var speedBound: Double {
    3 * max((control1 - start).length, (control2 - control1).length, (end - control2).length)
  }
  public var isFinite: Bool {
    start.isFinite && control1.isFinite && control2.isFinite && end.isFinite
  }
}

extension Double {
  /// The value times 2^exponent, in two steps so that no intermediate power overflows.
  func scaled(by exponent: Int) -> Double {
    guard exponent != 0 else { return self }
    let half = exponent / 2
    return self * Double(sign: .plus, exponent: half, significand: 1)
      * Double(sign: .plus, exponent: exponent - half, significand: 1)
  }
}

/// Multiplication by a power of two, which is exact short of underflow.
struct BinaryScale {
  let exponent: Int

  func callAsFunction(_ z: Complex) -> Complex {
    Complex(z.real.scaled(by: exponent), z.imaginary.scaled(by: exponent))
  }

  func callAsFunction(_ segment: Segment) -> Segment {
    switch segment {
    case .line(let line): .line(LineSegment(start: self(line.start), end: self(line.end)))
    case .quadratic(let curve):
      .quadratic(
        QuadraticBezier(start: self(curve.start), control: self(curve.control), end: self(curve.end)))
    case .cubic(let curve):
      .cubic(
        CubicBezier(
          start: self(curve.start), control1: self(curve.control1), control2: self(curve.control2),
          end: self(curve.end)))
    case .arc(let arc):
      .arc(
        EllipticArc(
          start: self(arc.start), end: self(arc.end), p: self(arc.p), q: self(arc.q), sweep: arc.sweep))
    }
  }
}

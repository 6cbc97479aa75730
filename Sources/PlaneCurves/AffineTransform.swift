/// The map (x, y) ↦ (ax + cy + e, bx + dy + f): SVG's `matrix(a b c d e f)`.
@frozen
public struct AffineTransform: Sendable, Hashable {
  public var a: Double, b: Double, c: Double, d: Double, e: Double, f: Double

  @inlinable
  public init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) {
    (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
  }

  @inlinable public static var identity: AffineTransform { AffineTransform(1, 0, 0, 1, 0, 0) }
  @inlinable
  public static func translation(_ x: Double, _ y: Double) -> AffineTransform {
    AffineTransform(1, 0, 0, 1, x, y)
  }
  @inlinable
  public static func scale(_ x: Double, _ y: Double) -> AffineTransform {
    AffineTransform(x, 0, 0, y, 0, 0)
  }
  @inlinable
  public static func rotation(_ angle: Angle) -> AffineTransform {
    AffineTransform(angle.cosine, angle.sine, -angle.sine, angle.cosine, 0, 0)
  }

  /// The image of the point `p`.
  @inlinable
  public func callAsFunction(_ p: Complex) -> Complex {
    Complex(a * p.real + c * p.imaginary + e, b * p.real + d * p.imaginary + f)
  }
  /// The image of the vector `v`: the linear part alone.
  @inlinable
  public func linear(_ v: Complex) -> Complex {
    Complex(a * v.real + c * v.imaginary, b * v.real + d * v.imaginary)
  }
  /// `outer * inner` applies `inner` first, as nested SVG transforms do read from the outside in.
  @inlinable
  public static func * (outer: AffineTransform, inner: AffineTransform) -> AffineTransform {
    let p = outer.linear(Complex(inner.a, inner.b))
    let q = outer.linear(Complex(inner.c, inner.d))
    let o = outer(Complex(inner.e, inner.f))
    return AffineTransform(p.real, p.imaginary, q.real, q.imaginary, o.real, o.imaginary)
  }
  @inlinable public var determinant: Double { a * d - b * c }
  @inlinable
  public var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && e.isFinite && f.isFinite
  }
}

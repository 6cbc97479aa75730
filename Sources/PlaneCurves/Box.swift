/// A box with sides along the axes, in user units.
@frozen
public struct Box: Sendable, Hashable {
  public var minimum: Complex
  public var maximum: Complex

  @inlinable
  public init(_ a: Complex, _ b: Complex) {
    minimum = Complex(pointwiseMin(a.vector, b.vector))
    maximum = Complex(pointwiseMax(a.vector, b.vector))
  }
  @inlinable public var width: Double { maximum.real - minimum.real }
  @inlinable public var height: Double { maximum.imaginary - minimum.imaginary }
  /// Free of overflow and underflow where the result is.
  public var diagonal: Double { (maximum - minimum).safeLength }
  @inlinable public var centre: Complex { (minimum + maximum) * 0.5 }

  @inlinable
  public func union(_ other: Box) -> Box {
    Box(
      Complex(pointwiseMin(minimum.vector, other.minimum.vector)),
      Complex(pointwiseMax(maximum.vector, other.maximum.vector)))
  }
  @inlinable public func union(_ p: Complex) -> Box { union(Box(p, p)) }
}

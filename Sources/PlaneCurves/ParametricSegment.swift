/// One smooth piece of a path, with parameter t in 0…1. Points are in user units.
public protocol ParametricSegment: Sendable, Hashable {
  var start: Complex { get }
  var end: Complex { get }
  /// The point at `t` in 0…1; exactly `start` at 0 and `end` at 1.
  func point(at t: Double) -> Complex
  /// The derivative with respect to t, in user units.
  func derivative(at t: Double) -> Complex
  /// The piece between two parameters, itself parametrised by 0…1; `from` may lie after `to`.
  func subsegment(from: Double, to: Double) -> Self
  var reversed: Self { get }
  func transformed(by transform: AffineTransform) -> Self
  /// The smallest box with sides along the axes that holds the piece.
  var bounds: Box { get }
  /// The unit tangents where the segment sets out and where it arrives, both in the direction of travel;
  /// limits where the derivative vanishes, as at doubled control points. `nil` without length.
  var startTangent: Complex? { get }
  var endTangent: Complex? { get }
  /// An upper bound of the angle in radians, without sign, by which the tangent turns from end to end; a cusp
  /// counts π.
  var turning: Double { get }
  /// The parameters strictly between 0 and 1 where |derivative| has a local minimum, rising.
  var slowestParameters: [Double] { get }
  /// An upper bound of |derivative|, at most a small factor above the largest value.
  var speedBound: Double { get }
  var isFinite: Bool { get }
}

extension Complex {
  /// z/|z| without overflow or underflow; `nil` for zero and for what is not finite.
  public var direction: Complex? {
    let largest = magnitude
    guard largest > 0, isFinite else { return nil }
    let scaled = self / largest
    return scaled / scaled.length
  }

  /// |z| without overflow or underflow on the way.
  var safeLength: Double {
    let largest = magnitude
    guard largest > 0, largest.isFinite else { return largest }
    return (self / largest).length * largest
  }

  /// The angle between two vectors in 0…π, in radians; 0 if either is zero.
  public static func angle(between a: Complex, and b: Complex) -> Double {
    guard let a = a.direction, let b = b.direction else { return 0 }
    return abs(Angle(ofVector: dot(a, b), cross(a, b)).radians)
  }

  /// The larger of the components' sizes.
  @inline(__always) var magnitude: Double { max(abs(real), abs(imaginary)) }

  /// The first of three vectors that isn't negligible beside the longest of them, as a unit vector.
  static func direction(ofFirst a: Complex, _ b: Complex, _ c: Complex = .zero) -> Complex? {
    let least = 1e-12 * max(a.magnitude, b.magnitude, c.magnitude)
    if a.magnitude > least { return a.direction }
    return b.magnitude > least ? b.direction : c.direction
  }
}

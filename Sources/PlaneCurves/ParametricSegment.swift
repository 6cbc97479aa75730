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
}

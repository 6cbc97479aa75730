#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// An angle; positive is **clockwise on the screen**, since y points down.
@frozen
public struct Angle: Sendable, Hashable, Comparable {
  public var radians: Double

  @inlinable public init(radians: Double) { self.radians = radians }
  @inlinable public init(degrees: Double) { radians = degrees * (.pi / 180) }
  /// The direction of the vector (x, y), in (−π, π]; 0 for the zero vector.
  public init(ofVector x: Double, _ y: Double) { radians = atan2(y, x) }

  @inlinable public static var zero: Angle { Angle(radians: 0) }
  @inlinable public static var fullTurn: Angle { Angle(radians: 2 * .pi) }
  @inlinable public var degrees: Double { radians * (180 / .pi) }
  public var cosine: Double { cos(radians) }
  public var sine: Double { sin(radians) }

  @inlinable public static func < (a: Angle, b: Angle) -> Bool { a.radians < b.radians }
  @inlinable public static func + (a: Angle, b: Angle) -> Angle { Angle(radians: a.radians + b.radians) }
  @inlinable public static func - (a: Angle, b: Angle) -> Angle { Angle(radians: a.radians - b.radians) }
  @inlinable public static func * (a: Angle, b: Double) -> Angle { Angle(radians: a.radians * b) }
}

/// A complex number, and a point or vector of the plane: z = x + iy in SVG user space (x right, **y down**).
///
/// Multiplying by exp(iα) with α > 0 turns **clockwise on the screen**, as SVG's `rotate` does.
@frozen
public struct Complex: Sendable, Hashable {
  @usableFromInline var storage: SIMD2<Double>

  @inlinable @inline(__always)
  public init(_ real: Double, _ imaginary: Double = 0) { storage = SIMD2(real, imaginary) }

  @inlinable @inline(__always)
  public init(_ storage: SIMD2<Double>) { self.storage = storage }

  /// `length`·exp(i·`phase`).
  @inlinable
  public init(length: Double, phase: Angle) {
    self.init(length * phase.cosine, length * phase.sine)
  }

  @inlinable @inline(__always) public var real: Double { storage.x }
  @inlinable @inline(__always) public var imaginary: Double { storage.y }
  /// The two components as one vector, for hot loops.
  @inlinable @inline(__always) public var vector: SIMD2<Double> { storage }

  @inlinable public static var zero: Complex { Complex(0, 0) }
  @inlinable public static var one: Complex { Complex(1, 0) }
  @inlinable public static var i: Complex { Complex(0, 1) }

  @inlinable @inline(__always) public var conjugate: Complex { Complex(real, -imaginary) }
  /// |z|², which overflows above about 1e154.
  @inlinable @inline(__always)
  public var lengthSquared: Double { storage.x * storage.x + storage.y * storage.y }
  /// |z|, by the plain square root: accurate to 1 ulp between about 1e-150 and 1e150.
  @inlinable @inline(__always) public var length: Double { lengthSquared.squareRoot() }
  /// The argument in (−π, π]; 0 for z = 0.
  @inlinable public var phase: Angle { Angle(ofVector: real, imaginary) }
  @inlinable @inline(__always) public var isFinite: Bool { real.isFinite && imaginary.isFinite }

  /// Re(conj(a)·b): the scalar product of the two vectors.
  @inlinable @inline(__always)
  public static func dot(_ a: Complex, _ b: Complex) -> Double {
    a.storage.x * b.storage.x + a.storage.y * b.storage.y
  }
  /// Im(conj(a)·b): positive when `b` points clockwise on the screen from `a`.
  @inlinable @inline(__always)
  public static func cross(_ a: Complex, _ b: Complex) -> Double {
    a.storage.x * b.storage.y - a.storage.y * b.storage.x
  }
  /// The point at `fraction` of the way from `a` to `b`; exact at 0 and 1.
  @inlinable @inline(__always)
  public static func mix(_ a: Complex, _ b: Complex, _ fraction: Double) -> Complex {
    Complex(a.storage * (1 - fraction) + b.storage * fraction)
  }
}

extension Complex {
  @inlinable @inline(__always)
  public static func + (a: Complex, b: Complex) -> Complex { Complex(a.storage + b.storage) }
  @inlinable @inline(__always)
  public static func - (a: Complex, b: Complex) -> Complex { Complex(a.storage - b.storage) }
  @inlinable @inline(__always)
  public static prefix func - (a: Complex) -> Complex { Complex(-a.storage) }
  @inlinable @inline(__always)
  public static func * (a: Complex, b: Complex) -> Complex {
    Complex(
      a.real * b.real - a.imaginary * b.imaginary,
      a.real * b.imaginary + a.imaginary * b.real)
  }
  @inlinable @inline(__always)
  public static func * (a: Complex, b: Double) -> Complex { Complex(a.storage * b) }
  @inlinable @inline(__always)
  public static func * (a: Double, b: Complex) -> Complex { Complex(a * b.storage) }
  @inlinable @inline(__always)
  public static func / (a: Complex, b: Double) -> Complex { Complex(a.storage / b) }
  @inlinable
  public static func / (a: Complex, b: Complex) -> Complex { a * b.conjugate / b.lengthSquared }
  @inlinable @inline(__always) public static func += (a: inout Complex, b: Complex) { a = a + b }
  @inlinable @inline(__always) public static func -= (a: inout Complex, b: Complex) { a = a - b }
  @inlinable @inline(__always) public static func *= (a: inout Complex, b: Complex) { a = a * b }
  @inlinable @inline(__always) public static func *= (a: inout Complex, b: Double) { a = a * b }
}

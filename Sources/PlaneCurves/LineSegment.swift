/// A straight segment.
@frozen
public struct LineSegment: ParametricSegment {
  public var start: Complex
  public var end: Complex

  @inlinable
  public init(start: Complex, end: Complex) {
    self.start = start
    self.end = end
  }

  @inlinable public func point(at t: Double) -> Complex { Complex.mix(start, end, t) }
  @inlinable public func derivative(at t: Double) -> Complex { end - start }
  public func subsegment(from: Double, to: Double) -> LineSegment {
    LineSegment(start: point(at: from), end: point(at: to))
  }
  public var reversed: LineSegment { LineSegment(start: end, end: start) }
  public func transformed(by transform: AffineTransform) -> LineSegment {
    LineSegment(start: transform(start), end: transform(end))
  }
  public var bounds: Box { Box(start, end) }
  public var startTangent: Complex? { (end - start).direction }
  public var endTangent: Complex? { (end - start).direction }
  public var turning: Double { 0 }
  public var slowestParameters: [Double] { [] }
  public var speedBound: Double { (end - start).length }
  public var isFinite: Bool { start.isFinite && end.isFinite }
}

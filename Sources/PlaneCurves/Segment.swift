/// Any of the segments that a path is made of.
@frozen
public enum Segment: ParametricSegment {
  case line(LineSegment)
  case quadratic(QuadraticBezier)
  case cubic(CubicBezier)
  case arc(EllipticArc)

  @inlinable
  public var start: Complex {
    switch self {
    case .line(let line): line.start
    case .quadratic(let curve): curve.start
    case .cubic(let curve): curve.start
    case .arc(let arc): arc.start
    }
  }
  @inlinable
  public var end: Complex {
    switch self {
    case .line(let line): line.end
    case .quadratic(let curve): curve.end
    case .cubic(let curve): curve.end
    case .arc(let arc): arc.end
    }
  }
  @inlinable
  public func point(at t: Double) -> Complex {
    switch self {
    case .line(let line): line.point(at: t)
    case .quadratic(let curve): curve.point(at: t)
    case .cubic(let curve): curve.point(at: t)
    case .arc(let arc): arc.point(at: t)
    }
  }
  @inlinable
  public func derivative(at t: Double) -> Complex {
    switch self {
    case .line(let line): line.derivative(at: t)
    case .quadratic(let curve): curve.derivative(at: t)
    case .cubic(let curve): curve.derivative(at: t)
    case .arc(let arc): arc.derivative(at: t)
    }
  }
  public func subsegment(from: Double, to: Double) -> Segment {
    switch self {
    case .line(let line): .line(line.subsegment(from: from, to: to))
    case .quadratic(let curve): .quadratic(curve.subsegment(from: from, to: to))
    case .cubic(let curve): .cubic(curve.subsegment(from: from, to: to))
    case .arc(let arc): .arc(arc.subsegment(from: from, to: to))
    }
  }
  public var reversed: Segment {
    switch self {
    case .line(let line): .line(line.reversed)
    case .quadratic(let curve): .quadratic(curve.reversed)
    case .cubic(let curve): .cubic(curve.reversed)
    case .arc(let arc): .arc(arc.reversed)
    }
  }
  public func transformed(by transform: AffineTransform) -> Segment {
    switch self {
    case .line(let line): .line(line.transformed(by: transform))
    case .quadratic(let curve): .quadratic(curve.transformed(by: transform))
    case .cubic(let curve): .cubic(curve.transformed(by: transform))
    case .arc(let arc): .arc(arc.transformed(by: transform))
    }
  }
  public var bounds: Box {
    switch self {
    case .line(let line): line.bounds
    case .quadratic(let curve): curve.bounds
    case .cubic(let curve): curve.bounds
    case .arc(let arc): arc.bounds
    }
  }
  public var startTangent: Complex? {
    switch self {
    case .line(let line): line.startTangent
    case .quadratic(let curve): curve.startTangent
    case .cubic(let curve): curve.startTangent
    case .arc(let arc): arc.startTangent
    }
  }
  public var endTangent: Complex? {
    switch self {
    case .line(let line): line.endTangent
    case .quadratic(let curve): curve.endTangent
    case .cubic(let curve): curve.endTangent
    case .arc(let arc): arc.endTangent
    }
  }
  public var turning: Double {
    switch self {
    case .line(let line): line.turning
    case .quadratic(let curve): curve.turning
    case .cubic(let curve): curve.turning
    case .arc(let arc): arc.turning
    }
  }
  public var slowestParameters: [Double] {
    switch self {
    case .line(let line): line.slowestParameters
    case .quadratic(let curve): curve.slowestParameters
    case .cubic(let curve): curve.slowestParameters
    case .arc(let arc): arc.slowestParameters
    }
  }
  public var speedBound: Double {
    switch self {
    case .line(let line): line.speedBound
    case .quadratic(let curve): curve.speedBound
    case .cubic(let curve): curve.speedBound
    case .arc(let arc): arc.speedBound
    }
  }
  public var isFinite: Bool {
    switch self {
    case .line(let line): line.isFinite
    case .quadratic(let curve): curve.isFinite
    case .cubic(let curve): curve.isFinite
    case .arc(let arc): arc.isFinite
    }
  }
}

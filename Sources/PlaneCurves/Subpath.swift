/// One stroke of the pen: segments that follow on each other from `start`.
public struct Subpath: Sendable, Hashable {
  public var start: Complex
  public var segments: [Segment]
  /// Whether the path said so (Z in SVG); the closing line is among the segments unless it has no length.
  public var closedByZ: Bool

  public init(start: Complex, segments: [Segment], closedByZ: Bool = false) {
    self.start = start
    self.segments = segments
    self.closedByZ = closedByZ
  }

  public var end: Complex { segments.last?.end ?? start }

  public func transformed(by transform: AffineTransform) -> Subpath {
    Subpath(
      start: transform(start), segments: segments.map { $0.transformed(by: transform) },
      closedByZ: closedByZ)
  }

  /// The smallest box with sides along the axes that holds the start and every segment.
  public var bounds: Box {
    var box = Box(start, start)
    for segment in segments { box = box.union(segment.bounds) }
    return box
  }

  /// Closed by Z, or ending within 1e-9 of the bounds' diagonal from where it began.
  public var isClosed: Bool {
    closedByZ || (!segments.isEmpty && (end - start).safeLength <= 1e-9 * bounds.diagonal)
  }
}

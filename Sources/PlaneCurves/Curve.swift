/// How an open sub-path is made into a closed curve.
public enum OpenClosure: Sendable, Hashable {
  /// There and back along itself.
  case retrace
  /// A straight line from the end to the start.
  case line
  /// Not at all: `CurveError.open`.
  case error
}

/// Why a sub-path makes no curve.
public enum CurveError: Error, Sendable, Hashable {
  /// The sub-path doesn't end where it began, and the policy is `OpenClosure.error`.
  case open
  /// No segment has any length.
  case zeroLength
  /// A coordinate, or the length, isn't a finite number.
  case notFinite
}

/// A closed connected curve that knows its arc length. Points are in user units, y down.
public struct Curve: Sendable {
  public let path: MeasuredPath
  /// The smallest box with sides along the axes that holds the curve.
  public let bounds: Box
  /// The arc lengths in 0..<length where the tangent's direction jumps by more than 1 degree, rising: joints
  /// (the start is one of them), turning points of a retraced curve, cusps inside segments.
  public let corners: [Double]
  /// The arc lengths in 0..<length between which the curve is smooth, rising: the ends of all segments, and the
  /// cusps inside them.
  public let joints: [Double]
  /// An upper bound of the angle in radians through which the tangent turns in one round, corners counted. At
  /// constant speed the Fourier coefficient of harmonic n is at most length·turning/(2πn)² in size.
  public let turning: Double

  public var length: Double { path.length }

  /// - Parameters:
  ///   - subpath: in user units, y down.
  ///   - closure: what to do if the sub-path is open.
  ///   - accuracy: of points at given arc lengths, relative to the length.
  public init(closing subpath: Subpath, by closure: OpenClosure = .retrace, accuracy: Double = 1e-10)
    throws(CurveError)
  {
    guard subpath.start.isFinite, subpath.segments.allSatisfy(\.isFinite) else { throw .notFinite }
    guard let first = subpath.segments.first, let last = subpath.segments.last else { throw .zeroLength }
    let isClosed = subpath.isClosed
    if !isClosed, closure == .error { throw .open }
    let path: MeasuredPath
    if !isClosed, closure == .retrace {
      path = MeasuredPath(segments: subpath.segments, accuracy: accuracy).retraced
    } else {
      let gap = LineSegment(start: last.end, end: first.start)
      path = MeasuredPath(
        segments: gap.start == gap.end ? subpath.segments : subpath.segments + [.line(gap)],
        accuracy: accuracy)
    }
    guard path.length.isFinite else { throw .notFinite }
    guard path.length > 0, let bounds = path.bounds else { throw .zeroLength }
    self.path = path
    self.bounds = bounds
    let found = Corners(of: path, cyclic: true)
    corners = found.corners
    turning = found.turning
    var joints: [Double] = [0]
    for end in (path.segmentEnds + path.cusps).sorted() where end < path.length && joints.last != end {
      joints.append(end)
    }
    self.joints = joints
  }

  /// The point at arc length `s`, cyclic: any finite number.
  public func point(atLength s: Double) -> Complex { path.point(atLength: wrapped(s)) }

  /// `count` points in equal steps of arc length, the first at `start`.
  public func sample(count: Int, start: Double = 0) -> [Complex] {
    guard count > 0 else { return [] }
    let length = path.pieces.ends.last ?? 0
    let start = min(length, wrapped(start).scaled(by: -path.exponent))
    let step = length / Double(count)
    let seam = min(count, max(1, Int(((length - start) / step).rounded(.up))))
    return [Complex](unsafeUninitializedCapacity: count) { buffer, initialized in
      buffer.initialize(repeating: .zero)
      if let base = buffer.baseAddress {
        path.fill(base, from: start, step: step, 0..<seam)
        path.fill(base, from: start - length, step: step, seam..<count)
      }
      initialized = count
    }
  }

  private func wrapped(_ s: Double) -> Double {
    guard s.isFinite else { return 0 }
    let rest = s.truncatingRemainder(dividingBy: length)
    return rest < 0 ? rest + length : rest
  }
}

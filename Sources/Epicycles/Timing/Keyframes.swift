import EpicycleSpec

/// Where along a path a motion is at which time, with the meaning of SVG's `animateMotion`.
public struct Keyframes: Sendable, Hashable {
  public typealias Mode = Spec.Timing.CalcMode

  public let mode: Mode
  /// From 0, never falling, in loops; to 1 unless `mode` is `discrete`.
  public let times: [Double]
  /// As many shares of the path's length, each in 0…1.
  public let points: [Double]
  /// For `spline`, the control points x₁ y₁ x₂ y₂ of a Bézier ease for each interval, all in 0…1.
  public let splines: [[Double]]

  /// More keyframes than this are refused.
  public static let limit = 10_000

  /// Once along the path at constant speed.
  public static let paced = Keyframes(uncheckedMode: .paced, times: [0, 1], points: [0, 1], splines: [])

  private init(uncheckedMode mode: Mode, times: [Double], points: [Double], splines: [[Double]]) {
    self.mode = mode
    self.times = times
    self.points = points
    self.splines = splines
  }

  /// Checks SVG's rules. `paced` takes no notice of the other attributes; splines count only for `spline`.
  ///
  /// - Parameters:
  ///   - mode: how values between keyframes are found.
  ///   - times: nil for equal intervals.
  ///   - points: nil for 0 and 1.
  ///   - splines: needed for `spline`.
  public init(
    mode: Mode, times: [Double]? = nil, points: [Double]? = nil, splines: [[Double]]? = nil
  ) throws(KeyframeError) {
    if mode == .paced {
      self = .paced
      return
    }
    let points = points ?? [0, 1]
    guard points.count <= Self.limit else {
      throw KeyframeError(.points, "\(points.count) key points", "at most \(Self.limit)")
    }
    guard points.count >= (mode == .discrete ? 1 : 2) else {
      throw KeyframeError(.points, "\(points.count) key points", "at least two, or calcMode discrete")
    }
    for point in points where !(0...1).contains(point) {
      throw KeyframeError(.points, "\(point)", "shares of the path in 0…1")
    }
    let intervals = Double(mode == .discrete ? points.count : points.count - 1)
    let times = times ?? points.indices.map { Double($0) / intervals }
    guard times.count == points.count else {
      throw KeyframeError(
        .times, "\(times.count) key times", "as many as there are key points, \(points.count)")
    }
    guard times[0] == 0 else { throw KeyframeError(.times, "\(times[0])", "0 as the first") }
    for (earlier, later) in zip(times, times.dropFirst()) where !(later >= earlier && later <= 1) {
      throw KeyframeError(.times, "\(later)", "a time in \(earlier)…1")
    }
    if mode != .discrete, times[times.count - 1] != 1 {
      throw KeyframeError(.times, "\(times[times.count - 1])", "1 as the last")
    }
    let splines = mode == .spline ? splines ?? [] : []
    if mode == .spline {
      guard splines.count == times.count - 1 else {
        throw KeyframeError(
          .splines, "\(splines.count) key splines", "one for each of \(times.count - 1) intervals")
      }
      for spline in splines where spline.count != 4 || !spline.allSatisfy((0...1).contains) {
        throw KeyframeError(.splines, "\(spline)", "four numbers in 0…1")
      }
    }
    self.init(uncheckedMode: mode, times: times, points: points, splines: splines)
  }
}

/// Keyframes against SVG's rules: such an animation has no effect.
public struct KeyframeError: Error, Sendable, Hashable {
  public enum Part: String, Sendable {
    case times = "keyTimes"
    case points = "keyPoints"
    case splines = "keySplines"
  }

  public var part: Part
  public var found: String
  public var expected: String

  public init(_ part: Part, _ found: String, _ expected: String) {
    self.part = part
    self.found = found
    self.expected = expected
  }
}

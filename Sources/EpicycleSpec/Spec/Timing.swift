extension Spec {
  /// When the point is where along the curve: a law, its own data, and the freedom around it.
  public struct Timing: SpecPart {
    public enum Law: String, SpecPart, CaseIterable {
      /// Constant speed.
      case constant
      /// `keyTimes`, `keyPoints`, `keySplines` and `calcMode` with the meaning they have in SVG's `animateMotion`.
      case keyframes
      /// Uniform in each segment's own parameter.
      case parameter
      /// Chosen by the solver, given by `map`.
      case free
    }

    public enum CalcMode: String, SpecPart, CaseIterable { case discrete, linear, paced, spline }

    public var law: Law
    /// Rising from 0 to 1, in loops.
    public var keyTimes: [Double]?
    /// As many shares of the length of the path as it is drawn (without the way back along an open one), each in
    /// 0…1.
    public var keyPoints: [Double]?
    public var calcMode: CalcMode?
    /// One Bézier ease x₁ y₁ x₂ y₂ for each interval, all in 0…1.
    public var keySplines: [[Double]]?
    /// The law's own time at t = 0, in loops, 0..<1; nil for 0.
    public var offset: Double?
    /// By how many seconds the point may be early or late at any time.
    public var slack: Double?
    /// For `free`.
    public var map: TimeMap?

    public init(
      law: Law, keyTimes: [Double]? = nil, keyPoints: [Double]? = nil, calcMode: CalcMode? = nil,
      keySplines: [[Double]]? = nil, offset: Double? = nil, slack: Double? = nil, map: TimeMap? = nil
    ) {
      self.law = law
      self.keyTimes = keyTimes
      self.keyPoints = keyPoints
      self.calcMode = calcMode
      self.keySplines = keySplines
      self.offset = offset
      self.slack = slack
      self.map = map
    }

    public init(json: JSON) throws(SpecError) {
      let fields = try Fields(json)
      law = try fields("law")
      keyTimes = try fields.optional("keyTimes")
      keyPoints = try fields.optional("keyPoints")
      calcMode = try fields.optional("calcMode")
      keySplines = try fields.optional("keySplines")
      offset = try fields.optional("offset")
      slack = try fields.optional("slack")
      map = try fields.optional("map")
    }
    public var json: JSON {
      .object(
        ("law", law.json), ("keyTimes", keyTimes?.json), ("keyPoints", keyPoints?.json),
        ("calcMode", calcMode?.json), ("keySplines", keySplines?.json), ("offset", offset?.json),
        ("slack", slack?.json), ("map", map?.json))
    }
  }

  /// Arc length as a function of time, linear between the knots.
  public struct TimeMap: SpecPart {
    /// Rising from 0 to 1, in loops.
    public var time: [Double]
    /// The arc length at each knot, in `units`: never falling, and once round in all.
    public var length: [Double]

    public init(time: [Double], length: [Double]) {
      self.time = time
      self.length = length
    }

    public init(json: JSON) throws(SpecError) {
      let fields = try Fields(json)
      time = try fields("time")
      length = try fields("length")
    }
    public var json: JSON { .object(("time", time.json), ("length", length.json)) }
  }
}

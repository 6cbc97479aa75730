import Harmonics
import PlaneCurves

/// How free the drawn point is in time around a prescribed motion.
public enum TimingFreedom: Sendable, Hashable {
  /// z(t) is compared with the motion at the same t.
  case fixed
  /// The point may be early or late by that share of a loop: the error at t is the distance from z(t) to the
  /// part of the motion within `loops` of t.
  case tube(loops: Double)
  /// The motion's timing is dropped: the curve is run through once a loop, at a speed that stays between two
  /// multiples of the mean speed at all times.
  case range(ClosedRange<Double>)

  /// The default of a free timing: 0.25 to 4 times the mean speed.
  public static let free = TimingFreedom.range(0.25...4)
  /// For shapes alone: the point may all but stand still.
  public static let any = TimingFreedom.range(0.02...50)
}

/// How long to look for a better fit; each does all that the one before it does.
public enum FitEffort: Int, Sendable, Hashable, Comparable {
  /// Truncation, and for a free timing slow-down maps in closed form.
  case fast
  /// The interior-point engine from a few starts, and continuation in the number of clocks.
  case normal
  /// Many starts and exchanges of harmonics, for as long as they pay.
  case best

  public static func < (a: FitEffort, b: FitEffort) -> Bool { a.rawValue < b.rawValue }
}

/// A motion to be drawn by rotating arms.
public struct FitProblem: Sendable {
  public var motion: Motion
  public var freedom: TimingFreedom
  /// The largest |n| that may be used; nil for no limit.
  public var harmonicLimit: Int?

  public init(motion: Motion, freedom: TimingFreedom = .fixed, harmonicLimit: Int? = nil) {
    self.motion = motion
    self.freedom = freedom
    self.harmonicLimit = harmonicLimit
  }
}

/// A sum of rotating arms, and the timing under which it follows the curve. Lengths in user units, y down.
public struct Fit: Sendable {
  public var sum: HarmonicSum
  /// The arc length that is meant at each time: the motion's own map when the timing is fixed.
  public var map: TimeMap
  /// The largest distance at the nodes of the fit, a few per cent below the largest over all times.
  public var nodeError: Double
  /// No choice of coefficients on these harmonics has a smaller largest deviation; for fixed timing alone.
  public var optimumLower: Double?
  /// The slowest and fastest speed of `map`, in units of the mean speed of one round.
  public var speedRange: ClosedRange<Double>

  public var clocks: Int { sum.terms.count }
}

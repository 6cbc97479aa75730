import EpicycleSpec
import PlaneCurves

/// What to make of the curves.
public struct SolveOptions: Sendable, Hashable {
  public var goal = SolveGoal.clocks(200)
  public var fit = Spec.Method.Fit.minimax
  public var timing = TimingChoice.constant
  /// By how many seconds the point may be early or late at any time, at least 0; for timings that are prescribed.
  public var slack = 0.0
  /// Frames a second: harmonics above half of it in a loop are never chosen; nil for no limit.
  public var frameRate: Double?
  /// What shows the clocks: bounds the budget, and warns; nil for nothing in particular.
  public var device: Device?
  /// What stands at t = 0; nil for the beginning of the curve or of its keyframes.
  public var poster: Poster?
  public var effort = FitEffort.normal
  /// Seconds after which the search ends at the next stage; nil for no limit.
  public var timeLimit: Double?
  /// Seconds in a loop.
  public var duration = 10.0
  /// Whether a last clock keeps the carried view upright.
  public var isUpright = false
  /// The turns that an upright view makes in one loop, positive clockwise on the screen.
  public var spin = 0
  public var order = ChainOrder.slow

  /// Whether more is asked for than truncation.
  public var isFitted: Bool { if case .free = timing { true } else { fit != .truncate || slack > 0 } }

  /// The largest |n| that a frame rate lets be seen, at least 1.
  var harmonicLimit: Int? {
    frameRate.map { max(1, Int(min(($0 * duration / 2).rounded(.down), 1e9))) }
  }

  /// The slack as a share of a loop, at most half of one.
  var slackLoops: Double { min(slack / duration, 0.5) }

  public init() {}
}

/// The moment of the motion that is put at t = 0, which galleries and snapshots show.
public enum Poster: Sendable, Hashable {
  /// Seconds after the moment that stands there otherwise.
  case time(Double)
  /// The middle of the longest rest, or where nothing rests, the place farthest from the centre.
  case auto
}

/// What decides the number of clocks.
public enum SolveGoal: Sendable, Hashable {
  /// The budget: rotating views in the whole spec, upright clocks counted.
  case clocks(Int)
  /// The fewest clocks whose certified error is at most `limit`, but not more than `ceiling` of them.
  case error(ErrorLimit, metric: ErrorMetric?, ceiling: Int)
}

/// A largest error.
public enum ErrorLimit: Sendable, Hashable {
  /// In the unit of the curves.
  case length(Double)
  /// As a share of the diagonal of the box around all curves.
  case share(Double)

  func length(diagonal: Double) -> Double {
    switch self {
    case .length(let value): value
    case .share(let share): share * diagonal
    }
  }
}

/// The figure that an error limit speaks of.
public enum ErrorMetric: String, Sendable, Hashable, CaseIterable {
  /// The largest distance at equal times; where there is slack, under it.
  case max
  /// The cyclic Fréchet distance: shape alone, order kept.
  case frechet
  /// The symmetric Hausdorff distance: shape alone.
  case hausdorff

  func upper(_ certificate: ChainCertificate) -> Double {
    switch self {
    case .max: (certificate.maxWithSlack ?? certificate.max).upper
    case .frechet: certificate.frechet.upper
    case .hausdorff: certificate.hausdorff.upper
    }
  }
}

/// When the point is where along the curve.
public enum TimingChoice: Sendable, Hashable {
  /// Constant speed.
  case constant
  /// Each target's own keyframes.
  case keyframes
  /// Uniform in each segment's own parameter.
  case parameter
  /// The solver chooses; the speed stays between two multiples of its mean.
  case free(ClosedRange<Double>)

  /// The speeds of `free` unless told otherwise: the knee for a moving sprite.
  public static let defaultRange = 0.25...4.0
  /// For shapes alone: the point may all but stand still.
  public static let anyRange = 0.02...50.0

  /// The figure that a limit speaks of by default.
  public var metric: ErrorMetric {
    switch self {
    case .constant, .keyframes, .parameter: .max
    case .free: .frechet
    }
  }
}

/// Why curves can't be drawn as asked.
public enum SolveError: Error, Sendable, Hashable {
  case noCurves
  /// The budget has not even one arm a curve; `least` clocks would do.
  case tooFewClocks(given: Int, curves: Int, least: Int)
  /// The error can't be reached with `ceiling` clocks.
  case unreachable(curve: String, ceiling: Int)
}

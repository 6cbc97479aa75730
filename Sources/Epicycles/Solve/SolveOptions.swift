/// What to make of the curves.
public struct SolveOptions: Sendable, Hashable {
  /// The budget: rotating views in the whole spec, upright clocks counted.
  public var clocks = 200
  /// Seconds in a loop.
  public var duration = 10.0
  /// Whether a last clock keeps the carried view upright.
  public var isUpright = false
  public var order = ChainOrder.slow

  public init() {}
}

/// Why curves can't be drawn as asked.
public enum SolveError: Error, Sendable, Hashable {
  case noCurves
  /// The budget has not even one arm a curve; `least` clocks would do.
  case tooFewClocks(given: Int, curves: Int, least: Int)
}

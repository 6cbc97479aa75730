/// The largest values that the command line takes.
enum Limits {
  static let clocks = 100_000
  static let points = 10_000_000
  static let jobs = 1_024
  /// What each of `SVGLimits` may be set to: the XML parser counts bytes in 32 bits.
  static let svg = 1...2_000_000_000
  /// Seconds in a loop: a thousandth to ten years.
  static let duration = 0.001...3.2e8
  /// Times the mean speed.
  static let speed = 1_000.0
  static let frameRate = 1.0...240.0
  /// Turns a loop, either way.
  static let spin = -10_000...10_000
  /// Seconds.
  static let slack = 0.0...3.2e8
  static let poster = -3.2e8...3.2e8
  static let pixels = 16...8192
  /// Seconds of searching.
  static let timeLimit = 0.001...1e7
  /// Points a side.
  static let size = 1e-6...1e9
}

/// What holds where an option is not given.
enum Defaults {
  static let clocks = 200
  static let duration = 10.0
}

import EpicycleSpec
import PlaneCurves
import SVGPaths
import Testing

@testable import Epicycles

/// More freedom never needs more clocks, nor leaves a larger error.
struct FreedomTests {
  static let square = "M1 1L-1 1L-1-1L1-1Z"
  /// From truncation at constant speed to any speed.
  static let freedoms: [(Spec.Method.Fit, TimingChoice)] = [
    (.truncate, .constant), (.minimax, .constant), (.minimax, .free(0.5...2)),
    (.minimax, .free(TimingChoice.defaultRange)), (.minimax, .free(TimingChoice.anyRange)),
  ]

  /// A wider range starts from all that a narrower one finds, so its certified error is no larger, at any budget.
  @Test(arguments: ["square", "heart", "letter", "stroke"], [3, 9, 24, 62]) func widerRanges(
    _ name: String, _ clocks: Int
  ) throws {
    let curve = try FitBoundTests.curves(name)[0]
    let errors = try Self.freedoms.dropFirst().map { fit, timing in
      try #require(try solved(curve, .clocks(clocks), fit, timing).error.frechet).upper
    }
    for (narrower, wider) in zip(errors, errors.dropFirst()) { #expect(wider <= narrower, "\(errors)") }
  }

  private func solved(_ data: String, _ goal: SolveGoal, _ fit: Spec.Method.Fit, _ timing: TimingChoice)
    throws -> Spec
  {
    try solved(Curve(closing: PathData(parsing: data).subpaths[0]), goal, fit, timing)
  }

  private func solved(_ curve: Curve, _ goal: SolveGoal, _ fit: Spec.Method.Fit, _ timing: TimingChoice)
    throws -> Spec
  {
    var options = SolveOptions()
    (options.goal, options.fit, options.timing) = (goal, fit, timing)
    let target = Target(id: "curve", curve: curve, reference: Spec.CurveReference(length: 0))
    let frame = Spec.Frame(x: 0, y: 0, width: 1, height: 1)
    return try solve([target], options: options, generator: "test", frame: frame)
  }

  @Test(arguments: [SolveTests.heart, square], [0.01, 0.0025]) func fewerClocks(
    _ data: String, _ share: Double
  ) throws {
    let counts = try Self.freedoms.map { fit, timing in
      let spec = try solved(data, .error(.share(share), metric: nil, ceiling: 1000), fit, timing)
      let reached = try #require(
        timing == .constant ? spec.error.relative?.max : spec.error.relative?.frechet)
      #expect(reached <= share)
      if case .free(let range) = timing {
        let used = try #require(spec.error.speedRange)
        #expect(used.lower >= range.lowerBound * (1 - 1e-9) && used.upper <= range.upperBound * (1 + 1e-9))
      }
      return spec.budget.used
    }
    #expect(counts == counts.sorted(by: >), "\(counts)")
    // 22 and 13 times fewer were measured at a quarter of a per cent.
    if share < 0.005 { #expect(counts[4] * 8 < counts[0]) }
  }

  @Test(arguments: [SolveTests.heart, square], [6, 13]) func smallerErrors(_ data: String, _ clocks: Int)
    throws
  {
    let errors = try Self.freedoms.map { fit, timing in
      let error = try solved(data, .clocks(clocks), fit, timing).error
      return try #require(error.max)
    }
    // Each upper bound may lie 1 % above the truth.
    for (less, more) in zip(errors, errors.dropFirst()) { #expect(more.lower <= less.upper) }
  }

  /// The classic swing: a line there and back is two equal arms that turn against each other, and a clock that keeps
  /// the view upright: d/2·(1 − cos 2πt/T) along the line.
  @Test func aRetracedLineIsTwoArms() throws {
    let spec = try solved(
      "M-3 1L5 7", .error(.share(0.001), metric: nil, ceiling: 1000), .minimax, .free(TimingChoice.anyRange))
    let clocks = spec.chains[0].clocks
    #expect(Set(clocks.map(\.harmonic)) == [1, -1])
    for clock in clocks { #expect(abs(clock.radius - 2.5) < 0.0025) }
    #expect(abs(spec.chains[0].centre.x - 1) < 0.01 && abs(spec.chains[0].centre.y - 4) < 0.01)
  }

  @Test func anEllipseIsTwoArms() throws {
    let ellipse = "M10 0A10 4 0 0 1-10 0A10 4 0 0 1 10 0Z"
    let spec = try solved(
      ellipse, .error(.share(0.001), metric: nil, ceiling: 1000), .minimax, .free(TimingChoice.defaultRange))
    let radii = spec.chains[0].clocks.map(\.radius).sorted()
    #expect(radii.count == 2)
    #expect(abs(radii[0] - 3) < 0.02 && abs(radii[1] - 7) < 0.02)
  }
}

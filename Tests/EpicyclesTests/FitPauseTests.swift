import PlaneCurves
import Testing

@testable import Epicycles

/// A line out, a wait, and back: 35 %, 30 % and 35 % of the loop. The optimum of a fit whose harmonics are a
/// given contiguous band is a linear programme; its values, in per cent of the line, were found with HiGHS.
@Suite struct FitPauseTests {
  static func motion() throws -> Motion {
    let there = LineSegment(start: Complex(3, 1), end: Complex(3 + 80, 1 + 60))
    let curve = try Curve(
      closing: Subpath(start: there.start, segments: [.line(there), .line(there.reversed)]))
    return Motion(
      curve: curve, map: TimeMap(time: [0, 0.35, 0.65, 1], length: [0, 100, 100, 200]))
  }

  static func solve(_ freedom: TimingFreedom, arms: Int) throws -> Solution {
    var solver = SupportSolver(FitProblem(motion: try motion(), freedom: freedom))
    solver.density = .final
    let harmonics = (-arms / 2...arms / 2).filter { $0 != 0 }
    let spectrum = solver.spectrum(of: solver.motion.map, count: 4096)
    return solver.solve(
      Solution(spectrum: spectrum, harmonics: harmonics, map: solver.motion.map),
      .init(gap: 1e-4, finish: 0.01))
  }

  @Test(arguments: zip([10, 16, 20, 24, 30, 40], [2.5406, 1.608, 1.2585, 1.0746, 0.8532, 0.6413]))
  func fixedTimingReachesTheLinearProgramme(arms: Int, optimum: Double) throws {
    let found = try Self.solve(.fixed, arms: arms)
    #expect(abs(found.error * 100 - optimum) < 2e-3 * optimum)
    let lower = try #require(found.lower)
    #expect(lower <= found.error && lower > 0.999 * found.error)
  }

  /// On a line the problem is convex, so that the bound below is that of the best coefficients. The linear programmes
  /// were solved at 2048 times, fewer than here: over all times their optima are up to two per cent higher.
  private func reaches(_ optimum: Double, arms: Int, slack: Double) throws {
    let found = try Self.solve(.tube(loops: slack), arms: arms)
    #expect(found.error * 100 < 1.02 * optimum)
    let lower = try #require(found.lower)
    #expect(lower <= found.error && lower > 0.999 * found.error)
    #expect(lower * 100 > 0.99 * optimum)
  }

  @Test(
    arguments: zip([10, 16, 20, 24, 30, 40], [0.5205, 0.1431, 0.1102, 0.0558, 0.0198, 0.0051]))
  func aFrameAtThirteenASecond(arms: Int, optimum: Double) throws {
    try reaches(optimum, arms: arms, slack: 1 / 130.0)
  }

  @Test(arguments: zip([10, 16, 20, 24, 30, 40], [1.144, 0.321, 0.2445, 0.126, 0.069, 0.0243]))
  func aFrameAtTwentyASecond(arms: Int, optimum: Double) throws {
    try reaches(optimum, arms: arms, slack: 1 / 200.0)
  }
}

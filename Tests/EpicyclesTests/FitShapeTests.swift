import Foundation
import Harmonics
import PlaneCurves
import Testing

@testable import Epicycles

/// Shapes whose best fits are known in closed form, or whose fits must keep a promise at every moment.
@Suite struct FitShapeTests {
  static func polygon(_ points: [Complex]) throws -> Curve {
    let segments = points.indices.map { k in
      Segment.line(LineSegment(start: points[k], end: points[(k + 1) % points.count]))
    }
    return try Curve(closing: Subpath(start: points[0], segments: segments, closedByZ: true))
  }

  static func line() throws -> Curve { try polygon([Complex(10, 20), Complex(70, 100)]) }

  static func square() throws -> Curve {
    try polygon([Complex(0, 0), Complex(100, 0), Complex(100, 100), Complex(0, 100)])
  }

  static func ellipse(_ a: Double, _ b: Double) throws -> Curve {
    let arc = EllipticArc(
      centre: Complex(30, 40), p: Complex(a, 0), q: Complex(0, b), startAngle: .zero, sweep: .fullTurn)
    return try Curve(closing: Subpath(start: arc.start, segments: [.arc(arc)]))
  }

  static func heart() throws -> Curve {
    let points = [
      Complex(50, 90), Complex(20, 65), Complex(5, 45), Complex(5, 28), Complex(5, 12), Complex(17, 5),
      Complex(28, 5), Complex(38, 5), Complex(46, 11), Complex(50, 20),
    ]
    let mirrored = points.reversed().map { Complex(100 - $0.real, $0.imaginary) }
    let all = points + mirrored.dropFirst()
    let segments = stride(from: 0, to: all.count - 1, by: 3).map { k in
      Segment.cubic(
        CubicBezier(start: all[k], control1: all[k + 1], control2: all[k + 2], end: all[k + 3]))
    }
    return try Curve(closing: Subpath(start: all[0], segments: segments))
  }

  static func engine(
    _ curve: Curve, _ freedom: TimingFreedom, _ effort: FitEffort = .normal, seeds: [Fit] = []
  ) -> FitEngine {
    FitEngine(
      FitProblem(motion: Motion(constantSpeed: curve), freedom: freedom), effort: effort, seeds: seeds)
  }

  /// The largest distance from z(t) to the curve at map(t), at times that the fit has not seen.
  static func deviation(_ fit: Fit, _ curve: Curve, count: Int = 20_011) -> Double {
    (0..<count).reduce(0) { largest, j in
      let t = Double(j) / Double(count)
      return max(largest, (fit.sum.point(atTime: t) - curve.point(atLength: fit.map(t))).length)
    }
  }

  @Test func aLineIsTwoEqualArms() throws {
    let curve = try Self.line()
    let fit = try #require(Self.engine(curve, .any).fewestClocks(reaching: 0.1))
    #expect(fit.sum.terms.map(\.harmonic) == [-1, 1])
    let lengths = fit.sum.terms.map(\.coefficient.length)
    #expect(abs(lengths[0] - lengths[1]) < 2e-3 * lengths[0])
    #expect(abs(lengths[0] - 25) < 0.1)
    #expect((fit.sum.centre - Complex(40, 60)).length < 0.1)
  }

  @Test func aCircleIsOneArm() throws {
    let fit = try #require(Self.engine(Self.ellipse(25, 25), .free).fewestClocks(reaching: 1e-3))
    #expect(fit.sum.terms.map(\.harmonic) == [1])
    #expect(abs(fit.sum.terms[0].coefficient.length - 25) < 1e-3)
    #expect((fit.sum.centre - Complex(30, 40)).length < 1e-3)
  }

  /// Half the sum and half the difference of the half-axes.
  @Test func anEllipseIsTwoArms() throws {
    let fit = try #require(Self.engine(Self.ellipse(50, 30), .free).fewestClocks(reaching: 0.05))
    #expect(fit.sum.terms.map(\.harmonic) == [-1, 1])
    let lengths = fit.sum.terms.map(\.coefficient.length)
    #expect(abs(lengths[0] - 10) < 0.05)
    #expect(abs(lengths[1] - 40) < 0.05)
  }

  @Test(arguments: [0.25...4, 0.5...2, 0.8...1.25])
  func speedStaysInTheRangeEverywhere(range: ClosedRange<Double>) throws {
    let curve = try Self.heart()
    let fit = Self.engine(curve, .range(range)).fit(clocks: 12)
    let map = fit.map
    #expect(map.time.first == 0 && map.time.last == 1)
    #expect(abs(map.length[map.length.count - 1] - map.length[0] - curve.length) < 1e-9 * curve.length)
    for k in 1..<map.time.count {
      let speed = (map.length[k] - map.length[k - 1]) / (map.time[k] - map.time[k - 1]) / curve.length
      #expect(speed >= range.lowerBound * (1 - 1e-6) && speed <= range.upperBound * (1 + 1e-6))
    }
  }

  @Test(arguments: [TimingFreedom.fixed, .range(0.5...2), .any])
  func errorBetweenNodesIsTheOneStated(freedom: TimingFreedom) throws {
    let curve = try Self.heart()
    let fit = Self.engine(curve, freedom).fit(clocks: 11)
    #expect(Self.deviation(fit, curve) <= 1.005 * fit.nodeError)
  }

  @Test func moreClocksAreNeverWorse() throws {
    let curve = try Self.heart()
    var last: Fit?
    for clocks in [3, 5, 8, 13, 21] {
      let fit = Self.engine(curve, .any, seeds: last.map { [$0] } ?? []).fit(clocks: clocks)
      #expect(fit.clocks <= clocks)
      if let last { #expect(fit.nodeError <= last.nodeError) }
      last = fit
    }
  }

  @Test func aWiderRangeIsNeverWorse() throws {
    let curve = try Self.square()
    var seeds: [Fit] = [Self.engine(curve, .fixed).fit(clocks: 7)]
    for freedom in [TimingFreedom.range(0.8...1.25), .range(0.5...2), .free, .any] {
      let fit = Self.engine(curve, freedom, seeds: seeds).fit(clocks: 7)
      #expect(fit.nodeError <= seeds[seeds.count - 1].nodeError)
      seeds.append(fit)
    }
  }

  /// Chebyshev: at the optimum of a fixed support the largest deviation is met again and again.
  @Test func minimaxEquioscillates() throws {
    let curve = try Self.heart()
    let fit = Self.engine(curve, .fixed).fit(clocks: 20)
    let count = 8192
    let errors = (0..<count).map { j -> Double in
      let t = Double(j) / Double(count)
      return (fit.sum.point(atTime: t) - curve.point(atLength: fit.map(t))).length
    }
    let peaks = (0..<count).filter { j in
      errors[j] > 0.97 * fit.nodeError && errors[j] >= errors[(j + 1) % count]
        && errors[j] > errors[(j + count - 1) % count]
    }
    #expect(peaks.count >= 21)
    let lower = try #require(fit.optimumLower)
    #expect(lower <= fit.nodeError && lower > 0.98 * fit.nodeError)
  }

  /// Truncation minimises the mean square for its support, so its mean square is a lower bound for the largest.
  @Test(arguments: [5, 20, 60])
  func minimaxLiesBetweenTheMeanSquareAndTruncation(clocks: Int) throws {
    let curve = try Self.square()
    let truncated = Spectrum(samples: curve.sample(count: 8192)).truncated(to: clocks)
    let motion = Motion(constantSpeed: curve)
    let plain = (0..<8192).reduce(0) { largest, j in
      let t = Double(j) / 8192
      return max(largest, (truncated.sum.point(atTime: t) - motion.point(atTime: t)).length)
    }
    let fit = Self.engine(curve, .fixed).fit(clocks: clocks)
    #expect(fit.nodeError < plain)
    #expect(fit.nodeError > truncated.discardedEnergy.squareRoot())
  }

  @Test func theSameOnEveryRun() throws {
    let curve = try Self.heart()
    let first = Self.engine(curve, .free).fewestClocks(reaching: 0.4)
    let second = Self.engine(curve, .free).fewestClocks(reaching: 0.4)
    #expect(first?.sum == second?.sum && first?.map == second?.map)
  }

  @Test func theCertificateHasTheLastWord() throws {
    let curve = try Self.square()
    var asked = 0
    let fit = Self.engine(curve, .any).fewestClocks(reaching: 1) { fit in
      asked += 1
      return asked > 1
    }
    #expect(asked == 2)
    #expect(fit != nil)
    #expect(Self.engine(curve, .any).fewestClocks(reaching: 1) { _ in false } == nil)
  }

  @Test func theHarmonicLimitHolds() throws {
    let curve = try Self.square()
    var problem = FitProblem(motion: Motion(constantSpeed: curve), freedom: .any)
    problem.harmonicLimit = 3
    #expect(FitEngine(problem).fit(clocks: 40).sum.bandwidth <= 3)
    #expect(FitEngine(problem).fewestClocks(reaching: 1e-4) == nil)
  }

  @Test func theSearchStopsWhenItIsOver() throws {
    let problem = FitProblem(motion: Motion(constantSpeed: try Self.heart()), freedom: .any)
    let fit = FitEngine(problem, effort: .best, isOver: { true }).fit(clocks: 9)
    #expect(fit.clocks <= 9 && fit.nodeError.isFinite)
  }
}

import EpicycleSpec
import Foundation
import Harmonics
import PlaneCurves
import SVGPaths
import Testing

@testable import Epicycles

/// Timing laws against their own formulas.
@Suite struct TimingLawTests {
  static func target(
    _ data: String, open: Spec.CurveReference.OpenClosure = .retrace, keyframes: Keyframes? = nil
  ) throws -> Target {
    let subpath = try #require(PathData(parsing: data).subpaths.first)
    let curve = try Curve(closing: subpath)
    return Target(
      id: "curve", curve: curve, reference: Spec.CurveReference(open: open, length: 0),
      strokes: [0...curve.path.segmentEnds[subpath.segments.count - 1]], keyframes: keyframes)
  }

  static func solved(_ target: Target, _ change: (inout SolveOptions) -> Void) throws -> Spec {
    var options = SolveOptions()
    change(&options)
    return try solve(
      [target], options: options, generator: "test", frame: Spec.Frame(x: 0, y: 0, width: 1, height: 1))
  }

  private static let times = (0..<400).map { Double($0) / 400 + 1e-4 }

  // MARK: Ease

  /// (d/2)(1 − cos 2πt/D) along the line.
  @Test func anEasedLineIsTheSwing() throws {
    let target = try Self.target("M-3 1L5 7", open: .ease)
    let motion = target.motion(.ease)
    for t in Self.times {
      let way = 5 * (1 - cos(2 * .pi * t))
      let expected = Complex(-3, 1) + Complex(0.8, 0.6) * way
      #expect((motion.point(atTime: t) - expected).length < 2e-7)
    }
    for fit in [Spec.Method.Fit.truncate, .minimax] {
      let spec = try Self.solved(target) { ($0.goal, $0.fit) = (.clocks(9), fit) }
      #expect(Set(spec.chains[0].clocks.map(\.harmonic)) == [1, -1])
      for clock in spec.chains[0].clocks { #expect(abs(clock.radius - 2.5) < 1e-6) }
      #expect(try #require(spec.error.max).upper < 1e-5)
    }
  }

  // MARK: Keyframes

  /// A piecewise linear closed motion has cₙ = −Σ Δvₖ·exp(−2πi·n·tₖ)/(2πn)², Δvₖ the change of velocity at tₖ.
  @Test func aHoldHasTheTrapezoidsCoefficients() throws {
    let keyframes = try Keyframes(mode: .linear, times: [0, 0.35, 0.65, 1], points: [0, 1, 1, 0])
    let target = try Self.target("M3 1L83 61", keyframes: keyframes)
    let spec = try Self.solved(target) {
      ($0.goal, $0.fit, $0.timing) = (.clocks(40), .truncate, .keyframes)
    }
    let speed = 100 / 0.35
    let changes = [(0.0, 2 * speed), (0.35, -speed), (0.65, -speed)]
    #expect(spec.chains[0].clocks.count == 40)
    for clock in spec.chains[0].clocks {
      let n = Double(clock.harmonic)
      var sum = Complex.zero
      for (time, change) in changes {
        sum += Complex(length: change, phase: Angle(radians: -2 * .pi * n * time))
      }
      let exact = Complex(0.8, 0.6) * sum * (-1 / (4 * .pi * .pi * n * n))
      let found = Complex(length: clock.radius, phase: Angle(radians: clock.phase))
      #expect((found - exact).length < 2e-5)
    }
    // 35 % at either end do not count: the mean is (0.35 + 0.3) of the way.
    #expect(abs(spec.chains[0].centre.x - (3 + 80 * 0.65)) < 1e-4)
  }

  /// Steps: cₙ = Σ Jₖ·exp(−2πi·n·tₖ)/(2πi·n), Jₖ the jump at tₖ; and no fit is nearer than half a jump.
  @Test func stepsHaveExactCoefficientsAndAPrice() throws {
    let keyframes = try Keyframes(mode: .discrete, times: [0, 0.2, 0.7], points: [0.1, 1, 0.35])
    let target = try Self.target("M0 0L60 80", keyframes: keyframes)
    let jumps = [(0.0, -25.0), (0.2, 90), (0.7, -65)]
    for fit in [Spec.Method.Fit.truncate, .minimax] {
      let spec = try Self.solved(target) {
        ($0.goal, $0.fit, $0.timing) = (.clocks(30), fit, .keyframes)
      }
      let reported = try #require(spec.error.jumps)
      #expect(reported.number == 3)
      #expect(abs(reported.largest - 90) < 1e-9 && abs(reported.cost - 45) < 1e-9)
      #expect(try #require(spec.error.max).lower > 45 * (1 - 1e-9))
      guard fit == .truncate else {
        #expect(try #require(spec.error.optimum).lower > 44.5)
        continue
      }
      for clock in spec.chains[0].clocks {
        let n = Double(clock.harmonic)
        var sum = Complex.zero
        for (time, jump) in jumps {
          sum += Complex(length: abs(jump), phase: Angle(radians: (jump < 0 ? .pi : 0) - 2 * .pi * n * time))
        }
        let exact = Complex(0.6, 0.8) * sum * Complex(0, -1 / (2 * .pi * n))
        let found = Complex(length: clock.radius, phase: Angle(radians: clock.phase))
        #expect((found - exact).length < 1e-9)
      }
    }
  }

  /// y of the ease at the u where its x is the time, found by bisection.
  private func eased(_ c: [Double], _ time: Double) -> Double {
    func cubic(_ a: Double, _ b: Double, _ u: Double) -> Double {
      3 * (1 - u) * (1 - u) * u * a + 3 * (1 - u) * u * u * b + u * u * u
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<80 {
      let middle = 0.5 * (low + high)
      if cubic(c[0], c[2], middle) < time { low = middle } else { high = middle }
    }
    return cubic(c[1], c[3], 0.5 * (low + high))
  }

  @Test(arguments: [
    [0, 0, 1, 1], [0.25, 0.1, 0.25, 1], [0.42, 0, 0.58, 1], [1, 0, 0, 1], [0, 1, 0, 1], [1, 0, 1, 0],
    [0, 1, 1, 0], [0.3, 0.9, 0.9, 0.2],
  ])
  func splinesAreTheBezierItself(_ controls: [Double]) throws {
    let keyframes = try Keyframes(
      mode: .spline, times: [0, 0.25, 1], points: [0.2, 0.9, 0.2], splines: [controls, [0, 0, 1, 1]])
    let motion = try Self.target("M0 0H200").motion(.keyframes(keyframes))
    for t in Self.times {
      let share = t < 0.25 ? 0.2 + 0.7 * eased(controls, t / 0.25) : 0.9 - 0.7 * (t - 0.25) / 0.75
      #expect(abs(motion.point(atTime: t).real - 200 * share) < 1e-5, "\(t)")
    }
    #expect(motion.jumps.isEmpty)
  }

  /// Key points are shares of the whole outline of a closed path.
  @Test func keyPointsOnAClosedPath() throws {
    let keyframes = try Keyframes(mode: .linear, points: [0, 0.25, 0.5, 1])
    let motion = try Self.target("M0 0H30V10H0Z").motion(.keyframes(keyframes))
    for (t, x, y) in [(1.0 / 3, 20.0, 0.0), (0.5, 30, 0), (2.0 / 3, 30, 10), (5.0 / 6, 10, 10)] {
      #expect((motion.point(atTime: t) - Complex(x, y)).length < 1e-9)
    }
    // The end of a closed path is its beginning.
    #expect(motion.jumps.isEmpty)
  }

  /// On an open path they are shares of the way there alone, and the loop jumps back.
  @Test func keyPointsOnAnOpenPath() throws {
    let motion = try Self.target("M0 0H40").motion(.keyframes(.paced))
    #expect(abs(motion.point(atTime: 0.75).real - 30) < 1e-9)
    #expect(motion.jumps.map(\.time) == [0] && abs(motion.jumps[0].size - 40) < 1e-9)
  }

  @Test func movesWithinAPathAreJumps() throws {
    var target = try Self.target("M0 0H10L20 0H40")
    target.strokes = [0...10, 20...40]
    let motion = target.motion(.keyframes(try Keyframes(mode: .linear, points: [0, 1, 0])))
    // 30 long in all, 10 of it before the move.
    for (t, x) in [(0.1, 6.0), (0.5 / 3 - 1e-6, 10), (0.5 / 3 + 1e-6, 20), (0.4, 34), (0.9, 6)] {
      #expect(abs(motion.point(atTime: t).real - x) < 1e-4)
    }
    #expect(motion.jumps.count == 2 && motion.jumps.allSatisfy { abs($0.size - 10) < 1e-9 })
  }

  @Test(
    arguments: [
      (Keyframes.Mode.linear, [0, 0.5], [0, 1], nil), (.linear, [0.1, 1], [0, 1], nil),
      (.linear, [0, 1], [0, 1.5], nil), (.linear, [0, 0.6, 0.5, 1], [0, 1, 1, 0], nil),
      (.linear, [0, 1], [0, 0.5, 1], nil), (.linear, nil, [0.5], nil), (.discrete, nil, [], nil),
      (.spline, [0, 1], [0, 1], nil), (.spline, [0, 1], [0, 1], [[0, 0, 1]]),
      (.spline, [0, 1], [0, 1], [[0, 0, 1, 1.1]]),
      (.spline, [0, 1], [0, 1], [[0, 0, 1, 1], [0, 0, 1, 1]]),
      (.linear, [0, .nan, 1], [0, 1, 0], nil), (.linear, nil, [0, .nan], nil),
    ] as [(Keyframes.Mode, [Double]?, [Double]?, [[Double]]?)])
  func refusesWhatSVGRefuses(
    _ mode: Keyframes.Mode, _ times: [Double]?, _ points: [Double]?, _ splines: [[Double]]?
  ) {
    #expect(throws: KeyframeError.self) {
      try Keyframes(mode: mode, times: times, points: points, splines: splines)
    }
  }

  // MARK: Parameter

  @Test(arguments: [
    "M0 0C0 40 100 40 100 0", "M0 0Q90 0 10 0L50 50A30 20 40 1 0 90 90", "M0 0C50 50 0 50 50 0Z",
  ])
  func parameterIsUniform(_ data: String) throws {
    let target = try Self.target(data)
    let motion = target.motion(.parameter)
    let segments = target.curve.path.segments
    for t in Self.times {
      let place = t * Double(segments.count)
      let index = min(Int(place), segments.count - 1)
      let expected = segments[index].point(at: place - Double(index))
      #expect((motion.point(atTime: t) - expected).length < 3e-8 * target.curve.length)
    }
  }

  // MARK: The beginning

  /// A loop begun later is the same loop.
  @Test func rotatingAMapMovesTheBeginning() throws {
    var random = SplitMix64(seed: 5)
    let target = try Self.target("M0 0C0 40 100 40 100 0L50 -50Z")
    let curve = target.curve
    for trial in 0..<200 {
      let count = Int.random(in: 1...6, using: &random)
      var times = (0..<count).map { _ in Double.random(in: 0...1, using: &random) }.sorted()
      if trial % 3 == 0, count > 2 { times[1] = times[2] }
      var lengths = (0..<count).map { _ in Double.random(in: -100...300, using: &random) }
      let start = Double.random(in: 0...100, using: &random)
      let end = trial % 2 == 0 ? start + Double(trial % 3) * curve.length : start + 17
      times = [0] + times + [1]
      lengths = [start] + lengths + [end]
      let map = TimeMap(time: times, length: lengths)
      let offset = trial % 5 == 0 ? times[count] : Double.random(in: 0..<1, using: &random)
      let rotated = map.rotated(by: offset, round: curve.length)
      #expect(rotated.time.first == 0 && rotated.time.last == 1)
      #expect(zip(rotated.time, rotated.time.dropFirst()).allSatisfy { $0 <= $1 })
      for _ in 0..<20 {
        let t = Double.random(in: 0..<1, using: &random)
        if times.contains(where: { abs($0 - offset - t) < 1e-9 || abs($0 + 1 - offset - t) < 1e-9 }) {
          continue
        }
        let later = t + offset >= 1 ? t + offset - 1 : t + offset
        let gap = curve.point(atLength: rotated(t)) - curve.point(atLength: map(later))
        #expect(gap.length < 1e-6)
      }
      let old = Motion(curve: curve, map: map).jumps.map(\.size).sorted()
      let new = Motion(curve: curve, map: rotated).jumps.map(\.size).sorted()
      #expect(old.count == new.count)
      for (a, b) in zip(old, new) { #expect(abs(a - b) < 1e-6) }
    }
  }

  /// The poster is where the drawn point is at that time without it, and the errors stay what they are.
  @Test(arguments: [TimingChoice.constant, .keyframes, .parameter, .free(0.5...2)])
  func thePosterOnlyMovesTheBeginning(_ timing: TimingChoice) throws {
    let keyframes = try Keyframes(mode: .linear, times: [0, 0.4, 0.5, 1], points: [0, 0.6, 0.6, 1])
    let target = try Self.target("M0 0C0 40 100 40 100 0L50 -50Z", keyframes: keyframes)
    let plain = try Self.solved(target) { ($0.goal, $0.timing) = (.clocks(12), timing) }
    let moved = try Self.solved(target) {
      ($0.goal, $0.timing, $0.poster) = (.clocks(12), timing, .time(3.3))
    }
    for t in [0, 1.1, 5, 8.7] {
      let a = plain.chains[0].position(at: t + 3.3, loop: plain.loop)
      let b = moved.chains[0].position(at: t, loop: moved.loop)
      #expect(hypot(a.x - b.x, a.y - b.y) < 1e-9)
    }
    #expect(moved.discrepancies(against: [target]).isEmpty)
    let (a, b) = (try #require(plain.error.max), try #require(moved.error.max))
    #expect(a.lower <= b.upper && b.lower <= a.upper)
    if timing == .keyframes {
      let resting = try Self.solved(target) {
        ($0.goal, $0.timing, $0.poster) = (.clocks(12), timing, .auto)
      }
      #expect(abs(try #require(resting.chains[0].timing.offset) - 0.45) < 1e-12)
    }
  }
}

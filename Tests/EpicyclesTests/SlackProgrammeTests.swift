import EpicycleSpec
import Foundation
import Testing

@testable import Epicycles

/// Slack around a line there and back with a wait, beside linear programmes that HiGHS solves through scipy; without
/// a Python that has it (EPICYCLE_PYTHON) these tests are skipped.
@Suite struct SlackProgrammeTests {
  static let python = ProcessInfo.processInfo.environment["EPICYCLE_PYTHON"]

  /// Least ε with lo(t) − ε ≤ x(t) ≤ hi(t) + ε at 2048 times, x a sum of cosines and sines with given harmonics,
  /// lo and hi the ends of what the law passes within the slack, lengths in units of the line.
  private static let script = """
    import json, sys
    import numpy as np
    from scipy.optimize import linprog

    times, shares = [0, 0.35, 0.65, 1], [0, 1, 1, 0]
    def law(t):
        return np.interp(t % 1, times, shares)

    def optimum(harmonics, slack, count=2048):
        t = np.arange(count) / count
        high, low = np.maximum(law(t - slack), law(t + slack)), np.minimum(law(t - slack), law(t + slack))
        for time, share in zip(times, shares):
            inside = np.abs((t - time + 0.5) % 1 - 0.5) <= slack
            high[inside], low[inside] = np.maximum(high[inside], share), np.minimum(low[inside], share)
        waves = [f(2 * np.pi * n * t) for n in harmonics for f in (np.cos, np.sin)]
        a = np.stack([np.ones(count), *waves], axis=1)
        one = np.ones((count, 1))
        found = linprog(
            [0] * a.shape[1] + [1], np.vstack([np.hstack([a, -one]), np.hstack([-a, -one])]),
            np.concatenate([high, -low]), bounds=[(None, None)] * (a.shape[1] + 1), method="highs")
        return found.fun

    json.dump([optimum(*question) for question in json.load(sys.stdin)], sys.stdout)
    """

  private struct Question: Encodable {
    var harmonics: [Int]
    var slack: Double

    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      try list.encode(harmonics)
      try list.encode(slack)
    }
  }

  private static func optima(_ questions: [Question]) throws -> [Double] {
    let input = FileManager.default.temporaryDirectory.appendingPathComponent("lp-\(UUID().uuidString).json")
    try JSONEncoder().encode(questions).write(to: input)
    defer { try? FileManager.default.removeItem(at: input) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(python))
    process.arguments = ["-c", script]
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = try FileHandle(forReadingFrom: input)
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode([Double].self, from: data)
  }

  @Test(
    .enabled(if: python != nil, "EPICYCLE_PYTHON names no Python with scipy"),
    arguments: [
      (13.0, [0.5205, 0.1431, 0.1102, 0.0558, 0.0198, 0.0051]),
      (20, [1.144, 0.321, 0.2445, 0.126, 0.069, 0.0243]),
    ] as [(Double, [Double])])
  func noWorseThanContiguousSupports(rate: Double, percents: [Double]) throws {
    let keyframes = try Keyframes(mode: .linear, times: [0, 0.35, 0.65, 1], points: [0, 1, 1, 0])
    let target = try TimingLawTests.target("M3 1L83 61", keyframes: keyframes)
    let arms = [10, 16, 20, 24, 30, 40]
    let specs = try arms.map { count in
      try TimingLawTests.solved(target) {
        ($0.goal, $0.timing, $0.slack) = (.clocks(count), .keyframes, 1 / rate)
      }
    }
    // On a line the best coefficients run along it, so that ±n come in pairs.
    let bands = arms.map { Question(harmonics: Array(1...$0 / 2), slack: 1 / (10 * rate)) }
    let chosen = specs.map { spec in
      Question(
        harmonics: Set(spec.chains[0].clocks.map { abs($0.harmonic) }).sorted(), slack: 1 / (10 * rate))
    }
    let found = try Self.optima(bands + chosen)
    for k in arms.indices {
      // At 2048 times the optimum is a per cent or two, at 40 arms five, below that over all times.
      #expect(abs(found[k] - percents[k] / 100) < 0.06 * percents[k] / 100)
      let error = try #require(specs[k].error.maxWithSlack)
      #expect(error.upper / 100 <= found[k], "\(arms[k]) arms")
      // And no fit is below what its own harmonics can do.
      #expect(error.upper / 100 >= found[arms.count + k] * (1 - 1e-9), "\(arms[k]) arms")
    }
  }

  /// With more clocks all fits with fewer are still there, so the least error can only fall.
  @Test(arguments: [
    ("M0 0H100", [0, 0.35, 0.65, 1], [0, 1, 1, 0], 0.05),
    ("M0 0C60 0 60 40 30 50S0 100 60 100", [0, 0.2, 0.3, 0.55, 0.7, 1], [0, 0.45, 0.45, 1, 1, 0], 0.05),
    ("M0 0C60 0 60 40 30 50S0 100 60 100", [0, 0.2, 0.3, 0.55, 0.7, 1], [0, 0.45, 0.45, 1, 1, 0], 1 / 13.0),
    ("M0 0H40V30H0Z", [0, 0.1, 1], [0, 0, 1], 0.1),
  ])
  func moreClocksAreNeverWorse(_ data: String, _ times: [Double], _ points: [Double], _ slack: Double) throws
  {
    let keyframes = try Keyframes(mode: .linear, times: times, points: points)
    let target = try TimingLawTests.target(data, keyframes: keyframes)
    var least = Double.infinity
    for clocks in [1, 2, 3, 5, 8, 13, 14, 20, 24, 30, 35, 36] {
      let spec = try TimingLawTests.solved(target) {
        ($0.goal, $0.timing, $0.slack) = (.clocks(clocks), .keyframes, slack)
      }
      let error = try #require(spec.error.maxWithSlack)
      #expect(error.lower <= least, "\(clocks) clocks")
      least = min(least, error.upper)
    }
  }

  /// Where a motion turns back at unequal speeds the part within the slack is shortest between the turn and the
  /// moments so much before and after it, and a fit that looks elsewhere alone misses its largest distance.
  @Test(arguments: [6, 11, 20])
  func nothingIsMissedWhereItTurns(clocks: Int) throws {
    let keyframes = try Keyframes(mode: .linear, times: [0, 0.3, 1], points: [0, 1, 0])
    let target = try TimingLawTests.target("M0 0H90", keyframes: keyframes)
    let motion = target.motion(.keyframes(keyframes))
    let fit = FitEngine(FitProblem(motion: motion, freedom: .tube(loops: 0.006))).fit(clocks: clocks)
    let certified = maximumDistance(fit.sum, motion, slack: 0.006, floor: 1e-7)
    #expect(certified.lower < 1.02 * fit.nodeError + 1e-7)
  }

  /// A walk along an S with a wait on the way and one at its end.
  @Test func aWalkInThePlane() throws {
    let keyframes = try Keyframes(
      mode: .linear, times: [0, 0.2, 0.3, 0.55, 0.7, 1], points: [0, 0.45, 0.45, 1, 1, 0])
    let target = try TimingLawTests.target("M0 0C60 0 60 40 30 50S0 100 60 100", keyframes: keyframes)
    func clocks(_ fit: Spec.Method.Fit, slack: Double) throws -> Int {
      let spec = try TimingLawTests.solved(target) {
        $0.goal = .error(.share(0.0025), metric: nil, ceiling: 1000)
        ($0.fit, $0.timing, $0.slack) = (fit, .keyframes, slack)
      }
      #expect(spec.discrepancies(against: [target]).isEmpty)
      let error = try #require(slack > 0 ? spec.error.relative?.maxWithSlack : spec.error.relative?.max)
      #expect(error <= 0.0025)
      return spec.budget.used
    }
    let counts = [
      try clocks(.truncate, slack: 0), try clocks(.minimax, slack: 0), try clocks(.minimax, slack: 0.05),
      try clocks(.minimax, slack: 1 / 13.0),
    ]
    #expect(counts == counts.sorted(by: >), "\(counts)")
    #expect(counts[3] * 6 < counts[0], "\(counts)")
  }
}

import EpicycleSpec
import Harmonics
import PlaneCurves
import SVGPaths
import Testing

@testable import Epicycles

/// Budget against error: the figures of every budget, against `solve`, integrals and theorems.
struct SweepTests {
  private static let shapes = [
    SolveTests.heart, "M0 0H100V100H0Z", "M0 0L37 5 80 90 20 60Z", "M0 0C40 80 90 -50 120 30",
    "M10 0H90A10 10 0 0 1 100 10V90A10 10 0 0 1 90 100H10A10 10 0 0 1 0 90V10A10 10 0 0 1 10 0Z",
  ]

  private func targets(_ data: String) throws -> [Target] {
    try PathData(parsing: data).subpaths.enumerated().map { number, subpath in
      Target(
        id: "\(number)", curve: try Curve(closing: subpath),
        reference: Spec.CurveReference(subpath: .index(number), length: 0))
    }
  }

  private func options(_ budgets: [Int], _ fit: Spec.Method.Fit = .truncate) -> SweepOptions {
    var options = SweepOptions()
    options.solving.fit = fit
    options.solving.effort = .fast
    options.budgets = budgets
    return options
  }

  /// The root mean square from one transform is the integral over continuous time.
  @Test(arguments: shapes) func meansAreIntegrals(_ shape: String) throws {
    let targets = try targets(shape)
    var quick = options([1, 2, 5, 20, 75, 300, 600])
    quick.certified = .budgets([])
    let curve = targets[0].curve
    let motion = Motion(constantSpeed: curve)
    let spectrum = Spectrum(samples: curve.sample(count: 1 << 17))
    for point in try sweep(targets, options: quick) {
      let budget = try #require(point.clocks)
      let sum = spectrum.truncated(to: budget, limit: 1 << 14).sum
      let expected = try #require(rootMeanSquare(sum, motion))
      let found = try #require(point.error.rms)
      // Coefficients themselves are off by aliasing, 1e-7 of the diagonal at most.
      let allowed = 2e-6 * expected.rootMeanSquare + 2e-8 * curve.bounds.diagonal
      #expect(abs(found - expected.rootMeanSquare) <= allowed, "\(budget)")
      #expect(abs(try #require(point.error.energy) - expected.energy) <= 1e-9, "\(budget)")
      #expect(point.error.max == nil)
    }
  }

  /// Parseval: of a square run through at constant speed, side 1, the harmonics n = 1 + 4k alone are not zero, and
  /// |cₙ| = 4√2/(πn)²; so the mean square that N of them leave is Σ 32/(πn)⁴ over the others.
  @Test func theSquareHasAClosedForm() throws {
    var quick = options(Array(1...60))
    quick.certified = .budgets([])
    let points = try sweep(try targets("M0 0H1V1H0Z"), options: quick)
    // The sum over all odd n of n⁻⁴ is π⁴/96.
    var left = 32 / 96.0
    for (number, point) in points.enumerated() {
      let n = Double(2 * number + 1) * Double.pi
      left -= 32 / (n * n * n * n)
      let found = try #require(point.error.rms)
      #expect(abs(found * found / left - 1) < 1e-5, "\(number + 1)")
    }
  }

  /// Every certified row says what `solve` says with that budget.
  @Test(arguments: [
    SolveTests.heart, "M0 0H20V20H0Z M50 0h20v20h-20z M0 40L60 70 10 80Z",
  ])
  func truncationIsThatOfSolve(_ shape: String) throws {
    let targets = try targets(shape)
    let options = options([1, 2, 3, 7, 30, 110])
    let points = try sweep(targets, options: options)
    #expect(points.compactMap(\.clocks) == options.budgets.filter { $0 >= targets.count })
    var quick = options
    quick.certified = .budgets([7])
    for (point, mean) in zip(points, try sweep(targets, options: quick)) {
      var solving = options.solving
      solving.goal = .clocks(try #require(point.clocks))
      let spec = try solve(
        targets, options: solving, generator: "", frame: Spec.Frame(x: 0, y: 0, width: 1, height: 1))
      #expect(point.error == spec.error)
      #expect(point.used == spec.budget.used)
      #expect(mean.used == point.used)
      #expect((mean.error.max != nil) == (point.clocks == 7))
      let (a, b) = (try #require(mean.error.rms), try #require(point.error.rms))
      // `solve` takes fewer samples: its coefficients alias more.
      #expect(abs(a / b - 1) < 1e-4)
    }
  }

  /// More clocks never report a larger error, and a smaller budget's fit is carried over with its own certificate.
  @Test(arguments: [TimingChoice.constant, .free(0.25...4)], shapes.prefix(3))
  func fitsAreMonotone(_ timing: TimingChoice, _ shape: String) throws {
    let targets = try targets(shape)
    var options = options(Array(1...14) + [17, 20, 24], .minimax)
    options.solving.timing = timing
    let points = try sweep(targets, options: options)
    #expect(points.count == options.budgets.count)
    var least = Double.infinity
    for point in points {
      let (clocks, used) = (try #require(point.clocks), try #require(point.used))
      #expect(used <= clocks)
      let upper = try #require(point.error.upper(timing.metric))
      #expect(upper <= least)
      least = upper
    }
    // No worse than without neighbours.
    var solving = options.solving
    solving.goal = .clocks(20)
    let alone = try solve(
      targets, options: solving, generator: "", frame: Spec.Frame(x: 0, y: 0, width: 1, height: 1))
    let twenty = try #require(points.first { $0.clocks == 20 }?.error.upper(timing.metric))
    #expect(twenty <= (try #require(alone.error.upper(timing.metric))) * 1.02)
  }

  /// The clocks for an error reach it, a tighter error never needs fewer, and what can't be reached says so.
  @Test(arguments: [Spec.Method.Fit.truncate, .minimax]) func limitsAreReached(_ fit: Spec.Method.Fit) throws
  {
    var options = options([4, 8, 16, 32], fit)
    options.limits = [.share(0.02), .share(0.01), .share(0.005), .length(1e-9)]
    options.ceiling = 200
    let points = try sweep(try targets(SolveTests.heart), options: options)
    let answers = points.suffix(4)
    #expect(answers.map(\.question) == options.limits.map { .error($0) })
    #expect(answers.last?.clocks == nil && answers.last?.used == nil)
    var most = 0
    for (point, share) in zip(answers, [0.02, 0.01, 0.005]) {
      let clocks = try #require(point.clocks)
      #expect(clocks >= most)
      most = clocks
      #expect(try #require(point.error.relative?.max) <= share)
    }
    // No swept budget with fewer clocks reaches it either.
    for point in points.prefix(4) where fit == .minimax {
      for (answer, share) in zip(answers, [0.02, 0.01, 0.005]) {
        guard try #require(point.error.relative?.max) <= share else { continue }
        #expect(try #require(answer.used) <= (try #require(point.used)))
      }
    }
  }

  @Test func budgetsBelowTheCurvesAreLeftOut() throws {
    let targets = try targets("M0 0H20V20H0Z M50 0h20v20h-20z")
    #expect(try sweep(targets, options: options([1, 2, 3])).compactMap(\.clocks) == [2, 3])
    #expect(throws: SolveError.tooFewClocks(given: 1, curves: 2, least: 2)) {
      try sweep(targets, options: options([1]))
    }
    #expect(throws: SolveError.noCurves) { try sweep([], options: options([1])) }
  }

  /// Two straight lines in the plane of clocks and log error meet at the knee; a line has none.
  @Test(arguments: [3, 20, 70]) func theKneeIsWhereTwoLinesMeet(_ place: Int) {
    let clocks = Array(1...100)
    let errors = clocks.map { clock in
      pow(0.5, Double(min(clock, place))) * pow(0.99, Double(max(0, clock - place)))
    }
    #expect(knee(clocks: clocks, errors: errors) == place)
    #expect(knee(clocks: clocks, errors: clocks.map { pow(0.5, Double($0)) }) == nil)
    #expect(knee(clocks: [1, 2], errors: [1, 0.5]) == nil)
    #expect(knee(clocks: clocks, errors: clocks.map { _ in 0 }) == nil)
  }

  private func pow(_ base: Double, _ exponent: Double) -> Double {
    (0..<Int(exponent)).reduce(1) { product, _ in product * base }
  }
}

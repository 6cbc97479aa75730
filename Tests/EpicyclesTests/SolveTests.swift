import EpicycleSpec
import Foundation
import PlaneCurves
import SVGPaths
import Testing

@testable import Epicycles

/// `solve` as a library user calls it.
struct SolveTests {
  static let heart =
    "M50 88C20 66 6 48 6 31 6 16 17 8 28 8 38 8 46 14 50 24 54 14 62 8 72 8 83 8 94 16 94 31 94 48 80 66 50 88Z"

  private func targets(_ data: String, _ transform: PlaneCurves.AffineTransform = .identity) throws
    -> [Target]
  {
    try PathData(parsing: data).subpaths.enumerated().map { number, subpath in
      Target(
        id: "\(number)", curve: try Curve(closing: subpath.transformed(by: transform)),
        reference: Spec.CurveReference(subpath: .index(number), length: 0))
    }
  }

  private func solved(
    _ data: String, clocks: Int, transform: PlaneCurves.AffineTransform = .identity, upright: Bool = false
  ) throws -> Spec {
    var options = SolveOptions()
    options.goal = .clocks(clocks)
    options.fit = .truncate
    options.isUpright = upright
    return try solve(
      try targets(data, transform), options: options, generator: "test",
      frame: Spec.Frame(x: 0, y: 0, width: 100, height: 100))
  }

  @Test func aCircleTakesOneClockAndTheSquareBesideItTheRest() throws {
    let spec = try solved("M0 50A50 50 0 0 1 100 50 50 50 0 0 1 0 50Z M200 0H300V100H200Z", clocks: 30)
    #expect(spec.chains.map(\.clocks.count) == [1, 29])
    #expect(spec.budget.used == 30)
    #expect(abs(spec.chains[0].clocks[0].radius - 50) < 1e-9)
    #expect(spec.chains[0].clocks[0].period == 10)
  }

  @Test func equalCurvesGetEqualShares() throws {
    let square = "H20V20H0Z"
    let spec = try solved("M0 0\(square) M50 0h20v20h-20z M100 0h20v20h-20z", clocks: 30)
    #expect(spec.chains.map(\.clocks.count) == [10, 10, 10])
  }

  @Test func uprightClocksCount() throws {
    let spec = try solved("M0 0H20V20H0Z M50 0h20v20h-20z", clocks: 10, upright: true)
    #expect(spec.chains.map(\.clocks.count) == [4, 4])
    #expect(spec.budget.used == 10)
    for chain in spec.chains {
      let turns = chain.clocks.reduce(0) { $0 + spec.loop.seconds / $1.period }
      #expect(abs(turns + spec.loop.seconds / (try #require(chain.upright)).period) < 1e-12)
    }
  }

  /// A similarity multiplies every length by its scale and leaves every share alone.
  @Test(arguments: [0.001, 1, 3e7], [0.0, 1.1]) func errorsScale(_ scale: Double, _ angle: Double) throws {
    let plain = try solved(Self.heart, clocks: 25)
    let turned = PlaneCurves.AffineTransform.rotation(Angle(radians: angle)) * .scale(scale, scale)
    let moved = PlaneCurves.AffineTransform.translation(7 * scale, -3 * scale) * turned
    let spec = try solved(Self.heart, clocks: 25, transform: moved)
    let (a, b) = (plain.error, spec.error)
    #expect(abs(try #require(b.rms) / scale / (try #require(a.rms)) - 1) < 1e-6)
    #expect(abs(try #require(b.energy) - (try #require(a.energy))) < 1e-9)
    let (p, q) = (try #require(a.max), try #require(b.max))
    #expect(q.lower / scale <= p.upper * (1 + 1e-9) && p.lower <= q.upper / scale * (1 + 1e-9))
  }

  @Test func tooFewClocksNamesTheLeast() throws {
    #expect(throws: SolveError.tooFewClocks(given: 3, curves: 2, least: 4)) {
      try solved("M0 0H20V20H0Z M50 0h20v20h-20z", clocks: 3, upright: true)
    }
  }

  /// The fewest clocks for an error do, and one clock less of the same kind does not.
  @Test(arguments: [0.03, 0.01, 0.004]) func theFewestClocksForAnError(_ share: Double) throws {
    var options = SolveOptions()
    options.fit = .truncate
    options.goal = .error(.share(share), metric: nil, ceiling: 10_000)
    let frame = Spec.Frame(x: 0, y: 0, width: 100, height: 100)
    let spec = try solve(try targets(Self.heart), options: options, generator: "test", frame: frame)
    #expect(try #require(spec.error.relative?.max) <= share)
    let fewer = try solved(Self.heart, clocks: spec.budget.used - 1)
    let lower = try #require(fewer.error.max?.lower) / (try #require(fewer.error.diagonal))
    // The certificate may be 1 % above the truth.
    #expect(lower > share * 0.99)
  }

  @Test func anErrorOutOfReachIsRefused() throws {
    var options = SolveOptions()
    options.fit = .truncate
    options.goal = .error(.share(1e-5), metric: nil, ceiling: 20)
    #expect(throws: SolveError.unreachable(curve: "0", ceiling: 20)) {
      try solve(
        try targets(Self.heart), options: options, generator: "test",
        frame: Spec.Frame(x: 0, y: 0, width: 100, height: 100))
    }
  }

  /// Started elsewhere at the same curve, the drawing is the same and only moves in time.
  @Test func theNestedChainDrawsTheCurve() throws {
    let spec = try solved(Self.heart, clocks: 150)
    let chain = spec.chains[0]
    let curve = try targets(Self.heart)[0].curve
    let largest = try #require(chain.error.max)
    var worst = 0.0
    for step in 0..<20_000 {
      let time = Double(step) / 20_000
      let point = chain.position(at: time * spec.loop.seconds, loop: spec.loop)
      worst = max(worst, (Complex(point.x, point.y) - curve.point(atLength: time * curve.length)).length)
    }
    #expect(worst <= largest.upper)
    #expect(worst >= largest.lower * 0.999)
  }
}

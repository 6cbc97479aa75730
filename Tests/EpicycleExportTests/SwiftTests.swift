import EpicycleSpec
import Foundation
import Testing

@testable import EpicycleExport

/// Generated widgets, compiled in Swift 6 mode against stand-ins for Apple's frameworks and run: the stand-ins lay
/// views out and turn them as SwiftUI and WidgetKit do.
@Suite("WidgetKit source", .serialized) struct SwiftTests {
  static let hasCompiler = Run.exists("swiftc")

  /// What the widget's views put where, one answer an entry.
  private struct Shown {
    let policy: String
    /// Middle and turn.
    let circles: [(point: SIMD2<Double>, turn: Double)]
    let strokes: Int
    let buttons: Int

    static func run(_ program: String, size: SIMD2<Double>, _ words: [String], home: Folder) throws -> [Shown]
    {
      let environment = ["HOME": home.url.path, "CFFIXED_USER_HOME": home.url.path, "TZ": "Asia/Kathmandu"]
      let run = try Run(program, ["\(size.x)", "\(size.y)"] + words, environment: environment)
      try #require(run.status == 0, "\(run.text)")
      return try run.text.split(separator: "\n").map { line in
        let answer = try JSON(parsing: Array(line.utf8))
        let circles = try #require(answer["circles"]?.array).map { circle in
          let numbers = (circle.array ?? []).compactMap(\.number)
          return (point: SIMD2(numbers[0], numbers[1]), turn: numbers[2])
        }
        return Shown(
          policy: answer["policy"]?.string ?? "", circles: circles, strokes: answer["strokes"]?.integer ?? 0,
          buttons: answer["buttons"]?.integer ?? 0)
      }
    }

    /// The largest distance of a circle from z(t), as a share of the frame's diagonal, in a widget of `size`.
    func error(_ spec: Spec, at seconds: Double, size: SIMD2<Double>) -> Double {
      guard circles.count == spec.chains.count else { return .infinity }
      let scale = min(size.x / 100, size.y / 80)
      return zip(circles, spec.chains).map { circle, chain in
        let exact = FilmFixtures.position(
          chain, at: seconds.remainder(dividingBy: spec.loop.seconds), loop: spec.loop.seconds)
        let off = (circle.point - size / 2) / scale + SIMD2(60, 20) - exact
        return (off * off).sum().squareRoot() / FilmFixtures.diagonal
      }.max() ?? .infinity
    }
  }

  private static let times = [0.0, 0.25, 1.625, 3.875, 4, 17.125]

  @Test(
    "Static chains put the carried views on z(t) in any widget, stay in the pose of t = 0 where clocks are hidden",
    .enabled(if: hasCompiler, "swiftc is not installed"))
  func staticChains() throws {
    let spec = FilmFixtures.pair(file: FilmFixtures.nasty, id: FilmFixtures.nasty)
    let source = try SwiftExporter().export(ExportJob(spec: spec, show: []))
    let home = try Folder()
    let program = try SwiftStandIns.shared.get().build(source, with: "ClockHandKit")
    for size in [SIMD2(170.0, 170), SIMD2(364, 170), SIMD2(90, 400)] {
      let answers = try Shown.run(program, size: size, Self.times.map { "\($0)" }, home: home)
      #expect(answers.count == Self.times.count)
      for (answer, time) in zip(answers, Self.times) {
        #expect(answer.policy == "never")
        #expect(answer.error(spec, at: time, size: size) < 1e-9)
        #expect(abs(answer.circles[1].turn) < 1e-9, "the second chain is upright")
        #expect(answer.strokes == 0 && answer.buttons == 0)
      }
    }
    let size = SIMD2(170.0, 170)
    for answer in try Shown.run(program, size: size, ["still", "preview", "dim", "1.625"], home: home) {
      #expect(answer.error(spec, at: 0, size: size) < 1e-9)
      #expect(answer.strokes > 64, "the curve stands for the clocks")
    }
    // Twenty-seven years on, the periods' last digits have told.
    let late = try Shown.run(program, size: size, ["852076801.625"], home: home)
    #expect(late[0].error(spec, at: 852_076_801.625, size: size) < 1e-6)
  }

  @Test(
    "A chain too long for the compiler is folded, with the older package as with the newer",
    .enabled(if: hasCompiler, "swiftc is not installed"))
  func foldedChain() throws {
    let harmonics = (1...100).flatMap { [$0, -$0] }
    let spec = FilmFixtures.spec(
      [
        FilmFixtures.chain(
          "long", harmonics: harmonics, loop: 4, upright: true, centre: Spec.Point(x: 50, y: 10)),
        FilmFixtures.chain("short", harmonics: [1], loop: 4, centre: Spec.Point(x: 90, y: 30)),
      ], loop: 4)
    let source = try SwiftExporter().export(ExportJob(spec: spec))
    let program = try SwiftStandIns.shared.get().build(source, with: "ClockHandRotationKit")
    let size = SIMD2(170.0, 170)
    let answers = try Shown.run(program, size: size, Self.times.map { "\($0)" }, home: try Folder())
    for (answer, time) in zip(answers, Self.times) {
      #expect(answer.error(spec, at: time, size: size) < 1e-9)
      #expect(abs(answer.circles[0].turn) < 1e-9)
      #expect(answer.strokes > 64)
    }
  }

  @Test(
    "The button goes from figure to figure, each first still and then moving",
    .enabled(if: hasCompiler, "swiftc is not installed"))
  func interactive() throws {
    let first = FilmFixtures.pair()
    // As many arms as are ever written as static code.
    let harmonics = (1...75).flatMap { [$0, -$0] }
    #expect(harmonics.count == SwiftExporter.staticLimit)
    let second = FilmFixtures.spec(
      [FilmFixtures.chain("other", harmonics: harmonics, loop: 4, centre: Spec.Point(x: 50, y: 10), seed: 9)],
      loop: 4)
    let source = try SwiftExporter().export(ExportJob(spec: first, variants: [second]))
    let program = try SwiftStandIns.shared.get().build(source, with: "ClockHandKit")
    let (size, home) = (SIMD2(170.0, 170), try Folder())
    let answers = try Shown.run(
      program, size: size, ["1.625", "press", "1.625", "press", "1.625"], home: home)
    try #require(answers.count == 5)
    #expect(answers.allSatisfy { $0.buttons > 0 && $0.policy == "never" })
    #expect(answers[0].error(first, at: 1.625, size: size) < 1e-9)
    #expect(answers[1].error(second, at: 0, size: size) < 1e-9)
    #expect(answers[2].error(second, at: 1.625, size: size) < 1e-9)
    #expect(answers[3].error(first, at: 0, size: size) < 1e-9)
    #expect(answers[4].error(first, at: 1.625, size: size) < 1e-9)
  }
}

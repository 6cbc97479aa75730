import EpicycleSpec
import Foundation
import Testing

@testable import EpicycleExport

@Suite("Lottie") struct LottieTests {
  static let python = ProcessInfo.processInfo.environment["EPICYCLE_PYTHON"] ?? ""
  static let hasPlayer =
    !python.isEmpty && (try? Run(python, ["-c", "import rlottie_python, PIL"]))?.status == 0

  /// Prints the middle of what rlottie draws of each frame, weighted by how much it covers, in pixels.
  private static let player = """
    import sys
    from rlottie_python import LottieAnimation
    animation = LottieAnimation.from_file(sys.argv[1])
    for number in sys.argv[2:]:
        alpha = animation.render_pillow_frame(frame_num=int(number)).getchannel("A")
        width, height = alpha.size
        total = x = y = 0
        for index, value in enumerate(alpha.getdata()):
            total += value
            x += value * (index % width + 0.5)
            y += value * (index // width + 0.5)
        print(x / total, y / total)
    """

  private static func frames(_ animation: JSON) -> Double { animation["op"]?.number ?? .nan }

  @Test(
    "An independent player shows the carried points within half a pixel of the spec",
    .enabled(if: hasPlayer, "rlottie-python is not installed for EPICYCLE_PYTHON"))
  func player() throws {
    let folder = try Folder()
    var specs = [
      FilmFixtures.pair(), FilmFixtures.pair(loop: 7.3, file: FilmFixtures.nasty, id: FilmFixtures.nasty),
    ]
    let many = (1...100).flatMap { [$0, -$0] }
    specs.append(
      FilmFixtures.spec(
        [FilmFixtures.chain("many", harmonics: many, loop: 4, centre: Spec.Point(x: 40, y: 12))], loop: 4))
    for spec in specs {
      let bytes = try LottieExporter().export(ExportJob(spec: spec, show: [], frameRate: 30, pixels: 512))
      let animation = try JSON(parsing: bytes)
      let count = Self.frames(animation)
      let size = SIMD2(animation["w"]?.number ?? 0, animation["h"]?.number ?? 0)
      let place = FilmFixtures.fitted(spec, width: size.x, height: size.y, margin: 24 * 512 / 640)
      let numbers = [0, 1, 17, Int(count) / 2, Int(count) - 1]
      let run = try Run(
        Self.python,
        ["-W", "ignore", "-c", Self.player, try folder.write(bytes, "animation.json")]
          + numbers.map(String.init))
      let found = run.text.split(separator: "\n").map { $0.split(separator: " ").compactMap { Double($0) } }
      try #require(found.count == numbers.count, "\(run.text)")
      for (number, point) in zip(numbers, found) {
        let time = spec.loop.seconds * Double(number) / count
        // Points of equal size: their common middle is the mean.
        let expected =
          spec.chains.reduce(SIMD2<Double>.zero) {
            $0 + place(FilmFixtures.position($1, at: time, loop: spec.loop.seconds))
          } / Double(spec.chains.count)
        let off = SIMD2(point[0], point[1]) - expected
        #expect((off * off).sum().squareRoot() < 0.5, "frame \(number)")
      }
    }
  }

  @Test("The layers say z(t): parents, places and angles composed by hand", arguments: [4, 7.3, 0.9])
  func layers(loop: Double) throws {
    let spec = FilmFixtures.pair(loop: loop, id: FilmFixtures.nasty)
    let bytes = try LottieExporter().export(ExportJob(spec: spec, show: [.arms], frameRate: 30, pixels: 640))
    let animation = try JSON(parsing: bytes)
    let count = Self.frames(animation)
    #expect(count == (30 * loop).rounded())
    #expect(abs(count / (animation["fr"]?.number ?? 0) - loop) < 1e-12)
    let layers = try #require(animation["layers"]?.array)
    let byIndex = Dictionary(uniqueKeysWithValues: layers.map { ($0["ind"]?.integer ?? -1, $0) })

    /// The layer's origin and its turn at a share of the loop.
    func place(_ layer: JSON, _ share: Double) throws -> (SIMD2<Double>, Double) {
      let position = try #require(layer["ks"]?["p"]?["k"]?.array).compactMap(\.number)
      var turn = 0.0
      if let keys = layer["ks"]?["r"]?["k"]?.array {
        let last = try #require(keys.last)
        #expect(last["t"]?.number == count)
        let degrees = try #require(last["s"]?[0]?.number)
        #expect(degrees.truncatingRemainder(dividingBy: 360) == 0)
        turn = degrees * share * .pi / 180
      }
      var point = SIMD2(position[0], position[1])
      guard let parent = layer["parent"]?.integer.flatMap({ byIndex[$0] }) else { return (point, turn) }
      let (origin, angle) = try place(parent, share)
      point = SIMD2(
        cos(angle) * point.x - sin(angle) * point.y, sin(angle) * point.x + cos(angle) * point.y)
      return (origin + point, angle + turn)
    }
    let leaves = spec.chains.map { chain in
      layers.first { $0["ty"]?.integer == 4 && $0["nm"]?.string == chain.id }
    }
    let placed = try leaves.map { try place(try #require($0), 0).0 }
    // The scale from the two points at t = 0, then everything else in it.
    let points = spec.chains.map { FilmFixtures.position($0, at: 0, loop: loop) }
    let (a, b) = (placed[1] - placed[0], points[1] - points[0])
    let scale = ((a * a).sum() / (b * b).sum()).squareRoot()
    for share in [0.0, 0.125, 0.3, 0.77, 1] {
      for (leaf, chain) in zip(leaves, spec.chains) {
        let (point, turn) = try place(try #require(leaf), share)
        let expected =
          placed[0] + (FilmFixtures.position(chain, at: share * loop, loop: loop) - points[0]) * scale
        #expect(((point - expected) * (point - expected)).sum().squareRoot() < 1e-9 * 640)
        if chain.upright != nil { #expect(abs(sin(turn)) < 1e-9) }
      }
    }
  }

  @Test("The trail stays within a twentieth of a pixel of z(t) at equal times")
  func trail() throws {
    let spec = FilmFixtures.spec([FilmFixtures.pair().chains[0]], loop: 4)
    let bytes = try LottieExporter().export(ExportJob(spec: spec, show: [.trail], pixels: 640))
    let animation = try JSON(parsing: bytes)
    let trail = try #require(animation["layers"]?.array?.last)
    let shape = try #require(trail["shapes"]?[0]?["it"]?[0]?["ks"]?["k"])
    func points(_ key: String) throws -> [SIMD2<Double>] {
      try #require(shape[key]?.array).map { SIMD2($0[0]?.number ?? .nan, $0[1]?.number ?? .nan) }
    }
    let (knots, into, out) = (try points("v"), try points("i"), try points("o"))
    let size = SIMD2(animation["w"]?.number ?? 0, animation["h"]?.number ?? 0)
    let place = FilmFixtures.fitted(spec, width: size.x, height: size.y, margin: 24)
    let count = knots.count
    for index in knots.indices {
      let next = (index + 1) % count
      let (a, b) = (knots[index], knots[index] + out[index])
      let (c, d) = (knots[next] + into[next], knots[next])
      for step in 0..<10 {
        let t = Double(step) / 10
        let s = 1 - t
        let near = a * (s * s * s) + b * (3 * s * s * t)
        let point = near + c * (3 * s * t * t) + d * (t * t * t)
        let time = 4 * (Double(index) + t) / Double(count)
        let off = point - place(FilmFixtures.position(spec.chains[0], at: time, loop: 4))
        #expect((off * off).sum().squareRoot() < 0.05)
      }
    }
  }

  @Test(
    "A file's ending picks the format, the longest that fits",
    arguments: [
      ("a.json", "json"), ("a.LOTTIE.JSON", "lottie"), ("a.wear.xml", "wear"), ("a.b.gif", "gif"),
      ("a.swift", "swift"),
    ])
  func endings(file: String, format: String) {
    #expect(Exporters.forFile(file)?.format == format)
    #expect(Exporters.forFile("gif") == nil && Exporters.forFile("a.xml") == nil)
  }
}

import EpicycleSpec
import Foundation

@testable import EpicycleExport

/// SplitMix64.
struct Dice {
  var state: UInt64

  mutating func roll() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((z ^ (z >> 31)) >> 11) * 0x1p-53
  }
}

enum FilmFixtures {
  /// What no format may let through as it is.
  static let nasty = "a\"b'c\\<d>&e\n\\(f)--]]>\u{0}\u{7F}\u{202E}é*/"

  /// A chain with arms 20/|n| at random angles, in a frame of 100 × 80 at (10, −20).
  static func chain(
    _ id: String, harmonics: [Int], loop: Double, upright: Bool = false, centre: Spec.Point, seed: UInt64 = 1
  ) -> Spec.Chain {
    var dice = Dice(state: seed)
    var before = 0
    let clocks = harmonics.map { harmonic in
      defer { before = harmonic }
      return Spec.Clock(
        period: loop / Double(harmonic - before), radius: 20 * (0.5 + dice.roll()) / Double(abs(harmonic)),
        phase: 2 * .pi * dice.roll() - .pi, harmonic: harmonic)
    }
    return Spec.Chain(
      id: id, curve: Spec.CurveReference(length: 1), timing: Spec.Timing(law: .constant), centre: centre,
      clocks: clocks, upright: upright ? Spec.Upright(period: -loop / Double(before)) : nil)
  }

  static func spec(_ chains: [Spec.Chain], loop: Double, file: String? = nil) -> Spec {
    let used = chains.reduce(0) { $0 + $1.clockCount }
    return Spec(
      generator: "test", source: Spec.Source(file: file),
      frame: Spec.Frame(x: 10, y: -20, width: 100, height: 80), loop: Spec.Loop(seconds: loop),
      budget: Spec.Budget(clocks: used, used: used), method: Spec.Method(fit: .truncate), chains: chains)
  }

  /// One chain of a dozen arms and one of three that stays upright.
  static func pair(loop: Double = 4, file: String? = nil, id: String = "one") -> Spec {
    spec(
      [
        chain(
          id, harmonics: [1, 3, 5, 6, 4, 2, -1, -3, -5, -4, -2], loop: loop, centre: Spec.Point(x: 40, y: 12)),
        chain(
          "two", harmonics: [2, -3, 1], loop: loop, upright: true, centre: Spec.Point(x: 85, y: 30), seed: 2),
      ], loop: loop, file: file)
  }

  static let diagonal = (100.0 * 100 + 80 * 80).squareRoot()

  /// z(t) straight from the harmonics: c₀ + Σ radius·exp(i(phase + 2πnt/T)).
  static func position(_ chain: Spec.Chain, at seconds: Double, loop: Double) -> SIMD2<Double> {
    chain.clocks.reduce(SIMD2(chain.centre.x, chain.centre.y)) { sum, clock in
      let angle = clock.phase + 2 * .pi * Double(clock.harmonic) * seconds / loop
      return sum + SIMD2(cos(angle), sin(angle)) * clock.radius
    }
  }

  /// Where a picture without arms and circles puts a point: the drawn curves fitted between margins of `margin`.
  static func fitted(
    _ spec: Spec, width: Double, height: Double, margin: Double
  ) -> (SIMD2<Double>) -> SIMD2<Double> {
    var low = SIMD2(repeating: Double.infinity)
    var high = -low
    for chain in spec.chains {
      for step in 0..<20_000 {
        let time = spec.loop.seconds * Double(step) / 20_000
        let point = position(chain, at: time, loop: spec.loop.seconds)
        (low, high) = (pointwiseMin(low, point), pointwiseMax(high, point))
      }
    }
    let size = high - low
    let middle = (low + high) / 2
    let scale = min((width - 2 * margin) / size.x, (height - 2 * margin) / size.y)
    return { (($0 - middle) * scale) + SIMD2(width, height) / 2 }
  }
}

/// A program that is run to its end.
struct Run {
  let status: Int32
  let output: Data

  /// - Parameter environment: added to this process's.
  init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    status = process.terminationStatus
  }

  var text: String { String(decoding: output, as: UTF8.self) }

  static let root =
    ProcessInfo.processInfo.environment["EPICYCLE_ROOT"].map { URL(fileURLWithPath: $0) }
    ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  /// The built binary.
  static let epicycle =
    ProcessInfo.processInfo.environment["EPICYCLE_BINARY"]
    ?? root.appendingPathComponent(".build/release/epicycle").path
  static var hasEpicycle: Bool { FileManager.default.isExecutableFile(atPath: epicycle) }

  static func exists(_ program: String) -> Bool { (try? Run("which", [program]))?.status == 0 }
}

/// A folder that is removed when it goes out of use.
final class Folder: Sendable {
  let url: URL
  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("epicycle-test-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }
  deinit { remove() }

  func remove() { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  @discardableResult
  func write(_ bytes: [UInt8], _ name: String) throws -> String {
    try Data(bytes).write(to: url.appendingPathComponent(name))
    return path(name)
  }
}

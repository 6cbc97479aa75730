import EpicycleSpec
import Foundation
import Testing

@testable import EpicycleExport

@Suite("Posters and films") struct FilmTests {
  static let hasFFmpeg = Run.exists("ffmpeg") && Run.exists("ffprobe")

  /// Frames as ffmpeg decodes them, red, green, blue.
  private struct Decoded {
    let width: Int
    let height: Int
    let frames: [Data]

    init(_ file: String) throws {
      let size = try Run(
        "ffprobe", ["-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", file])
      let sides = size.text.trimmingCharacters(in: .whitespacesAndNewlines).split(separator: ",").compactMap {
        Int($0)
      }
      (width, height) = (try #require(sides.first), try #require(sides.last))
      let raw = try Run(
        "ffmpeg",
        ["-v", "error", "-i", file, "-vsync", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"])
      let length = 3 * width * height
      frames = stride(from: 0, to: raw.output.count, by: length).map {
        raw.output[$0..<min($0 + length, raw.output.count)]
      }
    }

    /// The middle of the pixels that are of the carried point's orange: pixel (x, y) has its middle at +½.
    func orange(_ number: Int) throws -> SIMD2<Double> {
      var (sum, weight) = (SIMD2<Double>.zero, 0.0)
      let frame = Array(frames[number])
      for y in 0..<height {
        for x in 0..<width {
          let at = 3 * (y * width + x)
          // How far towards the orange from the pale paper.
          let share = (Double(frame[at]) - Double(frame[at + 2]) - 20) / 160
          if share > 0.15 {
            sum += SIMD2(Double(x) + 0.5, Double(y) + 0.5) * share
            weight += share
          }
        }
      }
      try #require(weight > 0)
      return sum / weight
    }
  }

  private static func distance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    ((a - b) * (a - b)).sum().squareRoot()
  }

  /// One chain, so that there is one point to be found.
  private static let single = FilmFixtures.spec(
    [FilmFixtures.pair().chains[0]], loop: 4, file: FilmFixtures.nasty)

  @Test(
    "A film has the loop's frames, its point where the spec says, and a last frame that leads into the first",
    .enabled(if: hasFFmpeg, "ffmpeg is not installed"), arguments: FilmExporter.Kind.allCases)
  func film(_ kind: FilmExporter.Kind) throws {
    let folder = try Folder()
    let seen = Mutable<[Double]>([])
    let job = ExportJob(
      spec: Self.single, show: [], frameRate: 25, pixels: 320, progress: { seen.append($0) })
    let bytes = try FilmExporter(kind).export(job)
    #expect(try FilmExporter(kind).export(job) == bytes, "the same job gives the same bytes")
    let film = try Decoded(try folder.write(bytes, "film.\(kind.rawValue)"))
    #expect(film.frames.count == 100)
    #expect(max(film.width, film.height) == 320)
    #expect(seen.value.suffix(100) == (1...100).map { Double($0) / 100 })

    let duration = try Run(
      "ffprobe",
      [
        "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0",
        folder.path("film.\(kind.rawValue)"),
      ])
    #expect(abs((Double(duration.text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0) - 4) < 1e-6)

    let place = FilmFixtures.fitted(
      Self.single, width: Double(film.width), height: Double(film.height), margin: 12)
    for number in [0, 1, 13, 50, 77, 99] {
      let expected = place(
        FilmFixtures.position(Self.single.chains[0], at: 4 * Double(number) / 100, loop: 4))
      #expect(Self.distance(try film.orange(number), expected) < 0.5, "frame \(number)")
    }
  }

  @Test(
    "A poster has its point at z(0), whatever the names in the spec",
    .enabled(if: hasFFmpeg, "ffmpeg is not installed"))
  func poster() throws {
    let folder = try Folder()
    let bytes = try RasterExporter().export(ExportJob(spec: Self.single, show: [], pixels: 640))
    let poster = try Decoded(try folder.write(bytes, "poster.png"))
    #expect(max(poster.width, poster.height) == 640)
    // The caption's band of 64 lies below the picture.
    let place = FilmFixtures.fitted(
      Self.single, width: Double(poster.width), height: Double(poster.height - 64), margin: 36)
    let expected = place(FilmFixtures.position(Self.single.chains[0], at: 0, loop: 4))
    #expect(Self.distance(try poster.orange(0), expected) < 0.5)
  }

  @Test(
    "The target is drawn where its path data says, by lines, curves and arcs alike",
    .enabled(if: hasFFmpeg, "ffmpeg is not installed"))
  func target() throws {
    let folder = try Folder()
    let chain = FilmFixtures.chain("c", harmonics: [1], loop: 4, centre: Spec.Point(x: 0, y: 0))
    let radius = chain.clocks[0].radius
    let kappa = radius * 0.5522847498
    let circles = [
      "M\(radius) 0A\(radius) \(radius) 0 1 1 \(-radius) 0A\(radius) \(radius) 0 0 1 \(radius) 0Z",
      "M\(radius) 0a\(radius),\(radius),30,01\(-2 * radius),0 \(radius) \(radius) 0 0 1 \(2 * radius) 0z",
      "M\(radius),0C\(radius) \(kappa) \(kappa) \(radius) 0 \(radius)"
        + "\(-kappa) \(radius) \(-radius) \(kappa) \(-radius) 0c0 \(-kappa) \(radius - kappa) \(-radius) \(radius) \(-radius)"
        + "C\(kappa) \(-radius) \(radius) \(-kappa) \(radius) 0Z",
      "M\(radius),0C\(radius) \(kappa) \(kappa) \(radius) 0 \(radius)S\(-radius) \(kappa) \(-radius) 0"
        + "s\(radius - kappa) \(-radius) \(radius) \(-radius)S\(radius) \(-kappa) \(radius) 0Z",
    ]
    let pictures = try circles.map { path in
      let job = ExportJob(
        spec: FilmFixtures.spec([chain], loop: 4), targets: [path], show: [.target], pixels: 200)
      return try Decoded(try folder.write(try RasterExporter().export(job), "circle.png")).frames[0]
    }
    for picture in pictures {
      let worst = zip(picture, pictures[0]).map { abs(Int($0) - Int($1)) }.max()
      #expect((worst ?? 255) < 40)
    }
    for path in ["M0 0 L 1", "M0 0L1 1Z5 5", "5 5", "M0 0X1 1"] {
      #expect(throws: ExportError.self) {
        try RasterExporter().export(
          ExportJob(spec: FilmFixtures.spec([chain], loop: 4), targets: [path], show: [.target]))
      }
    }
  }

  @Test("Without ffmpeg the error names its package; where it fails, its last words")
  func trouble() throws {
    let folder = try Folder()
    let job = ExportJob(spec: Self.single, pixels: 64)
    var exporter = FilmExporter(.mp4)
    exporter.searchPath = folder.url.path
    #expect(throws: ExportError.missingTool("ffmpeg", package: "ffmpeg")) { try exporter.export(job) }

    // One that reads nothing, and one that reads everything and then fails.
    for script in [
      "exec 0<&-; echo 'first\nno such encoder' >&2; exit 1",
      "cat >/dev/null; echo 'no such encoder' >&2; exit 1",
    ] {
      let path = try folder.write(Array("#!/bin/sh\n\(script)\n".utf8), "ffmpeg")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
      #expect(throws: ExportError.failed("ffmpeg: no such encoder")) { try exporter.export(job) }
    }
  }

  @Test(
    "Frames and delays divide the loop",
    arguments: [
      (10.0, 30.0, 250, "100/4"), (10, 25, 250, "100/4"), (10, 50, 500, "100/2"), (4, 1000, 200, "100/2"),
      (0.07, 30, 2, "100/3"), (1.0, 10, 10, "100/10"),
    ])
  func gifTiming(seconds: Double, rate: Double, frames: Int, written: String) throws {
    let timing = try FilmTiming(gif: Spec.Loop(seconds: seconds), rate: rate)
    #expect(timing.frames == frames)
    #expect(timing.rate == written)
  }

  @Test(
    "A film takes as long as the loop",
    arguments: [
      (10.0, 30.0, 300, "30"), (7.3, 30, 219, "30"), (1.01, 30, 30, "30/1.01"), (0.001, 30, 1, "1/0.001"),
    ])
  func videoTiming(seconds: Double, rate: Double, frames: Int, written: String) throws {
    let timing = try FilmTiming(video: Spec.Loop(seconds: seconds), rate: rate)
    #expect(timing.frames == frames)
    #expect(timing.rate == written)
  }

  @Test("Sizes and rates that make no film are refused")
  func refusals() {
    let long = FilmFixtures.pair(loop: 1e9)
    for job in [
      ExportJob(spec: long), ExportJob(spec: Self.single, frameRate: .infinity),
      ExportJob(spec: Self.single, frameRate: -1), ExportJob(spec: Self.single, frameRate: .nan),
      ExportJob(spec: Self.single, pixels: 0), ExportJob(spec: Self.single, pixels: 1 << 40),
    ] {
      for exporter in [FilmExporter(.gif), FilmExporter(.mp4), LottieExporter()] as [any Exporter] {
        #expect {
          _ = try exporter.export(job)
        } throws: { error in
          if case .unsuitable? = error as? ExportError { true } else { false }
        }
      }
    }
  }
}

/// A value that closures may change.
final class Mutable<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value
  init(_ value: Value) { stored = value }
  var value: Value { lock.withLock { stored } }
}
extension Mutable where Value == [Double] {
  func append(_ number: Double) { lock.withLock { stored.append(number) } }
}

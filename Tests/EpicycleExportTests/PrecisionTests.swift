import EpicycleSpec
import Foundation
import Testing

@testable import EpicycleExport

/// What formats keep of a spec's numbers.
@Suite("Precision") struct PrecisionTests {
  /// Two arms along the x axis; pictures may scale them, but not one alone.
  private static func spec(radius: Double) -> Spec {
    var chain = WebExample.chain("a", harmonics: [1, -2], seconds: 10)
    chain.centre = Spec.Point(x: 0, y: 0)
    chain.clocks[0].radius = 40
    chain.clocks[1].radius = radius
    chain.clocks[0].phase = 0
    chain.clocks[1].phase = 0
    return WebExample.spec([chain])
  }

  @Test("The last digits of a spec show in the file of every format that claims not to round")
  func lastDigits() throws {
    let exporters: [any Exporter] = [
      JSONExporter(), SVGExporter(), HTMLExporter(), CSVExporter(), SwiftExporter(), LottieExporter(),
    ]
    for radius in [33.300000000000004, 17, 512.5] {
      for exporter in exporters {
        let job = ExportJob(spec: Self.spec(radius: radius), show: [], frameRate: 4)
        let file = try exporter.export(job)
        #expect(exporter.written(file, of: job) == nil)
        let next = ExportJob(spec: Self.spec(radius: radius * (1 + 4e-15)), show: [], frameRate: 4)
        #expect(try exporter.export(next) != file, "\(exporter.format) at \(radius)")
      }
    }
  }

  @Test("A watch face says by how much it rounds, whatever the sizes", arguments: [1e-6, 1, 1e6])
  func watchFace(size: Double) throws {
    var spec = FilmFixtures.pair()
    spec.frame = Spec.Frame(x: 10 * size, y: -20 * size, width: 100 * size, height: 80 * size)
    for chain in spec.chains.indices {
      spec.chains[chain].centre.x *= size
      spec.chains[chain].centre.y *= size
      for clock in spec.chains[chain].clocks.indices { spec.chains[chain].clocks[clock].radius *= size }
    }
    let job = ExportJob(spec: spec)
    let written = try #require(WearExporter().written(try WearExporter().export(job), of: job))
    let distance = spec.distance(to: written)
    #expect(distance > 0 && distance < 1e-6 * size * FilmFixtures.diagonal)
  }

  @Test("A drawing a milliard units away is written as the same one at hand", arguments: [1e9, -1e11])
  func farAway(shift: Double) throws {
    let spec = FilmFixtures.pair()
    // Moved, not scaled.
    let place = try #require(
      NearPlace(Spec.Frame(x: -shift - 500, y: shift - 500, width: 1000, height: 1000)))
    let target = "M10 10H90V90A40 30 20 0 1 50 90Q30 80 20 90T10 70C0 60 5 50 10 50S20 20 10 10Z"
    let near = ExportJob(spec: spec, targets: [target], pixels: 200)
    let far = ExportJob(spec: place(spec), targets: [try place(target)], pixels: 200)
    for exporter in [LottieExporter(), SwiftExporter(), WearExporter()] as [any Exporter] {
      let files = try [near, far].map { String(decoding: try exporter.export($0), as: UTF8.self) }
      let number = /-?\d+(\.\d+)?(e-?\d+)?/
      let texts = files.map { $0.replacing(number, with: "#") }
      #expect(texts[0] == texts[1], "\(exporter.format)")
      let numbers = files.map { $0.matches(of: number).compactMap { Double($0.output.0) } }
      // The last digit of what is rounded for the eye.
      #expect(zip(numbers[0], numbers[1]).allSatisfy { abs($0 - $1) < 0.011 }, "\(exporter.format)")
    }
    var frames: [[UInt8]] = []
    for job in [near, far] {
      try FilmReel(job).frame(atLoops: 0.3) { frames.append(Array($0)) }
    }
    #expect(frames[0].count == frames[1].count && Set(frames[0]).count > 20)
    #expect(zip(frames[0], frames[1]).allSatisfy { abs(Int($0) - Int($1)) < 8 })
    let posters = try [near, far].map { try RasterExporter().export($0) }
    #expect(abs(posters[0].count - posters[1].count) < posters[0].count / 100)
  }

  @Test(
    "Where a GIF's delays don't divide the loop, the pace that it says is the film's",
    .enabled(if: Run.exists("ffprobe"), "ffmpeg is not installed"))
  func pace() throws {
    let folder = try Folder()
    let job = ExportJob(spec: FilmFixtures.pair(loop: 1.03), show: [], frameRate: 25, pixels: 64)
    let file = try FilmExporter(.gif).export(job)
    let written = try #require(FilmExporter(.gif).written(file, of: job))
    try written.validate()
    let run = try Run(
      "ffprobe",
      ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", try folder.write(file, "f.gif")])
    let seconds = try #require(Double(run.text.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(abs(seconds - written.loop.seconds) < 1e-6 && seconds != 1.03)
    let whole = ExportJob(spec: FilmFixtures.pair(loop: 1), show: [], frameRate: 25, pixels: 64)
    #expect(FilmExporter(.gif).written(try FilmExporter(.gif).export(whole), of: whole) == nil)
  }

  // MARK: Rounded specs

  @Test("Rounding moves points and timings less than it may", arguments: [1e-9, 1e-6, 1e-3, 0.1, 10])
  func rounded(error: Double) throws {
    var dice = Dice(state: 7)
    var chain = WebExample.chain("a", harmonics: WebExample.band(40), seconds: 10)
    var (times, lengths) = ([0.0], [3.0])
    for _ in 0..<500 {
      times.append(times[times.count - 1] + 0.1 + dice.roll())
      lengths.append(lengths[lengths.count - 1] + dice.roll())
    }
    let (last, way) = (times[500], lengths[500] - 3)
    let map = Spec.TimeMap(
      time: times.map { $0 / last }, length: lengths.map { 3 + ($0 - 3) * 200 / way })
    chain.timing = Spec.Timing(law: .free, map: map)
    chain.curve.length = map.length[500] - map.length[0]
    chain.error.max = Spec.ErrorReport.Bounds(lower: error, upper: error)
    let spec = WebExample.spec([chain])
    try spec.validate()

    let rounded = spec.rounded(within: 0.005, timing: 0.05)
    try rounded.validate()
    #expect(spec.distance(to: rounded) <= 0.005 * error)
    let found = try #require(rounded.chains[0].timing.map)
    for step in 0...5000 {
      let time = Double(step) / 5000
      #expect(abs(Self.value(map, time) - Self.value(found, time)) <= 0.05 * error + 1e-12)
    }
    if error >= 0.1 {
      #expect(try rounded.json.bytes().count < spec.json.bytes().count * 2 / 3)
    }
    var silent = spec
    silent.chains[0].error.max = nil
    #expect(silent.rounded(within: 0.005, timing: 0.05) == silent)
  }

  private static func value(_ map: Spec.TimeMap, _ time: Double) -> Double {
    let next = min(map.time.count - 1, max(1, map.time.firstIndex { $0 >= time } ?? map.time.count - 1))
    let share = (time - map.time[next - 1]) / (map.time[next] - map.time[next - 1])
    return map.length[next - 1] + share * (map.length[next] - map.length[next - 1])
  }
}

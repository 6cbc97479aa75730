import EpicycleSpec
import Foundation

/// One loop as a film, drawn with cairo and encoded by ffmpeg: the arms turning, the way just drawn fading behind
/// the carried point. The last frame leads into the first.
///
/// Frame i shows the time T·i/frames; how many frames there are says `FilmTiming`. Frames go to ffmpeg one by one:
/// memory doesn't grow with the loop, but for the finished file. Coordinates are doubles up to the pixels.
public struct FilmExporter: Exporter {
  public enum Kind: String, Sendable, CaseIterable { case gif, mp4 }

  public let kind: Kind
  /// Folders in which ffmpeg is looked for, separated by colons.
  var searchPath: String

  public init(_ kind: Kind) {
    self.kind = kind
    searchPath = ProcessInfo.processInfo.environment["PATH"] ?? ""
  }

  public var format: String { kind.rawValue }
  public var fileExtensions: [String] { [kind.rawValue] }
  public var summary: String {
    switch kind {
    case .gif: "film for pages and messages; needs ffmpeg"
    case .mp4: "film, H.264; needs ffmpeg"
    }
  }

  public func requireTools() throws(ExportError) { _ = try FilmEncoder.find(searchPath) }

  /// Throws `.missingTool` without ffmpeg, `.failed` with its last line where it fails, `.unsuitable` for a spec
  /// that isn't valid, for sides beyond 16…8192 pixels and for films beyond 100 000 frames.
  public func export(_ job: ExportJob) throws(ExportError) -> [UInt8] {
    try job.validate()
    try job.requirePixels()
    let encoder = try FilmEncoder(path: searchPath, scratch: job.scratch)
    let timing = try timing(of: job)
    let reel = try FilmReel(job)

    let folder = job.scratch
    do { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) } catch {
      throw .failed("no folder could be made: \(error.localizedDescription)")
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    let film = folder.appendingPathComponent("film.\(kind.rawValue)")
    let palette = folder.appendingPathComponent("palette.png")

    if kind == .gif {
      // A few frames hold all the colours; a palette from all would have to hold all of them in memory.
      let samples = min(timing.frames, 8)
      try encoder.run(
        width: reel.width, height: reel.height, rate: "1", frames: samples,
        arguments: ["-vf", "palettegen=reserve_transparent=0", palette.path]
      ) { (number, send) throws(ExportError) in
        try reel.frame(atLoops: Double(number) / Double(samples), send)
      }
    }
    try encoder.run(
      width: reel.width, height: reel.height, rate: timing.rate, frames: timing.frames,
      arguments: arguments(palette: palette) + [film.path]
    ) { (number, send) throws(ExportError) in
      try reel.frame(atLoops: Double(number) / Double(timing.frames), send)
      job.progress(Double(number + 1) / Double(timing.frames))
    }
    guard let bytes = try? Data(contentsOf: film) else { throw .failed("ffmpeg wrote no film") }
    return Array(bytes)
  }

  /// Where a GIF's delays don't divide the loop, the motion at its own pace: each hundredth of a second counts.
  public func written(_ file: [UInt8], of job: ExportJob) -> Spec? {
    guard kind == .gif, let timing = try? timing(of: job) else { return nil }
    let pace = timing.seconds / job.spec.loop.seconds
    guard (pace - 1).magnitude > 1e-9 else { return nil }
    var spec = job.spec
    spec.loop.seconds = timing.seconds
    for chain in spec.chains.indices {
      for clock in spec.chains[chain].clocks.indices { spec.chains[chain].clocks[clock].period *= pace }
      spec.chains[chain].upright?.period *= pace
    }
    return spec
  }

  private func timing(of job: ExportJob) throws(ExportError) -> FilmTiming {
    switch kind {
    case .gif: try FilmTiming(gif: job.spec.loop, rate: job.frameRate)
    case .mp4: try FilmTiming(video: job.spec.loop, rate: job.frameRate)
    }
  }

  /// One thread and no trace of the encoder's version: the same frames give the same bytes.
  private func arguments(palette: URL) -> [String] {
    let reproducible = [
      "-threads", "1", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-map_metadata", "-1",
    ]
    switch kind {
    case .gif:
      return ["-i", palette.path, "-lavfi", "paletteuse=dither=none:diff_mode=rectangle", "-loop", "0"]
        + reproducible
    case .mp4:
      return ["-c:v", "libx264", "-preset", "medium", "-crf", "18", "-pix_fmt", "yuv420p"]
        + [
          "-vf", "scale=out_color_matrix=bt709:out_range=tv", "-colorspace", "bt709", "-color_primaries",
          "bt709",
        ]
        + ["-color_trc", "bt709", "-movflags", "+faststart"] + reproducible
    }
  }
}

/// The frames: what never moves is drawn once.
struct FilmReel {
  let width: Int
  let height: Int
  let placement: RasterScene.Placement
  private let scene: RasterScene
  private let unit: Double
  private let ground: RasterSurface
  private let surface: RasterSurface

  init(_ job: ExportJob) throws(ExportError) {
    let scene = try RasterScene(job, times: (0..<120).map { Double($0) / 120 })
    let side = Double(job.pixels)
    // Both sides even, as H.264 with halved colour wants it.
    func even(_ length: Double) -> Int { max(2, Int((length / 2).rounded()) * 2) }
    width = even(scene.aspect >= 1 ? side : side * scene.aspect)
    height = even(scene.aspect >= 1 ? side / scene.aspect : side)
    unit = side / 640
    let margin = 24 * unit
    placement = scene.placement(
      x: margin, y: margin, width: Double(width) - 2 * margin, height: Double(height) - 2 * margin)
    guard let ground = RasterSurface(width: width, height: height),
      let surface = RasterSurface(width: width, height: height)
    else { throw .failed("there is no memory for \(width) × \(height) pixels") }
    (self.scene, self.ground, self.surface) = (scene, ground, surface)
    ground.fill(RasterScene.Ink.paper)
    scene.drawTargets(ground, placement, unit: unit)
    if scene.show.contains(.trail) { scene.drawTrails(ground, placement, unit: unit, alpha: 0.18) }
  }

  /// Draws the time `loops`·T and hands the pixels on.
  func frame(
    atLoops loops: Double, _ send: (UnsafeRawBufferPointer) throws(ExportError) -> Void
  ) throws(ExportError) {
    surface.paint(ground)
    if scene.show.contains(.trail) { scene.drawComets(surface, placement, unit: unit, atLoops: loops) }
    scene.drawArms(surface, placement, unit: unit, atLoops: loops)
    try surface.withPixels(send)
  }
}

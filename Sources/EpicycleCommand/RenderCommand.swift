import EpicycleExport
import EpicycleSpec
import Epicycles
import Foundation
import PlaneCurves
import SVGPaths

/// `epicycle render`.
struct RenderCommand: Sendable {
  private let arguments: Arguments
  private let console: Console

  init(_ arguments: Arguments, _ console: Console) {
    self.arguments = arguments
    self.console = console
  }

  func run() throws(Failure) {
    if arguments.has(.list) {
      try arguments.refuseOperands()
      return try OutputWriter.toStandardOutput(Array(Self.list.utf8))
    }
    guard let file = arguments.operands.first, arguments.operands.count == 1 else {
      throw .usage("render takes one spec, but \(arguments.operands.count) are given")
    }
    let output = Output(argument: arguments.values[.output])
    let exporter = try arguments.exporter(for: output, fallback: nil)
    let picture = try arguments.pictureOptions()
    if case .file(let path) = output,
      [file, arguments.values[.against] ?? file].contains(where: { OutputWriter.isSameFile($0, path) })
    {
      throw .usage("'\(path)' is an input, and would be overwritten")
    }
    let spec = try SpecFile.read(file)
    var targets: [String] = []
    if let name = arguments.values[.against] {
      guard name != "-" || file != "-" else { throw .usage("standard input (-) is given twice") }
      let document = try (name == "-" ? Input.standardInput : .file(name)).read(SVGOptions())
      targets = try CurveChoice.targets(of: spec, in: document).map(\.pathData)
    }
    let job = picture.job(spec, targets: targets, console)
    let data = try exporter.data(job, source: file, console)
    switch output {
    case .standard: try OutputWriter.toStandardOutput(data)
    case .file(let path): try OutputWriter.write(data, to: path)
    case .folder(let folder):
      let stem = ((file == "-" ? "spec" : file) as NSString).lastPathComponent
      let name = (stem as NSString).deletingPathExtension + "." + exporter.fileExtension
      try OutputWriter.makeFolder(folder)
      try OutputWriter.write(data, to: (folder as NSString).appendingPathComponent(name))
    }
  }

  private static var list: String {
    let width = Exporters.all.map(\.format.count).max() ?? 0
    return Exporters.all.map { exporter in
      exporter.format + String(repeating: " ", count: width - exporter.format.count + 2) + exporter.summary
        + "\n"
    }.joined()
  }
}

extension Arguments {
  /// The format that `--format` names, or the ending of the output file.
  func exporter(for output: Output, fallback: (any Exporter)?) throws(Failure) -> any Exporter {
    if let format = values[.format] {
      if let exporter = Exporters.named(format) { return exporter }
      throw .usage(
        "--format: found '\(format)', expected one of: \(Exporters.all.map(\.format).joined(separator: ", "))"
      )
    }
    if case .file(let path) = output, let exporter = Exporters.forFile(path) { return exporter }
    if let fallback { return fallback }
    throw .usage("name a format: --format, or an output file whose ending says it (epicycle render --list)")
  }

  func pictureOptions() throws(Failure) -> PictureOptions {
    var options = PictureOptions()
    if let text = values[.show] {
      options.show = []
      for word in text.split(separator: ",") {
        guard let layer = ExportJob.Layer(rawValue: String(word)) else {
          let known = ExportJob.Layer.allCases.map(\.rawValue).joined(separator: ", ")
          throw .usage("--show: found '\(word)', expected some of: \(known)")
        }
        options.show?.insert(layer)
      }
    }
    options.frameRate = try number(.frameRate, in: Limits.frameRate, unit: "frames a second")
    options.pixels = try integer(.pixels, in: Limits.pixels)
    return options
  }
}

/// How pictures look, as far as the command line says.
struct PictureOptions: Sendable {
  var show: Set<ExportJob.Layer>?
  var frameRate: Double?
  var pixels: Int?

  func job(_ spec: Spec, targets: [String], _ console: Console) -> ExportJob {
    var job = ExportJob(spec: spec, targets: targets)
    if let show { job.show = show }
    if let frameRate { job.frameRate = frameRate }
    if let pixels { job.pixels = pixels }
    job.progress = { share in console.progress("\(Int(100 * share)) %") }
    return job
  }
}

extension Exporter {
  var fileExtension: String { fileExtensions.first ?? format }

  /// The file, with a warning where its numbers are rounded.
  func data(_ job: ExportJob, source: String, _ console: Console) throws(Failure) -> [UInt8] {
    do throws(ExportError) {
      let data = try export(job)
      console.progress("")
      if let rounding = rounding(of: job) {
        console.warning(
          "\(source): \(format) rounds: what it draws is up to \(rounding.significant(3)) units from the spec"
        )
      }
      return data
    } catch {
      switch error {
      case .missingTool(let tool, let package):
        throw Failure(
          .badInput, "missing-tool", "\(format) needs \(tool): install the package \(package)", source: source
        )
      case .unsuitable(let reason), .failed(let reason):
        throw Failure(.badInput, "export", "\(format): \(reason)", source: source)
      }
    }
  }
}

extension Target {
  /// The curve as SVG path data, in the spec's coordinates.
  var pathData: String {
    let segments = curve.path.segments
    guard let first = segments.first else { return "" }
    return PathPrinter.print([Subpath(start: first.start, segments: segments, closedByZ: true)])
  }
}

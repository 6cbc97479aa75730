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
    let files = arguments.operands
    guard let file = files.first else { throw .usage("render takes a spec, but none is given") }
    let output = Output(argument: arguments.values[.output])
    let exporter = try arguments.exporter(for: output, fallback: nil)
    guard files.count == 1 || exporter.takesVariants else {
      let formats = Exporters.all.filter(\.takesVariants).map(\.format).joined(separator: " and ")
      throw .usage(
        "\(exporter.format) takes one spec, but \(files.count) are given; only \(formats) take several")
    }
    let picture = try arguments.pictureOptions()
    try exporter.checkTools(source: file)
    if case .file(let path) = output { try OutputWriter.check(path) }
    let inputs = files + [arguments.values[.against]].compactMap(\.self)
    guard inputs.count(where: { $0 == "-" }) <= 1 else { throw .usage("standard input (-) is given twice") }
    if case .file(let path) = output, inputs.contains(where: { OutputWriter.isSameFile($0, path) }) {
      throw .usage("'\(path)' is an input, and would be overwritten")
    }
    var specs: [Spec] = []
    for file in files { specs.append(try SpecFile.read(file)) }
    var targets: [Target] = []
    if let name = arguments.values[.against] {
      let document = try (name == "-" ? Input.standardInput : .file(name)).read(try arguments.svgOptions())
      targets = try CurveChoice.targets(of: specs[0], in: document)
      for (chain, target) in zip(specs[0].chains, targets) {
        let (length, own) = (target.curve.length, chain.curve.length)
        if (length - own).magnitude <= 1e-6 * own { continue }
        console.warning(
          "\(file): the curve of chain '\(chain.id)' is \(own.significant(6)) long, but \(length.significant(6)) in "
            + "\(name): it was made from another drawing")
      }
    }
    var job = picture.job(specs[0], targets: targets)
    job.variants = Array(specs.dropFirst())
    let data = try exporter.data(job, targets: targets, source: file, console)
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

  /// In columns: the format, the endings of files that ask for it, what it is and needs.
  private static var list: String {
    let rows = Exporters.all.map { exporter in
      (exporter.format, exporter.fileExtensions.map { "." + $0 }.joined(separator: " "), exporter.summary)
    }
    let (first, second) = (rows.map(\.0.count).max() ?? 0, rows.map(\.1.count).max() ?? 0)
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: width - text.count + 2)
    }
    return rows.map { padded($0.0, first) + padded($0.1, second) + $0.2 + "\n" }.joined()
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

  func job(_ spec: Spec, targets: [Target]) -> ExportJob {
    var job = ExportJob(spec: spec, targets: targets.map(\.pathData))
    if let show { job.show = show }
    if let frameRate { job.frameRate = frameRate }
    if let pixels { job.pixels = pixels }
    return job
  }
}

extension Exporter {
  var fileExtension: String { fileExtensions.first ?? format }

  /// Fails where a program is missing that `data` will need.
  func checkTools(source: String? = nil) throws(Failure) {
    do throws(ExportError) { try requireTools() } catch { throw failure(error, source: source) }
  }

  /// The file, with a warning where its numbers are rounded, and what is left of it removed if that ends early.
  ///
  /// - Parameter targets: the curves behind the chains, where they are known.
  func data(
    _ job: ExportJob, targets: [Target], source: String, _ console: Console
  ) throws(Failure) -> [UInt8] {
    Interruption.register(job.scratch.path)
    defer { Interruption.forget(job.scratch.path) }
    var job = job
    let percentage = Percentage(format, console)
    job.progress = { percentage.show($0) }
    let data: [UInt8]
    do throws(ExportError) {
      defer { console.progress("") }
      data = try export(job)
    } catch { throw failure(error, source: source) }
    if let written = written(data, of: job) {
      let change = job.spec.change(to: written, targets: targets)
      if !change.isEmpty { console.warning("\(source): \(format) rounds: \(change)") }
    }
    return data
  }

  private func failure(_ error: ExportError, source: String?) -> Failure {
    switch error {
    case .missingTool(let tool, let package):
      Failure(
        .badInput, "missing-tool", "\(format) needs \(tool): install the package \(package)", source: source)
    case .unsuitable(let reason), .failed(let reason):
      Failure(.badInput, "export", "\(format): \(reason)", source: source)
    }
  }
}

/// How much of a file is done, on the terminal's last line; used on one thread at a time.
private final class Percentage: Sendable {
  private let name: String
  private let console: Console
  private nonisolated(unsafe) var shown = -1

  init(_ name: String, _ console: Console) {
    self.name = name
    self.console = console
  }

  /// - Parameter share: 0…1.
  func show(_ share: Double) {
    let percent = Int((100 * share).rounded())
    if percent == shown { return }
    shown = percent
    console.progress("\(name): \(percent) %")
  }
}

extension Spec {
  /// What rounding has done to the spec, in words, nothing if nothing: the distance, the pace, and the error of the rounded motion, which
  /// is computed anew where the curves are known.
  fileprivate func change(to written: Spec, targets: [Target]) -> String {
    var parts: [String] = []
    let distance = distance(to: written)
    if distance > 0 { parts.append("it draws up to \(distance.significant(3)) units from the spec") }
    if loop != written.loop {
      parts.append("its loop takes \(written.loop.seconds) s instead of \(loop.seconds) s")
    }
    if distance > 0, !targets.isEmpty {
      let error = written.reported(against: targets).error
      let figures = [("largest error", error.max?.upper), ("Fréchet distance", error.frechet?.upper)]
      for case (let name, let length?) in figures { parts.append("\(name) \(length.significant(6))") }
    } else if distance > 0, let upper = error.max?.upper {
      parts.append("largest error at most \((upper + distance).significant(6))")
    }
    return parts.joined(separator: ", ")
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

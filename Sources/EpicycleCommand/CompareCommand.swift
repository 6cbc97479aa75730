import EpicycleExport
import EpicycleSpec
import Epicycles
import Foundation

/// `epicycle compare`: the figures of two specs side by side, and a picture of both.
struct CompareCommand: Sendable {
  private let files: [String]
  private let arguments: Arguments
  private let console: Console

  init(_ arguments: Arguments, _ console: Console) throws(Failure) {
    guard arguments.operands.count == 2 else {
      throw .usage("compare takes two specs, but \(arguments.operands.count) are given")
    }
    let inputs = arguments.operands + [arguments.values[.against]].compactMap(\.self)
    guard inputs.count(where: { $0 == "-" }) <= 1 else { throw .usage("standard input (-) is given twice") }
    if let path = arguments.values[.output], path != "-" {
      guard (path as NSString).pathExtension.lowercased() == "svg" else {
        throw .usage(
          "-o \(path): the picture is an SVG; epicycle render A.json B.json -o page.html plays both")
      }
      guard !inputs.contains(where: { OutputWriter.isSameFile($0, path) }) else {
        throw .usage("'\(path)' is an input, and would be overwritten")
      }
    }
    files = arguments.operands
    self.arguments = arguments
    self.console = console
  }

  func run() throws(Failure) {
    var specs: [Spec] = []
    for file in files { specs.append(try SpecFile.read(file)) }
    guard specs[0].chains.count == specs[1].chains.count else {
      throw Failure(
        .badInput, "not-comparable",
        "they draw \(specs[0].chains.count) and \(specs[1].chains.count) curves: only specs of the same curves compare"
      )
    }
    if specs[0].source != specs[1].source {
      console.warning("\(files[0]) and \(files[1]) were made from different inputs")
    }
    var targets: [Target] = []
    if let name = arguments.values[.against] {
      let document = try (name == "-" ? Input.standardInput : .file(name)).read(arguments.svgOptions())
      for index in specs.indices {
        targets = try CurveChoice.targets(of: specs[index], in: document)
        // The figures of the specs may be of another file: here they are computed anew.
        specs[index] = specs[index].reported(against: targets)
      }
    }
    if let path = arguments.values[.output], path != "-" {
      let captions = zip(files, specs).map { file, spec in
        "\((file as NSString).lastPathComponent): \(spec.budget.used) clocks" + Self.percent(spec.error)
      }
      let picture = ComparisonPicture(specs: specs, captions: captions, targets: targets.map(\.pathData))
      let data: [UInt8]
      do throws(ExportError) { data = try picture.svg() } catch {
        throw Failure(.badInput, "export", "svg: \(error)")
      }
      try OutputWriter.write(data, to: path)
    }
    try OutputWriter.toStandardOutput(
      try arguments.has(.json) ? json(specs) : Array(Self.table(specs, files).utf8))
  }

  private static func percent(_ error: Spec.ErrorReport) -> String {
    error.relative?.max.map { ", largest error \((100 * $0).significant(3)) %" } ?? ""
  }

  private func json(_ specs: [Spec]) throws(Failure) -> [UInt8] {
    try JSON.array(
      zip(files, specs).map { file, spec in
        .object(
          ("file", .string(file)), ("budget", spec.budget.json), ("method", spec.method.json),
          ("loop", spec.loop.json), ("error", spec.error.json))
      }
    ).line(.pretty)
  }

  // MARK: The table

  private static func table(_ specs: [Spec], _ files: [String]) -> String {
    let (a, b) = (specs[0], specs[1])
    let unit = a.units == .points ? "points" : "units"
    var rows = [["", files[0], files[1], "second / first"]]
    func add(_ name: String, _ value: (Spec) -> Double?, digits: Int = 4) {
      let (x, y) = (value(a), value(b))
      guard x != nil || y != nil else { return }
      let ratio = if let x, let y, x != 0 { (y / x).significant(3) } else { "" }
      rows.append([name, x?.significant(digits) ?? "-", y?.significant(digits) ?? "-", ratio])
    }
    func say(_ name: String, _ value: (Spec) -> String) { rows.append([name, value(a), value(b), ""]) }

    say("method") { $0.method.fit.rawValue }
    say("timing") { spec in
      Set(spec.chains.map(\.timing.law.rawValue)).sorted().joined(separator: ", ")
    }
    add("clocks", { Double($0.budget.used) }, digits: 6)
    add("loop, s", { $0.loop.seconds })
    let figures: [(String, (Spec.ErrorReport) -> Double?, (Spec.ErrorReport.Relative) -> Double?)] = [
      ("largest error", { $0.max?.upper }, { $0.max }),
      ("largest error under slack", { $0.maxWithSlack?.upper }, { $0.maxWithSlack }),
      ("Hausdorff distance", { $0.hausdorff?.upper }, { $0.hausdorff }),
      ("Frechet distance", { $0.frechet?.upper }, { $0.frechet }),
      ("rms", { $0.rms }, { $0.rms }),
    ]
    for (name, length, share) in figures {
      add("\(name), \(unit)", { length($0.error) })
      add("\(name), %", { $0.error.relative.flatMap(share).map { 100 * $0 } })
    }
    add("1 - energy", { $0.error.energy.map { 1 - $0 } })
    add("fastest period, s", { $0.error.fastestPeriod })
    add("slowest speed, of the mean", { $0.error.speedRange?.lower })
    add("fastest speed, of the mean", { $0.error.speedRange?.upper })
    return aligned(rows)
  }

  private static func aligned(_ rows: [[String]]) -> String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).enumerated().map { number, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return number == 0 ? cell.0 + space : space + cell.0
      }
      return cells.joined(separator: "  ") + "\n"
    }.joined()
  }
}

import EpicycleSpec
import Epicycles
import Foundation

/// Error against clocks on logarithmic axes, one line a method, drawn by gnuplot; used on one thread at a time.
///
/// Lines differ by dashes and marks, not by colour. Of many inputs the median is drawn, with quartiles.
final class SweepPlot: Sendable {
  private let path: String
  private let terminal: String
  private let gnuplot: String
  private let methods: [String]
  /// In % of the diagonal.
  private let targets: [Double]

  /// What of a row is drawn; nil of one that has no answer.
  struct Mark: Sendable {
    var method: String
    var clocks: Int
    var target: String?
    /// In % of the diagonal.
    var error: Float?

    init?(_ row: SweepRow) {
      guard let method = row[.method]?.string, let clocks = row[.clocks]?.integer else { return nil }
      self.method = method
      self.clocks = clocks
      target = row[.target]?.string
      error = row[.errorPercent]?.number.map { Float($0) }
    }
  }

  private struct Place: Hashable {
    var method: String
    var clocks: Int
  }

  private struct Answer: Hashable {
    var method: String
    var target: String
  }

  /// Certified errors in % of the diagonal, and the clocks that targets need.
  private nonisolated(unsafe) var errors: [Place: [Float]] = [:]
  private nonisolated(unsafe) var needed: [Answer: [Double]] = [:]

  private static let terminals = [
    "svg": "svg size 800,560 font 'Helvetica,14' noenhanced background '#ffffff'",
    "png": "pngcairo size 1200,840 font 'Helvetica,15' linewidth 1.5 noenhanced",
    "pdf": "pdfcairo size 20cm,14cm font 'Helvetica,11' noenhanced",
  ]

  /// - Throws: `Failure` where the ending isn't known or gnuplot isn't there, before any work is done.
  init(_ path: String, methods: [String], limits: [ErrorLimit]) throws(Failure) {
    let ending = (path as NSString).pathExtension.lowercased()
    guard let terminal = Self.terminals[ending] else {
      throw .usage("--plot: found '\(path)', expected a name that ends in .svg, .png or .pdf")
    }
    let folders = ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":")
    let candidates = folders.map { "\($0)/gnuplot" }
    guard let gnuplot = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
      throw Failure(.badInput, "missing-tool", "--plot needs gnuplot: install the package gnuplot-nox")
    }
    self.path = path
    self.terminal = terminal
    self.gnuplot = gnuplot
    self.methods = methods
    targets = limits.compactMap { if case .share(let share) = $0 { 100 * share } else { nil } }
  }

  func add(_ mark: Mark) {
    if let target = mark.target {
      needed[Answer(method: mark.method, target: target), default: []].append(Double(mark.clocks))
    } else if let error = mark.error {
      errors[Place(method: mark.method, clocks: mark.clocks), default: []].append(error)
    }
  }

  /// - Throws: `Failure` where there is nothing to draw, or gnuplot fails.
  func write(title: String) throws(Failure) {
    let scratch = FileManager.default.temporaryDirectory.appendingPathComponent(
      "epicycle-\(UUID().uuidString)")
    Interruption.register(scratch.path)
    defer {
      try? FileManager.default.removeItem(at: scratch)
      Interruption.forget(scratch.path)
    }
    let picture = scratch.appendingPathComponent("picture")
    guard let script = script(title: title, output: picture.path) else {
      throw Failure(.badInput, "no-plot", "there is nothing to plot: no budget has a certified error")
    }
    let said: String
    do {
      try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
      said = try run(script, in: scratch)
    } catch {
      throw Failure(.cannotWrite, "plot", "gnuplot could not be run: \(error.localizedDescription)")
    }
    guard let bytes = FileManager.default.contents(atPath: picture.path), !bytes.isEmpty else {
      throw Failure(.cannotWrite, "plot", "gnuplot: \(said.isEmpty ? "no picture" : said)")
    }
    try OutputWriter.write(Array(bytes), to: path)
  }

  /// What gnuplot says last.
  private func run(_ script: String, in scratch: URL) throws -> String {
    let file = scratch.appendingPathComponent("script")
    let log = scratch.appendingPathComponent("log")
    try Data(script.utf8).write(to: file)
    try Data().write(to: log)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: gnuplot)
    process.arguments = [file.path]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: log)
    try process.run()
    process.waitUntilExit()
    let text = try String(contentsOf: log, encoding: .utf8)
    return process.terminationStatus == 0 ? "" : text.split(separator: "\n").last.map(String.init) ?? ""
  }

  // MARK: The script

  private func script(title: String, output: String) -> String? {
    var blocks = ""
    var layers: [String] = []
    var knees = ""
    var answers = ""
    for (number, method) in methods.enumerated() {
      let budgets = errors.keys.filter { $0.method == method }.map(\.clocks).sorted()
      let series = budgets.map { Self.quartiles(errors[Place(method: method, clocks: $0)] ?? []) }
      let style = "dashtype \(number % 5 + 1) linecolor rgb '\(Self.shades[number % Self.shades.count])'"
      if !budgets.isEmpty {
        blocks += "$method\(number) << EOD\n"
        for (clocks, error) in zip(budgets, series) {
          blocks += "\(clocks) \(error.low) \(error.median) \(error.high)\n"
        }
        blocks += "EOD\n"
        if errors.values.contains(where: { $0.count > 1 }) {
          layers.append(
            "$method\(number) using 1:2:4 with filledcurves fillstyle solid 0.12 noborder linecolor rgb 'black' notitle"
          )
        }
        let mark = "pointtype \(Self.marks[number % Self.marks.count]) pointsize 0.7 linewidth 1.5"
        layers.append(
          "$method\(number) using 1:3 with linespoints \(style) \(mark) title \(Self.quoted(method))")
      }
      if let knee = knee(clocks: budgets, errors: series.map { Double($0.median) }),
        let place = budgets.firstIndex(of: knee)
      {
        knees += "\(knee) \(series[place].median) \"knee \(knee)\"\n"
      }
      for (answer, clocks) in needed where answer.method == method && answer.target.hasSuffix("%") {
        let median = Self.quartiles(clocks.map(Float.init)).median
        answers += "\(median) \(answer.target.dropLast()) \(Int(median))\n"
      }
    }
    guard !layers.isEmpty || !answers.isEmpty else { return nil }
    if !knees.isEmpty {
      blocks += "$knees << EOD\n\(knees)EOD\n"
      layers.append(
        "$knees using 1:2 with points pointtype 6 pointsize 2.2 linewidth 1.5 linecolor rgb 'black' title 'knee'"
      )
      layers.append("$knees using 1:2:3 with labels left offset 1,0.8 notitle")
    }
    if !answers.isEmpty {
      let sorted = answers.split(separator: "\n").sorted().joined(separator: "\n")
      blocks += "$needed << EOD\n\(sorted)\nEOD\n"
      layers.append(
        "$needed using 1:2 with points pointtype 2 pointsize 1.6 linewidth 2 linecolor rgb 'black' title 'clocks needed'"
      )
      layers.append("$needed using 1:2:3 with labels left offset 0.6,-0.7 notitle")
    }
    let lines = targets.map { target in
      """
      set arrow from graph 0, first \(target) to graph 1, first \(target) nohead dashtype 3 linecolor rgb '#888888'
      set label '\(target.significant()) %' at graph 0.995, first \(target) right offset 0,0.4

      """
    }.joined()
    return """
      set encoding utf8
      set terminal \(terminal)
      set output \(Self.quoted(output))
      set logscale xy
      set title \(Self.quoted(title)) noenhanced
      set xlabel 'clocks'
      set ylabel 'certified error, % of the diagonal'
      set format y '%g'
      set grid linecolor rgb '#dddddd' linetype 1
      set key left bottom
      \(lines)\(blocks)plot \(layers.joined(separator: ", \\\n  "))

      """
  }

  private static let shades = ["#000000", "#444444", "#777777"]
  private static let marks = [7, 4, 9, 5, 10]

  /// In single quotes, as gnuplot reads them; control characters and line breaks never get through.
  private static func quoted(_ text: String) -> String {
    "'" + String(Console.oneLine(text).unicodeScalars.flatMap { $0 == "'" ? ["'", "'"] : [Character($0)] })
      + "'"
  }

  private static func quartiles(_ values: [Float]) -> (low: Float, median: Float, high: Float) {
    let sorted = values.sorted()
    guard let last = sorted.indices.last else { return (0, 0, 0) }
    func at(_ share: Double) -> Float { sorted[Int((share * Double(last)).rounded())] }
    return (at(0.25), at(0.5), at(0.75))
  }
}

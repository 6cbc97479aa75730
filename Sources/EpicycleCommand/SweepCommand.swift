import EpicycleSpec
import Epicycles
import Foundation
import SVGPaths

/// `epicycle sweep`: budget against error, as a table of one row a budget.
struct SweepCommand: Sendable {
  private let arguments: Arguments
  private let choice: CurveChoice
  private let reading: SVGOptions
  private let methods: [SweepMethod]
  private let options: SweepOptions
  private let isTimed: Bool
  private let console: Console

  init(_ arguments: Arguments, _ console: Console) throws(Failure) {
    self.arguments = arguments
    self.console = console
    choice = try arguments.curveChoice()
    reading = try arguments.svgOptions()
    methods = try arguments.sweepMethods(try Self.solving(arguments))
    var options = SweepOptions()
    if let text = arguments.values[.clocks] {
      options.budgets = try BudgetList.parse(text, option: .clocks)
    } else if !arguments.has(.atError) {
      options.budgets = BudgetList.standard
    }
    options.limits = try arguments.limits()
    options.ceiling = Limits.clocks
    options.metric = arguments.values[.metric].flatMap(ErrorMetric.init)
    guard options.metric == nil || arguments.has(.atError) else {
      throw .usage("--metric says what --at-error means, but that is not given")
    }
    options.certified = try arguments.certified(methods)
    self.options = options
    isTimed = !arguments.has(.untimed) && !arguments.has(.ndjson)
  }

  /// The options of `solve`, but for the budget.
  static func solving(_ arguments: Arguments) throws(Failure) -> SolveOptions {
    var own = arguments
    for option in [Option.clocks, .metric] { own.values[option] = nil }
    return try SolveCommand(own, Console(quiet: true)).options
  }

  func run() throws(Failure) {
    if arguments.has(.ndjson) { return try answerRecords() }
    let inputs = try arguments.manyInputs()
    let path = try outputFile(beside: inputs)
    let format: SweepFormat = arguments.has(.json) || path.map(Self.isNDJSON) ?? false ? .ndjson : .csv
    let plot = try arguments.values[.plot].map { (file) throws(Failure) in
      try SweepPlot(file, methods: methods.map(\.name), limits: options.limits)
    }
    let columns = SweepColumn.allCases.filter { $0 != .seconds || isTimed }
    let table = SweepTable(
      format: format, columns: columns,
      stamp: [.version: .string(Version.number), .options: .string(optionsText)])

    var done: Set<String> = []
    var kept = 0
    if arguments.has(.resume) {
      guard let path else { throw .usage("--resume goes on with a file: name it with -o") }
      (done, kept) = try table.finished(in: path) { if let mark = SweepPlot.Mark($0) { plot?.add(mark) } }
    }
    let output =
      try path.map { (path) throws(Failure) in try RowOutput.file(path, keep: kept) } ?? .standard()
    if let path {
      Interruption.advise("whole lines stand in \(path): the same command with --resume goes on")
    }
    if kept == 0 { try output.write(format.header(columns)) }

    let left = inputs.filter { !done.contains(Console.oneLine($0.name)) }
    let progress = BatchProgress(count: left.count, console: console)
    try OrderedStream.run(
      threads: min(try arguments.jobs(), left.count), next: ItemSource(left).next,
      work: { (input: Input) -> Result<Swept, Failure> in
        do throws(Failure) { return .success(try swept(input, table, marks: plot != nil)) } catch {
          return .failure(error.in(input.name))
        }
      },
      deliver: { (result) throws(Failure) in
        let swept = try result.get()
        if let failure = swept.failure { progress.failed(failure) }
        for warning in swept.warnings { console.warning(warning) }
        for note in swept.notes { progress.note(note) }
        try output.write(swept.lines)
        for mark in swept.marks { plot?.add(mark) }
        progress.advance()
      })
    if let plot {
      try plot.write(title: inputs.count == 1 ? inputs[0].name : "median of \(inputs.count) inputs")
    }
    try progress.finish()
  }

  // MARK: One input

  /// An input's rows as they are written: as bytes they take a tenth of the memory.
  private struct Swept: Sendable {
    var lines: [UInt8] = []
    var marks: [SweepPlot.Mark] = []
    var warnings: [String] = []
    var notes: [String] = []
    var failure: Failure?
  }

  /// - Throws: `Failure` where a row can't be written; an input that can't be used gets a row that says why.
  private func swept(_ input: Input, _ table: SweepTable, marks: Bool) throws(Failure) -> Swept {
    let name = Console.oneLine(input.name)
    var swept = Swept()
    do throws(Failure) {
      let curves = try choice.curves(of: try input.read(reading), most: most)
      swept.warnings = curves.warnings.map { "\(name): \($0.message)" }
      try rows(of: curves) { (row) throws(Failure) in
        var row = row
        row[.file] = .string(name)
        swept.lines += try table.line(row)
        if marks, let mark = SweepPlot.Mark(row) { swept.marks.append(mark) }
        if let note = Self.note(row) { swept.notes.append("\(name): \(note)") }
      }
    } catch {
      let failure = error.in(input.name)
      var row = SweepRow()
      row[.file] = .string(name)
      row[.failure] = .string(failure.code)
      row[.message] = .string(Console.oneLine(failure.text))
      swept = Swept(lines: try table.line(row), failure: failure)
    }
    return swept
  }

  /// The largest budget, where it is shared.
  private var most: Int {
    arguments.has(.each) ? .max : options.limits.isEmpty ? options.budgets.last ?? 0 : Limits.clocks
  }

  private func rows(
    of curves: ChosenCurves, _ take: (SweepRow) throws(Failure) -> Void
  ) throws(Failure) {
    let groups = arguments.has(.each) ? curves.targets.map { [$0] } : [curves.targets]
    for group in groups {
      var facts = SweepRow()
      facts[.curve] = .string(arguments.has(.each) ? Console.oneLine(group[0].id) : "all")
      facts.set(group, units: curves.units)
      for method in methods {
        var own = options
        own.solving = method.solving
        if let duration = curves.duration, !arguments.has(.duration) { own.solving.duration = duration }
        let points: [SweepPoint]
        do throws(SolveError) { points = try sweep(group, options: own) } catch { throw Failure(error) }
        for point in points {
          var row = facts
          row.set(point, method, timed: isTimed)
          try take(row)
        }
      }
    }
  }

  /// An answer to `--at-error`, for people.
  private static func note(_ row: SweepRow) -> String? {
    guard let target = row[.target]?.string, let method = row[.method]?.string else { return nil }
    let clocks = row[.clocks]?.integer.map { "\($0) clocks" } ?? "out of reach"
    let curve = row[.curve]?.string.flatMap { $0 == "all" ? nil : "\($0): " } ?? ""
    return "\(curve)\(method): \(clocks) for \(target)"
  }

  // MARK: Records

  private func answerRecords() throws(Failure) {
    try Records.check(arguments)
    for option in [Option.plot, .resume, .filesFrom] where arguments.has(option) {
      throw .usage("--\(option.rawValue) does not go with --ndjson")
    }
    let columns = SweepColumn.allCases.filter { ![.file, .seconds, .version, .options].contains($0) }
    try Records.run(jobs: try arguments.jobs(), options: reading) { (document) throws(Failure) in
      var rows: [JSON] = []
      try self.rows(of: try choice.curves(of: document, most: most)) { rows.append($0.object(columns)) }
      return .object(("sweep", .array(rows)))
    }
  }

  // MARK: Options

  /// The file of `-o`; nil for standard output.
  private func outputFile(beside inputs: [Input]) throws(Failure) -> String? {
    switch Output(argument: arguments.values[.output]) {
    case .standard: return nil
    case .folder(let folder):
      throw .usage("-o \(folder) is a folder, but sweep writes one table: name a file, such as sweep.csv")
    case .file(let path):
      for case .file(let source) in inputs where OutputWriter.isSameFile(source, path) {
        throw .usage("'\(source)' is an input, and would be overwritten")
      }
      return path
    }
  }

  private static func isNDJSON(_ path: String) -> Bool {
    ["ndjson", "jsonl"].contains((path as NSString).pathExtension.lowercased())
  }

  /// The options that the figures depend on, as they were given.
  private var optionsText: String {
    let others: Set<Option> = [.output, .jobs, .quiet, .plot, .resume, .json, .filesFrom, .path]
    let given = Option.allCases.filter { arguments.has($0) && !others.contains($0) }
    let text = given.map {
      "--\($0.rawValue)" + (arguments.values[$0].map { $0.isEmpty ? "" : " \($0)" } ?? "")
    }
    return Console.oneLine(text.joined(separator: " "))
  }
}

extension Arguments {
  fileprivate func limits() throws(Failure) -> [ErrorLimit] {
    guard let text = values[.atError] else { return [] }
    var limits: [ErrorLimit] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let limit = ErrorLimit(part) else {
        throw .usage(
          "--at-error: found '\(text)', expected lengths above 0, or shares of the diagonal, such as 1%,0.25%"
        )
      }
      if !limits.contains(limit) { limits.append(limit) }
    }
    return limits
  }

  fileprivate func certified(_ methods: [SweepMethod]) throws(Failure) -> SweepOptions.Certified {
    guard let text = values[.certify], text != "all" else { return .all }
    if let fitted = methods.first(where: \.solving.isFitted) {
      throw .usage("--certify \(text): \(fitted.name) is always certified; only truncate can do without")
    }
    return .budgets(text == "none" ? [] : Set(try BudgetList.parse(text, option: .certify)))
  }
}

extension ErrorLimit {
  /// A length, or a share of the diagonal with a percent sign.
  init?(_ text: some StringProtocol) {
    let isShare = text.hasSuffix("%")
    guard let number = Double(isShare ? String(text.dropLast()) : String(text)), number > 0, number.isFinite
    else {
      return nil
    }
    self = isShare ? .share(number / 100) : .length(number)
  }
}

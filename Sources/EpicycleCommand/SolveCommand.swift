import EpicycleExport
import EpicycleSpec
import Epicycles
import Foundation
import SVGPaths

/// `epicycle solve`.
struct SolveCommand: Sendable {
  let arguments: Arguments
  let choice: CurveChoice
  let options: SolveOptions
  let picture: PictureOptions
  let reading: SVGOptions
  let console: Console

  init(_ arguments: Arguments, _ console: Console) throws(Failure) {
    self.arguments = arguments
    self.console = console
    choice = try arguments.curveChoice()
    picture = try arguments.pictureOptions()
    reading = try arguments.svgOptions()
    var options = SolveOptions()
    options.goal = try arguments.goal()
    options.timing = try arguments.timing()
    if let fit = arguments.values[.fitMethod].flatMap(Spec.Method.Fit.init) { options.fit = fit }
    options.effort = arguments.effort()
    options.timeLimit = try arguments.number(.timeLimit, in: Limits.timeLimit, unit: "seconds")
    options.duration =
      try arguments.number(.duration, in: Limits.duration, unit: "seconds") ?? Defaults.duration
    options.slack = try arguments.number(.slack, in: Limits.slack, unit: "seconds") ?? 0
    options.frameRate = picture.frameRate
    options.device = arguments.values[.device].flatMap(Device.init)
    options.poster = try arguments.poster()
    if let spin = try arguments.integer(.spin, in: Limits.spin) { options.spin = spin }
    options.isUpright = arguments.has(.upright) || arguments.has(.spin)
    if let order = arguments.values[.order].flatMap(ChainOrder.init) { options.order = order }
    self.options = options
  }

  func run() throws(Failure) {
    if arguments.has(.ndjson) {
      try Records.check(arguments)
      return try Records.run(jobs: try arguments.jobs(), options: reading) { (document) throws(Failure) in
        try spec(of: try choice.curves(of: document, most: most), options, source: Spec.Source()).json
      }
    }
    let inputs = try arguments.manyInputs()
    let output = Output(argument: arguments.values[.output])
    let exporter = try arguments.exporter(for: output, fallback: JSONExporter())
    try exporter.checkTools()
    let isStream = inputs.count > 1 && output.isStandard
    guard !isStream || exporter is JSONExporter else {
      throw .usage("several inputs as \(exporter.format): name a folder with -o, ending in /")
    }
    let batch = Batch(
      inputs: inputs, output: output, fileExtension: exporter.fileExtension, jobs: try arguments.jobs(),
      console: console)
    try batch.run { (input) throws(Failure) in
      var source = Spec.Source(file: input.fileName)
      if case .pathData(let data) = input { source.path = data }
      let document = try input.read(reading)
      do throws(Failure) {
        let curves = try choice.curves(of: document, most: most)
        let spec = try spec(of: curves, options, source: source)
        let data =
          if exporter is JSONExporter { try spec.json.line(isStream ? .compact : .pretty) } else {
            try picture(of: spec, curves, by: exporter, source: input.name)
          }
        return Answer(
          data: data, summary: Summary.text(spec, of: input.name), warnings: spec.warnings.map(\.message))
      } catch {
        throw error.in(input.name)
      }
    }
  }

  /// The most clocks that there may be.
  private var most: Int {
    switch options.goal {
    case .clocks(let clocks): clocks
    case .error(_, _, let ceiling): ceiling
    }
  }

  /// The spec in another format, together with the curves that it stands for.
  private func picture(
    of spec: Spec, _ curves: ChosenCurves, by exporter: any Exporter, source: String
  ) throws(Failure) -> [UInt8] {
    var job = picture.job(spec, targets: curves.targets)
    if exporter is HTMLExporter { job.variants = try variants(of: curves, beside: spec) }
    return try exporter.data(job, targets: curves.targets, source: source, console)
  }

  /// The same curves at a score of budgets by each method, for the page: the points moved by less than a 200th
  /// of the error, and free timings by a 20th, for the sake of fewer digits; with the error of what is written.
  private func variants(of curves: ChosenCurves, beside spec: Spec) throws(Failure) -> [Spec] {
    let tasks = pageOptions(budget: spec.budget.clocks, curves: curves.targets.count)
    let (start, limit) = (Date(), options.timeLimit)
    let source = ItemSource(tasks)
    let variants = Collected<Spec>()
    try OrderedStream.run(
      threads: min(try arguments.jobs(), tasks.count), next: source.next,
      work: { (options: SolveOptions) -> Result<Spec, Failure> in
        var options = options
        options.timeLimit = limit.map { max(Limits.timeLimit.lowerBound, $0 + start.timeIntervalSinceNow) }
        do throws(Failure) {
          let fitted = try self.spec(of: curves, options, source: spec.source)
          return .success(fitted.rounded(within: 0.005, timing: 0.05).reported(against: curves.targets))
        } catch { return .failure(error) }
      },
      deliver: { (result) throws(Failure) in
        variants.items.append(try result.get())
        console.progress("\(variants.items.count) of \(tasks.count) fits for the page")
      })
    return variants.items
  }

  /// What is fitted for the page: truncation, minimax and free timing, the free one only as far as it is quick.
  private func pageOptions(budget: Int, curves: Int) -> [SolveOptions] {
    var free = TimingChoice.free(TimingChoice.defaultRange)
    var prescribed = options.timing
    if case .free = options.timing { (free, prescribed) = (options.timing, .constant) }
    let score = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 17, 20, 24, 28, 34, 40, 48, 56]
    let least = curves * (options.isUpright ? 2 : 1)
    var all: [SolveOptions] = []
    for (timing, fit, most) in [
      (prescribed, Spec.Method.Fit.truncate, 400), (prescribed, .minimax, 400),
      (free, .minimax, 56),
    ] {
      for clocks in Set(score + [budget]).sorted() where (least...max(least, most)).contains(clocks) {
        var options = options
        options.goal = .clocks(clocks)
        options.timing = timing
        options.fit = fit
        options.slack = 0
        if timing == self.options.timing, fit == self.options.fit, clocks == budget { continue }
        all.append(options)
      }
    }
    return all
  }

  private func spec(
    of curves: ChosenCurves, _ options: SolveOptions, source: Spec.Source
  ) throws(Failure) -> Spec {
    var options = options
    if let duration = curves.duration, !arguments.has(.duration) { options.duration = duration }
    do throws(SolveError) {
      var spec = try solve(
        curves.targets, options: options, generator: "epicycle \(Version.number)", source: source,
        frame: curves.frame, units: curves.units)
      spec.warnings = curves.warnings + spec.warnings
      return spec
    } catch {
      throw Failure(error)
    }
  }
}

/// Items from one thread at a time.
private final class Collected<Item: Sendable>: Sendable {
  nonisolated(unsafe) var items: [Item] = []
}

extension Failure {
  init(_ error: SolveError) {
    switch error {
    case .noCurves: self.init(.badInput, "no-curve", "no curve to trace")
    case .unreachable(let curve, let ceiling):
      self.init(
        .badInput, "unreachable", "\(curve) can't be drawn to that error with \(ceiling) clocks")
    case .tooFewClocks(let given, let curves, let least):
      self.init(
        .badInput, "too-few-clocks",
        "\(curves) \(curves == 1 ? "curve needs" : "curves need") \(least) clocks at least, but --clocks is \(given)"
      )
    }
  }

  /// The failure as one of the input `name`, unless it says so already.
  func `in`(_ name: String) -> Failure {
    var failure = self
    failure.source = failure.source ?? name
    return failure
  }
}

extension JSON {
  /// The value as text that ends in a newline.
  func line(_ style: Style) throws(Failure) -> [UInt8] {
    do throws(NotFinite) { return try bytes(style) + [UInt8(ascii: "\n")] } catch {
      throw Failure(
        .badInput, "not-finite", "a figure is not a finite number: the coordinates are too large or too small"
      )
    }
  }
}

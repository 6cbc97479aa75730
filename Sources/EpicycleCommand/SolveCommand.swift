import EpicycleSpec
import Epicycles
import SVGPaths

/// `epicycle solve`.
struct SolveCommand: Sendable {
  let arguments: Arguments
  let choice: CurveChoice
  let options: SolveOptions
  let reading: SVGOptions
  let console: Console

  init(_ arguments: Arguments, _ console: Console) throws(Failure) {
    self.arguments = arguments
    self.console = console
    choice = try arguments.curveChoice()
    reading = arguments.svgOptions()
    var options = SolveOptions()
    options.goal = try arguments.goal()
    options.timing = try arguments.timing()
    if let fit = arguments.values[.fitMethod].flatMap(Spec.Method.Fit.init) { options.fit = fit }
    options.effort = arguments.effort()
    options.timeLimit = try arguments.number(.timeLimit, in: Limits.timeLimit, unit: "seconds")
    options.duration =
      try arguments.number(.duration, in: Limits.duration, unit: "seconds") ?? Defaults.duration
    options.isUpright = arguments.has(.upright)
    if let order = arguments.values[.order].flatMap(ChainOrder.init) { options.order = order }
    self.options = options
  }

  func run() throws(Failure) {
    if arguments.has(.ndjson) {
      return try Records.run(jobs: try arguments.jobs(), options: reading) { (document) throws(Failure) in
        try spec(of: document, source: Spec.Source()).json
      }
    }
    let inputs = try arguments.inputs()
    let output = Output(argument: arguments.values[.output])
    let style: JSON.Style = inputs.count > 1 && output.isStandard ? .compact : .pretty
    let batch = Batch(
      inputs: inputs, output: output, fileExtension: "json", jobs: try arguments.jobs(), console: console)
    try batch.run { (input) throws(Failure) in
      var source = Spec.Source(file: input.fileName)
      if case .pathData(let data) = input { source.path = data }
      let document = try input.read(reading)
      do throws(Failure) {
        let spec = try spec(of: document, source: source)
        return Answer(
          data: try spec.json.line(style), summary: Summary.text(spec, of: input.name),
          warnings: spec.warnings.map(\.message))
      } catch {
        throw error.in(input.name)
      }
    }
  }

  private func spec(of document: SVGDocument, source: Spec.Source) throws(Failure) -> Spec {
    let curves = try choice.curves(of: document)
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
      throw Failure(.badInput, "not-finite", "a figure is not a finite number: the coordinates are too large")
    }
  }
}

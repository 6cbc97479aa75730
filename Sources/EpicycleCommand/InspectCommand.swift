import EpicycleSpec
import PlaneCurves
import SVGPaths

/// `epicycle inspect`.
struct InspectCommand: Sendable {
  private let arguments: Arguments
  private let select: String?
  private let points: Int?
  private let byElement: Bool
  private let reading: SVGOptions
  private let console: Console

  init(_ arguments: Arguments, _ console: Console) throws(Failure) {
    self.arguments = arguments
    self.console = console
    select = arguments.values[.select]
    points = try arguments.integer(.points, in: 1...Limits.points)
    byElement = arguments.values[.by] == "element"
    reading = try arguments.svgOptions()
  }

  func run() throws(Failure) {
    if arguments.has(.ndjson) {
      try Records.check(arguments)
      return try Records.run(jobs: try arguments.jobs(), options: reading) { (document) throws(Failure) in
        json(try curves(of: document), document)
      }
    }
    let inputs = try arguments.inputs()
    let output = Output(argument: arguments.values[.output])
    let asJSON = arguments.has(.json)
    let style: JSON.Style = inputs.count > 1 && output.isStandard ? .compact : .pretty
    let batch = Batch(
      inputs: inputs, output: output, fileExtension: asJSON ? "json" : "txt", jobs: try arguments.jobs(),
      console: console)
    try batch.run { (input) throws(Failure) in
      let document = try input.read(reading)
      let curves: [InspectedCurve]
      do throws(Failure) { curves = try self.curves(of: document) } catch { throw error.in(input.name) }
      if asJSON {
        let name = JSON.object(("file", .string(input.name)))
        return Answer(data: try JSON.merged(name, json(curves, document)).line(style))
      }
      let motions = document.motions(selecting: select).map(InspectedMotion.init)
      let tables =
        (curves.isEmpty ? input.name + "\n" : InspectedCurve.table(curves, title: input.name))
        + (motions.isEmpty ? "" : InspectedMotion.table(motions) + "\n")
      return Answer(
        data: Array(tables.utf8),
        warnings: document.warnings.map { Spec.Warning($0).message })
    }
  }

  private func curves(of document: SVGDocument) throws(Failure) -> [InspectedCurve] {
    let outlines = document.outlines(selecting: select)
    var curves: [InspectedCurve] = []
    var index = outlines.startIndex
    while index < outlines.endIndex {
      let group =
        byElement
        ? outlines[index...].prefix { $0.element == outlines[index].element } : outlines[index...index]
      if let curve = InspectedCurve(Array(group), byElement: byElement, points: points) {
        curves.append(curve)
      }
      index += group.count
    }
    guard !curves.isEmpty || !document.motions(selecting: select).isEmpty else {
      let reason =
        if let select { "nothing drawn with a length has the id '\(select)'" } else if outlines.isEmpty {
          "nothing is drawn"
        } else { "every path has length 0" }
      throw CurveChoice.noCurve(reason, document)
    }
    return curves
  }

  private func json(_ curves: [InspectedCurve], _ document: SVGDocument) -> JSON {
    .object(
      ("curves", .array(curves.map(\.json))),
      ("motions", .array(document.motions(selecting: select).map { InspectedMotion($0).json })),
      (
        "warnings",
        .array(
          document.warnings.map { warning in
            .object(
              ("code", .string(kebabCase(warning.code.rawValue))), ("message", .string(warning.message)),
              ("line", warning.line.map { .number(Double($0)) } ?? .null),
              ("column", warning.column.map { .number(Double($0)) } ?? .null))
          })
      ))
  }
}

extension JSON {
  /// The members of both objects, in order.
  static func merged(_ first: JSON, _ second: JSON) -> JSON {
    .object(Object((first.object?.members ?? []) + (second.object?.members ?? [])))
  }
}

import EpicycleSpec

/// One self-contained web page that plays the spec and compares it with its variants, without any network.
///
/// The page holds the specs whole, as JSON with every digit, and computes the positions from them in double
/// precision: y down, positive angles clockwise. With `ExportJob.variants` a slider goes through their budgets, with
/// the error at each beside it, and methods stand side by side; without, it leaves out the smallest arms of the one
/// spec.
public struct HTMLExporter: Exporter {
  public let format = "html"
  public let fileExtensions = ["html", "htm"]
  public let summary = "web page in one file: plays, compares budgets and methods, no network"

  public init() {}

  public func rounding(of job: ExportJob) -> Double? { nil }

  public func export(_ job: ExportJob) throws(ExportError) -> [UInt8] {
    try job.validate()
    let scripts = [
      PackageResources.chain_js, PackageResources.error_js, PackageResources.stage_js,
      PackageResources.chart_js,
      PackageResources.swift_js, PackageResources.page_js,
    ]
    return fill(
      PackageResources.page_html,
      with: [
        "title": Array(markup(job.spec.title).utf8),
        "caption": Array(markup(job.spec.pageCaption).utf8),
        "style": PackageResources.style_css,
        "data": try data(job),
        "script": Array(scripts.joined(separator: [0x0A])),
      ])
  }

  /// What the page plays, as JSON that can't end the script element that holds it.
  private func data(_ job: ExportJob) throws(ExportError) -> [UInt8] {
    let specs = [job.spec] + job.variants.filter { $0 != job.spec }
    let shown = ExportJob.Layer.allCases.filter(job.show.contains)
    let json = JSON.object(
      ("specs", .array(specs.map(\.json))), ("targets", job.targets.json),
      ("show", .array(shown.map { .string($0.rawValue) })))
    do {
      return try json.bytes().flatMap { $0 == UInt8(ascii: "<") ? Array(#"\u003c"#.utf8) : [$0] }
    } catch { throw .unsuitable("the spec is not valid: \(error)") }
  }

  /// The template with each `{{name}}` replaced; what is put in is not looked at again.
  private func fill(_ template: [UInt8], with values: [String: [UInt8]]) -> [UInt8] {
    var page: [UInt8] = []
    var rest = template[...]
    while let open = rest.firstRange(of: Array("{{".utf8)), let close = rest.firstRange(of: Array("}}".utf8))
    {
      page += rest[..<open.lowerBound]
      page += values[String(decoding: rest[open.upperBound..<close.lowerBound], as: UTF8.self)] ?? []
      rest = rest[close.upperBound...]
    }
    return page + rest
  }
}

extension Spec {
  fileprivate var pageCaption: String {
    let curves = chains.count == 1 ? "A closed curve" : "\(chains.count) closed curves"
    return "\(curves) drawn by rotating clocks, once round in \(decimal(loop.seconds)) s."
  }
}

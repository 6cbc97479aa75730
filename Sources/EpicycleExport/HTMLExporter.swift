import EpicycleSpec

/// One self-contained web page that plays the spec and compares it with its variants, without any network.
///
/// The page holds the specs whole, as JSON with every digit of theirs (`Spec.rounded(within:timing:)` makes many of them
/// smaller), and computes the positions from them in double precision: y down, positive angles clockwise. A browser's
/// canvas takes single precision, so that what is drawn is first moved to the origin and made 1000 long, the
/// original curve when the page is written. With `ExportJob.variants` a slider goes through their budgets, with
/// the error at each beside it, and methods stand side by side; without, it leaves out the smallest arms of the one
/// spec.
public struct HTMLExporter: Exporter {
  public let format = "html"
  public let fileExtensions = ["html", "htm"]
  public let summary = "web page in one file: plays, compares budgets and methods, no network"
  public let takesVariants = true

  public init() {}

  /// Throws `.unsuitable` for a spec that isn't valid, for a variant of other curves, and for numbers that can't be drawn.
  public func export(_ job: ExportJob) throws(ExportError) -> [UInt8] {
    try job.validate()
    guard job.variants.allSatisfy({ $0.isComparable(with: job.spec) }) else {
      throw .unsuitable("a page compares specs of the same curves, which take the same time")
    }
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
    guard let place = NearPlace(job.spec.frameAroundArms(withCircles: false)) else {
      throw .unsuitable("the numbers are too large or too small to be drawn")
    }
    var targets: [String] = []
    for target in job.targets { targets.append(try place(target)) }
    let shown = ExportJob.Layer.allCases.filter(job.show.contains)
    let json = JSON.object(
      ("specs", .array(specs.map(\.withoutPeriods))), ("targets", targets.json),
      ("place", .object(("x", place.middle.x.json), ("y", place.middle.y.json), ("scale", place.scale.json))),
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
  /// The spec's JSON without the periods that the page finds again in the harmonics, T/(n_k − n_{k−1}).
  fileprivate var withoutPeriods: JSON {
    guard case .object(var spec) = json else { return json }
    let chains = self.chains.map { chain -> JSON in
      guard case .object(var members) = chain.json else { return chain.json }
      var before = 0
      let clocks = chain.clocks.map { clock -> JSON in
        let derived = loop.seconds / (Double(clock.harmonic) - Double(before))
        before = clock.harmonic
        guard case .object(var members) = clock.json, derived == clock.period else { return clock.json }
        members.members.removeAll { $0.key == "period" }
        return .object(members)
      }
      for index in members.members.indices where members.members[index].key == "clocks" {
        members.members[index].value = .array(clocks)
      }
      return .object(members)
    }
    for index in spec.members.indices where spec.members[index].key == "chains" {
      spec.members[index].value = .array(chains)
    }
    return .object(spec)
  }

  fileprivate func isComparable(with other: Spec) -> Bool {
    units == other.units && loop == other.loop && chains.map(\.id) == other.chains.map(\.id)
      && zip(chains, other.chains).allSatisfy {
        ($0.curve.length - $1.curve.length).magnitude <= 1e-6 * $1.curve.length
      }
  }

  fileprivate var pageCaption: String {
    let curves = chains.count == 1 ? "A closed curve" : "\(chains.count) closed curves"
    return "\(curves) drawn by rotating clocks, once round in \(decimal(loop.seconds)) s."
  }
}

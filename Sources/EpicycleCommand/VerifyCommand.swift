import EpicycleSpec
import Epicycles
import Foundation
import PlaneCurves
import SVGPaths

/// `epicycle verify`.
struct VerifyCommand: Sendable {
  private let file: String
  private let input: Input
  private let reading: SVGOptions
  private let console: Console

  init(_ arguments: Arguments, _ console: Console) throws(Failure) {
    guard let file = arguments.operands.first, arguments.operands.count == 1 else {
      throw .usage("verify takes one spec, but \(arguments.operands.count) are given")
    }
    self.file = file
    switch (arguments.values[.against], arguments.values[.path]) {
    case (let name?, nil): input = name == "-" ? .standardInput : .file(name)
    case (nil, let data?): input = .pathData(data)
    default: throw .usage("verify needs --against INPUT, or --path")
    }
    guard file != "-" || input != .standardInput else { throw .usage("standard input (-) is given twice") }
    reading = try arguments.svgOptions()
    self.console = console
  }

  func run() throws(Failure) {
    let spec = try SpecFile.read(file)
    let targets = try CurveChoice.targets(of: spec, in: try input.read(reading))
    let discrepancies = spec.discrepancies(against: targets)
    for discrepancy in discrepancies {
      Console(quiet: false).error("\(file): \(discrepancy)")
    }
    guard discrepancies.isEmpty else {
      throw Failure(
        .someFailed, "does-not-hold",
        "\(discrepancies.count) \(discrepancies.count == 1 ? "figure does" : "figures do") not hold",
        source: file)
    }
    console.note("\(file): every figure holds")
  }
}

/// Reads specs.
enum SpecFile {
  static func read(_ path: String) throws(Failure) -> Spec {
    let bytes = try Input.bytes(of: path)
    if bytes.first(where: { !" \t\r\n".utf8.contains($0) }) == UInt8(ascii: "<") {
      throw Failure(
        .badInput, "spec", "found XML, expected a spec in JSON, which epicycle solve makes from a drawing",
        source: path)
    }
    do throws(SpecError) { return try Spec.parse(bytes) } catch {
      let place = error.path.isEmpty ? "" : error.path + ": "
      throw Failure(
        .badInput, "spec", place + "found \(error.found), expected \(error.expected)", source: path,
        line: error.line, column: error.column)
    }
  }
}

extension CurveChoice {
  /// The curve behind each chain of a spec, found again in its document.
  static func targets(of spec: Spec, in document: SVGDocument) throws(Failure) -> [Target] {
    var targets: [Target] = []
    for chain in spec.chains {
      let reference = chain.curve
      if let motion = reference.motion {
        targets.append(try target(ofMotion: motion, chain, in: document))
        continue
      }
      let outlines = document.outlines(selecting: reference.subpath == .join ? reference.select : nil)
      let wanted =
        outlines.filter { outline in
          switch reference.subpath {
          case .join: true
          case .index(let number): outline.element == reference.element && outline.number == number
          }
        }
      let t = reference.transform
      var choice = CurveChoice()
      choice.closure = reference.open
      choice.subpaths = reference.subpath == .join ? .join : .all
      let transform = AffineTransform(t[0], t[1], t[2], t[3], t[4], t[5])
      guard let target = try choice.targets(of: wanted, transform).targets.first else {
        throw missing(chain)
      }
      targets.append(target)
    }
    return targets
  }

  private static func target(
    ofMotion index: Int, _ chain: Spec.Chain, in document: SVGDocument
  ) throws(Failure) -> Target {
    var choice = CurveChoice()
    choice.closure = chain.curve.open
    let t = chain.curve.transform
    let transform = AffineTransform(t[0], t[1], t[2], t[3], t[4], t[5])
    guard document.motions.indices.contains(index),
      let target = try choice.target(of: document.motions[index], id: chain.id, transform)
    else { throw missing(chain) }
    return target
  }

  private static func missing(_ chain: Spec.Chain) -> Failure {
    Failure(
      .badInput, "no-curve", "the curve of chain '\(chain.id)' is not in the input, or has no length")
  }
}

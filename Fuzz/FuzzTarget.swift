import EpicycleSpec
import Epicycles
import Foundation
import PlaneCurves
import SVGPaths

@testable import EpicycleCommand

/// What reads bytes from outside. A property that does not hold traps, which the fuzzer takes for a crash.
enum FuzzTarget: String, CaseIterable {
  case path, svg, spec, records, options, structure

  func run(_ bytes: [UInt8]) {
    switch self {
    case .path: Self.readPath(bytes)
    case .svg: Self.readDocument(bytes)
    case .spec: Self.readSpec(bytes)
    case .records: Self.readRecords(bytes)
    case .options: Self.readOptions(bytes)
    case .structure: StructuredPath.check(bytes)
    }
  }

  /// Path data is read to finite coordinates, and what is printed of it reads as the same.
  private static func readPath(_ bytes: [UInt8]) {
    for strict in [false, true] {
      let data = bytes.withUnsafeBufferPointer { PathData(parsing: $0, strict: strict) }
      check(data.subpaths)
    }
    let data = bytes.withUnsafeBufferPointer { PathData(parsing: $0) }
    requireReadable(data.subpaths)
  }

  /// A document gives finite shapes that make finite curves.
  private static func readDocument(_ bytes: [UInt8]) {
    var options = SVGOptions()
    options.limits.placedElements = 10_000
    options.limits.entityBytes = 1 << 20
    guard let document = try? SVGInput.read(bytes: bytes, options: options) else { return }
    for shape in document.shapes { check(shape.subpaths) }
    let ids = document.outlines().map(\.id)
    require(Set(ids).count == ids.count, "outlines with distinct ids")
  }

  /// Finite coordinates, and a finite length of every curve that there is.
  private static func check(_ subpaths: [Subpath]) {
    for subpath in subpaths.prefix(20) {
      require(subpath.start.isFinite && subpath.segments.allSatisfy(\.isFinite), "finite coordinates")
      for closure in [OpenClosure.retrace, .line] {
        guard let curve = try? Curve(closing: subpath, by: closure) else { continue }
        require(curve.length.isFinite && curve.length > 0, "a finite length")
        require(curve.sample(count: 7).allSatisfy(\.isFinite), "finite points")
      }
    }
  }

  /// What is read is written and read again as the same, and checked against a curve without a trap.
  private static func readSpec(_ bytes: [UInt8]) {
    guard let spec = try? Spec.parse(bytes) else { return }
    guard let text = try? spec.json.bytes() else { return require(false, "a spec that can be written") }
    require((try? Spec.parse(text)) == spec, "the same spec again")
    for chain in spec.chains.prefix(4) {
      for time in [0, 0.37 * spec.loop.seconds, 1e9] {
        _ = chain.position(at: time, loop: spec.loop)
        _ = chain.orientation(at: time, loop: spec.loop)
      }
    }
    guard let document = try? SVGInput.read(bytes: Array("M0 0H3V4Q1 2 0 3z".utf8)),
      let targets = try? CurveChoice.targets(of: spec, in: document)
    else { return }
    _ = spec.discrepancies(against: targets)
  }

  /// Every line is answered by a line of JSON with its id.
  private static func readRecords(_ bytes: [UInt8]) {
    var options = SolveOptions()
    options.goal = .clocks(3)
    options.fit = .truncate
    for line in bytes.split(separator: UInt8(ascii: "\n")).prefix(20) {
      let answer = Records.answer(to: .success(Array(line)), SVGOptions()) { (document) throws(Failure) in
        let curves = try CurveChoice().curves(of: document, most: 3)
        do throws(SolveError) {
          return try solve(curves.targets, options: options, generator: "fuzz", frame: curves.frame).json
        } catch { throw Failure(error) }
      }
      require(answer.last == UInt8(ascii: "\n"), "a whole line")
      require(answer.dropLast().allSatisfy { $0 != UInt8(ascii: "\n") }, "one line")
      guard let json = try? JSON(parsing: Array(answer)) else { return require(false, "an answer in JSON") }
      let given = (try? JSON(parsing: Array(line)))?["id"] ?? .null
      require(json["id"] == given, "the same id")
    }
  }

  /// Words are understood, or refused with a usage error in one line.
  private static func readOptions(_ bytes: [UInt8]) {
    let words = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    do throws(Failure) {
      guard case .run(let arguments) = try ArgumentParser.parse(words) else { return }
      let console = Console(quiet: true)
      switch arguments.command {
      case .solve: _ = try SolveCommand(arguments, console)
      case .inspect: _ = try InspectCommand(arguments, console)
      case .verify: _ = try VerifyCommand(arguments, console)
      default: _ = try arguments.pictureOptions()
      }
      _ = try arguments.inputs()
      _ = try arguments.exporter(for: Output(argument: "x.json"), fallback: nil)
    } catch {
      require(error.status == .usage, "a usage error")
      require(!error.text.isEmpty, "a message")
    }
  }
}

/// Ends the process where `condition` does not hold.
func require(_ condition: Bool, _ property: String) {
  if condition { return }
  FileHandle.standardError.write(Data("does not hold: \(property)\n".utf8))
  abort()
}

/// Path data printed from `subpaths` reads as the same: lines and Béziers exactly, arcs to rounding.
func requireReadable(_ subpaths: [Subpath]) {
  let text = PathPrinter.print(subpaths)
  let again = PathData(parsing: text)
  // No number beyond ±3.4e38 can be read, and an arc may reach far beyond its ends.
  let isReadable = subpaths.allSatisfy { subpath in
    let box = subpath.bounds
    return [box.minimum, box.maximum].allSatisfy { max(abs($0.real), abs($0.imaginary)) < 1e30 }
  }
  guard isReadable else { return }
  require(again.error == nil, "printed path data without an error: \(text)")
  // A closing line without length is not written.
  let before = subpaths.flatMap(\.segments).filter { !isEmptyLine($0) }
  let after = again.subpaths.flatMap(\.segments).filter { !isEmptyLine($0) }
  let hasArcs = before.contains { if case .arc = $0 { true } else { false } }
  guard hasArcs else { return require(before == after, "the same segments: \(text)") }
  // Arcs are the same to rounding, and some are written in two parts.
  for (a, b) in zip(subpaths.filter { !$0.segments.isEmpty }, again.subpaths.filter { !$0.segments.isEmpty })
  {
    let extent = max(a.bounds.diagonal, size(of: a.bounds.centre))
    require(size(of: a.end - b.end) <= 1e-9 * extent, "the same end: \(text)")
    guard let first = try? Curve(closing: a), let second = try? Curve(closing: b) else { continue }
    require(abs(first.length - second.length) <= 1e-6 * (first.length + extent), "the same length: \(text)")
  }
}

private func isEmptyLine(_ segment: Segment) -> Bool {
  if case .line(let line) = segment { line.start == line.end } else { false }
}

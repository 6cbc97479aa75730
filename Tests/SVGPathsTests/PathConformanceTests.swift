import Foundation
import PlaneCurves
import Testing

@testable import SVGPaths

/// Path data against what Chromium and svgpathtools make of it.
@Suite(.enabled(if: Reference.folder != nil, Reference.isMissing))
struct PathConformanceTests {
  @Test func everyPathIsReadAsTheReferencesReadIt() throws {
    let records = try Reference.records("paths.jsonl")
    #expect(records.count >= 256)
    var worst: [String: Double] = [:]
    for record in records {
      let id = try #require(record["id"] as? String)
      let text = try #require(record["d"] as? String)
      let chromium = try #require(record["chromium"] as? [String: Any])
      let data = PathData(parsing: text)
      #expect((data.error == nil) == (record["valid"] as? Bool), "\(id): \(String(describing: data.error))")
      if record["strict_grammar"] as? Bool == false {
        #expect(PathData(parsing: text, strict: true).error != nil, "\(id)")
      } else {
        #expect((PathData(parsing: text, strict: true).error == nil) == (data.error == nil), "\(id)")
      }
      expectCommands(of: text, toBe: chromium["computed"] as? String, id)
      expectSubpaths(data.subpaths, toBe: chromium["subpaths"] as? [[String: Any]] ?? [], id, record)

      let skipped = Set((record["ambiguous_points"] as? [Double] ?? []).map { Int(($0 * 32).rounded()) })
      let (length, points) = thirtySecondths(of: data.subpaths)
      func compare(_ reference: [String: Any], _ tolerance: Double, _ name: String) {
        guard let expected = Reference.points(reference["points"]), let box = data.subpaths.box else {
          return
        }
        let size = max(box.width, box.height, .leastNormalMagnitude)
        #expect(points.count == expected.count, "\(id): \(points.count) points, \(expected.count) in \(name)")
        let deviations = zip(points, expected).enumerated().map { index, pair in
          let distance = (pair.0 - pair.1).length
          return skipped.contains(index) ? 0 : size == .leastNormalMagnitude ? distance : distance / size
        }
        let share = deviations.max() ?? 0
        #expect(share <= tolerance, "\(id): off by \(share) against \(name)")
        worst[name] = max(worst[name] ?? 0, share)
        if let total = reference["length"] as? Double {
          #expect(
            abs(total - length) <= tolerance * max(size, total), "\(id): length \(length), \(name) \(total)")
        }
      }
      if let tools = record["svgpathtools"] as? [String: Any] { compare(tools, 1e-7, "svgpathtools") }
      if record["float32_limited"] as? Bool != true {
        compare(
          chromium, data.subpaths.hasArcs ? 5e-4 : 1e-4,
          data.subpaths.hasArcs ? "Chromium, arcs" : "Chromium, no arcs")
      }
    }
    print("largest deviations of paths, as shares of the box:", worst)
  }

  /// The commands that were kept, with six significant digits.
  private func expectCommands(of text: String, toBe computed: String?, _ id: String) {
    var recorder = CommandRecorder()
    var text = text
    _ = text.withUTF8 { PathGrammar.parse($0, strict: false, into: &recorder) }
    let expected = ReferenceCommand.list(computed ?? "")
    #expect(recorder.commands.count == expected.count, "\(id)")
    for (ours, theirs) in zip(recorder.commands, expected) {
      #expect(ours.kind == theirs.kind, "\(id)")
      #expect(ours.numbers.count == theirs.numbers.count, "\(id)")
      for (a, b) in zip(ours.numbers, theirs.numbers) {
        #expect(abs(a - b) <= 1.0e-5 * max(abs(b), 1e-6) + 1e-5, "\(id): \(ours) against \(theirs)")
      }
    }
  }

  private func expectSubpaths(
    _ subpaths: [Subpath], toBe expected: [[String: Any]], _ id: String, _ record: [String: Any]
  ) {
    #expect(subpaths.count == expected.count, "\(id): \(subpaths.count) subpaths, not \(expected.count)")
    for (subpath, reference) in zip(subpaths, expected) {
      #expect(subpath.closedByZ == (reference["closed"] as? Bool), "\(id)")
      let length = MeasuredPath(segments: subpath.segments).length
      if let theirs = reference["length"] as? Double, record["float32_limited"] == nil {
        #expect(abs(length - theirs) <= 5e-4 * max(theirs, 1e-6), "\(id): \(length) against \(theirs)")
      }
    }
  }
}

/// A command as Chromium's computed style gives it: `H`, `V`, `S` and `T` reduced to what they draw.
struct ReferenceCommand: Equatable {
  var kind: Character
  var numbers: [Double]

  /// Reads Chromium's notation: letters and numbers with single spaces between them.
  static func list(_ text: String) -> [ReferenceCommand] {
    var commands: [ReferenceCommand] = []
    for word in text.split(separator: " ") {
      if let number = Double(word) {
        commands[commands.count - 1].numbers.append(number)
      } else {
        commands.append(ReferenceCommand(kind: Character(String(word)), numbers: []))
      }
    }
    var (here, start) = ([0.0, 0.0], [0.0, 0.0])
    for index in commands.indices {
      let command = commands[index]
      switch command.kind {
      case "H": commands[index] = .init(kind: "L", numbers: [command.numbers[0], here[1]])
      case "V": commands[index] = .init(kind: "L", numbers: [here[0], command.numbers[0]])
      case "S": commands[index] = .init(kind: "C", numbers: command.numbers)
      case "T": commands[index] = .init(kind: "Q", numbers: command.numbers)
      default: break
      }
      if command.kind == "Z" { here = start } else { here = Array(commands[index].numbers.suffix(2)) }
      if command.kind == "M" { start = here }
      // Reflected control points aren't given: compare what is.
      if "ST".contains(command.kind) || "CQ".contains(command.kind) { commands[index].numbers = Array(here) }
    }
    return commands
  }
}

/// Notes commands in the reference's terms: curves by their ends alone.
struct CommandRecorder: PathSink {
  var commands: [ReferenceCommand] = []
  private mutating func note(_ kind: Character, _ points: Complex...) {
    commands.append(.init(kind: kind, numbers: points.flatMap { [$0.real, $0.imaginary] }))
  }
  mutating func move(to point: Complex) { note("M", point) }
  mutating func line(to point: Complex) { note("L", point) }
  mutating func quadratic(_ control: Complex, to point: Complex) { note("Q", point) }
  mutating func cubic(_ control1: Complex, _ control2: Complex, to point: Complex) { note("C", point) }
  mutating func arc(_ radii: Complex, rotation: Angle, largeArc: Bool, sweep: Bool, to point: Complex) {
    let numbers = [radii.real, radii.imaginary, rotation.degrees, largeArc ? 1 : 0, sweep ? 1 : 0]
    commands.append(.init(kind: "A", numbers: numbers + [point.real, point.imaginary]))
  }
  mutating func close() { note("Z") }
}

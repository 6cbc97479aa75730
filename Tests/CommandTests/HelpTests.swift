import Foundation
import Testing

@testable import EpicycleCommand

struct HelpTests {
  @Test func helpOfInspect() throws {
    let outcome = try Tool.run(["inspect", "--help"])
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(
      outcome.text == """
        Show which curves and motions a file holds.

        Usage: epicycle inspect [OPTIONS] INPUT...

        Lists each curve's length, corners, closedness and box, and what animateMotion elements say.
        Lengths are in the root's user units.
        A corner is a place where the direction jumps by more than 1 degree.

        Options:
          -o, --output FILE|DIR|-   Write to FILE, into folder DIR (one file an input), or to standard
                                    output (-) (default: -)
              --json                Answer as JSON
              --points N            Give N points at equal steps of arc length on each curve, both ends
                                    counted
              --by subpath|element  What counts as one curve (default: subpath)
              --path DATA           Take this path data instead of a file
              --select #ID          Only the element with this id, or what it holds
              --strict              Refuse path data with an error instead of using what stands before it
              --limit NAME=N,...    Change what an input may cost: bytes, depth, elements, attributes,
                                    entity-bytes, placed-elements, segments, selector-steps, warnings
              --ndjson              Read a JSON record a line from standard input, answer a line each
          -j, --jobs N              Inputs to work on at a time (default: all cores)
          -q, --quiet               No summary, no progress, no warnings
          -h, --help                Show this help

        Examples:
          epicycle inspect logo.svg
              a table
          epicycle inspect logo.svg --json --points 33
              for programs

        """)
  }

  @Test(arguments: Command.allCases) func everyCommandHasHelpWithExamples(_ command: Command) throws {
    for words in [[command.rawValue, "--help"], [command.rawValue, "-h"], ["help", command.rawValue]] {
      let outcome = try Tool.run(words)
      #expect(outcome.status == 0)
      #expect(outcome.text.contains("Usage: epicycle \(command.rawValue)"))
      #expect(outcome.text.contains("Examples:\n  epicycle \(command.rawValue)"))
      #expect(outcome.text.split(separator: "\n").allSatisfy { $0.count <= 110 })
    }
  }

  @Test func versionIsTheChangelogs() throws {
    let outcome = try Tool.run(["--version"])
    #expect(outcome.status == 0)
    let log = try String(contentsOf: Tool.root.appendingPathComponent("CHANGELOG.md"), encoding: .utf8)
    let headings = log.split(separator: "\n").filter { $0.hasPrefix("## ") && $0 != "## Unreleased" }
    #expect(outcome.text == "epicycle \(headings.first?.dropFirst(3) ?? "")\n")
  }

  @Test func colourOnlyOnATerminal() throws {
    let outcome = try Tool.run(["solve", "nowhere.svg"])
    #expect(!outcome.errors.contains("\u{1B}"))
  }
}

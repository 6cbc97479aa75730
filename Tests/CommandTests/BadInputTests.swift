import Foundation
import Testing

/// Bad input gets one clear line and the documented exit status, and leaves nothing behind.
struct BadInputTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var words: [String]
    var status: Int32
    /// What the one line must contain.
    var says: String
    /// Written to `input.svg` in an empty folder, where the command runs.
    var file: [UInt8]?
    var testDescription: String { name }

    init(_ name: String, _ words: [String], _ status: Int32, _ says: String, file: String? = nil) {
      (self.name, self.words, self.status, self.says) = (name, words, status, says)
      self.file = file.map { Array($0.utf8) }
    }
    init(_ name: String, _ status: Int32, _ says: String, bytes: [UInt8]) {
      (self.name, words, self.status, self.says, file) = (
        name, ["solve", "input.svg", "-o", "out.json"], status, says, bytes
      )
    }
    init(_ name: String, svg: String, _ status: Int32, _ says: String) {
      self.init(name, status, says, bytes: Array(svg.utf8))
    }
  }

  static let cases: [Case] = [
    Case("missing file", ["solve", "nowhere.svg"], 66, "nowhere.svg: no such file"),
    Case("a folder without drawings", ["solve", "."], 65, ".: "),
    Case("no input", ["solve"], 64, "no input"),
    Case("no command", [], 64, "no command"),
    Case("unknown command", ["sovle"], 64, "did you mean 'solve'?"),
    Case("unknown option", ["solve", "--clcks", "3", "x"], 64, "did you mean '--clocks'?"),
    Case("option without value", ["solve", "x.svg", "--clocks"], 64, "--clocks needs a value"),
    Case("value where none goes", ["solve", "--upright=yes", "x.svg"], 64, "takes no value"),
    Case("given twice", ["solve", "-n", "3", "--clocks", "4", "x"], 64, "given twice"),
    Case("no clocks", ["solve", "--path", "M0 0H1V1Z", "--clocks", "0"], 64, "from 1 to"),
    Case("negative clocks", ["solve", "--path", "M0 0H1V1Z", "--clocks", "-5"], 64, "from 1 to"),
    Case(
      "absurd clocks", ["solve", "--path", "M0 0H1V1Z", "--clocks", "99999999999999999999"], 64, "from 1 to"),
    Case(
      "clocks that are no number", ["solve", "--path", "M0 0H1V1Z", "--clocks", "1e2"], 64, "found '1e2'"),
    Case("no duration", ["solve", "--path", "M0 0H1V1Z", "--duration", "0"], 64, "seconds"),
    Case("endless duration", ["solve", "--path", "M0 0H1V1Z", "--duration", "inf"], 64, "seconds"),
    Case("unknown order", ["solve", "--path", "M0 0H1V1Z", "--order", "fast"], 64, "one of: slow, radius"),
    Case("bad size", ["solve", "--path", "M0 0H1V1Z", "--size", "10"], 64, "WIDTHxHEIGHT"),
    Case("path and input", ["solve", "x.svg", "--path", "M0 0H1"], 64, "takes the place of an input"),
    Case(
      "two curves, one clock", ["solve", "--path", "M0 0H9V9Z M20 0H29V9Z", "--clocks", "1"], 65,
      "2 curves need 2 clocks"),
    Case(
      "two upright curves, three clocks",
      ["solve", "--path", "M0 0H9V9Z M20 0H29V9Z", "--clocks", "3", "--upright"],
      65, "2 curves need 4 clocks"),
    Case("no such sub-path", ["solve", "--path", "M0 0H9V9Z", "--subpath", "3"], 65, "no sub-path 3"),
    Case("open refused", ["solve", "--path", "M0 0H9V9", "--open", "error"], 65, "is open"),
    Case("nothing in the path", ["solve", "--path", ""], 65, "--path: "),
    Case("only moves", ["solve", "--path", "M1 1 M2 2 m3 3"], 65, "no curve to trace"),
    Case("no length", ["solve", "--path", "M 635 502.5 Z"], 65, "no curve to trace"),
    Case("NaN", ["solve", "--path", "M NaN 0 L1 1"], 65, "expected a number, found 'NaN'"),
    Case("infinity at the start", ["solve", "--path", "M inf 0 L1 1"], 65, "expected a number"),
    Case("too large a number", ["solve", "--path", "M 1e400 0 L1 1"], 65, "number"),
    Case("too large a number later", ["solve", "--path", "M 0 0 L 1e200 1"], 65, "expected a number"),
    Case("inspect too large a number", ["inspect", "--path", "M 0 0 L 1e200 1"], 65, "expected a number"),
    Case("an output without a name", ["solve", "--path", "M0 0H1", "-o", ""], 64, "empty name"),
    Case("strict", ["solve", "--path", "M0 0 L10 0 L5 X", "--strict"], 65, "--path:1:"),
    Case("schema with an input", ["schema", "x"], 64, "takes no input"),
    Case("two inputs, one file", ["solve", "a.svg", "b.svg", "-o", "out.json"], 64, "name a folder"),
    Case(
      "two inputs of one name", ["solve", "a/x.svg", "b/x.svg", "-o", "out/"], 64, "both be written to x.json"
    ),
    Case("empty file", 65, "input.svg: ", bytes: []),
    Case("white space", 65, "input.svg: ", bytes: Array(" \n\t ".utf8)),
    Case(
      "binary rubbish", 65, "input.svg: ", bytes: (0..<512).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }
    ),
    Case("a PNG", 65, "input.svg: ", bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]),
    Case("HTML", svg: "<!DOCTYPE html><html><body><p>hello</body></html>", 65, "HTML"),
    Case(
      "truncated XML", svg: "<svg xmlns='http://www.w3.org/2000/svg'>\n<path d='M0 0H1V1Z'", 65,
      "input.svg:2:"),
    Case("mismatched tags", svg: "<svg xmlns='http://www.w3.org/2000/svg'>\n<g></svg>", 65, "input.svg:2:"),
    Case("another XML", svg: "<feed/>", 65, "not <svg>"),
    Case("an empty drawing", svg: "<svg xmlns='http://www.w3.org/2000/svg'/>", 65, "no curve to trace"),
    Case("damaged gzip", 65, "input.svg: ", bytes: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3, 4]),
    Case("inspect nothing", ["inspect", "--path", "M1 1Z"], 65, "no curve to trace"),
    Case("inspect too many points", ["inspect", "--path", "M0 0H1", "--points", "0"], 64, "--points"),
  ]

  @Test(arguments: cases) func saysOneClearLine(_ test: Case) throws {
    try Tool.withFolder { folder in
      if let file = test.file { try Data(file).write(to: folder.appendingPathComponent("input.svg")) }
      let outcome = try Tool.run(test.words, folder: folder)
      #expect(outcome.status == test.status)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.hasPrefix("epicycle: error: "))
      #expect(outcome.errors.contains(test.says), "\(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
      #expect(try Tool.names(in: folder) == (test.file == nil ? [] : ["input.svg"]))
    }
  }

  @Test func badPathIsUsedUpToTheErrorWithAWarning() throws {
    try Tool.withFolder { folder in
      let svg = "<svg xmlns='http://www.w3.org/2000/svg'>\n  <path d='M0 0 L10 0\n L10 10 L X'/>\n</svg>"
      try Data(svg.utf8).write(to: folder.appendingPathComponent("input.svg"))
      let outcome = try Tool.run(["solve", "input.svg", "-n", "5"], folder: folder)
      #expect(outcome.status == 0)
      #expect(outcome.errors.contains("line 3, column 11"))
      #expect(outcome.errors.contains("expected a number"))
      let strict = try Tool.run(["solve", "input.svg", "-n", "5", "--strict"], folder: folder)
      #expect(strict.status == 65)
      #expect(strict.errors.contains("input.svg:3:11: "))
    }
  }
}

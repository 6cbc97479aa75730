import Foundation
import Testing

/// Plots of sweeps, and `epicycle compare`.
struct CompareTests {
  private static let hasGnuplot =
    (try? Tool.execute("/bin/bash", ["-c", "command -v gnuplot"]).status) == 0

  /// Python's reader of XML judges the document; its elements' names.
  private func elements(_ file: URL) throws -> [String] {
    let script =
      "import sys,xml.etree.ElementTree as e; print(*[x.tag.split('}')[1] for x in e.parse(sys.argv[1]).iter()])"
    let outcome = try Tool.execute("/usr/bin/env", ["python3", "-c", script, file.path])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return outcome.text.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  @Test(.enabled(if: hasGnuplot, "gnuplot is not installed"))
  func plotsAreDrawn() throws {
    try Tool.withFolder { folder in
      let words =
        ["sweep", Tool.sample("heart"), "--methods", "truncate,minimax", "-n", "3,6,12,24,48"]
        + ["--at-error", "2%", "-o", "t.csv", "-q", "--plot"]
      for (name, head) in [("p.svg", "<?xml"), ("p.png", "\u{89}PNG"), ("p.pdf", "%PDF")] {
        let outcome = try Tool.run(words + [name], folder: folder)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        let data = try Data(contentsOf: folder.appendingPathComponent(name))
        #expect(data.starts(with: head.unicodeScalars.map { UInt8($0.value) }))
      }
      let svg = try String(contentsOf: folder.appendingPathComponent("p.svg"), encoding: .utf8)
      #expect(try elements(folder.appendingPathComponent("p.svg")).contains("path"))
      for label in ["truncate", "minimax", "knee", "2 %", "clocks", "certified error, % of the diagonal"] {
        #expect(svg.contains(label), "\(label)")
      }
    }
  }

  /// What a name holds is shown, and never run.
  @Test(.enabled(if: hasGnuplot, "gnuplot is not installed"))
  func namesAreNoCommands() throws {
    try Tool.withFolder { folder in
      let name = "it's `touch a` '; system('touch b') # _{x}.svg"
      try FileManager.default.copyItem(
        atPath: Tool.sample("heart"), toPath: folder.appendingPathComponent(name).path)
      let outcome = try Tool.run(
        ["sweep", name, "--fit-method", "truncate", "-n", "1:4", "--plot", "p.svg", "-o", "t.csv"],
        folder: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try Tool.names(in: folder) == [name, "p.svg", "t.csv"].sorted())
    }
  }

  @Test func aMissingGnuplotIsSaidBeforeTheWork() throws {
    let outcome = try Tool.run(
      ["sweep", Tool.sample("heart"), "--plot", "/tmp/p.svg"], environment: ["PATH": "/nowhere"])
    #expect(outcome.status == 65)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("install the package gnuplot-nox"))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test func twoSpecsStandSideBySide() throws {
    try Tool.withFolder { folder in
      for (name, clocks) in [("a", "8"), ("b", "16")] {
        let words = [
          "solve", Tool.sample("cat"), "--fit-method", "truncate", "-n", clocks, "-o", "\(name).json",
        ]
        #expect(try Tool.run(words, folder: folder).status == 0)
      }
      let words = ["compare", "a.json", "b.json", "--against", Tool.sample("cat")]
      let outcome = try Tool.run(words + ["-o", "both.svg"], folder: folder)
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      let clocks = outcome.text.split(separator: "\n").first { $0.hasPrefix("clocks") }
      #expect(clocks?.split(separator: " ").dropFirst() == ["8", "16", "2"])
      let paths = try elements(folder.appendingPathComponent("both.svg")).count { $0 == "path" }
      #expect(paths == 4)
      let json = try #require(try Tool.run(words + ["--json"], folder: folder).json as? [[String: Any]])
      let upper = json.compactMap { (($0["error"] as? [String: Any])?["max"] as? [String: Double])?["upper"] }
      #expect(upper.count == 2 && upper[1] < upper[0])
    }
  }

  @Test func whatCannotBeComparedIsSaid() throws {
    try Tool.withFolder { folder in
      #expect(
        try Tool.run(["solve", Tool.sample("heart"), "-n", "4", "-o", "a.json"], folder: folder).status == 0)
      #expect(
        try Tool.run(["solve", Tool.sample("subpaths"), "-n", "9", "-o", "b.json"], folder: folder).status
          == 0)
      for (words, status, expected) in [
        (["a.json"], 64, "two specs"), (["a.json", "b.json"], 65, "curves"),
        (["a.json", "missing.json"], 66, "missing.json"), (["a.json", "a.json", "-o", "x.png"], 64, "SVG"),
        (["-", "-"], 64, "given twice"),
      ] {
        let outcome = try Tool.run(["compare"] + words, folder: folder)
        #expect(outcome.status == status, "\(words)")
        #expect(outcome.errors.contains(expected), "\(outcome.errors)")
      }
    }
  }
}

import Foundation
import Testing

/// `verify` accepts what `solve` wrote, and names each figure that was changed.
struct VerifyTests {
  private func withSpec(_ words: [String], _ body: (URL, String) throws -> Void) throws {
    try Tool.withFolder { folder in
      let outcome = try Tool.run(["solve"] + words + ["-o", "spec.json"], folder: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      try body(folder, try String(contentsOf: folder.appendingPathComponent("spec.json"), encoding: .utf8))
    }
  }

  @Test(arguments: [
    ["heart", "-n", "30"], ["letter", "-n", "41", "--upright"], ["stroke", "-n", "20", "--open", "line"],
    ["subpaths", "-n", "60", "--subpath", "join"], ["transforms", "-n", "50", "--size", "155x155"],
    ["subpaths", "-n", "12", "--select", "#eyes", "--order", "radius"],
    ["cat", "-n", "25", "--subpath", "largest"],
    ["infinity", "-n", "12", "--fit-method", "minimax"], ["heart", "-n", "9", "--timing", "free"],
    ["star", "--max-error", "1%"],
    ["square", "--max-error", "0.5%", "--timing", "free", "--speed-range", "any"],
  ])
  func acceptsWhatSolveWrote(_ words: [String]) throws {
    try withSpec([Tool.sample(words[0])] + words.dropFirst()) { folder, _ in
      let outcome = try Tool.run(["verify", "spec.json", "--against", Tool.sample(words[0])], folder: folder)
      #expect(outcome.status == 0)
      #expect(outcome.errors.isEmpty)
    }
  }

  /// Changes one number of the chain's error report and expects the figure to be named.
  @Test(arguments: [
    ("rms", 1.01), ("energy", 0.999), ("aliasing", 0.5), ("fastestPeriod", 1.1), ("diagonal", 1.001),
  ])
  func namesAChangedFigure(_ figure: String, _ factor: Double) throws {
    try withSpec([Tool.sample("heart"), "-n", "20", "--fit-method", "truncate"]) { folder, text in
      let pattern = try Regex("\"\(figure)\": ([-0-9.e]+)").asciiOnlyDigits()
      let match = try #require(text.firstMatch(of: pattern))
      let old = try #require(Double(String(match.output[1].substring ?? "")))
      let changed = text.replacingCharacters(in: match.range, with: "\"\(figure)\": \(old * factor)")
      try Data(changed.utf8).write(to: folder.appendingPathComponent("spec.json"))
      let outcome = try Tool.run(["verify", "spec.json", "--against", Tool.sample("heart")], folder: folder)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains(": heart: \(figure) is "), "\(outcome.errors)")
    }
  }

  @Test(arguments: ["max", "hausdorff", "frechet"]) func namesABoundThatIsTooLow(_ figure: String) throws {
    try withSpec([Tool.sample("heart"), "-n", "20", "--fit-method", "truncate"]) { folder, text in
      let pattern = try Regex("\"\(figure)\": \\{\"lower\": ([-0-9.e]+), \"upper\": ([-0-9.e]+)\\}")
      let match = try #require(text.firstMatch(of: pattern))
      let lower = try #require(Double(String(match.output[1].substring ?? "")))
      let changed = text.replacingCharacters(
        in: match.range, with: "\"\(figure)\": {\"lower\": \(lower * 0.9), \"upper\": \(lower * 0.97)}")
      try Data(changed.utf8).write(to: folder.appendingPathComponent("spec.json"))
      let outcome = try Tool.run(["verify", "spec.json", "--against", Tool.sample("heart")], folder: folder)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains(": heart: \(figure).upper is "), "\(outcome.errors)")
    }
  }

  /// A bound that is 3 % too high can't be told from a true one but by fitting the same clocks again.
  @Test(arguments: ["heart", "cat", "letter"]) func namesAnOptimumThatCanBeBeaten(_ sample: String) throws {
    try withSpec([Tool.sample(sample), "-n", "24"]) { folder, text in
      let pattern = try Regex("\"optimum\": \\{\"lower\": ([-0-9.e]+)\\}")
      let match = try #require(text.firstMatch(of: pattern))
      let lower = try #require(Double(String(match.output[1].substring ?? "")))
      for (factor, status) in [(1.03, Int32(1)), (0.9, 0)] {
        let changed = text.replacingCharacters(
          in: match.range, with: "\"optimum\": {\"lower\": \(lower * factor)}")
        try Data(changed.utf8).write(to: folder.appendingPathComponent("spec.json"))
        let outcome = try Tool.run(["verify", "spec.json", "--against", Tool.sample(sample)], folder: folder)
        #expect(outcome.status == status)
        #expect(outcome.errors.contains("optimum.lower is ") == (status == 1), "\(outcome.errors)")
      }
    }
  }

  @Test func noticesAMovedClockAndAnotherFile() throws {
    try withSpec([Tool.sample("heart"), "-n", "20"]) { folder, text in
      let other = try Tool.run(["verify", "spec.json", "--against", Tool.sample("cat")], folder: folder)
      #expect(other.status == 1)
      #expect(other.errors.contains("curve.length"))
      let pattern = try Regex("\"phase\": ([-0-9.e]+)")
      let match = try #require(text.firstMatch(of: pattern))
      let changed = text.replacingCharacters(in: match.range, with: "\"phase\": 0.123")
      try Data(changed.utf8).write(to: folder.appendingPathComponent("spec.json"))
      let moved = try Tool.run(["verify", "spec.json", "--against", Tool.sample("heart")], folder: folder)
      #expect(moved.status == 1)
      #expect(moved.errors.contains("max.upper"))
    }
  }

  @Test func specErrorsNameTheirPlace() throws {
    try Tool.withFolder { folder in
      for (text, says) in [
        ("{", "spec.json:1:2: "), ("[]", "spec.json:1:1: "), (#"{"format": "x"}"#, "/format"),
        (#"{"format": "epicycle-spec", "version": 2}"#, "version 2"),
      ] {
        try Data(text.utf8).write(to: folder.appendingPathComponent("spec.json"))
        let outcome = try Tool.run(["verify", "spec.json", "--path", "M0 0H1V1Z"], folder: folder)
        #expect(outcome.status == 65)
        #expect(outcome.errors.contains(says), "\(outcome.errors)")
      }
    }
  }
}

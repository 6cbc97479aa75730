import Foundation
import Testing

/// Timing laws, slack, devices and posters through the built binary.
struct MotionTests {
  private static let hold = ["--key-points", "0;1;1;0", "--key-times", "0;.35;.65;1"]

  private static let walk = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path id="p" d="M10 80C40 80 40 20 90 20"/>
    <circle r="3"><animateMotion id="go" dur="8s" keyPoints="0;1;1;0" keyTimes="0;.35;.65;1" calcMode="linear"
    rotate="auto"><mpath href="#p"/></animateMotion></circle></svg>
    """

  private func solve(_ words: [String], _ body: (URL, [String: Any], String) throws -> Void) throws {
    try Tool.withFolder { folder in
      try Data(Self.walk.utf8).write(to: folder.appendingPathComponent("walk.svg"))
      let outcome = try Tool.run(["solve"] + words + ["-o", "spec.json"], folder: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let data = try Data(contentsOf: folder.appendingPathComponent("spec.json"))
      let spec = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      try body(folder, spec, outcome.errors)
    }
  }

  private func codes(_ spec: [String: Any]) -> [String] {
    (spec["warnings"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
  }

  @Test(arguments: [
    ["walk.svg", "--timing", "keyframes", "-n", "20"],
    ["walk.svg", "--timing", "keyframes", "-n", "16", "--slack", "0.08", "--size", "80x60"],
    ["walk.svg", "--timing", "keyframes", "-n", "12", "--frame-rate", "13", "--poster", "auto"],
    ["--path", "M0 0H100", "-n", "16", "--slack", "0.077", "--upright"] + hold,
    ["--path", "M0 0H100V30", "-n", "20", "--key-points", "0;.5;1", "--calc-mode", "discrete"],
    ["--path", "M0 0H100V30Z", "-n", "20", "--key-points", "0;.5;1", "--key-splines", ".4,0,.6,1;.4,0,.6,1"],
    ["--path", "M0 0Q10 30 100 0", "-n", "20", "--timing", "parameter", "--poster", "2.5", "--spin", "-2"],
    ["--path", "M0 0Q10 30 100 0", "-n", "20", "--open", "ease", "--poster", "auto"],
    ["--path", "M0 0Q10 30 100 0", "-n", "9", "--timing", "free", "--poster", "1", "--order", "given"],
    ["--path", "M0 0Q10 30 100 0", "--max-error", "0.5%", "--slack", "0.1"],
    ["--path", "M0 0Q10 30 100 0M20 50H60", "--subpath", "join", "-n", "30"] + hold,
  ])
  func verifyRebuildsTheLaw(_ words: [String]) throws {
    try solve(words) { folder, _, _ in
      let source = words[0] == "--path" ? ["--path", words[1]] : ["--against", "walk.svg"]
      let outcome = try Tool.run(["verify", "spec.json"] + source, folder: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors.isEmpty)
    }
  }

  /// A law that was changed, or less slack than the figure was made with, is noticed.
  @Test(arguments: [("0.35", "0.25"), ("\"slack\": 0.08", "\"slack\": 0.04")])
  func verifyNoticesAnotherLaw(_ old: String, _ new: String) throws {
    try solve(["--path", "M0 0H100", "-n", "12", "--slack", "0.08"] + Self.hold) { folder, _, _ in
      let file = folder.appendingPathComponent("spec.json")
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.contains(old))
      try Data(text.replacingOccurrences(of: old, with: new).utf8).write(to: file)
      let outcome = try Tool.run(["verify", "spec.json", "--path", "M0 0H100"], folder: folder)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("maxWithSlack.upper"), "\(outcome.errors)")
    }
  }

  @Test func keyframesComeFromTheFile() throws {
    try solve(["walk.svg", "--timing", "keyframes", "--select", "#go", "-n", "10"]) { _, spec, errors in
      let loop = try #require(spec["loop"] as? [String: Any])
      #expect(loop["seconds"] as? Double == 8)
      let chain = try #require((spec["chains"] as? [[String: Any]])?.first)
      #expect(chain["id"] as? String == "go")
      let timing = try #require(chain["timing"] as? [String: Any])
      #expect(timing["keyTimes"] as? [Double] == [0, 0.35, 0.65, 1])
      #expect(codes(spec) == ["rotate-auto"])
      #expect(errors.contains("line 2, column 15"), "\(errors)")
    }
  }

  /// The smallest input for each warning, and one beside it that has none.
  @Test(arguments: [
    ("jump", ["--path", "M0 0H9", "--key-points", "0;1"]),
    ("", ["--path", "M0 0H9", "--key-points", "0;1;0"]),
    ("wear-loop", ["--path", "M0 0H9", "--device", "wear", "--duration", "7"]),
    ("", ["--path", "M0 0H9", "--device", "wear", "--duration", "12", "-n", "8"]),
    ("always-on", ["--path", "M0 0H9", "--device", "ios", "-n", "8"]),
    ("", ["--path", "M0 0H9", "--device", "none", "-n", "8"]),
    (
      "static-code",
      ["--path", "M0 0H9", "--device", "ios", "-n", "151", "--fit-method", "truncate", "--duration", "30"]
    ),
    ("long-period", ["--path", "M0 0H9", "--device", "ios", "-n", "2", "--duration", "4000"]),
    (
      "invisible-harmonics",
      ["--path", "M0 0H9", "--frame-rate", "13", "-n", "40", "--duration", "2", "--fit-method", "truncate"]
    ),
    ("device-budget", ["--path", "M0 0H9", "--device", "wear", "-n", "201", "--fit-method", "truncate"]),
    (
      "stands-still",
      ["--path", "M0 0H9", "--device", "wear", "-n", "2", "--timing", "free", "--speed-range", "any"]
    ),
    (
      "", ["--path", "M0 0H9", "--device", "wear", "-n", "2", "--timing", "free", "--speed-range", "0.5:2"]
    ),
  ])
  func warnings(_ code: String, _ words: [String]) throws {
    try solve(words) { _, spec, _ in
      #expect(code.isEmpty ? codes(spec).isEmpty : codes(spec).contains(code), "\(codes(spec))")
    }
  }

  /// 13 frames a second, 2 s: nothing above n = 13 is seen.
  @Test func theFrameRateBoundsTheHarmonics() throws {
    for method in ["truncate", "minimax"] {
      try solve(
        ["--path", "M0 0H9V5Z", "--device", "ios", "--duration", "2", "-n", "40", "--fit-method", method]
      ) { _, spec, _ in
        let chain = try #require((spec["chains"] as? [[String: Any]])?.first)
        let clocks = try #require(chain["clocks"] as? [[String: Any]])
        let harmonics = clocks.compactMap { $0["harmonic"] as? Int }
        #expect(harmonics.count == 26 && harmonics.allSatisfy { abs($0) <= 13 })
        let error = try #require(spec["error"] as? [String: Any])
        let hidden = try #require(error["invisibleHarmonics"] as? [String: Any])
        #expect(hidden["frameRate"] as? Double == 13 && hidden["number"] as? Int == 0)
      }
    }
  }

  /// On a circle of radius r run through evenly, frames lie 2r·sin(πf) apart, f loops between frames, and a frame that
  /// stays is behind by that much.
  @Test func framesOfACircle() throws {
    try solve(
      ["--path", "M10 0A10 10 0 1 1 -10 0A10 10 0 1 1 10 0Z", "--frame-rate", "20", "--duration", "4"]
    ) { _, spec, _ in
      let error = try #require(spec["error"] as? [String: Any])
      for figure in ["largestStep", "shown"] {
        let bounds = try #require(error[figure] as? [String: Double])
        let exact = 20 * sin(Double.pi / 80)
        let (lower, upper) = (try #require(bounds["lower"]), try #require(bounds["upper"]))
        #expect(lower <= exact * 1.000001 && upper >= exact * 0.999999 && upper <= lower * 1.02 + 0.01)
      }
    }
  }

  @Test(arguments: [
    (["--timing", "parameter", "--key-points", "0;1"], "--key-points goes with --timing keyframes"),
    (["--key-times", "0;1"], "--key-times goes with --key-points"),
    (["--key-points", "0;2"], "--key-points: found 2.0"),
    (["--key-points", "0;1", "--key-times", "0;.5"], "--key-times: found 0.5, expected 1 as the last"),
    (["--key-points", "0;1", "--key-splines", "0,0,1"], "entries of 4 numbers"),
    (["--key-points", "0;1", "--key-splines", "0,0,1,1", "--calc-mode", "linear"], "--calc-mode spline"),
    (["--timing", "free", "--slack", "1"], "--slack goes with"), (["--slack", "-1"], "--slack: found '-1'"),
    (["--poster", "soon"], "--poster: found 'soon'"), (["--spin", "1.5"], "--spin: found '1.5'"),
  ])
  func usageErrors(_ words: [String], _ says: String) throws {
    let outcome = try Tool.run(["solve", "--path", "M0 0H9"] + words)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(says), "\(outcome.errors)")
  }

  @Test func aFileWithoutMotionIsRefused() throws {
    let outcome = try Tool.run(["solve", Tool.sample("heart"), "--timing", "keyframes"])
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("no animateMotion"))
  }

  /// What a document says of its motions, beside its curves or alone.
  @Test func inspectListsMotions() throws {
    try Tool.withFolder { folder in
      try Data(Self.walk.utf8).write(to: folder.appendingPathComponent("walk.svg"))
      let table = try Tool.run(["inspect", "walk.svg"], folder: folder)
      #expect(table.status == 0 && table.text.contains("calcMode") && table.text.contains("linear"))
      let answer = try Tool.run(["inspect", "walk.svg", "--json"], folder: folder)
      let json = try #require(answer.json as? [String: Any])
      let motion = try #require((json["motions"] as? [[String: Any]])?.first)
      #expect(motion["id"] as? String == "go" && motion["calcMode"] as? String == "linear")
      #expect(motion["seconds"] as? Double == 8 && motion["closed"] as? Bool == false)
      #expect(motion["keyPoints"] as? [Double] == [0, 1, 1, 0])
      #expect(motion["keyTimes"] as? [Double] == [0, 0.35, 0.65, 1])
      #expect(motion["turnsWithPath"] as? Bool == true && motion["line"] as? Int == 2)
      let curve = try #require((json["curves"] as? [[String: Any]])?.first)
      #expect(motion["length"] as? Double == curve["length"] as? Double)
      let alone = """
        <svg xmlns="http://www.w3.org/2000/svg"><g id="sprite"><animateMotion dur="2s" path="M0 0H9V9H0Z"/></g></svg>
        """
      try Data(alone.utf8).write(to: folder.appendingPathComponent("alone.svg"))
      let second = try Tool.run(["inspect", "alone.svg", "--json"], folder: folder)
      #expect(
        second.status == 0 && second.text.contains("\"moves\": \"sprite\"")
          && second.text.contains("\"length\": 36"))
    }
  }
}

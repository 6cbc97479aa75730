import Foundation
import Testing

/// What a user could lose or wait for in vain.
struct GuardTests {
  @Test func anInputIsNeverOverwritten() throws {
    try Tool.withFolder { folder in
      let original = try Data(contentsOf: URL(fileURLWithPath: Tool.sample("circle")))
      try original.write(to: folder.appendingPathComponent("x.svg"))
      for line in [
        "epicycle solve x.svg -o x.svg", "epicycle inspect ./x.svg -o x.svg",
        "ln -s x.svg y.svg; epicycle solve x.svg -o y.svg",
        "epicycle solve x.svg -o s.json && epicycle render s.json --against x.svg -o x.svg",
      ] {
        let outcome = try Tool.shell(line, folder: folder)
        #expect(outcome.status == 64, "\(line)")
        #expect(outcome.errors.contains("would be overwritten"))
        #expect(try Data(contentsOf: folder.appendingPathComponent("x.svg")) == original)
      }
    }
  }

  @Test func aLinkThatLeadsNowhereIsRefused() throws {
    try Tool.withFolder { folder in
      let outcome = try Tool.shell(
        "ln -s missing.json link.json; epicycle solve '\(Tool.sample("circle"))' -o link.json", folder: folder
      )
      #expect(outcome.status == 73)
      #expect(outcome.errors.contains("leads nowhere"))
      #expect(try Tool.names(in: folder) == ["link.json"])
    }
  }

  /// A program that writes one record and waits for its answer gets it, on any number of threads.
  @Test(arguments: [1, 4]) func recordsAreAnsweredAsTheyCome(_ jobs: Int) throws {
    let outcome = try Tool.shell(
      #"""
      coproc TOOL { epicycle inspect --ndjson - -j \#(jobs); }
      for k in 1 2 3; do
        echo '{"id": '$k', "d": "M0 0H'$k'"}' >&${TOOL[1]}
        read -r -t 60 answer <&${TOOL[0]} || exit 9
        echo "$answer"
      done
      exec {TOOL[1]}>&-
      wait
      """#)
    #expect(outcome.status == 0)
    #expect(outcome.text.split(separator: "\n").count == 3)
  }

  @Test(arguments: [
    ["solve", "--ndjson", "x.svg"], ["solve", "--ndjson", "--path", "M0 0H1"],
    ["inspect", "--ndjson", "-", "-o", "x"],
  ])
  func recordsTakeNoOtherInput(_ words: [String]) throws {
    let outcome = try Tool.run(words)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("--ndjson reads standard input"))
  }

  @Test func anErrorOutOfReachIsSaid() throws {
    for limit in ["0.001", "1e-9", "1e-300"] {
      let outcome = try Tool.run(["solve", "--path", "M0 0H10V10z", "--max-error", limit, "-n", "5"])
      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("with 5 clocks"))
    }
  }

  /// More clocks never draw worse, beyond what is fitted too.
  @Test func hugeBudgetsAreUsed() throws {
    let errors = try ["300", "700", "5000"].map { clocks in
      let outcome = try Tool.run(["solve", "--path", "M0 0H10V10z", "-n", clocks, "--effort", "fast"])
      #expect(outcome.status == 0)
      let spec = try #require(outcome.json as? [String: Any])
      let max = try #require((spec["error"] as? [String: Any])?["max"] as? [String: Double])
      return try #require(max["upper"])
    }
    #expect(errors[1] <= errors[0] * 1.01 && errors[2] <= errors[1] * 1.01, "\(errors)")
  }

  @Test func verifyNoticesALeftOutFigure() throws {
    try Tool.withFolder { folder in
      let solved = try Tool.run(["solve", Tool.sample("heart"), "-n", "12"], folder: folder)
      var spec = try #require(solved.json as? [String: Any])
      spec["error"] = [String: Any]()
      try JSONSerialization.data(withJSONObject: spec).write(to: folder.appendingPathComponent("spec.json"))
      let outcome = try Tool.run(["verify", "spec.json", "--against", Tool.sample("heart")], folder: folder)
      #expect(outcome.status == 1)
      for figure in ["rms", "max", "hausdorff", "frechet", "energy"] {
        #expect(outcome.errors.contains("whole: \(figure) is not there"), "\(figure)")
      }
    }
  }
}

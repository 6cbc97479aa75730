import EpicycleSpec
import Foundation
import Testing

@testable import EpicycleExport

/// `render`, and `solve` straight to a format.
struct RenderTests {
  @Test func listHasEveryFormat() throws {
    let outcome = try Tool.run(["render", "--list"])
    #expect(outcome.status == 0)
    let formats = outcome.text.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
    #expect(formats == Exporters.all.map(\.format))
    #expect(Set(formats).count == formats.count)
    for (line, exporter) in zip(outcome.text.split(separator: "\n"), Exporters.all) {
      #expect(line.hasSuffix("  " + exporter.summary))
      for ending in exporter.fileExtensions { #expect(line.contains(" .\(ending) ")) }
    }
  }

  /// The ending of the file picks the format, and both ways give the same bytes.
  @Test(arguments: ["svg", "csv", "swift", "wear.xml", "lottie.json"]) func solveWritesTheFormat(
    _ ending: String
  ) throws {
    try Tool.withFolder { folder in
      let direct = try Tool.run(
        ["solve", Tool.sample("heart"), "-n", "8", "-o", "direct.\(ending)"], folder: folder)
      #expect(direct.status == 0, "\(direct.errors)")
      #expect(
        try Tool.run(["solve", Tool.sample("heart"), "-n", "8", "-o", "spec.json"], folder: folder).status
          == 0)
      let rendered = try Tool.run(
        ["render", "spec.json", "--against", Tool.sample("heart"), "-o", "rendered.\(ending)"], folder: folder
      )
      #expect(rendered.status == 0, "\(rendered.errors)")
      let a = try Data(contentsOf: folder.appendingPathComponent("direct.\(ending)"))
      let b = try Data(contentsOf: folder.appendingPathComponent("rendered.\(ending)"))
      #expect(!a.isEmpty)
      #expect(a == b)
    }
  }

  /// Two samples as specs `a.json` and `b.json`.
  private func withSpecs(_ body: (URL) throws -> Void) throws {
    try Tool.withFolder { folder in
      for (name, sample) in [("a", "heart"), ("b", "star")] {
        let outcome = try Tool.run(
          ["solve", Tool.sample(sample), "-n", "8", "-o", "\(name).json"], folder: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
      }
      try body(folder)
    }
  }

  @Test func severalSpecsMakeAWidgetWithAButton() throws {
    try withSpecs { folder in
      let outcome = try Tool.run(["render", "a.json", "b.json", "-o", "Widget.swift"], folder: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let source = try String(contentsOf: folder.appendingPathComponent("Widget.swift"), encoding: .utf8)
      #expect(source.contains("static let labels = [\"heart\", \"star\"]"))
      let specs = try ["a", "b"].map {
        try Spec.parse(try Data(contentsOf: folder.appendingPathComponent("\($0).json")))
      }
      let expected = try SwiftExporter().export(ExportJob(spec: specs[0], variants: [specs[1]]))
      #expect(Array(source.utf8) == expected)

      let page = try Tool.run(["render", "a.json", "b.json", "-o", "x.html"], folder: folder)
      #expect(page.status == 65 && page.errors.contains("same curves"))
      let film = try Tool.run(["render", "a.json", "b.json", "-o", "x.svg"], folder: folder)
      #expect(film.status == 64 && film.errors.contains("only html and swift take several"))
    }
  }

  @Test func withoutFFmpegOneLineNamesItsPackage() throws {
    try withSpecs { folder in
      for ending in ["gif", "mp4"] {
        let outcome = try Tool.run(
          ["render", "a.json", "-o", "x.\(ending)"], environment: ["PATH": folder.path], folder: folder)
        #expect(outcome.status == 65)
        #expect(
          outcome.errors == "epicycle: error: a.json: \(ending) needs ffmpeg: install the package ffmpeg\n")
      }
      #expect(try Tool.names(in: folder) == ["a.json", "b.json"])
      // What is missing is said before the fit: this one would take minutes.
      let early = try Tool.run(
        ["solve", Tool.sample("letter"), "--timing", "free", "-n", "200", "--effort", "best", "-o", "x.gif"],
        environment: ["PATH": folder.path], folder: folder)
      #expect(early.status == 65)
      #expect(early.errors == "epicycle: error: gif needs ffmpeg: install the package ffmpeg\n")
      for words in [["solve", Tool.sample("letter")], ["render", "a.json"]] {
        let outcome = try Tool.run(words + ["-o", "none/x.svg"], folder: folder)
        #expect(outcome.status == 73)
        #expect(
          outcome.errors == "epicycle: error: none/x.svg can't be created: no such file or directory\n")
      }
    }
  }

  /// A terminal sees how far a film is, on one line that is gone at the end; nobody else does.
  @Test(
    .enabled(
      if: ["ffmpeg", "script"].allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)") },
      "ffmpeg or script is not installed"))
  func filmsShowProgressOnATerminal() throws {
    try withSpecs { folder in
      let words = "'\(Tool.binary)' render a.json --frame-rate 2 --pixels 64 -o"
      let seen = try Tool.shell("TERM=xterm script -qec \"\(words) x.mp4\" /dev/null", folder: folder)
      #expect(seen.status == 0, "\(seen.text)")
      let lines = seen.text.components(separatedBy: "\r\u{1B}[K")
      #expect(lines.first == "" && lines.last == "")
      #expect(lines.dropFirst().dropLast() == (1...20).map { "mp4: \(5 * $0) %" }[...])
      let quiet = try Tool.shell("\(words) y.mp4", folder: folder)
      #expect(quiet.status == 0 && quiet.text.isEmpty && quiet.errors.isEmpty)
    }
  }

  /// A film that is stopped leaves nothing, neither beside the output nor among the temporary files.
  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "ffmpeg is not installed"))
  func anInterruptedFilmLeavesNothing() throws {
    try withSpecs { folder in
      let temporary = folder.appendingPathComponent("temporary")
      try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
      let outcome = try Tool.shell(
        """
        export TMPDIR="$PWD/temporary"
        '\(Tool.binary)' render a.json --frame-rate 240 --pixels 2000 -o film.mp4 & film=$!
        for _ in $(seq 300); do ls temporary/*/ffmpeg.txt >/dev/null 2>&1 && break; sleep 0.1; done
        ls temporary/*/ffmpeg.txt && sleep 0.3; kill -TERM $film; wait $film; echo "status $?"; sleep 1
        """, folder: folder)
      #expect(outcome.text.contains("ffmpeg.txt"), "it was running: \(outcome.errors)")
      #expect(outcome.text.contains("status 130"))
      #expect(try Tool.names(in: folder) == ["a.json", "b.json", "temporary"])
      #expect(try Tool.names(in: temporary) == [])
    }
  }

  /// The figures that are printed are those of the file: `verify` finds no fault with them.
  @Test func thePageHoldsTheFiguresOfWhatItHolds() throws {
    try Tool.withFolder { folder in
      let outcome = try Tool.run(
        ["solve", Tool.sample("square"), "-n", "6", "--effort", "fast", "-o", "page.html"], folder: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let page = try String(contentsOf: folder.appendingPathComponent("page.html"), encoding: .utf8)
      #expect(page.utf8.count < 300_000)
      let data = try #require(page.firstMatch(of: /application\/json">(.*?)<\/script>/))
      let specs = try #require(try JSON(parsing: Array(data.1.utf8))["specs"]?.array)
      #expect(specs.count > 40)
      for (number, spec) in specs.enumerated() where number % 7 == 0 {
        try Data(try Self.withPeriods(spec).bytes()).write(to: folder.appendingPathComponent("spec.json"))
        let check = try Tool.run(
          ["verify", "spec.json", "--against", Tool.sample("square")], folder: folder)
        #expect(check.status == 0, "\(number): \(check.errors)")
      }
    }
  }

  /// T/(n_k − n_{k−1}) in each clock that doesn't say its period.
  private static func withPeriods(_ spec: JSON) throws -> JSON {
    let seconds = try #require(spec["loop"]?["seconds"]?.number)
    func set(_ object: JSON, _ key: String, _ value: JSON) -> JSON {
      .object(
        JSON.Object((object.object?.members ?? []).filter { $0.key != key } + [JSON.Member(key, value)]))
    }
    let chains = (spec["chains"]?.array ?? []).map { chain -> JSON in
      var before = 0
      let clocks = (chain["clocks"]?.array ?? []).map { clock -> JSON in
        let harmonic = clock["harmonic"]?.integer ?? 0
        defer { before = harmonic }
        return clock["period"] == nil
          ? set(clock, "period", .number(seconds / Double(harmonic - before))) : clock
      }
      return set(chain, "clocks", .array(clocks))
    }
    return set(spec, "chains", .array(chains))
  }

  @Test func aWatchFacePrintsTheErrorOfWhatItSays() throws {
    try withSpecs { folder in
      let outcome = try Tool.run(
        ["render", "a.json", "--against", Tool.sample("heart"), "-o", "x.wear.xml"], folder: folder)
      #expect(outcome.status == 0)
      let spec = try Spec.parse(try Data(contentsOf: folder.appendingPathComponent("a.json")))
      let printed = try #require(
        outcome.errors.firstMatch(of: /up to (\S+) units from the spec, largest error (\S+),/))
      let moved = try #require(Double(printed.1))
      #expect(moved > 0 && moved < 1e-3)
      let error = try #require(spec.error.max)
      let found = try #require(Double(printed.2))
      #expect(found >= error.lower * (1 - 1e-5) - moved && found <= error.upper * (1 + 1e-5) + moved)
      let blind = try Tool.run(["render", "a.json", "-o", "y.wear.xml"], folder: folder)
      #expect(blind.errors.contains("largest error at most"))
    }
  }

  /// The example's watch face is what its README says makes it, but for what the last bits of a processor change.
  @Test func theExampleIsUpToDate() throws {
    let example = Tool.root.appendingPathComponent("examples/wear-os")
    let readme = try String(contentsOf: example.appendingPathComponent("README.md"), encoding: .utf8)
    let command = try #require(readme.firstMatch(of: /\.\/epicycle (solve .*) -o (\S+watchface.xml)/))
    let outcome = try Tool.run(command.1.split(separator: " ").map(String.init), folder: Tool.root)
    #expect(outcome.status == 0)
    let made = String(decoding: outcome.output, as: UTF8.self)
    let kept = try String(contentsOf: Tool.root.appendingPathComponent(String(command.2)), encoding: .utf8)
    let decimal = /-?\d+\.\d+/
    #expect(made.replacing(decimal, with: "#") == kept.replacing(decimal, with: "#"))
    for (a, b) in zip(made.matches(of: decimal), kept.matches(of: decimal)) {
      let (x, y) = (try #require(Double(a.output)), try #require(Double(b.output)))
      #expect(abs(x - y) < 0.05, "\(x) and \(y)")
    }
    for file in [
      "AndroidManifest.xml", "res/xml/watch_face_info.xml", "res/values/strings.xml", "res/raw/watchface.xml",
    ] {
      let path = example.appendingPathComponent("src/main/\(file)").path
      #expect(try Tool.run(["inspect", path]).errors.contains("not well-formed") == false, "\(file)")
    }
  }

  /// Another drawing than the spec's is drawn, but not without a word; a drawing is no spec.
  @Test func theWrongDrawingIsNamed() throws {
    try withSpecs { folder in
      let other = try Tool.run(
        ["render", "a.json", "--against", Tool.sample("star"), "-o", "x.svg"], folder: folder)
      #expect(other.status == 0)
      #expect(other.errors.contains("warning: a.json: the curve of chain 'heart' is "))
      #expect(other.errors.contains("made from another drawing"))
      let own = try Tool.run(
        ["render", "a.json", "--against", Tool.sample("heart"), "-o", "x.svg"], folder: folder)
      #expect(own.status == 0 && own.errors.isEmpty)
      for command in ["render", "verify"] {
        let drawing = try Tool.run(
          [command, Tool.sample("heart"), "--against", Tool.sample("heart")]
            + (command == "render" ? ["-o", "x.svg"] : []), folder: folder)
        #expect(drawing.status == 65)
        #expect(drawing.errors.contains("heart.svg: found XML, expected a spec in JSON"))
      }
    }
  }

  @Test(arguments: [
    (["render", "x.json"], "name a format"), (["render", "x.json", "--format", "flv"], "one of: json, svg"),
    (["render"], "takes a spec"),
    (["render", "x.json", "-o", "x.svg", "--show", "arms,legs"], "found 'legs'"),
    (["solve", "a.svg", "b.svg", "--format", "svg"], "name a folder"),
  ])
  func wrongUsage(_ words: [String], _ says: String) throws {
    let outcome = try Tool.run(words)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(says), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }
}

import Foundation
import Testing

@testable import EpicycleCommand

/// `epicycle sweep` as a user runs it.
struct SweepTests {
  /// The rows of a CSV by Python's own reader, so that another program judges the quoting.
  private func rows(_ data: Data) throws -> [[String: String]] {
    let script = "import csv,json,sys; json.dump(list(csv.DictReader(sys.stdin, strict=True)), sys.stdout)"
    let outcome = try Tool.execute("/usr/bin/env", ["python3", "-c", script], input: data)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try #require(outcome.json as? [[String: String]])
  }

  @Test func aRowSaysWhatSolveSays() throws {
    let words = [Tool.sample("heart"), "--fit-method", "minimax", "--duration", "4"]
    let swept = try rows(try Tool.run(["sweep", "--clocks", "5,9:11"] + words).output)
    #expect(swept.map { $0["clocks"] } == ["5", "9", "10", "11"])
    let solved = try #require(try Tool.run(["solve", "-n", "11"] + words).json as? [String: Any])
    let error = try #require(solved["error"] as? [String: Any])
    let row = try #require(swept.last)
    let share = try #require((error["relative"] as? [String: Double])?["max"])
    #expect(try #require(Double(row["error_percent"] ?? "")) <= 100.001 * share)
    #expect(row["corners"] == "2" && row["curves"] == "1" && row["unit"] == "user")
    #expect(row["method"] == "minimax" && row["metric"] == "max" && row["version"] == Version.number)
    #expect(Double(row["fastest_period"] ?? "").map { $0 <= 4 } == true)
    #expect(Double(row["seconds"] ?? "").map { $0 > 0 } == true)
  }

  @Test func columnsAreDocumented() throws {
    let header = try #require(
      try Tool.run(["sweep", Tool.sample("circle"), "-n", "1"]).text.split(separator: "\n").first)
    let help = try Tool.run(["sweep", "--help"]).text
    for column in header.split(separator: ",") { #expect(help.contains("\n\(column) "), "\(column)") }
  }

  @Test func bothFormatsHoldTheSame() throws {
    let words = [
      "sweep", Tool.sample("cat"), Tool.sample("star"), "--methods", "truncate,minimax", "-n", "6,12",
      "--untimed",
    ]
    let table = try rows(try Tool.run(words).output)
    let lines = try Tool.run(words + ["--json"]).text.split(separator: "\n")
    #expect(table.count == 8 && lines.count == 8)
    for (row, line) in zip(table, lines) {
      let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      for (column, text) in row {
        if let number = object[column] as? Double {
          // Foundation's reader may be off by the last bits.
          #expect(abs(try #require(Double(text)) - number) <= 1e-14 * abs(number))
        } else {
          #expect(text == object[column] as? String ?? "")
        }
      }
    }
  }

  /// Names with commas, quotes and line breaks stay one field of one line.
  @Test func awkwardNames() throws {
    try Tool.withFolder { folder in
      let names = ["a,b.svg", "\"q\".svg", "line\nbreak.svg", "é\u{301}\"\u{301}.svg", "=1+1.svg"]
      for name in names {
        try FileManager.default.copyItem(
          atPath: Tool.sample("circle"), toPath: folder.appendingPathComponent(name).path)
      }
      let outcome = try Tool.run(["sweep", ".", "-n", "1,2", "-o", "t.csv", "-q"], folder: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let file = folder.appendingPathComponent("t.csv")
      let first = try Data(contentsOf: file)
      #expect(try rows(first).count == 10)
      #expect(String(decoding: first, as: UTF8.self).split(separator: "\n").count == 11)
      #expect(Set(try rows(first).map { $0["file"] }).contains("./a,b.svg"))
      // All of them are known again.
      let again = try Tool.run(["sweep", ".", "-n", "1,2", "-o", "t.csv", "-q", "--resume"], folder: folder)
      #expect(again.status == 0, "\(again.errors)")
      #expect(try rows(try Data(contentsOf: file)).count == 10)
    }
  }

  @Test func oneFailureStopsNothing() throws {
    try Tool.withFolder { folder in
      try Data("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8).write(
        to: folder.appendingPathComponent("empty.svg"))
      try Data("nonsense".utf8).write(to: folder.appendingPathComponent("bad.svg"))
      try Data("\(Tool.sample("heart"))\nnowhere.svg\nempty.svg\n\nbad.svg\n\(Tool.sample("circle"))\n".utf8)
        .write(
          to: folder.appendingPathComponent("list"))
      let outcome = try Tool.run(["sweep", "--files-from", "list", "-n", "3", "-j", "3"], folder: folder)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("3 of 5 inputs failed"))
      let table = try rows(outcome.output)
      #expect(
        table.map { $0["file"] } == [
          Tool.sample("heart"), "nowhere.svg", "empty.svg", "bad.svg", Tool.sample("circle"),
        ])
      #expect(table.map { $0["failure"]?.isEmpty } == [true, false, false, false, true])
      #expect(table[1]["failure"] == "file-not-found" && table[2]["failure"] == "no-curve")
      #expect(table[1]["clocks"] == "")
    }
  }

  @Test func sameBytesOnAnyNumberOfThreads() throws {
    let words =
      ["sweep", Tool.root.appendingPathComponent("paths").path, "--methods", "truncate,minimax"]
      + ["-n", "4,9,20", "--effort", "fast", "--untimed", "-q"]
    let outcomes = try ["1", "2", "8"].map { try Tool.run(words + ["-j", $0]) }
    #expect(outcomes[0].text.split(separator: "\n").count > 40)
    #expect(outcomes[1].output == outcomes[0].output)
    #expect(outcomes[2].output == outcomes[0].output)
  }

  /// Cut anywhere, a table goes on to what it would have been.
  @Test(arguments: ["csv", "ndjson"]) func resumingCompletesAnyPart(_ ending: String) throws {
    try Tool.withFolder { folder in
      let words =
        ["sweep", Tool.root.appendingPathComponent("paths").path, "nowhere.svg", Tool.sample("heart")]
        + ["--fit-method", "truncate", "-n", "2:5", "--untimed", "-q", "-o", "t.\(ending)"]
      let file = folder.appendingPathComponent("t.\(ending)")
      #expect(try Tool.run(words, folder: folder).status == 1)
      let whole = try Data(contentsOf: file)
      for cut in [0, 40, whole.count / 3, whole.count / 2 + 1, whole.count - 1, whole.count] {
        try whole.prefix(cut).write(to: file)
        let outcome = try Tool.run(words + ["--resume"], folder: folder)
        #expect([0, 1].contains(outcome.status))
        #expect(try Data(contentsOf: file) == whole, "cut at \(cut)")
      }
    }
  }

  @Test func resumingRefusesWhatWasMadeOtherwise() throws {
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("t.csv")
      let words = [
        "sweep", Tool.sample("heart"), "--fit-method", "truncate", "-o", "t.csv", "--resume", "-n",
      ]
      #expect(try Tool.run(words + ["3"], folder: folder).status == 0)
      let made = try Data(contentsOf: file)
      for (content, expected) in [
        (made, "was made with options '--clocks 3 --fit-method truncate'"),
        (
          Data(String(decoding: made, as: UTF8.self).replacing(",\(Version.number),", with: ",0.0.1,").utf8),
          "version '0.0.1'"
        ),
        (Data("x,y\n1,2\n".utf8), "line 1, is no row"),
        (made + Data("1,2\n".utf8), "line 3, is no row"),
      ] {
        try content.write(to: file)
        let outcome = try Tool.run(words + ["4"], folder: folder)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("--resume: t.csv"), "\(outcome.errors)")
        #expect(expected.hasPrefix("line 3") || outcome.errors.contains(expected), "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(try Data(contentsOf: file) == content)
      }
      #expect(try Tool.run(["sweep", Tool.sample("heart"), "--resume"]).status == 64)
    }
  }

  @Test func interruptionLeavesWholeLinesAndSaysHowToGoOn() throws {
    try Tool.withFolder { folder in
      let words = "sweep list/ --methods truncate,minimax -n 5,20,60 --untimed -j 2 -o t.csv"
      let outcome = try Tool.shell(
        """
        set -m; mkdir list; for k in $(seq 100 160); do cp '\(Tool.sample("cat"))' list/$k.svg; done
        '\(Tool.binary)' \(words) & pid=$!
        for k in $(seq 600); do [ "$(cat t.csv 2>/dev/null | wc -l)" -gt 8 ] && break; sleep 0.05; done
        kill -INT $pid; wait $pid; echo status $?
        """, folder: folder)
      #expect(outcome.text.contains("status 130"))
      #expect(outcome.errors.contains("the same command with --resume goes on"))
      let part = try Data(contentsOf: folder.appendingPathComponent("t.csv"))
      #expect(part.last == UInt8(ascii: "\n"))
      let before = try rows(part).count
      #expect(before >= 7 && before < 366)
      #expect(
        try Tool.run(words.split(separator: " ").map(String.init) + ["--resume"], folder: folder).status == 0)
      let table = try rows(try Data(contentsOf: folder.appendingPathComponent("t.csv")))
      #expect(table.count == 366)
      #expect(table.map { $0["file"] ?? "" } == table.map { $0["file"] ?? "" }.sorted())
    }
  }

  @Test func recordsAreAnsweredOneALine() throws {
    let lines = [
      #"{"id": 7, "d": "M0 0H10V10Z"}"#, #"{"id": "b", "d": "M1 1"}"#, #"{"id": [1], "d": "M0 0H10"}"#,
    ]
    let outcomes = try ["1", "4"].map {
      try Tool.run(
        ["sweep", "--ndjson", "-n", "3,6", "--fit-method", "truncate", "-j", $0],
        input: Data(lines.joined(separator: "\n").utf8))
    }
    #expect(outcomes[0].status == 0 && outcomes[0].output == outcomes[1].output)
    let answers = try outcomes[0].text.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(answers.count == 3 && answers[0]["id"] as? Int == 7)
    let sweep = try #require(answers[0]["sweep"] as? [[String: Any]])
    #expect(sweep.map { $0["clocks"] as? Int } == [3, 6])
    #expect(sweep.allSatisfy { $0["seconds"] == nil && $0["max_upper"] is Double })
    #expect((answers[1]["error"] as? [String: Any])?["code"] as? String == "no-curve")
  }

  @Test func eachCurveByItself() throws {
    let words = [
      "sweep", "--path", "M0 0H20V20H0Z M50 0h20v20h-20z M100 0h9", "--fit-method", "truncate", "-n", "4",
    ]
    let each = try rows(try Tool.run(words + ["--each"]).output)
    #expect(each.count == 3 && Set(each.map { $0["curve"] }).count == 3)
    let errors = each.compactMap { Double($0["error_percent"] ?? "") }
    #expect(errors.count == 3 && abs(errors[0] - errors[1]) < 1e-6 && errors[2] > 0)
    #expect(try rows(try Tool.run(words).output).map { $0["curve"] } == ["all"])
  }

  @Test func errorsAreAnsweredWithClocks() throws {
    let words = ["sweep", Tool.sample("star"), "--methods", "truncate,free:any", "--at-error", "1%,0.25%"]
    let table = try rows(try Tool.run(words).output)
    #expect(table.map { $0["target"] } == ["1%", "0.25%", "1%", "0.25%"])
    for row in table {
      let target = try #require(Double(row["target"]?.dropLast() ?? ""))
      #expect(try #require(Double(row["error_percent"] ?? "")) <= target)
    }
    #expect(Int(table[3]["clocks"] ?? "") ?? .max < Int(table[1]["clocks"] ?? "") ?? 0)
  }

  @Test(arguments: [
    (["--clocks", "0"], "--clocks"), (["--clocks", "9:3"], "--clocks"), (["--clocks", "1:2:0"], "--clocks"),
    (["--clocks", "1,,2"], "--clocks"), (["--clocks", "99999999999999999999"], "--clocks"),
    (["--methods", "best"], "--methods"), (["--methods", "truncate,truncate"], "twice"),
    (["--methods", "free:2:3"], "--speed-range"), (["--at-error", "0%"], "--at-error"),
    (["--at-error", "1%,nan"], "--at-error"), (["--certify", "none"], "always certified"),
    (["--plot", "x.bmp"], "--plot"), (["-o", "/tmp/"], "names one table"),
    (["--metric", "max"], "--at-error"),
  ])
  func wrongUsageIsSaid(_ words: [String], _ expected: String) throws {
    let outcome = try Tool.run(["sweep", Tool.sample("circle")] + words)
    #expect(outcome.status == 64, "\(words)")
    #expect(outcome.errors.contains(expected) || expected == "names one table", "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }

  @Test func anEmptyFolderIsSaid() throws {
    try Tool.withFolder { folder in
      let outcome = try Tool.run(["sweep", folder.path])
      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("no .svg or .svgz file"))
    }
  }
}

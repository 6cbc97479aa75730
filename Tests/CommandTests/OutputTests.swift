import Foundation
import Testing

/// Outputs appear whole or not at all.
struct OutputTests {
  @Test func fileAppearsWholeAndAlone() throws {
    try Tool.withFolder { folder in
      let outcome = try Tool.run(
        ["solve", Tool.sample("heart"), "-n", "9", "-o", "heart.json"], folder: folder)
      #expect(outcome.status == 0)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.isEmpty)
      #expect(try Tool.names(in: folder) == ["heart.json"])
      let again = try Tool.run(["solve", Tool.sample("heart"), "-n", "9"], folder: folder)
      #expect(again.output == (try Data(contentsOf: folder.appendingPathComponent("heart.json"))))
    }
  }

  @Test func fullDiskLeavesTheOldFile() throws {
    // A file size limit stands in for a full disk.
    try Tool.withFolder { folder in
      let target = folder.appendingPathComponent("out.json")
      try Data("old".utf8).write(to: target)
      let outcome = try Tool.shell(
        "trap '' XFSZ; ulimit -f 1; epicycle solve '\(Tool.sample("heart"))' -n 100 -o out.json",
        folder: folder)
      #expect(outcome.status == 74)
      #expect(outcome.errors.contains("out.json can't be written: "))
      #expect(try Data(contentsOf: target) == Data("old".utf8))
      #expect(try Tool.names(in: folder) == ["out.json"])
    }
  }

  @Test func fullDeviceIsSaid() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    for line in [
      "epicycle solve '\(Tool.sample("heart"))' > /dev/full", "epicycle schema > /dev/full",
      "epicycle solve '\(Tool.sample("heart"))' -o /dev/full",
    ] {
      let outcome = try Tool.shell(line)
      #expect(outcome.status == 74)
      #expect(outcome.errors.contains("no space left"))
    }
  }

  @Test func closedPipeIsSaid() throws {
    let outcome = try Tool.shell(
      "set -o pipefail; epicycle inspect --path 'M0 0H1V1Z' --points 100000 | head -c 1 > /dev/null")
    #expect(outcome.status == 74)
    #expect(outcome.errors.contains("broken pipe"))
  }

  @Test func unwritableFolder() throws {
    try Tool.withFolder { folder in
      for target in ["missing/out.json", "/proc/out.json"] {
        let outcome = try Tool.run(["solve", Tool.sample("heart"), "-o", target], folder: folder)
        #expect(outcome.status == 73, "\(target)")
        #expect(outcome.errors.contains("can't be created"))
      }
      #expect(try Tool.names(in: folder).isEmpty)
    }
  }

  @Test func aLinkStaysALink() throws {
    try Tool.withFolder { folder in
      let outcome = try Tool.shell(
        "echo old > real.json; ln -s real.json link.json; epicycle solve '\(Tool.sample("circle"))' -o link.json; test -L link.json && grep -q epicycle-spec real.json",
        folder: folder)
      #expect(outcome.status == 0)
    }
  }

  @Test func manyInputsAreAllTried() throws {
    try Tool.withFolder { folder in
      let outcome = try Tool.run(
        ["solve", Tool.sample("heart"), "nowhere.svg", Tool.sample("circle"), "-n", "5", "-o", "out/"],
        folder: folder)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("nowhere.svg: no such file"))
      #expect(outcome.errors.contains("1 of 3 inputs failed: nowhere.svg"))
      #expect(try Tool.names(in: folder.appendingPathComponent("out")) == ["circle.json", "heart.json"])
    }
  }

  @Test func sameBytesOnAnyNumberOfThreads() throws {
    let samples = ["heart", "cat", "subpaths", "transforms", "letter", "stroke", "star", "infinity"].map(
      Tool.sample)
    let outcomes = try ["1", "2", "8"].map { try Tool.run(["solve", "-n", "60", "-j", $0] + samples) }
    #expect(outcomes[0].status == 0)
    #expect(outcomes[0].text.split(separator: "\n").count == samples.count)
    #expect(outcomes[1].output == outcomes[0].output)
    #expect(outcomes[2].output == outcomes[0].output)
  }

  @Test func samePathInEveryLocale() throws {
    let plain = try Tool.run(["solve", Tool.sample("stroke"), "-n", "20"], environment: ["LC_ALL": "C"])
    let german = try Tool.run(
      ["solve", Tool.sample("stroke"), "-n", "20"], environment: ["LC_ALL": "de_DE.UTF-8"])
    #expect(plain.status == 0)
    #expect(plain.output == german.output)
  }
}

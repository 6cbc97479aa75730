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

  @Test(arguments: [
    (["render", "x.json"], "name a format"), (["render", "x.json", "--format", "flv"], "one of: json, svg"),
    (["render"], "takes one spec"),
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

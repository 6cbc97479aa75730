import EpicycleSpec
import Foundation
import Testing

@Suite struct SpecTests {
  @Test(arguments: [smallSpec, fullSpec])
  func readsAndWritesTheSameBytes(text: String) throws {
    let spec = try Spec.parse(text.utf8)
    #expect(try spec.json.text() == JSON(parsing: text).text())
    let pretty = try spec.json.bytes(.pretty)
    #expect(try Spec.parse(pretty) == spec)
    #expect(try Spec.parse(pretty).json.bytes(.pretty) == pretty)
  }

  @Test(arguments: [smallSpec, fullSpec])
  func foundationsCodersReadAndWriteTheSame(text: String) throws {
    let spec = try Spec.parse(text.utf8)
    #expect(try JSONDecoder().decode(Spec.self, from: Data(text.utf8)) == spec)
    let encoded = try JSONEncoder().encode(spec)
    #expect(try Spec.parse(encoded) == spec)
    let list = try PropertyListDecoder().decode(Spec.self, from: PropertyListEncoder().encode(spec))
    #expect(list == spec)
  }

  @Test func foundationsDecoderThrowsTheSameErrors() throws {
    let json = try JSON(parsing: fullSpec).with("spiral", at: "/method/fit")
    let error = #expect(throws: SpecError.self) {
      try JSONDecoder().decode(Spec.self, from: Data(json.bytes()))
    }
    #expect(error?.path == "/method/fit")
    #expect(error?.expected == "\"truncate\" or \"minimax\"")
    #expect(throws: SpecError.self) {
      try JSONDecoder().decode([Spec.Units].self, from: Data("[\"miles\"]".utf8))
    }
  }

  @Test func ignoresFieldsThatItDoesNotKnow() throws {
    let json = try JSON(parsing: fullSpec)
    let spec = try Spec(json: json)
    for path in json.allPaths where json.at(path)?.object != nil {
      #expect(try Spec(json: json.with(["x": [1]], at: path + ["later"])) == spec)
    }
  }

  @Test(arguments: [
    ("/format", "other" as JSON, "found \"other\", expected \"epicycle-spec\""),
    ("/version", 2, "found version 2, expected version 1, the only one known here"),
    ("/version", 1.5, "found 1.5, expected an integer"),
    ("/format", "a\r\nb\u{1B}[2J\u{9B}\u{2028}c", "found \"a b [2J  c\", expected \"epicycle-spec\""),
  ])
  func refusesAnotherFormatOrVersionInOneLine(path: String, value: JSON, message: String) throws {
    let json = try JSON(parsing: smallSpec).with(value, at: path).with(nil, at: "/chains")
    let error = #expect(throws: SpecError.self) { try Spec(json: json) }
    #expect(error?.description == "\(path): \(message)")
  }

  @Test(
    arguments: [
      ("/loop/seconds", 0 as JSON), ("/loop/seconds", -10), ("/loop/epoch", "1970-01-01T00:00:00Z"),
      ("/loop/timeZone", "CET"),
      ("/frame/width", -1), ("/frame/height", -1), ("/chains", []), ("/chains/1/id", "a"),
      ("/chains/0/clocks/0/period", 0),
      ("/chains/0/clocks/1/radius", -1e-9), ("/chains/0/clocks/0/harmonic", 0),
      ("/chains/0/clocks/0/harmonic", 2), ("/chains/0/clocks/1/harmonic", -2),
      ("/chains/1/upright/period", -12.5), ("/chains/1/upright/period", 0),
      ("/budget/used", 4), ("/budget/clocks", 4), ("/chains/0/curve/transform", [1, 0, 0, 1, 0]),
      ("/chains/0/curve/length", 0),
      ("/chains/0/curve/element", -1), ("/chains/0/curve/subpath", -1), ("/chains/0/curve/subpath", "all"),
      ("/chains/0/timing/slack", -1), ("/chains/0/timing/keyTimes", [0.1, 0.5, 0.5, 1]),
      ("/chains/0/timing/keyTimes", [0, 0.5, 0.5, 0.9]), ("/chains/0/timing/keyTimes/2", 0.4),
      ("/chains/0/timing/keyPoints/1", 1.5),
      ("/chains/0/timing/keyPoints", [0, 1]), ("/chains/0/timing/keySplines", [[0, 0, 1, 1]]),
      ("/chains/0/timing/keySplines/1", [0, 0, 1]), ("/chains/0/timing/keySplines/1", [0, 0, 1, 2]),
      ("/chains/1/timing/map/time/0", 0.1), ("/chains/1/timing/map/time/2", 0.9),
      ("/chains/1/timing/map/time/1", 0),
      ("/chains/1/timing/map/length/1", -5), ("/chains/1/timing/map/length", [-4, 56]),
      ("/chains/1/timing/map/length/2", 57),
      ("/error/max/upper", 0.299), ("/error/rms", -1), ("/error/energy", 1.1),
      ("/error/speedRange/lower", -1),
      ("/error/joins/number", -1), ("/error/relative/frechet", -1), ("/chains/0/error/max/lower", -1),
    ] as [(String, JSON)])
  func validationNamesTheFault(path: String, value: JSON) throws {
    let error = #expect(throws: SpecError.self) {
      try Spec(json: JSON(parsing: fullSpec).with(value, at: path))
    }
    // The fault of a list as a whole may be told at the element that shows it.
    let found = error?.path ?? ""
    #expect(found == path || found == (path as NSString).deletingLastPathComponent, "\(found)")
  }

  @Test func theLawsNeedTheirData() throws {
    let json = try JSON(parsing: fullSpec)
    for path in ["/chains/0/timing/keyTimes", "/chains/0/timing/keySplines", "/chains/1/timing/map"] {
      let error = #expect(throws: SpecError.self) { try Spec(json: json.with(nil, at: path)) }
      #expect(error?.path == path)
    }
  }

  @Test func everyNumberHasToBeFinite() throws {
    let json = try JSON(parsing: fullSpec)
    for path in json.allPaths where json.at(path)?.number != nil {
      for value in [Double.nan, .infinity, -.infinity] {
        #expect(throws: SpecError.self, "\(path)") { try Spec(json: json.with(.number(value), at: path)) }
      }
    }
  }

  @Test func parsingNamesLineAndColumn() throws {
    let lines = """
      {"format": "epicycle-spec", "version": 1,
       "generator": "é", "source": {"file":
         17}}
      """
    let error = #expect(throws: SpecError.self) { try Spec.parse(lines.utf8) }
    #expect(error?.description == "line 3, column 4: /source/file: found 17, expected a string")
    // A missing field is reported at the object that lacks it.
    let missing = #expect(throws: SpecError.self) {
      try Spec.parse("\n  {\"format\": \"epicycle-spec\"}".utf8)
    }
    #expect(missing?.line == 2 && missing?.column == 3 && missing?.path == "/version")
    let syntax = #expect(throws: SpecError.self) { try Spec.parse("{\n\"a\" 1}".utf8) }
    #expect(syntax?.description == "line 2, column 5: found \"1\", expected \":\"")
    let deep = try JSON(parsing: fullSpec).with("x", at: "/chains/1/clocks/1/period").text(.pretty)
    let place = try #require(#expect(throws: SpecError.self) { try Spec.parse(deep.utf8) })
    let line = deep.split(separator: "\n", omittingEmptySubsequences: false)[try #require(place.line) - 1]
    #expect(line.dropFirst(try #require(place.column) - 1).hasPrefix("\"x\""))
  }

  @Test func aHundredThousandClocksAreRead() throws {
    var random = SplitMix64(state: 5)
    var parent = 0
    let clocks: [JSON] = (1...100_000).map { index in
      let harmonic = index % 2 == 0 ? index / 2 : -(index + 1) / 2
      defer { parent = harmonic }
      return .object(
        ("period", .number(10 / Double(harmonic - parent))),
        ("radius", .number(Double.random(in: 0...1, using: &random))), ("phase", 0),
        ("harmonic", .number(Double(harmonic))))
    }
    let json = try JSON(parsing: smallSpec).with(.array(clocks), at: "/chains/0/clocks")
      .with(nil, at: "/chains/0/upright").with(["clocks": 100_000, "used": 100_000], at: "/budget")
    #expect(try Spec.parse(json.bytes()).chains[0].clocks.count == 100_000)
  }
}

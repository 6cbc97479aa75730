import EpicycleSpec
import Foundation
import Testing

@Suite struct JSONTests {
  @Test(
    arguments: [
      ("null", JSON.null), (" true ", true), ("false", false), ("\t\r\n0", 0), ("-0", .number(-0.0)),
      ("-12.5e+1", -125),
      ("1E2", 100), ("0.1", 0.1), ("9007199254740992", .number(0x1p53)), ("1e-400", 0), ("\"\"", ""),
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"), (#""\u00e9\u20AC\ud83d\ude00""#, "é€😀"),
      ("\"é€😀\u{7f}\"", "é€😀\u{7f}"), (#""\u0000""#, "\0"), ("[]", []),
      ("[ 1 , [ 2 ] , { } ]", [1, [2], [:]]),
      (#"{"b":1,"a":{"":null}}"#, ["b": 1, "a": ["": nil]]), ("\u{FEFF}{}", [:]),
    ] as [(String, JSON)])
  func readsWhatTheGrammarAllows(text: String, value: JSON) throws {
    #expect(try JSON(parsing: text) == value)
  }

  @Test(arguments: [
    "", " ", "nul", "truex", "True", "01", "-", "+1", "1.", ".5", "1e", "1e+", "0x10", "NaN", "Infinity",
    "1e400",
    "-1e999999999999", "[1,]", "[,1]", "[1 2]", "[", "]", "{\"a\"}", "{\"a\":}", "{a:1}", "{'a':1}",
    "{\"a\":1,}",
    "{\"a\":1,,\"b\":2}", "{\"a\":1", "\"", "\"\\\"", "\"\\x\"", "\"\\u12g4\"", "\"\\u12\"", "\"a\nb\"",
    "\"a\u{1}b\"",
    "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"\\ud800x\"", "[1]]", "1 2", "// c\n1",
    "{\"a\":1,\"a\":2}",
    "\u{FEFF}\u{FEFF}1", "\u{a0}1", "[\u{c}1]", "{\"a\":1,\"\\u0061\":2}",
  ])
  func refusesTheRest(text: String) {
    #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: text) }
  }

  @Test(
    arguments: [
      [0xFF], [0x80], [0xC0, 0x80], [0xC3], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xF0, 0x80, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xC3, 0x28], [0xE2, 0x28, 0xA1], [0xF0, 0x9F, 0x98],
    ] as [[UInt8]])
  func refusesMalformedUTF8(bytes: [UInt8]) {
    for escape in ["", "\\n"] {
      let text = Array("[\"a\(escape)".utf8) + bytes + Array("\"]".utf8)
      #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: text) }
    }
  }

  @Test(arguments: [
    ("[1,\n 2,\r\n x]", 3, 2, "\"x\"", "a value"),
    ("{\"é€😀\": ?}", 1, 9, "\"?\"", "a value"),
    ("\n\r\r\n[1", 4, 3, "the end of the text", "\",\" or \"]\""),
    ("{\"key\":1,\n\"key\":2}", 2, 1, "the key \"key\" again", "each key once in an object"),
    ("[1e999]", 1, 2, "the number 1e999", "a number in the range of a double"),
    ("\u{FEFF}[\u{1}", 1, 2, "the byte 0x01", "a value"),
    ("[\"\\ud83d\"]", 1, 3, "one half of a surrogate pair", "a surrogate pair"),
  ])
  func namesThePlace(text: String, line: Int, column: Int, found: String, expected: String) {
    let error = #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: text) }
    #expect(error?.line == line && error?.column == column)
    #expect(error?.found == found && error?.expected == expected)
  }

  @Test func boundsTheDepth() throws {
    let depth = JSON.maximumDepth
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      let inner = open == "[" ? "" : "1"
      func nested(_ count: Int) -> String {
        String(repeating: open, count: count) + inner + String(repeating: close, count: count)
      }
      let deepest = try JSON(parsing: nested(depth))
      #expect(try deepest.text() == nested(depth))
      #expect(try JSON(parsing: deepest.text(.pretty)) == deepest)
      #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: nested(depth + 1)) }
    }
    #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: String(repeating: "[", count: 3_000_000)) }
  }

  @Test func findsARepeatedKeyAmongMany() {
    let keys = (0..<5000).map { "\"k\($0)\":0" }
    #expect(throws: Never.self) { try JSON(parsing: "{" + keys.joined(separator: ",") + "}") }
    #expect(throws: JSON.SyntaxError.self) {
      try JSON(parsing: "{" + (keys + ["\"k17\":1"]).joined(separator: ",") + "}")
    }
  }

  @Test func everyDoubleSurvives() throws {
    var random = SplitMix64(state: 1)
    var numbers: [Double] = [
      0, -0.0, .leastNonzeroMagnitude, -.leastNormalMagnitude, .greatestFiniteMagnitude, 0x1p53, 0x1p53 - 1,
      1e21,
    ]
    while numbers.count < 100_000 {
      let value = Double(bitPattern: random.next())
      if value.isFinite { numbers.append(value) }
      numbers.append(Double(Int.random(in: -1_000_000...1_000_000, using: &random)) / 1000)
    }
    let text = try JSON.array(numbers.map { .number($0) }).bytes()
    let back = try #require(try JSON(parsing: text).array)
    #expect(zip(numbers, back).allSatisfy { $0.bitPattern == $1.number?.bitPattern })
    // And as another reader reads them.
    let other = try JSONDecoder().decode([Double].self, from: Data(text))
    #expect(zip(numbers, other).allSatisfy { $0 == $1 })
  }

  @Test func roundsDecimalsAsStrtodDoes() throws {
    var random = SplitMix64(state: 2)
    for _ in 0..<100_000 {
      let digits = Int.random(in: 1...25, using: &random)
      var text = Bool.random(using: &random) ? "-" : ""
      text += String(Int.random(in: 1...9, using: &random))
      for _ in 1..<max(2, digits) { text += String(Int.random(in: 0...9, using: &random)) }
      if Bool.random(using: &random) {
        text.insert(".", at: text.index(text.endIndex, offsetBy: -1))
      }
      text += "e\(Int.random(in: -60...60, using: &random))"
      #expect(try JSON(parsing: text).number == strtod(text, nil), "\(text)")
    }
    // Halfway between two doubles, and next to it.
    for text in [
      "9007199254740993", "9007199254740993.00000000000000000001", "1e23", "2.2250738585072011e-308",
    ] {
      #expect(try JSON(parsing: text).number == strtod(text, nil), "\(text)")
    }
  }

  @Test(
    arguments: [
      (0, "0"), (-0.0, "-0"), (10, "10"), (-3, "-3"), (0.1, "0.1"),
      (9_007_199_254_740_991, "9007199254740991"), (1.5e300, "1.5e+300"),
      (.leastNonzeroMagnitude, "5e-324"),
    ] as [(Double, String)])
  func writesTheShortestNumber(value: Double, text: String) throws {
    #expect(try JSON.number(value).text() == text)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func neverWritesWhatIsNoNumber(value: Double) {
    for style in [JSON.Style.compact, .pretty] {
      #expect(throws: JSON.NotFinite.self) {
        try JSON.array([1, .object(("a", .number(value)))]).text(style)
      }
    }
  }

  @Test func keepsTheOrderOfMembers() throws {
    let text = #"{"z":1,"a":[true,null],"m":{"y":"\u0001\"\\\n","b":{}},"":[]}"#
    #expect(try JSON(parsing: text).text() == text)
  }

  @Test func prettyFillsLinesOfAHundredColumns() throws {
    let value: JSON = [
      "short": ["x": 1, "y": [1, 2]], "long": .array((0..<60).map { .number(Double($0) * 1.25) }),
      "objects": .array(
        (0..<5).map {
          .object(("index", .number(Double($0))), ("text", .string(String(repeating: "ab", count: 15))))
        }
      ),
    ]
    let text = try value.text(.pretty)
    #expect(try JSON(parsing: text) == value)
    let lines = text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 100 })
    #expect(lines.contains(#"  "short": {"x": 1, "y": [1, 2]},"#))
    // 60 numbers of about 7 characters need five lines, not sixty.
    #expect(lines.count < 20)
  }

  @Test func randomValuesSurviveBothStylesAndFoundation() throws {
    var random = SplitMix64(state: 3)
    func value(_ depth: Int) -> JSON {
      switch Int.random(in: 0..<(depth > 4 ? 4 : 6), using: &random) {
      case 0: return Bool.random(using: &random) ? .null : .bool(Bool.random(using: &random))
      case 1: return .number(Double.random(in: -1e6...1e6, using: &random))
      case 2: return .number(Double(Int.random(in: -1000...1000, using: &random)))
      case 3:
        let scalars = (0..<Int.random(in: 0..<20, using: &random)).map { _ in
          Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random)) ?? "x"
        }
        return .string(String(String.UnicodeScalarView(scalars)))
      case 4: return .array((0..<Int.random(in: 0..<8, using: &random)).map { _ in value(depth + 1) })
      default:
        return .object(
          JSON.Object(
            (0..<Int.random(in: 0..<25, using: &random)).map { JSON.Member("k\($0)\u{1}é", value(depth + 1)) }
          ))
      }
    }
    for _ in 0..<300 {
      let json = value(0)
      let compact = try json.bytes()
      #expect(try JSON(parsing: compact) == json)
      #expect(try JSON(parsing: json.bytes(.pretty)) == json)
      let other = try JSONSerialization.jsonObject(with: Data(compact), options: .fragmentsAllowed)
      let again = try JSONSerialization.data(
        withJSONObject: other, options: [.fragmentsAllowed, .sortedKeys])
      #expect(sorted(try JSON(parsing: again)) == sorted(json))
      #expect(sorted(try JSONDecoder().decode(JSON.self, from: compact.data)) == sorted(json))
      #expect(sorted(try JSON(parsing: JSONEncoder().encode(json))) == sorted(json))
    }
  }

  private func sorted(_ json: JSON) -> JSON {
    switch json {
    case .array(let elements): .array(elements.map(sorted))
    case .object(let object):
      .object(
        JSON.Object(object.members.sorted { $0.key < $1.key }.map { JSON.Member($0.key, sorted($0.value)) }))
    default: json
    }
  }

  @Test func anythingAtAllEndsInAValueOrAnError() {
    var random = SplitMix64(state: 4)
    let alphabet = Array("{}[]\",:\\u0123456789.eE+-truefalsn \n".utf8) + [0xC3, 0xA9, 0xFF, 0x00]
    for _ in 0..<50_000 {
      let bytes = (0..<Int.random(in: 0..<24, using: &random)).map { _ in
        alphabet.randomElement(using: &random) ?? 0
      }
      let ours = (try? JSON(parsing: bytes)) != nil
      // Python, JavaScript and Foundation take more in places; whatever we take, Foundation takes.
      if ours {
        #expect(
          (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil,
          "\(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }
}

extension [UInt8] {
  var data: Data { Data(self) }
}

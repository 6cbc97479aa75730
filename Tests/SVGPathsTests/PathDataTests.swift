import PlaneCurves
import Testing

@testable import SVGPaths

/// The rules of path data, each by hand.
struct PathDataTests {
  /// Two notations of the same path.
  @Test(arguments: [
    ("M10-20.5.5e1-1", "M10 -20.5 L5 -1"),
    ("M0 0 A10 10 0 0110 10", "M0 0 A10 10 0 0 1 10 10"),
    ("M0 0a10 10 0 1110 10 10 10 0 00-10-10", "M0 0 A10 10 0 1 1 10 10 A10 10 0 0 0 0 0"),
    ("M10 10 L20 20 m5 5 l2 2", "M10 10 L20 20 M25 25 L27 27"),
    ("M10 10 L20 20 Z m5 5 l2 2", "M10 10 L20 20 Z M15 15 L17 17"),
    ("M10 10 h5 z l2 3", "M10 10 L15 10 Z M10 10 L12 13"),
    ("m1 2 3 4 5 6", "M1 2 L4 6 L9 12"),
    ("M1 2 3 4 5 6", "M1 2 L3 4 L5 6"),
    ("M1 1h2 3v4 5H0V0", "M1 1 L3 1 L6 1 L6 5 L6 10 L0 10 L0 0"),
    ("M0 0 C1 2 3 4 5 6 S7 8 9 10", "M0 0 C1 2 3 4 5 6 C7 8 7 8 9 10"),
    ("M0 0 c1 2 3 4 5 6 s2 2 4 4 3 0 5 5", "M0 0 C1 2 3 4 5 6 C7 8 7 8 9 10 C11 12 12 10 14 15"),
    ("M0 0 L5 6 S7 8 9 10", "M0 0 L5 6 C5 6 7 8 9 10"),
    ("M0 0 Q1 1 2 0 S7 8 9 10", "M0 0 Q1 1 2 0 C2 0 7 8 9 10"),
    ("M0 0 Q1 2 4 0 T8 0 12 0", "M0 0 Q1 2 4 0 Q7 -2 8 0 Q9 2 12 0"),
    ("M0 0 L4 0 T8 0", "M0 0 L4 0 Q4 0 8 0"),
    ("M0 0 C1 1 2 2 4 0 T8 0", "M0 0 C1 1 2 2 4 0 Q4 0 8 0"),
    ("M0 0 q1 2 4 0 z t3 1", "M0 0 Q1 2 4 0 Z M0 0 Q0 0 3 1"),
    ("M1 2\u{0C}L\t3,4\r\n5\n,\n6", "M1 2 L3 4 L5 6"),
    ("M+1+2L.5-.5+1e1-1E-1", "M1 2 L0.5 -0.5 L10 -0.1"),
    ("M0 0 A0 5 0 0 1 9 9", "M0 0 L9 9"),
    ("M0 0 A5 0 0 0 1 9 9", "M0 0 L9 9"),
    ("M0 0 A5 5 0 0 1 0 0 L1 1", "M0 0 L1 1"),
    ("M0 0 A-5 -5 0 0 1 4 4", "M0 0 A5 5 0 0 1 4 4"),
    ("M0 0 A1 1 0 0 1 40 0", "M0 0 A20 20 0 0 1 40 0"),
    ("", ""),
    ("  \n", ""),
  ])
  func equivalentNotations(short: String, long: String) {
    let (a, b) = (PathData(parsing: short), PathData(parsing: long))
    #expect(a.error == nil && b.error == nil)
    #expect(a.subpaths == b.subpaths)
  }

  /// What is kept before an error, where the error is, and what was expected.
  @Test(arguments: [
    ("M 1 2 L 3 4 5", "M1 2L3 4", 13, 1, 14, "a number", "the end"),
    ("M1 2\nL3 4\r\n5 6 x", "M1 2L3 4 5 6", 15, 3, 5, "a path command", "'x'"),
    ("M1 2\u{2003}L3 4", "M1 2", 4, 1, 5, "a path command", "'U+2003L3'"),
    ("M0 0 é", "M0 0", 5, 1, 6, "a path command", "'é'"),
    ("L1 2", "", 0, 1, 1, "a moveto command ('M' or 'm')", "'L1'"),
    ("M0 0a1 1 0 2 0 1 1", "M0 0", 11, 1, 12, "an arc flag ('0' or '1')", "'2'"),
    ("M0 0a1 1 0 1-1 1 1", "M0 0", 12, 1, 13, "an arc flag ('0' or '1')", "'-1'"),
    ("M0 0a1 1 0 1.0 1 1 1", "M0 0", 12, 1, 13, "an arc flag ('0' or '1')", "'.0'"),
    ("M0 0 1 1z5", "M0 0 1 1z", 9, 1, 10, "a path command", "'5'"),
    ("M0 0 L1,,2", "M0 0", 8, 1, 9, "a number", "','"),
    ("M0 0 L5. 5", "M0 0", 6, 1, 7, "a number", "'5.'"),
    ("M0 0 L1e400 5", "M0 0", 6, 1, 7, "a number within ±3.4e38", "'1e400'"),
    ("M0 0 L1e39 5", "M0 0", 6, 1, 7, "a number within ±3.4e38", "'1e39'"),
    ("M0 0 Linf 5", "M0 0", 6, 1, 7, "a number", "'inf'"),
    ("M0 0 Lnan 5", "M0 0", 6, 1, 7, "a number", "'nan'"),
    ("M0 0 L1e 5", "M0 0", 6, 1, 7, "a number", "'1e'"),
    ("M0 0 L10px 5", "M0 0", 8, 1, 9, "a number", "'px'"),
  ])
  func errorsKeepWhatComesBefore(
    text: String, kept: String, offset: Int, line: Int, column: Int, expected: String, found: String
  ) throws {
    let data = PathData(parsing: text)
    #expect(data.subpaths == PathData(parsing: kept).subpaths)
    let error = try #require(data.error)
    #expect(error.position == TextPosition(offset: offset, line: line, column: column))
    #expect(error.expected == expected)
    #expect(error.found == found)
  }

  @Test func movesAndClosesWithoutSegmentsAreKept() {
    let subpaths = PathData(parsing: "M1 2 M3 4z z l1 1 z").subpaths
    #expect(subpaths.map(\.segments.count) == [0, 0, 0, 2])
    #expect(subpaths.map(\.closedByZ) == [false, true, true, true])
    #expect(subpaths.map(\.start) == [Complex(1, 2), Complex(3, 4), Complex(3, 4), Complex(3, 4)])
  }

  @Test func aCommaAtTheEndIsAnErrorOnlyWhenStrict() {
    #expect(PathData(parsing: "M1 2,").error == nil)
    #expect(PathData(parsing: "M1 2 , ", strict: true).error?.position?.offset == 7)
    #expect(PathData(parsing: "M1 2,3 4", strict: true).error == nil)
  }

  /// The standard library's own conversion is the reference; it is correctly rounded.
  @Test func numbersAreCorrectlyRounded() {
    var random = SplitMix64(seed: 7)
    var texts = [
      "9007199254740993", "0.1", "123456789012345678", "1.7976931348623157e-300", "4.9e-324", "1e-400",
    ]
    texts += [
      "9007199254740993.00000000000000000000001", "0.000000000000000000000000000000001234567890123456789",
    ]
    texts += [
      String(repeating: "1", count: 30), "." + String(repeating: "3", count: 900), "2.2250738585072011e-308",
    ]
    texts += [
      "0.5000000000000001110223024625156540423631668090820312500000000000000000000000000000000000000001"
    ]
    for _ in 0..<100_000 {
      let digits = 1 + Int(random.next() % 21)
      var text = (0..<digits).map { _ in String(random.next() % 10) }.joined()
      let dot = Int(random.next() % UInt64(digits + 1))
      if dot < digits { text.insert(".", at: text.index(text.startIndex, offsetBy: dot)) }
      if random.next() % 2 == 0 { text += "e\(Int(random.next() % 50) - 30)" }
      texts.append(text)
    }
    for text in texts {
      var copy = text
      let (value, offset) = copy.withUTF8 { bytes in
        var cursor = ByteCursor(bytes)
        return (cursor.scanNumber(), cursor.offset)
      }
      let expected = Double(text) ?? .nan
      guard expected <= Double(Float.greatestFiniteMagnitude) else {
        #expect(value == nil, "\(text)")
        continue
      }
      #expect(value == expected, "\(text)")
      #expect(offset == text.utf8.count, "\(text)")
    }
  }

  @Test func unitsAreNoExponents() {
    #expect(Length(parsing: "2em")?.unit == .em)
    #expect(Length(parsing: "2ex")?.unit == .ex)
    #expect(Length(parsing: "2e1")?.value == 20)
  }

  /// Any bytes at all: no crash, and what is kept is read again from a text cut at the error.
  @Test func randomBytesAreReadUpToTheError() {
    var random = SplitMix64(seed: 3)
    let alphabet = Array("MmLlHhVvCcSsQqTtAaZz0011223.-+eE, \n\u{0}x%é".utf8)
    for _ in 0..<20_000 {
      let count = Int(random.next() % 60)
      var bytes = Array("M0 0".utf8)
      for _ in 0..<count { bytes.append(alphabet[Int(random.next() % UInt64(alphabet.count))]) }
      let data = bytes.withUnsafeBufferPointer { PathData(parsing: $0) }
      guard let error = data.error, let offset = error.position?.offset else { continue }
      #expect(offset <= bytes.count)
      let again = bytes[..<offset].withUnsafeBufferPointer { PathData(parsing: $0) }
      #expect(again.subpaths.count <= data.subpaths.count + 1)
    }
  }
}

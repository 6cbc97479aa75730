import PlaneCurves

/// Path data, as in the attribute `d`: SVG 2's grammar with its error rule.
public struct PathData: Sendable {
  /// What stands before the first error, or everything. A moveto alone, and a closepath right after a moveto or
  /// another closepath, give a subpath without segments.
  public var subpaths: [Subpath]
  /// The first error; its position is the one in the text.
  public var error: SVGError?

  /// Reads the UTF-8 text `bytes`.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - strict: report a comma at the end of the data, which the grammar forbids and browsers take silently.
  public init(parsing bytes: UnsafeBufferPointer<UInt8>, strict: Bool = false) {
    self.init(parsing: bytes, strict: strict, most: .max)
  }

  /// - Parameter most: segments and moves; with more, there are no subpaths, and an error of kind `limit`.
  init(parsing bytes: UnsafeBufferPointer<UInt8>, strict: Bool, most: Int) {
    var builder = SubpathBuilder(most: most)
    let failure = PathGrammar.parse(bytes, strict: strict, into: &builder)
    if builder.isFull {
      subpaths = []
      error = SVGError(.limit, "the path has more than \(most) segments", limit: .segments)
      return
    }
    subpaths = builder.subpaths
    error = failure.map { failure in
      let diagnosis = failure.diagnosis(in: bytes)
      let position = TextPosition.locate([failure.offset], in: bytes).first
      return SVGError(
        .pathData, diagnosis.message, at: position, found: diagnosis.found, expected: diagnosis.expected)
    }
  }

  /// Reads `text`.
  public init(parsing text: String, strict: Bool = false) {
    var text = text
    self = text.withUTF8 { PathData(parsing: $0, strict: strict) }
  }
}

/// An error of syntax in words.
struct Diagnosis {
  var found: String
  var expected: String
  var subject: String
  var message: String { "\(subject): expected \(expected), found \(found)" }
}

extension PathSyntaxError {
  func diagnosis(in text: UnsafeBufferPointer<UInt8>) -> Diagnosis {
    let wanted =
      switch expected {
      case .moveto: "a moveto command ('M' or 'm')"
      case .command: "a path command"
      case .number: isTooLarge(at: offset, in: text) ? "a number within ±3.4e38" : "a number"
      case .arcFlag: "an arc flag ('0' or '1')"
      case .argumentAfterComma: "a number after the comma"
      }
    return Diagnosis(found: excerpt(of: text, at: offset), expected: wanted, subject: "path data")
  }
}

/// Whether a number stands there that is only too large to be read.
private func isTooLarge(at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
  guard offset < text.count else { return false }
  let word = text[offset...].prefix(400).prefix { isDigit($0) || "+-.eE".utf8.contains($0) }
  return Double(String(decoding: word, as: UTF8.self)).map { abs($0) > 3.4e38 } ?? false
}

/// The character at `offset` in quotation marks, with the rest of its word, or "the end".
func excerpt(of text: UnsafeBufferPointer<UInt8>, at offset: Int) -> String {
  guard offset < text.count else { return "the end" }
  var word = String(decoding: text[offset..<min(text.count, offset + 64)], as: UTF8.self).unicodeScalars
  if let first = word.first, isSeparator(first) {
    word.removeSubrange(word.index(after: word.startIndex)...)
  } else if let end = word.firstIndex(where: isSeparator) {
    word.removeSubrange(end...)
  }
  if word.count > 16 { word = String.UnicodeScalarView(word.prefix(15) + ["…"]) }
  return "'" + word.map(printable).joined() + "'"
}

private func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
  scalar.value < 0x80 && (isSpace(UInt8(scalar.value)) || scalar == "," || scalar == ";")
}

/// Scalars that would not show, or would move the cursor of a terminal, by their number.
private func printable(_ scalar: Unicode.Scalar) -> String {
  switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .unassigned, .surrogate:
    return scalar == " " ? " " : "U+" + String(scalar.value, radix: 16, uppercase: true)
  default: return String(scalar)
  }
}

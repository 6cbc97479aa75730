extension JSON {
  public enum Style: Sendable {
    /// No space at all: one line for NDJSON.
    case compact
    /// Two spaces a level; whatever fits into 100 columns stands on one line.
    case pretty
  }

  /// A number that JSON can't write: NaN or infinite.
  public struct NotFinite: Error, Sendable, Hashable, CustomStringConvertible {
    public var number: Double
    public var description: String { "\(number) can't be written as JSON" }
  }

  /// The text, as UTF-8 and without a line break at the end.
  ///
  /// Members stand in their order. Each number is the shortest decimal that reads back as the same double,
  /// without a fraction where it is an integer below 2⁵³.
  public func bytes(_ style: Style = .compact) throws(NotFinite) -> [UInt8] {
    var writer = JSONWriter(style)
    try writer.write(self, indent: 0)
    return writer.bytes
  }

  /// The text of `bytes(_:)`.
  public func text(_ style: Style = .compact) throws(NotFinite) -> String {
    String(decoding: try bytes(style), as: UTF8.self)
  }
}

private struct JSONWriter {
  private static let width = 100

  var bytes: [UInt8] = []
  private let isPretty: Bool
  private var lineStart = 0

  init(_ style: JSON.Style) { isPretty = style == .pretty }

  mutating func write(_ value: JSON, indent: Int) throws(JSON.NotFinite) {
    switch value {
    case .null: append("null")
    case .bool(let value): append(value ? "true" : "false")
    case .number(let value): try write(value)
    case .string(let value): write(value)
    case .array, .object:
      let start = bytes.count
      let limit = isPretty ? lineStart + Self.width : Int.max
      if try writeLine(value, limit: limit) { return }
      bytes.removeLast(bytes.count - start)
      try writeLines(value, indent: indent)
    }
  }

  /// Writes `value` on the current line; false if it would pass `limit` bytes.
  private mutating func writeLine(_ value: JSON, limit: Int) throws(JSON.NotFinite) -> Bool {
    switch value {
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (i, element) in elements.enumerated() {
        if i > 0 { append(isPretty ? ", " : ",") }
        guard try writeLine(element, limit: limit) else { return false }
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      for (i, member) in object.members.enumerated() {
        if i > 0 { append(isPretty ? ", " : ",") }
        write(member.key)
        append(isPretty ? ": " : ":")
        guard try writeLine(member.value, limit: limit) else { return false }
      }
      bytes.append(UInt8(ascii: "}"))
    default: try write(value, indent: 0)
    }
    return bytes.count <= limit
  }

  private mutating func writeLines(_ value: JSON, indent: Int) throws(JSON.NotFinite) {
    switch value {
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (i, element) in elements.enumerated() {
        if i > 0 { bytes.append(UInt8(ascii: ",")) }
        try writeElement(element, isFirst: i == 0, indent: indent + 2)
      }
      newLine(indent)
      bytes.append(UInt8(ascii: "]"))
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      for (i, member) in object.members.enumerated() {
        if i > 0 { bytes.append(UInt8(ascii: ",")) }
        newLine(indent + 2)
        write(member.key)
        append(": ")
        try write(member.value, indent: indent + 2)
      }
      newLine(indent)
      bytes.append(UInt8(ascii: "}"))
    default: try write(value, indent: indent)
    }
  }

  /// An element of an array that takes many lines: numbers and words fill them, the rest begins a new one.
  private mutating func writeElement(
    _ element: JSON, isFirst: Bool, indent: Int
  ) throws(JSON.NotFinite) {
    switch element {
    case .array, .object:
      newLine(indent)
      try write(element, indent: indent)
    default:
      let start = bytes.count
      if !isFirst {
        bytes.append(UInt8(ascii: " "))
        try write(element, indent: indent)
        if bytes.count < lineStart + Self.width { return }
        bytes.removeLast(bytes.count - start)
      }
      newLine(indent)
      try write(element, indent: indent)
    }
  }

  private mutating func newLine(_ indent: Int) {
    bytes.append(0x0A)
    lineStart = bytes.count
    for _ in 0..<indent { bytes.append(UInt8(ascii: " ")) }
  }

  private mutating func append(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func write(_ number: Double) throws(JSON.NotFinite) {
    guard number.isFinite else { throw JSON.NotFinite(number: number) }
    if number.magnitude < 0x1p53, number == number.rounded(), !(number == 0 && number.sign == .minus) {
      bytes.append(contentsOf: Int64(number).description.utf8)
    } else if number == 0 {
      append("-0")
    } else {
      bytes.append(contentsOf: number.description.utf8)
    }
  }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): append("\\\"")
      case UInt8(ascii: "\\"): append("\\\\")
      case 0x08: append("\\b")
      case 0x09: append("\\t")
      case 0x0A: append("\\n")
      case 0x0C: append("\\f")
      case 0x0D: append("\\r")
      case 0..<0x20:
        append(byte < 16 ? "\\u000" : "\\u00")
        bytes.append(contentsOf: String(byte, radix: 16).utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

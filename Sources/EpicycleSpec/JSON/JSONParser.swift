extension JSON {
  /// Why a text is not JSON, and where.
  public struct SyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// From 1; lines end with LF, CR or CR LF.
    public var line: Int
    /// From 1, in Unicode scalars.
    public var column: Int
    public var found: String
    public var expected: String

    public var description: String {
      "line \(line), column \(column): found \(found), expected \(expected)"
    }
  }

  /// Arrays and objects may stand this deep inside one another.
  public static let maximumDepth = 512

  /// Reads one JSON text in UTF-8, strictly by RFC 8259; a byte order mark before it is passed over.
  ///
  /// A key that comes twice in one object is refused, since readers differ on which value counts (two keys
  /// are one if they are canonically equivalent, as Swift's strings compare). So are
  /// an escaped surrogate without its partner, which is no character; a number beyond the range of a
  /// double; and nesting deeper than `maximumDepth`. Numbers are rounded to the nearest double.
  public init(parsing bytes: some Sequence<UInt8>) throws(SyntaxError) {
    self = try Self.withBuffer(bytes) { buffer throws(SyntaxError) in
      var parser = JSONParser(buffer)
      return try parser.document()
    }
  }

  public init(parsing text: String) throws(SyntaxError) { try self.init(parsing: text.utf8) }

  static func withBuffer<Result>(
    _ bytes: some Sequence<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) throws(SyntaxError) -> Result
  ) throws(SyntaxError) -> Result {
    func outcome(_ buffer: UnsafeBufferPointer<UInt8>) -> Swift.Result<Result, SyntaxError> {
      do throws(SyntaxError) { return .success(try body(buffer)) } catch { return .failure(error) }
    }
    if let result = bytes.withContiguousStorageIfAvailable(outcome) { return try result.get() }
    return try Array(bytes).withUnsafeBufferPointer(outcome).get()
  }
}

/// A recursive-descent parser; the depth of recursion is bounded by `JSON.maximumDepth`.
struct JSONParser {
  private let bytes: UnsafeBufferPointer<UInt8>
  private(set) var index = 0
  private var depth = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  mutating func document() throws(JSON.SyntaxError) -> JSON {
    let value = try self.value()
    skipSpace()
    if index < bytes.count { throw error("the end of the text") }
    return value
  }

  /// The byte at the index; 0, which no token begins with, at the end.
  @inline(__always)
  private var current: UInt8 { index < bytes.count ? bytes[index] : 0 }

  @inline(__always)
  mutating func skipSpace() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x0A, 0x0D, 0x09: index += 1
      default: return
      }
    }
  }

  mutating func value() throws(JSON.SyntaxError) -> JSON {
    skipSpace()
    switch current {
    case UInt8(ascii: "{"): return .object(JSON.Object(try object()))
    case UInt8(ascii: "["): return .array(try array())
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: throw error("a value")
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSON) throws(JSON.SyntaxError) -> JSON {
    let letters = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    for (offset, letter) in letters.enumerated()
    where index + offset >= bytes.count || bytes[index + offset] != letter {
      throw error("a value")
    }
    index += letters.count
    return value
  }

  private mutating func enter() throws(JSON.SyntaxError) {
    depth += 1
    if depth > JSON.maximumDepth { throw error("at most \(JSON.maximumDepth) levels of nesting") }
    index += 1
    skipSpace()
  }

  /// After an element: true if a comma follows, false if `end` does.
  private mutating func comma(or end: UInt8) throws(JSON.SyntaxError) -> Bool {
    skipSpace()
    if current == end {
      index += 1
      depth -= 1
      return false
    }
    guard current == UInt8(ascii: ",") else {
      throw error(end == UInt8(ascii: "]") ? "\",\" or \"]\"" : "\",\" or \"}\"")
    }
    index += 1
    return true
  }

  private mutating func array() throws(JSON.SyntaxError) -> [JSON] {
    try enter()
    if current == UInt8(ascii: "]") {
      index += 1
      depth -= 1
      return []
    }
    var elements: [JSON] = []
    repeat { elements.append(try value()) } while try comma(or: UInt8(ascii: "]"))
    return elements
  }

  private mutating func object() throws(JSON.SyntaxError) -> [JSON.Member] {
    try enter()
    if current == UInt8(ascii: "}") {
      index += 1
      depth -= 1
      return []
    }
    var members: [JSON.Member] = []
    members.reserveCapacity(4)
    var keys = Set<String>()
    repeat {
      skipSpace()
      let start = index
      let key = try self.key()
      // Few keys are compared one by one; many through a set.
      let isTwice: Bool
      if members.count < 16 {
        isTwice = members.contains { $0.key == key }
      } else {
        if members.count == 16 { for member in members { keys.insert(member.key) } }
        isTwice = !keys.insert(key).inserted
      }
      if isTwice {
        index = start
        throw error("each key once in an object", found: "the key \(quoted(key)) again")
      }
      members.append(JSON.Member(key, try value()))
    } while try comma(or: UInt8(ascii: "}"))
    return members
  }

  /// A key and the colon after it.
  private mutating func key() throws(JSON.SyntaxError) -> String {
    guard current == UInt8(ascii: "\"") else { throw error("a key in quotes") }
    let key = try string()
    skipSpace()
    guard current == UInt8(ascii: ":") else { throw error("\":\"") }
    index += 1
    return key
  }
}

extension JSONParser {
  private mutating func string() throws(JSON.SyntaxError) -> String {
    index += 1
    let start = index
    var isASCII = true
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        let text = UnsafeBufferPointer(rebasing: bytes[start..<index])
        if !isASCII { try checkUTF8(start..<index) }
        index += 1
        return String(decoding: text, as: UTF8.self)
      }
      if byte == UInt8(ascii: "\\") { return try escapedString(from: start) }
      if byte < 0x20 { throw error("a control character written as an escape") }
      if byte >= 0x80 { isASCII = false }
      index += 1
    }
    throw error("\"\\\"\"")
  }

  /// The rest of a string that began at `start` and holds escapes.
  private mutating func escapedString(from start: Int) throws(JSON.SyntaxError) -> String {
    var text: [UInt8] = []
    var run = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        try checkUTF8(run..<index)
        text.append(contentsOf: bytes[run..<index])
        if byte == UInt8(ascii: "\"") {
          index += 1
          return String(decoding: text, as: UTF8.self)
        }
        try escape(into: &text)
        run = index
      } else {
        if byte < 0x20 { throw error("a control character written as an escape") }
        index += 1
      }
    }
    throw error("\"\\\"\"")
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSON.SyntaxError) {
    let start = index
    index += 1
    let byte = current
    let simple: UInt8
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): simple = byte
    case UInt8(ascii: "b"): simple = 0x08
    case UInt8(ascii: "f"): simple = 0x0C
    case UInt8(ascii: "n"): simple = 0x0A
    case UInt8(ascii: "r"): simple = 0x0D
    case UInt8(ascii: "t"): simple = 0x09
    case UInt8(ascii: "u"):
      index += 1
      var code = try fourHexDigits()
      if code & 0xFC00 == 0xD800, current == UInt8(ascii: "\\"), index + 1 < bytes.count,
        bytes[index + 1] == UInt8(ascii: "u")
      {
        index += 2
        let low = try fourHexDigits()
        if low & 0xFC00 == 0xDC00 { code = 0x10000 + (code & 0x3FF) << 10 + low & 0x3FF }
      }
      guard let scalar = Unicode.Scalar(code) else {
        index = start
        throw error("a surrogate pair", found: "one half of a surrogate pair")
      }
      text.append(contentsOf: UTF8.encode(scalar).unsafelyUnwrapped)
      return
    default: throw error("one of \" \\ / b f n r t u after the backslash")
    }
    text.append(simple)
    index += 1
  }

  private mutating func fourHexDigits() throws(JSON.SyntaxError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      let digit: UInt8
      switch current {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = current - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = current - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = current - UInt8(ascii: "A") + 10
      default: throw error("four hexadecimal digits")
      }
      code = code << 4 | UInt32(digit)
      index += 1
    }
    return code
  }

  /// Checks the well-formedness of UTF-8 as Unicode's table 3-7 defines it.
  private mutating func checkUTF8(_ range: Range<Int>) throws(JSON.SyntaxError) {
    var i = range.lowerBound
    while i < range.upperBound {
      let lead = bytes[i]
      if lead < 0x80 {
        i += 1
        continue
      }
      let count: Int
      var second: ClosedRange<UInt8> = 0x80...0xBF
      switch lead {
      case 0xC2...0xDF: count = 2
      case 0xE0: (count, second) = (3, 0xA0...0xBF)
      case 0xED: (count, second) = (3, 0x80...0x9F)
      case 0xE1...0xEF: count = 3
      case 0xF0: (count, second) = (4, 0x90...0xBF)
      case 0xF4: (count, second) = (4, 0x80...0x8F)
      case 0xF1...0xF3: count = 4
      default: count = 0
      }
      var isWellFormed = count > 0 && i + count <= range.upperBound && second.contains(bytes[i + 1])
      for k in 2..<max(2, count) where isWellFormed {
        isWellFormed = bytes[i + k] & 0xC0 == 0x80
      }
      guard isWellFormed else {
        index = i
        throw error("UTF-8")
      }
      i += count
    }
  }
}

extension JSONParser {
  /// Powers of ten that are doubles exactly.
  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
  ]

  private mutating func number() throws(JSON.SyntaxError) -> Double {
    let start = index
    let isNegative = current == UInt8(ascii: "-")
    if isNegative { index += 1 }
    var digits: UInt64 = 0
    var isExact = true
    var exponent = 0

    @inline(__always) func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
    @inline(__always) func take(_ byte: UInt8) {
      if digits < 100_000_000_000_000_000 {
        digits = digits * 10 + UInt64(byte - UInt8(ascii: "0"))
      } else {
        isExact = false
      }
    }

    guard isDigit(current) else { throw error("a digit") }
    if current == UInt8(ascii: "0") {
      index += 1
      if isDigit(current) { throw error("no digit after a leading zero") }
    } else {
      while isDigit(current) {
        take(current)
        index += 1
      }
    }
    if current == UInt8(ascii: ".") {
      index += 1
      guard isDigit(current) else { throw error("a digit") }
      while isDigit(current) {
        take(current)
        exponent -= 1
        index += 1
      }
    }
    if current | 0x20 == UInt8(ascii: "e") {
      index += 1
      let isDown = current == UInt8(ascii: "-")
      if isDown || current == UInt8(ascii: "+") { index += 1 }
      guard isDigit(current) else { throw error("a digit") }
      var given = 0
      while isDigit(current) {
        if given < 100_000 { given = given * 10 + Int(current - UInt8(ascii: "0")) }
        index += 1
      }
      exponent += isDown ? -given : given
    }

    // Both operands are exact, so that one rounding gives the nearest double (Clinger 1990).
    if isExact, digits <= 1 << 53, exponent.magnitude <= 22 {
      let power = Self.powersOfTen[Int(exponent.magnitude)]
      let value = exponent < 0 ? Double(digits) / power : Double(digits) * power
      return isNegative ? -value : value
    }
    let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<index]), as: UTF8.self)
    guard let value = Double(text), value.isFinite else {
      index = start
      throw error("a number in the range of a double", found: "the number \(text.prefix(24))")
    }
    return value
  }
}

extension JSONParser {
  /// The error at the index: what stands there, or `found`, and what should.
  func error(_ expected: String, found: String? = nil) -> JSON.SyntaxError {
    let (line, column) = position(of: index)
    return JSON.SyntaxError(line: line, column: column, found: found ?? here, expected: expected)
  }

  /// Line and column, from 1, of the byte at `offset`.
  func position(of offset: Int) -> (line: Int, column: Int) {
    var line = 1
    var column = 1
    for i in 0..<min(offset, bytes.count) {
      switch bytes[i] {
      case 0x0A, 0x0D:
        if bytes[i] == 0x0D, i + 1 < bytes.count, bytes[i + 1] == 0x0A { continue }
        line += 1
        column = 1
      case 0x80...0xBF: continue
      default: if i >= 3 || bytes[i] != 0xEF || !bytes.starts(with: [0xEF, 0xBB, 0xBF]) { column += 1 }
      }
    }
    return (line, column)
  }

  private var here: String {
    guard index < bytes.count else { return "the end of the text" }
    let byte = bytes[index]
    if byte >= 0x21, byte < 0x7F { return quoted(String(Unicode.Scalar(byte))) }
    if byte >= 0xC2 {
      let decoded = String(decoding: bytes[index..<min(index + 4, bytes.count)], as: UTF8.self)
      if let scalar = decoded.unicodeScalars.first, scalar != "\u{FFFD}" { return quoted(String(scalar)) }
    }
    return "the byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }

  /// Moves to the value that the keys and indices of `path` lead to and returns its offset; where the path
  /// breaks off, the offset of the value that it last reached. The text is well-formed.
  mutating func offset(of path: [String]) throws(JSON.SyntaxError) -> Int {
    skipSpace()
    let start = index
    guard let step = path.first, current == UInt8(ascii: "{") || current == UInt8(ascii: "[") else {
      return start
    }
    let isObject = current == UInt8(ascii: "{")
    let end = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    try enter()
    guard current != end else { return start }
    var count = 0
    repeat {
      skipSpace()
      let name = isObject ? try key() : String(count)
      if name == step { return try offset(of: Array(path.dropFirst())) }
      _ = try value()
      count += 1
    } while try comma(or: end)
    return start
  }
}

/// `text` in quotes, on one line, without control characters and cut after 40 characters.
func quoted(_ text: String) -> String {
  let short = text.count > 40 ? text.prefix(39) + "…" : text[...]
  let line = short.map { character in
    let isControl = character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    return isControl || character.isNewline ? " " : character
  }
  return "\"" + String(line) + "\""
}

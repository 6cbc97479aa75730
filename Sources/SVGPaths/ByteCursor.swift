/// A place in UTF-8 text, moving forward. The bytes must outlive the cursor.
struct ByteCursor {
  let base: UnsafePointer<UInt8>
  let count: Int
  var offset = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    // An empty buffer may have no address; the cursor then never reads.
    base = bytes.baseAddress ?? UnsafePointer(bitPattern: 1).unsafelyUnwrapped
    count = bytes.count
  }

  @inline(__always) var isAtEnd: Bool { offset >= count }
  /// The byte here, and 0 at the end of the text.
  @inline(__always) var current: UInt8 { offset < count ? base[offset] : 0 }

  /// White space of SVG and CSS: space, tab, line feed, form feed, carriage return.
  @inline(__always)
  mutating func skipSpace() {
    while offset < count, isSpace(base[offset]) { offset += 1 }
  }

  /// Skips the byte `wanted` if it stands here.
  @inline(__always)
  mutating func skip(_ wanted: UInt8) -> Bool {
    guard current == wanted, offset < count else { return false }
    offset += 1
    return true
  }

  /// Skips white space with at most one comma in it; true if there was a comma.
  @inline(__always)
  @discardableResult
  mutating func skipSpaceOrComma() -> Bool {
    skipSpace()
    guard skip(UInt8(ascii: ",")) else { return false }
    skipSpace()
    return true
  }

  /// Reads ASCII letters and hyphens.
  mutating func scanName() -> String {
    let from = offset
    while offset < count, isLetter(base[offset]) || base[offset] == UInt8(ascii: "-") { offset += 1 }
    return String(decoding: UnsafeBufferPointer(start: base + from, count: offset - from), as: UTF8.self)
  }
}

@inline(__always)
func isSpace(_ byte: UInt8) -> Bool {
  byte == 0x20 || (byte >= 0x09 && byte <= 0x0D && byte != 0x0B)
}

@inline(__always)
func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

@inline(__always)
func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

/// A place in a text, as editors show it.
public struct TextPosition: Sendable, Hashable {
  /// Bytes of UTF-8 before it.
  public var offset: Int
  /// From 1; a line ends with LF, CR LF or CR.
  public var line: Int
  /// From 1, in Unicode scalars.
  public var column: Int

  public init(offset: Int, line: Int, column: Int) {
    (self.offset, self.line, self.column) = (offset, line, column)
  }

  /// The positions of rising `offsets` in `text`, found in one pass.
  static func locate(_ offsets: [Int], in text: UnsafeBufferPointer<UInt8>) -> [TextPosition] {
    var here = TextPosition(offset: 0, line: 1, column: 1)
    return offsets.map { offset in
      let end = min(max(offset, 0), text.count)
      while here.offset < end {
        here.step(over: text[here.offset], after: here.offset > 0 ? text[here.offset - 1] : 0)
      }
      return here
    }
  }

  private mutating func step(over byte: UInt8, after previous: UInt8) {
    offset += 1
    switch byte {
    case 0x0A where previous == 0x0D: break
    case 0x0A, 0x0D: (line, column) = (line + 1, 1)
    case 0x80..<0xC0: break
    default: column += 1
    }
  }
}

/// Counts attributes before the XML parser meets them: it compares each of an element with all others.
enum AttributeCounter {
  static func message(_ limits: SVGLimits) -> String {
    "an element has more than \(limits.attributes) attributes"
  }

  /// The offset at which a tag, or all declarations of attributes together, have more than `most` values; nil if
  /// none has.
  ///
  /// Tags within the text of an entity that is declared here are seen as well.
  static func firstExcess(in text: UnsafeBufferPointer<UInt8>, most: Int) -> Int? {
    var count = 0
    var declared = 0
    var isInTag = false
    var isDeclaration = false
    var quote: UInt8?
    for (offset, byte) in text.enumerated() {
      if byte == UInt8(ascii: "<") {
        (isInTag, quote, count) = (true, nil, 0)
        isDeclaration = text[offset...].starts(with: "<!ATTLIST".utf8)
      } else if !isInTag {
        continue
      } else if let end = quote {
        guard byte == end else { continue }
        quote = nil
        count += 1
        if isDeclaration { declared += 1 }
        if max(count, declared) > most { return offset }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        isInTag = false
      }
    }
    return nil
  }
}

/// Finds the text of an attribute in the source of a document again, so that an error in its value can be shown
/// where it was written.
struct AttributeLocator {
  private let source: UnsafeBufferPointer<UInt8>
  private let entities: [String: String]
  private var lengths: [String: Int] = [:]

  init(source: UnsafeBufferPointer<UInt8>, entities: [String: String]) {
    self.source = source
    self.entities = entities
  }

  /// The offset in the source of byte `place` of an attribute's value; where the value came through an entity,
  /// of the reference. The tag's own offset if the attribute isn't written there.
  ///
  /// - Parameter tag: where the tag begins.
  mutating func locate(_ name: AttributeName, tag: Int, place: Int) -> Int {
    guard tag < source.count, source[tag] == UInt8(ascii: "<") else { return tag }
    var at = tag + 1
    skip(&at) { !isSpace($0) && $0 != UInt8(ascii: ">") }
    while at < source.count {
      skip(&at, while: isSpace)
      let nameStart = at
      skip(&at) { !isSpace($0) && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">") }
      let written = source[nameStart..<at]
      skip(&at) { isSpace($0) || $0 == UInt8(ascii: "=") }
      guard at < source.count, source[at] == UInt8(ascii: "\"") || source[at] == UInt8(ascii: "'") else {
        return tag
      }
      let quote = source[at]
      at += 1
      if Self.isWritten(written, name) { return offset(ofByte: place, from: at, quote) }
      skip(&at) { $0 != quote }
      at += 1
    }
    return tag
  }

  private func skip(_ at: inout Int, while condition: (UInt8) -> Bool) {
    while at < source.count, condition(source[at]) { at += 1 }
  }

  /// Whether a name is the wanted one; the prefix of the XLink namespace is free.
  private static func isWritten(_ written: Slice<UnsafeBufferPointer<UInt8>>, _ name: AttributeName) -> Bool {
    guard name == .xlinkHref else { return written.elementsEqual(name.rawValue.utf8) }
    return written.count > 5 && written.suffix(5).elementsEqual(":href".utf8)
  }

  private mutating func offset(ofByte place: Int, from start: Int, _ quote: UInt8) -> Int {
    var at = start
    var decoded = 0
    while at < source.count, source[at] != quote, decoded < place {
      if source[at] == UInt8(ascii: "&") {
        let end = source[at...].firstIndex(of: UInt8(ascii: ";")) ?? source.count - 1
        let name = String(decoding: source[(at + 1)..<max(end, at + 1)], as: UTF8.self)
        let length = length(ofReference: name, depth: 0)
        if decoded + length > place { return at }
        decoded += length
        at = end + 1
      } else {
        // CR LF is one line end, and becomes one space.
        let isPair = source[at] == 0x0D && at + 1 < source.count && source[at + 1] == 0x0A
        at += isPair ? 2 : 1
        decoded += 1
      }
    }
    return at
  }

  /// How many bytes `&name;` stands for.
  private mutating func length(ofReference name: String, depth: Int) -> Int {
    if name.hasPrefix("#") {
      let isHexadecimal = name.dropFirst().first == "x"
      let value = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
      return value.flatMap(Unicode.Scalar.init).map { UTF8.width($0) } ?? 1
    }
    if ["lt", "gt", "amp", "quot", "apos"].contains(name) { return 1 }
    if let known = lengths[name] { return known }
    guard depth < 64, let text = entities[name] else { return 0 }
    var total = 0
    var rest = Substring(text).utf8
    while let mark = rest.firstIndex(of: UInt8(ascii: "&")) {
      total += rest.distance(from: rest.startIndex, to: mark)
      let after = rest[rest.index(after: mark)...]
      guard let end = after.firstIndex(of: UInt8(ascii: ";")) else { break }
      total += length(ofReference: String(Substring(after[..<end])), depth: depth + 1)
      rest = after[after.index(after: end)...]
    }
    total += rest.count
    lengths[name] = total
    return total
  }
}

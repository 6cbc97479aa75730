internal import CLibXML2

/// Finds the encoding of a document and turns it into UTF-8.
struct TextDecoder {
  /// `bytes` in UTF-8 without a byte order mark, by the mark, the pattern of zero bytes, or the XML declaration.
  static func utf8(_ bytes: [UInt8]) throws(SVGError) -> [UInt8] {
    let start = bytes.prefix(4)
    if start.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    if start.starts(with: [0xFF, 0xFE]) { return try convert(bytes.dropFirst(2), from: "UTF-16LE") }
    if start.starts(with: [0xFE, 0xFF]) { return try convert(bytes.dropFirst(2), from: "UTF-16BE") }
    if start.elementsEqual([0x3C, 0, 0x3F, 0]) || start.elementsEqual([0x3C, 0, 0x73, 0]) {
      return try convert(bytes[...], from: "UTF-16LE")
    }
    if start.elementsEqual([0, 0x3C, 0, 0x3F]) || start.elementsEqual([0, 0x3C, 0, 0x73]) {
      return try convert(bytes[...], from: "UTF-16BE")
    }
    guard let name = declaredEncoding(bytes) else { return bytes }
    // Text that declares UTF-16 and can be read as bytes was converted without a change of its declaration.
    let isUTF8 = ["utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf16", "utf-16le", "utf-16be"]
    return isUTF8.contains(name.lowercased()) ? bytes : try convert(bytes[...], from: name)
  }

  /// The name in `<?xml … encoding="name"`.
  private static func declaredEncoding(_ bytes: [UInt8]) -> String? {
    let head = String(decoding: bytes.prefix(256), as: UTF8.self)
    guard head.hasPrefix("<?xml"), let end = head.utf8.firstIndex(of: UInt8(ascii: ">")) else { return nil }
    let words = head[..<end].split(whereSeparator: { " \t\r\n='\"?".contains($0) || $0 == "\r\n" })
    guard let place = words.firstIndex(of: "encoding"), place + 1 < words.count else { return nil }
    return String(words[place + 1])
  }

  private static func convert(_ bytes: ArraySlice<UInt8>, from name: String) throws(SVGError) -> [UInt8] {
    guard let handler = xmlFindCharEncodingHandler(name) else {
      throw SVGError(.encoding, "the document declares the unknown encoding '\(name.prefix(40))'")
    }
    // libxml2 writes to standard error itself unless somebody on this thread listens.
    xmlSetStructuredErrorFunc(nil) { _, _ in }
    defer { xmlSetStructuredErrorFunc(nil, nil) }
    let result = bytes.withUnsafeBytes { raw -> [UInt8]? in
      guard let source = xmlBufferCreate(), let target = xmlBufferCreate() else { return nil }
      defer {
        xmlBufferFree(source)
        xmlBufferFree(target)
      }
      let address = raw.baseAddress?.assumingMemoryBound(to: xmlChar.self)
      guard xmlBufferAdd(source, address, Int32(clamping: raw.count)) == 0 else { return nil }
      while source.pointee.use > 0 {
        let before = source.pointee.use
        let written = xmlCharEncInFunc(handler, target, source)
        guard written >= 0 || written == -3, source.pointee.use < before else { return nil }
      }
      return Array(UnsafeBufferPointer(start: target.pointee.content, count: Int(target.pointee.use)))
    }
    xmlCharEncCloseFunc(handler)
    guard let result else { throw SVGError(.encoding, "the document's text is not valid \(name.prefix(40))") }
    return result
  }
}

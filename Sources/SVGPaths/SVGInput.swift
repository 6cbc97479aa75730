import PlaneCurves

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Reads SVG documents, plain or compressed, and bare path data.
public enum SVGInput {
  /// Reads the file at `path`.
  public static func read(path: String, options: SVGOptions = SVGOptions()) throws(SVGError) -> SVGDocument {
    try read(bytes: contents(of: path, limit: options.limits.bytes), options: options)
  }

  /// Reads an input from memory: a document if its first character is `<`, path data otherwise.
  public static func read(bytes: [UInt8], options: SVGOptions = SVGOptions()) throws(SVGError) -> SVGDocument
  {
    let limit = options.limits.bytes
    guard bytes.count <= limit else {
      throw SVGError(.limit, "the input has more than \(limit) bytes", limit: .bytes)
    }
    let plain = Gunzip.isCompressed(bytes) ? try Gunzip.inflated(bytes, limit: limit) : bytes
    let text = try TextDecoder.utf8(plain)
    guard let first = text.firstIndex(where: { !isSpace($0) }) else {
      throw SVGError(.empty, "there is nothing to read")
    }
    guard text[first] == UInt8(ascii: "<") else {
      if looksBinary(text) {
        throw SVGError(.notSVG, "this is neither an SVG document nor path data: it is not text")
      }
      return try read(pathData: text, options: options)
    }
    if isHTML(text[first...]) { throw SVGError(.notSVG, "this is an HTML page, not an SVG document") }
    if let zero = text.firstIndex(of: 0) {
      throw SVGError(.xml, "a NUL byte, which XML does not allow", at: position(zero, in: text))
    }
    let tree = try XMLParser.parse(text, limits: options.limits)
    guard tree.elements[0].name == .svg else {
      throw SVGError(
        .notSVG, "the root element is not <svg>", at: position(tree.elements[0].offset, in: tree.source))
    }
    return try DocumentReader.read(tree, options)
  }

  /// Reads bare path data in UTF-8; positions of errors are those in the text.
  public static func read(
    pathData text: [UInt8], options: SVGOptions = SVGOptions()
  ) throws(SVGError) -> SVGDocument {
    let most = options.limits.segments
    let data = text.withUnsafeBufferPointer { PathData(parsing: $0, strict: options.strict, most: most) }
    if let error = data.error, options.strict || data.subpaths.isEmpty { throw error }
    let warnings = data.error.map { error in
      [
        SVGWarning(
          code: .pathData, message: error.message, position: error.position, found: error.found,
          expected: error.expected)
      ]
    }
    let shape = PlacedShape(
      tag: "path", id: nil, elementIndex: 0, subpaths: data.subpaths, viaUse: false, warnings: warnings ?? [])
    var document = SVGDocument(
      frame: nil, shapes: data.subpaths.isEmpty ? [] : [shape], warnings: warnings ?? [],
      isBarePathData: true,
      scopes: [])
    document.frame = document.bounds
    return document
  }

  private static func position(_ offset: Int, in text: [UInt8]) -> TextPosition? {
    text.withUnsafeBufferPointer { TextPosition.locate([offset], in: $0).first }
  }

  private static func isHTML(_ text: ArraySlice<UInt8>) -> Bool {
    let head = String(decoding: text.prefix(64), as: UTF8.self).lowercased()
    return head.hasPrefix("<!doctype html") || head.hasPrefix("<html")
  }

  /// Control characters at the start of the text, or bytes that are not UTF-8.
  private static func looksBinary(_ text: [UInt8]) -> Bool {
    let head = text.prefix(1024)
    return head.contains { $0 < 0x20 && !isSpace($0) && $0 != 0x0B }
      || String(validating: text, as: UTF8.self) == nil
  }

  /// The bytes of the file at `path`, at most `limit`.
  public static func contents(of path: String, limit: Int) throws(SVGError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      let kind: SVGError.Kind = errno == ENOENT || errno == ENOTDIR ? .fileNotFound : .fileUnreadable
      throw SVGError(kind, reason(errno))
    }
    defer { close(descriptor) }
    return try contents(of: descriptor, limit: limit)
  }

  /// What is still to come from a file that is open for reading, at most `limit` bytes.
  public static func contents(of descriptor: Int32, limit: Int) throws(SVGError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let step = max(1 << 16, min(bytes.count, 1 << 24))
      let known = bytes.count
      bytes.append(contentsOf: repeatElement(0, count: step))
      let count = bytes.withUnsafeMutableBytes { buffer in
        // The buffer has `step` bytes from `known` on.
        buffer.baseAddress.map { readBytes(descriptor, $0 + known, step) } ?? 0
      }
      bytes.removeLast(step - max(count, 0))
      if count < 0 {
        if errno == EINTR || (errno == EAGAIN && waits(for: descriptor)) { continue }
        throw SVGError(.fileUnreadable, reason(errno))
      }
      if count == 0 { return bytes }
      if bytes.count > limit {
        throw SVGError(.limit, "the input has more than \(limit) bytes", limit: .bytes)
      }
    }
  }
}

/// The system's `read`, which the methods of that name would hide.
private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

/// Waits until a descriptor that doesn't block has something to read; false if that fails.
private func waits(for descriptor: Int32) -> Bool {
  var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&request, 1, -1) > 0 || errno == EINTR
}

/// The system's words for an error, in small letters.
private func reason(_ code: Int32) -> String {
  let text = String(cString: strerror(code))
  return text.prefix(1).lowercased() + text.dropFirst()
}

internal import CZlib

/// Data compressed by gzip, as in `.svgz`.
enum Gunzip {
  static func isCompressed(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  /// The contents, all members of them.
  ///
  /// - Parameter limit: more bytes than that are refused, before they are made.
  static func inflated(_ bytes: [UInt8], limit: Int) throws(SVGError) -> [UInt8] {
    try bytes.withUnsafeBufferPointer { input throws(SVGError) in try inflated(input, limit: limit) }
  }

  private static func inflated(
    _ input: UnsafeBufferPointer<UInt8>, limit: Int
  ) throws(SVGError) -> [UInt8] {
    var stream = z_stream()
    // 15 bits of window, and 16 for the header of gzip.
    guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw SVGError(.compression, "the decompressor can't be started")
    }
    defer { inflateEnd(&stream) }
    stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
    stream.avail_in = UInt32(clamping: input.count)
    var output: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let (status, made) = piece.withUnsafeMutableBufferPointer { buffer in
        stream.next_out = buffer.baseAddress
        stream.avail_out = UInt32(buffer.count)
        let status = inflate(&stream, Z_NO_FLUSH)
        return (status, buffer.count - Int(stream.avail_out))
      }
      if output.count + made > limit {
        throw SVGError(.limit, "the compressed document holds more than \(limit) bytes", limit: .bytes)
      }
      output.append(contentsOf: piece[..<made])
      switch status {
      case Z_OK: continue
      case Z_STREAM_END:
        // Another member may follow; anything else after the last one is padding.
        let rest = UnsafeBufferPointer(start: stream.next_in, count: Int(stream.avail_in))
        guard rest.starts(with: [0x1F, 0x8B]), inflateReset(&stream) == Z_OK else { return output }
      case Z_BUF_ERROR:
        throw SVGError(.compression, "the compressed document is cut off")
      default:
        throw SVGError(.compression, "the compressed document is damaged")
      }
    }
  }
}

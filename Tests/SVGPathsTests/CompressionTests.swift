import CZlib
import Testing

@testable import SVGPaths

/// `.svgz`.
struct CompressionTests {
  /// zlib's own compressor makes the input.
  private func compressed(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    deflateInit2_(
      &stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)
    )
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: bytes.count + 1024)
    let count = input.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(target.count)
        deflate(&stream, Z_FINISH)
        return target.count - Int(stream.avail_out)
      }
    }
    return Array(output[..<count])
  }

  private let document = Array("<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0h1'/></svg>".utf8)

  @Test func isUnpacked() throws {
    #expect(try SVGInput.read(bytes: compressed(document)).texts == ["M0 0H1"])
    #expect(try SVGInput.read(bytes: compressed(Array("M0 0h2".utf8))).texts == ["M0 0H2"])
    // Several members, and padding after the last.
    let halves = compressed(Array(document[..<20])) + compressed(Array(document[20...])) + [0, 0, 0]
    #expect(try SVGInput.read(bytes: halves).texts == ["M0 0H1"])
  }

  @Test func damageIsAnError() {
    let bytes = compressed(document)
    for count in 2..<bytes.count {
      #expect(throws: SVGError.self) { try SVGInput.read(bytes: Array(bytes[..<count])) }
    }
    var wrong = bytes
    wrong[bytes.count - 6] ^= 0x55
    #expect(throws: SVGError.self) { try SVGInput.read(bytes: wrong) }
  }

  @Test func expansionIsBounded() {
    var options = SVGOptions()
    options.limits.bytes = 1 << 20
    let bomb = compressed([UInt8](repeating: 0x20, count: 1 << 24))
    #expect(bomb.count < 1 << 20)
    do {
      _ = try SVGInput.read(bytes: bomb, options: options)
      Issue.record("the bomb was read")
    } catch { #expect(error.kind == .limit) }
  }
}

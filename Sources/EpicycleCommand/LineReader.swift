import Foundation

/// Standard input line by line, in bounded memory; used on one thread at a time.
final class LineReader: Sendable {
  private let limit: Int
  private nonisolated(unsafe) var buffer: [UInt8] = []
  private nonisolated(unsafe) var start = 0
  private nonisolated(unsafe) var ended = false

  /// - Parameter limit: bytes in a line; a longer one is skipped and answered with a failure.
  init(limit: Int) { self.limit = limit }

  /// The next line that is not blank, without its end; nil at the end of the input.
  func next() -> Result<[UInt8], Failure>? {
    var searched = start
    var isTooLong = false
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = buffer[start..<end]
        start = end + 1
        searched = start
        if isTooLong { return .failure(tooLong) }
        if !isBlank(line) { return .success(Array(line)) }
        continue
      }
      if ended {
        let line = buffer[start...]
        start = buffer.count
        if isTooLong { return .failure(tooLong) }
        return isBlank(line) ? nil : .success(Array(line))
      }
      buffer.removeFirst(start)
      start = 0
      if buffer.count > limit {
        isTooLong = true
        buffer.removeAll(keepingCapacity: true)
      }
      searched = buffer.count
      ended = !readMore()
    }
  }

  /// Takes what is there, at least one byte: a line is answered before the next one is written.
  private func readMore() -> Bool {
    let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 18) { space, count in
      repeat {
        count = max(-1, read(STDIN_FILENO, space.baseAddress, space.count))
      } while count < 0 && (errno == EINTR || Descriptor.waits(for: STDIN_FILENO, POLLIN))
      // A read error ends the input as its end does.
      count = max(0, count)
    }
    buffer += chunk
    return !chunk.isEmpty
  }

  private func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
    line.allSatisfy { [0x20, 0x09, 0x0D].contains($0) }
  }

  private var tooLong: Failure { Failure(.badInput, "limit", "the line has more than \(limit) bytes") }
}

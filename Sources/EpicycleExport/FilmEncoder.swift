import Foundation

/// ffmpeg, fed with raw frames.
struct FilmEncoder {
  let executable: String
  /// An existing folder for what ffmpeg says, when it runs.
  let scratch: URL

  init(path: String, scratch: URL) throws(ExportError) {
    executable = try Self.find(path)
    self.scratch = scratch
  }

  /// Looks in the folders of `path`, separated by colons.
  static func find(_ path: String) throws(ExportError) -> String {
    let candidates = path.split(separator: ":").map { "\($0)/ffmpeg" }
    guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
      throw .missingTool("ffmpeg", package: "ffmpeg")
    }
    return found
  }

  /// Runs ffmpeg with frames of blue, green, red and a byte that doesn't count on its standard input. They go
  /// through one at a time, nothing is held.
  ///
  /// - Parameter frame: draws frame number i and hands its bytes on.
  func run(
    width: Int, height: Int, rate: String, frames: Int, arguments: [String],
    frame: (Int, (UnsafeRawBufferPointer) throws(ExportError) -> Void) throws(ExportError) -> Void
  ) throws(ExportError) {
    #if os(Linux) || os(macOS)
      let messages = scratch.appendingPathComponent("ffmpeg.txt")
      guard FileManager.default.createFile(atPath: messages.path, contents: nil),
        let log = try? FileHandle(forWritingTo: messages)
      else { throw .failed("no file could be made in \(messages.deletingLastPathComponent().path)") }
      defer {
        try? log.close()
        try? FileManager.default.removeItem(at: messages)
      }
      // A socket can tell of a reader that has gone without a signal that would end the program.
      var ends: [Int32] = [-1, -1]
      guard socketpair(AF_UNIX, Self.streamSocket, 0, &ends) == 0 else {
        throw .failed("no pipe to ffmpeg could be made")
      }
      let (reader, writer) = (FileHandle(fileDescriptor: ends[0], closeOnDealloc: true), ends[1])
      _ = fcntl(writer, F_SETFD, FD_CLOEXEC)

      let process = Process()
      process.executableURL = URL(fileURLWithPath: executable)
      process.arguments =
        ["-nostdin", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "bgr0"]
        + ["-video_size", "\(width)x\(height)", "-framerate", rate, "-i", "pipe:0"] + arguments
      process.standardInput = reader
      process.standardOutput = FileHandle.nullDevice
      process.standardError = log
      do { try process.run() } catch {
        close(writer)
        throw .failed("ffmpeg could not be run: \(error.localizedDescription)")
      }
      try? reader.close()
      var stopped = false
      do throws(ExportError) {
        for number in 0..<frames where !stopped {
          try frame(number) { (bytes) throws(ExportError) in stopped = !Self.send(bytes, to: writer) }
        }
      } catch {
        close(writer)
        process.terminate()
        process.waitUntilExit()
        throw error
      }
      close(writer)
      process.waitUntilExit()
      guard process.terminationStatus == 0, !stopped else {
        let text = (try? String(contentsOf: messages, encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").last.map(String.init) ?? "status \(process.terminationStatus)"
        throw .failed("ffmpeg: \(line)")
      }
    #else
      throw .missingTool("ffmpeg", package: "ffmpeg")
    #endif
  }

  #if os(Linux) || os(macOS)
    private static var streamSocket: Int32 {
      #if canImport(Glibc)
        Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      #else
        SOCK_STREAM
      #endif
    }

    /// Writes all bytes; false where nobody reads any more.
    private static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
      #if os(Linux)
        let flags = Int32(MSG_NOSIGNAL)
      #else
        let flags: Int32 = 0
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
      #endif
      var rest = bytes[...]
      while !rest.isEmpty {
        let sent = Foundation.send(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, flags)
        if sent < 0, errno == EINTR { continue }
        guard sent > 0 else { return false }
        rest = rest.dropFirst(sent)
      }
      return true
    }
  #endif
}

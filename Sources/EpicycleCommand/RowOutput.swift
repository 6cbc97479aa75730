import Foundation

/// Where a table's rows go as they come: standard output, or a file that grows by whole lines.
final class RowOutput: Sendable {
  private let path: String?
  private let descriptor: Int32
  /// A write to a file is never cut by an interruption; one to a pipe may wait for its reader, and can be.
  private let isRegular: Bool

  private init(path: String?, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
    var status = stat()
    isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  deinit { if path != nil { close(descriptor) } }

  static func standard() -> RowOutput { RowOutput(path: nil, descriptor: STDOUT_FILENO) }

  /// - Parameter keep: so many bytes of what the file holds stay, at its beginning.
  static func file(_ path: String, keep: Int) throws(Failure) -> RowOutput {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw Failure(
        .cannotCreate, "cannot-create", "\(path) can't be created: \(OutputWriter.reason(errno))")
    }
    let output = RowOutput(path: path, descriptor: descriptor)
    if output.isRegular, ftruncate(descriptor, off_t(keep)) != 0 || lseek(descriptor, 0, SEEK_END) < 0 {
      throw Failure(.cannotWrite, "cannot-write", "\(path) can't be written: \(OutputWriter.reason(errno))")
    }
    return output
  }

  func write(_ lines: [UInt8]) throws(Failure) {
    let reason =
      isRegular
      ? Interruption.afterwards { OutputWriter.writeAll(lines, to: descriptor) }
      : OutputWriter.writeAll(lines, to: descriptor)
    guard let reason else { return }
    throw Failure(
      .cannotWrite, "cannot-write",
      path.map { "\($0) can't be written: \(reason)" } ?? "standard output: \(reason)")
  }
}

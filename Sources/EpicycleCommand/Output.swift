import Foundation

/// Where the data of a command goes.
enum Output: Sendable {
  case standard
  case file(String)
  /// One file an input, named after it.
  case folder(String)

  var isStandard: Bool { if case .standard = self { true } else { false } }

  /// Reads `-o`: `-`, a folder (it exists, or the name ends in `/`), or a file.
  init(argument: String?) {
    guard let argument, argument != "-" else {
      self = .standard
      return
    }
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: argument, isDirectory: &isFolder)
    self = (exists ? isFolder.boolValue : argument.hasSuffix("/")) ? .folder(argument) : .file(argument)
  }
}

/// Writes that appear whole or not at all.
enum OutputWriter {
  /// Writes all of `bytes` to standard output.
  static func toStandardOutput(_ bytes: [UInt8]) throws(Failure) {
    if let reason = writeAll(bytes, to: STDOUT_FILENO) {
      throw Failure(.cannotWrite, "cannot-write", "standard output: \(reason)")
    }
  }

  /// Replaces the file at `path` in one step: a reader sees the old bytes or the new ones.
  ///
  /// The bytes go to a file beside it that is renamed at the end, and removed if anything fails. A device
  /// or a pipe is written to directly.
  static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      guard status.st_mode & S_IFMT != S_IFDIR else {
        throw Failure(.cannotCreate, "cannot-create", "\(path) is a folder")
      }
      return try writeDirectly(bytes, to: path)
    }
    if stat(path, &status) != 0, lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
      throw Failure(.cannotCreate, "cannot-create", "\(path) is a link that leads nowhere")
    }
    let target = realPath(path)
    let folder = (target as NSString).deletingLastPathComponent
    let name = (target as NSString).lastPathComponent
    let template = (folder.isEmpty ? "." : folder) + "/.\(name.prefix(100)).XXXXXX"
    let (descriptor, temporary) = Interruption.register {
      var buffer = Array(template.utf8CString)
      let descriptor = mkstemp(&buffer)
      return (descriptor, String(decoding: buffer.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
    guard descriptor >= 0 else {
      throw Failure(.cannotCreate, "cannot-create", "\(path) can't be created: \(reason(errno))")
    }
    defer { Interruption.forget(temporary) }
    let mask = umask(0)
    umask(mask)
    fchmod(descriptor, stat(target, &status) == 0 ? status.st_mode & 0o777 : 0o666 & ~mask)
    var failure = writeAll(bytes, to: descriptor)
    if failure == nil, fsync(descriptor) != 0, errno != EINVAL { failure = reason(errno) }
    if close(descriptor) != 0, failure == nil { failure = reason(errno) }
    if failure == nil, rename(temporary, target) != 0 { failure = reason(errno) }
    if let failure {
      unlink(temporary)
      throw Failure(.cannotWrite, "cannot-write", "\(path) can't be written: \(failure)")
    }
  }

  /// Fails where `write` could not make a new file at `path`: to be asked before long work.
  static func check(_ path: String) throws(Failure) {
    let folder = (path as NSString).deletingLastPathComponent
    guard access(path, F_OK) != 0, access(folder.isEmpty ? "." : folder, W_OK) != 0 else { return }
    throw Failure(.cannotCreate, "cannot-create", "\(path) can't be created: \(reason(errno))")
  }

  /// Whether both names lead to one file.
  static func isSameFile(_ a: String, _ b: String) -> Bool {
    var (first, second) = (stat(), stat())
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_mode & S_IFMT == S_IFREG
      && first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// Makes `folder` and what lies above it.
  static func makeFolder(_ folder: String) throws(Failure) {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw Failure(.cannotCreate, "cannot-create", "\(folder) can't be created: \(reason(errno))")
    }
  }

  private static func writeDirectly(_ bytes: [UInt8], to path: String) throws(Failure) {
    let descriptor = open(path, O_WRONLY)
    guard descriptor >= 0 else {
      throw Failure(.cannotCreate, "cannot-create", "\(path) can't be opened: \(reason(errno))")
    }
    defer { close(descriptor) }
    if let reason = writeAll(bytes, to: descriptor) {
      throw Failure(.cannotWrite, "cannot-write", "\(path) can't be written: \(reason)")
    }
  }

  /// Nil when all was written, else the reason.
  static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> String? {
    bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let count = Foundation.write(
          descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
        if count < 0 {
          if errno == EINTR || Descriptor.waits(for: descriptor, POLLOUT) { continue }
          return reason(errno)
        }
        written += count
      }
      return nil
    }
  }

  /// The file that a symbolic link leads to, so that the link itself stays.
  private static func realPath(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  static func reason(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    _ = strerror_r(code, &buffer, buffer.count)
    let text = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return text.isEmpty ? "error \(code)" : text.prefix(1).lowercased() + text.dropFirst()
  }
}

/// Descriptors that their owner has set not to block.
enum Descriptor {
  /// After a failed call: whether it failed because nothing could be done at once; if so, waits until it can.
  static func waits(for descriptor: Int32, _ event: some BinaryInteger) -> Bool {
    guard errno == EAGAIN else { return false }
    var request = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: event), revents: 0)
    return poll(&request, 1, -1) > 0 || errno == EINTR
  }
}

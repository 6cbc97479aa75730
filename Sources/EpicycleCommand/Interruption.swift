import Dispatch
import Foundation

/// Ctrl-C and termination: half-written files and folders are removed, what is finished stays, the status is 130.
enum Interruption {
  private static let lock = NSLock()
  private nonisolated(unsafe) static var temporaries: Set<String> = []
  private nonisolated(unsafe) static var advice = ""
  private nonisolated(unsafe) static var sources: [any DispatchSourceSignal] = []

  /// Call once, first: a closed pipe becomes an error of `write`, a signal ends the process tidily.
  static func install() {
    signal(SIGPIPE, SIG_IGN)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      // What the parent had ignored, as nohup does, stays ignored.
      if isIgnored(number) { continue }
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInteractive))
      source.setEventHandler {
        lock.lock()
        for path in temporaries { try? FileManager.default.removeItem(atPath: path) }
        let message = Array("\nepicycle: interrupted; what was finished is kept\(advice)\n".utf8)
        _ = message.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
        _exit(ExitStatus.interrupted.rawValue)
      }
      source.resume()
      sources.append(source)
    }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Makes a file, and notes its name before a signal can end the process.
  static func register(making file: () -> (descriptor: Int32, path: String)) -> (Int32, String) {
    lock.withLock {
      let made = file()
      if made.descriptor >= 0 { temporaries.insert(made.path) }
      return made
    }
  }

  static func register(_ path: String) {
    lock.withLock { _ = temporaries.insert(path) }
  }

  /// How to go on after an interruption, said in its message.
  static func advise(_ text: String) {
    lock.withLock { advice = "; " + text }
  }

  /// Puts off an interruption until `body` is done.
  static func afterwards<Result>(_ body: () -> Result) -> Result { lock.withLock(body) }

  static func forget(_ path: String) {
    lock.withLock { _ = temporaries.remove(path) }
  }
}

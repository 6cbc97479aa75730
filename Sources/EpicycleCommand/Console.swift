import Foundation

/// Standard error and what is known of it. Data never goes through here.
struct Console: Sendable {
  let isTerminal: Bool
  let isQuiet: Bool
  private let usesColour: Bool

  init(quiet: Bool) {
    isTerminal = isatty(STDERR_FILENO) == 1
    isQuiet = quiet
    let environment = ProcessInfo.processInfo.environment
    usesColour =
      isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }

  /// Errors are said even when quiet.
  func error(_ text: String) { write("epicycle: " + coloured("error: ", "31") + Self.oneLine(text) + "\n") }

  func warning(_ text: String) {
    if !isQuiet { write("epicycle: " + coloured("warning: ", "33") + Self.oneLine(text) + "\n") }
  }

  /// A line for people, only where they watch.
  func note(_ text: String) {
    if isTerminal, !isQuiet { write(text + "\n") }
  }

  /// Replaces the terminal's last line.
  func progress(_ text: String) {
    if isTerminal, !isQuiet { write("\r\u{1B}[K" + text) }
  }

  private func coloured(_ text: String, _ colour: String) -> String {
    usesColour ? "\u{1B}[1;\(colour)m\(text)\u{1B}[0m" : text
  }

  /// Control characters from an input never reach the terminal.
  static func oneLine(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map {
          [.control, .format].contains($0.properties.generalCategory) ? "\u{FFFD}" : $0
        }))
  }

  private func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if written < 0 {
        if errno == EINTR || Descriptor.waits(for: STDERR_FILENO, POLLOUT) { continue }
        return
      }
      bytes = bytes.dropFirst(written)
    }
  }
}

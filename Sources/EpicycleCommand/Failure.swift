/// Exit statuses, after sysexits.h where it has one.
enum ExitStatus: Int32, CaseIterable, Sendable {
  case done = 0
  /// With many inputs: some failed, and all were tried.
  case someFailed = 1
  case usage = 64
  case badInput = 65
  case notFound = 66
  case cannotCreate = 73
  case cannotWrite = 74
  case interrupted = 130

  /// For help and the manual page.
  var meaning: String {
    switch self {
    case .done: "done"
    case .someFailed: "some of many inputs failed, after all were tried"
    case .usage: "wrong usage"
    case .badInput: "the input can't be used"
    case .notFound: "not found"
    case .cannotCreate: "the output can't be created"
    case .cannotWrite: "the output can't be written"
    case .interrupted: "interrupted"
    }
  }
}

/// What ends a command, or one input of it: one line for people, a code for programs.
struct Failure: Error, Sendable, Hashable {
  let status: ExitStatus
  /// A short, stable word for programs, such as `not-found`.
  let code: String
  let message: String
  /// The file, `-` or `--path`, where the failure lies in an input.
  var source: String?
  /// Counted from 1; columns count characters.
  var line: Int?
  var column: Int?

  init(
    _ status: ExitStatus, _ code: String, _ message: String, source: String? = nil, line: Int? = nil,
    column: Int? = nil
  ) {
    self.status = status
    self.code = code
    self.message = message
    self.source = source
    self.line = line
    self.column = column
  }

  static func usage(_ message: String) -> Failure { Failure(.usage, "usage", message) }

  /// `FILE:LINE:COLUMN: message`, as far as each is known.
  var text: String {
    [source, line.map(String.init), line == nil ? nil : column.map(String.init)]
      .compactMap(\.self).reduce("") { $0 + $1 + ":" } + (source == nil ? "" : " ") + message
  }
}

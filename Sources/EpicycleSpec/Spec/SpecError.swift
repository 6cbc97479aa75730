/// What is wrong with a spec, and where.
public struct SpecError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A JSON pointer (RFC 6901) such as `/chains/0/clocks/3/period`; empty for the whole document.
  public var path: String
  /// From 1; nil where the text is not at hand.
  public var line: Int?
  /// From 1, in Unicode scalars; nil where the text is not at hand.
  public var column: Int?
  public var found: String
  public var expected: String

  public init(path: String = "", line: Int? = nil, column: Int? = nil, found: String, expected: String) {
    self.path = path
    self.line = line
    self.column = column
    self.found = found
    self.expected = expected
  }

  public init(_ error: JSON.SyntaxError) {
    self.init(line: error.line, column: error.column, found: error.found, expected: error.expected)
  }

  /// One line.
  public var description: String {
    var text = ""
    if let line, let column { text = "line \(line), column \(column): " }
    if !path.isEmpty { text += "\(path): " }
    return text + "found \(found), expected \(expected)"
  }

  /// The same error seen from the parent that holds the value under `key`.
  func inside(_ key: String) -> SpecError {
    var error = self
    let escaped =
      key.contains(where: { $0 == "~" || $0 == "/" })
      ? key.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }.joined() : key
    error.path = "/" + escaped + path
    return error
  }

  /// The keys and indices of `path`.
  var steps: [String] {
    path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { step in
      var text = ""
      var isEscaped = false
      for character in step {
        if isEscaped {
          text.append(character == "1" ? "/" : "~")
          isEscaped = false
        } else if character == "~" {
          isEscaped = true
        } else {
          text.append(character)
        }
      }
      return text
    }
  }
}

extension JSON {
  /// The value named in an error, on one line.
  var summary: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let value): (try? text()) ?? "\(value)"
    case .string(let value): quoted(value)
    case .array: "an array"
    case .object: "an object"
    }
  }
}

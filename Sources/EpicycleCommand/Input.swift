import Foundation
import SVGPaths

/// Where curves come from.
enum Input: Sendable, Hashable {
  case file(String)
  case standardInput
  /// Path data given on the command line.
  case pathData(String)

  /// How errors name it.
  var name: String {
    switch self {
    case .file(let path): path
    case .standardInput: "-"
    case .pathData: "--path"
    }
  }

  /// The file's own name, for the spec; nil for the others.
  var fileName: String? {
    if case .file(let path) = self { (path as NSString).lastPathComponent } else { nil }
  }

  func read(_ options: SVGOptions) throws(Failure) -> SVGDocument {
    do throws(SVGError) {
      switch self {
      case .pathData(let text): return try SVGInput.read(pathData: Array(text.utf8), options: options)
      case .standardInput:
        return try SVGInput.read(bytes: try Self.standardInput(limit: options.limits.bytes), options: options)
      case .file(let path): return try SVGInput.read(path: path, options: options)
      }
    } catch {
      throw Failure(error, source: name)
    }
  }

  /// The bytes of the file at `path`, or of standard input for `-`.
  static func bytes(of path: String) throws(Failure) -> [UInt8] {
    let limit = SVGLimits().bytes
    do throws(SVGError) {
      return path == "-" ? try standardInput(limit: limit) : try SVGInput.contents(of: path, limit: limit)
    } catch {
      throw Failure(error, source: path)
    }
  }

  private static func standardInput(limit: Int) throws(SVGError) -> [UInt8] {
    try SVGInput.contents(of: STDIN_FILENO, limit: limit)
  }
}

extension Failure {
  /// What the reader of SVG found, as this command line words it.
  init(_ error: SVGError, source: String?) {
    let remedy = error.limit.map { " (--limit \($0.rawValue)=N allows more)" } ?? ""
    self.init(
      error.kind == .fileNotFound ? .notFound : .badInput, kebabCase(error.kind.rawValue),
      error.message + remedy,
      source: source, line: error.line, column: error.column)
  }
}

/// `pathData` as `path-data`: how codes are written for programs.
func kebabCase(_ name: String) -> String {
  name.reduce(into: "") { result, character in
    if character.isUppercase { result += "-" + character.lowercased() } else { result.append(character) }
  }
}

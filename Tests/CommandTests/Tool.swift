import Foundation
import Testing

/// The built binary, run as a user would run it.
struct Tool {
  struct Outcome {
    var status: Int32
    var output: Data
    var errors: String
    var text: String { String(decoding: output, as: UTF8.self) }
    var json: Any? { try? JSONSerialization.jsonObject(with: output) }
  }

  static let root: URL = {
    if let path = ProcessInfo.processInfo.environment["EPICYCLE_ROOT"] { return URL(fileURLWithPath: path) }
    return URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }()

  static let binary: String = {
    if let path = ProcessInfo.processInfo.environment["EPICYCLE_BINARY"] { return path }
    return root.appendingPathComponent(".build/release/epicycle").path
  }()

  static func sample(_ name: String) -> String { root.appendingPathComponent("paths/\(name).svg").path }

  /// Runs `words`; standard output and standard error are read to their ends.
  static func run(
    _ words: [String], input: Data = Data(), environment: [String: String] = [:], folder: URL? = nil
  ) throws -> Outcome {
    try execute(binary, words, input: input, environment: environment, folder: folder)
  }

  /// Runs a line of shell in which `epicycle` is the built binary.
  static func shell(_ line: String, folder: URL? = nil) throws -> Outcome {
    try execute("/bin/bash", ["-c", "epicycle() { '\(binary)' \"$@\"; }; \(line)"], folder: folder)
  }

  static func execute(
    _ program: String, _ words: [String], input: Data = Data(), environment: [String: String] = [:],
    folder: URL? = nil
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = words
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    if let folder { process.currentDirectoryURL = folder }
    let place = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    // Files, not pipes, so that neither side can block the other.
    var handles: [FileHandle] = []
    for (name, content) in [("in", input), ("out", Data()), ("err", Data())] {
      let url = place.appendingPathComponent(name)
      try content.write(to: url)
      handles.append(try FileHandle(forUpdating: url))
    }
    process.standardInput = handles[0]
    process.standardOutput = handles[1]
    process.standardError = handles[2]
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: try Data(contentsOf: place.appendingPathComponent("out")),
      errors: String(decoding: try Data(contentsOf: place.appendingPathComponent("err")), as: UTF8.self))
  }

  /// A folder that is removed after `body`.
  static func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "epicycle-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }

  /// The names in a folder, hidden ones too.
  static func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }
}

import EpicycleSpec
import Foundation
import Testing

/// Headless Chromium, driven by chromium.py.
///
/// The browser is `$CHROMIUM` or `chromium` from the search path, Python `$EPICYCLE_PYTHON` or `python3`.
enum Browser {
  struct Session {
    var results: [JSON]
    /// What the console or the page complained about.
    var problems: [JSON]
    /// Addresses asked for besides the pages themselves.
    var requests: [JSON]
  }

  static let binary = executable(ProcessInfo.processInfo.environment["CHROMIUM"] ?? "chromium")
  private static let python = executable(
    ProcessInfo.processInfo.environment["EPICYCLE_PYTHON"] ?? "python3")
  static var isHere: Bool { binary != nil && python != nil }

  /// Firefox: `$FIREFOX`, `firefox-esr` or `firefox` from the search path.
  static let firefox =
    ProcessInfo.processInfo.environment["FIREFOX"].map(executable)
    ?? executable("firefox-esr") ?? executable("firefox")
  static var isFirefoxHere: Bool { firefox != nil && python != nil }

  /// Runs the steps that chromium.py documents.
  static func run(_ steps: [JSON]) throws -> Session { try run(steps, binary, "chromium.py") }

  /// Runs the steps that firefox.py documents.
  static func runFirefox(_ steps: [JSON]) throws -> Session { try run(steps, firefox, "firefox.py") }

  private static func run(_ steps: [JSON], _ binary: URL?, _ driver: String) throws -> Session {
    let (python, binary) = (try #require(python), try #require(binary))
    let process = Process()
    process.executableURL = python
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(driver)
    process.arguments = [script.path, binary.path]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let text = Data(try JSON.array(steps).bytes())
    DispatchQueue.global().async {
      input.fileHandleForWriting.write(text)
      try? input.fileHandleForWriting.close()
    }
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    let json = try JSON(parsing: Array(answer))
    return Session(
      results: json["results"]?.array ?? [], problems: json["problems"]?.array ?? [],
      requests: json["requests"]?.array ?? [])
  }

  /// A step that opens the document.
  static func page(
    _ file: URL, width: Int = 1280, height: Int = 900, isDark: Bool = false, isReduced: Bool = false
  ) -> JSON {
    [
      "page", .string(file.path),
      [
        "width": .number(Double(width)), "height": .number(Double(height)), "dark": .bool(isDark),
        "reduced": .bool(isReduced),
      ],
    ]
  }

  private static func executable(_ name: String) -> URL? {
    let folders =
      name.contains("/")
      ? [""]
      : (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { $0 + "/" }
    return folders.map { $0 + name }.first(where: FileManager.default.isExecutableFile)
      .map(URL.init(fileURLWithPath:))
  }
}

/// A folder that is gone after the test.
final class ScratchFolder {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("web-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ bytes: [UInt8], _ name: String) throws -> URL {
    let file = url.appendingPathComponent(name)
    try Data(bytes).write(to: file)
    return file
  }
}

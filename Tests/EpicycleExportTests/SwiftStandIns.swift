import Foundation
import Testing

/// Stand-ins for Apple's frameworks and for the packages that widgets link, compiled once for all tests.
struct SwiftStandIns: Sendable {
  static let shared = Result { try SwiftStandIns() }

  private let folder: Folder

  private init() throws {
    folder = try Folder()
    // Nothing else ends the life of a static value.
    atexit { (try? SwiftStandIns.shared.get())?.folder.remove() }
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("SwiftUIStandIn")
    for module in ["SwiftUI", "WidgetKit", "AppIntents", "ClockHandKit", "ClockHandRotationKit"] {
      // Each package in a folder of its own, so that a widget finds one of them.
      let place = module.hasPrefix("Clock") ? folder.path(module) : folder.url.path
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      try Self.compile(
        [
          "-parse-as-library", "-module-name", module, "-I", folder.url.path, "-emit-module",
          "-emit-module-path", "\(place)/\(module).swiftmodule", "-c",
          sources.appendingPathComponent("\(module).swift").path, "-o", "\(place)/\(module).o",
        ])
    }
  }

  /// Swift 6 without a warning.
  private static func compile(_ arguments: [String]) throws {
    let run = try Run("swiftc", ["-swift-version", "6", "-warnings-as-errors"] + arguments)
    try #require(run.status == 0, "\(run.text)")
  }

  /// The program that a widget's source makes together with one of the packages.
  ///
  /// - Parameter main: top-level code, for a source that has no entry point of its own.
  func build(_ source: [UInt8], with package: String, main: String? = nil) throws -> String {
    let name = "Widget\(UUID().uuidString.prefix(8))"
    let objects = ["SwiftUI", "WidgetKit", "AppIntents", "\(package)/\(package)"].map {
      folder.path("\($0).o")
    }
    var files = [try folder.write(source, "\(name).swift")]
    if let main {
      try FileManager.default.createDirectory(
        atPath: folder.path(name + "Main"), withIntermediateDirectories: true)
      files.append(try folder.write(Array(main.utf8), "\(name)Main/main.swift"))
    }
    try Self.compile(
      (main == nil ? ["-parse-as-library"] : [])
        + ["-module-name", name, "-I", folder.url.path, "-I", folder.path(package)] + files + objects
        + ["-o", folder.path(name)])
    return folder.path(name)
  }
}

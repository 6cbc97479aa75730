import EpicycleSpec
import Foundation
import Testing

/// The schema and the reader say the same, judged by an independent validator: the command in the environment
/// variable CHECK_JSONSCHEMA.
@Suite struct SchemaTests {
  @Test func theSchemaIsJSONOfDraft202012() throws {
    let schema = try JSON(parsing: Spec.schema)
    #expect(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema")
  }

  @Test func everyFieldIsDescribed() throws {
    func check(_ json: JSON, _ path: String) {
      for member in json["properties"]?.object?.members ?? [] {
        let isReference = member.value["$ref"] != nil
        #expect(member.value["description"] != nil || isReference, "\(path)/\(member.key)")
        check(member.value, path + "/" + member.key)
      }
      for key in ["items", "$defs"] {
        if let inner = json[key] { check(inner, path) }
      }
    }
    let schema = try JSON(parsing: Spec.schema)
    check(schema, "")
    for definition in schema["$defs"]?.object?.members ?? [] { check(definition.value, definition.key) }
  }

  @Test func theSchemaItselfIsValid() throws {
    guard let validator = Validator() else { return }
    #expect(try validator.run(["--check-metaschema", validator.schema]).status == 0)
  }

  @Test func theSchemaTakesWhatTheReaderTakes() throws {
    guard let validator = Validator() else { return }
    let full = try JSON(parsing: fullSpec)
    let small = try JSON(parsing: smallSpec)
    var good = [full, small]
    for path in full.allPaths where full.at(path)?.object != nil {
      good.append(full.with([1, "x"], at: path + ["later"]))
    }
    for json in good { #expect(throws: Never.self) { try Spec(json: json) } }
    #expect(try validator.refused(good) == [])
  }

  @Test func theSchemaAndTheReaderRefuseTheSame() throws {
    guard let validator = Validator() else { return }
    let full = try JSON(parsing: fullSpec)
    var mutants: [(path: String, json: JSON)] = []
    for path in full.allPaths where !path.isEmpty {
      let value = full.at(path)
      for wrong in [.null, value?.string == nil ? "x" : 17] as [JSON] {
        mutants.append((path.joined(separator: "/"), full.with(wrong, at: path)))
      }
      // Fields that only the reader asks for, because of what others say.
      let name = path.last ?? ""
      if Int(name) == nil, !["upright", "spin", "keyTimes", "keySplines"].contains(name) {
        mutants.append((path.joined(separator: "/") + " taken away", full.with(nil, at: path)))
      }
    }
    for (path, value) in outOfRange { mutants.append((path, full.with(value, at: path))) }
    let refused = try validator.refused(mutants.map(\.json))
    for (index, mutant) in mutants.enumerated() {
      let isRead = (try? Spec(json: mutant.json)) != nil
      #expect(isRead != refused.contains(index), "\(mutant.path)")
    }
    #expect(refused.count > 200)
  }

  private let outOfRange: [(String, JSON)] = [
    ("/loop/seconds", 0), ("/frame/width", -1), ("/budget/used", -1), ("/budget/used", 4.5), ("/chains", []),
    ("/version", 2), ("/format", "x"), ("/units", "miles"), ("/method/fit", "x"),
    ("/chains/0/clocks/0/period", 0),
    ("/chains/0/clocks/0/radius", -1), ("/chains/0/clocks/0/harmonic", 0),
    ("/chains/0/clocks/0/harmonic", 1.5),
    ("/chains/0/curve/element", -1), ("/chains/0/curve/subpath", -1), ("/chains/0/curve/subpath", 0.5),
    ("/chains/0/curve/subpath", "x"), ("/chains/0/curve/open", "x"), ("/chains/0/curve/length", 0),
    ("/chains/0/curve/transform", [1, 0, 0, 1, 0]), ("/chains/0/curve/transform", [1, 0, 0, 1, 0, 0, 0]),
    ("/chains/0/timing/law", "x"), ("/chains/0/timing/calcMode", "x"), ("/chains/0/timing/slack", -1),
    ("/chains/0/timing/keyTimes/1", 2), ("/chains/0/timing/keyPoints/1", -1),
    ("/chains/0/timing/keySplines/0/0", 2), ("/chains/0/timing/offset", 1), ("/chains/0/timing/offset", -0.1),
    ("/chains/0/curve/motion", -1), ("/chains/1/upright/spin", 0.5), ("/error/jumps/cost", -1),
    ("/error/fastestPeriods/slow", -1), ("/error/shown/lower", -1), ("/error/largestStep/lower", -1),
    ("/chains/1/timing/map/time", [0]), ("/chains/1/upright/period", 0), ("/error/rms", -1),
    ("/error/energy", 2),
    ("/error/max/lower", -1), ("/error/optimum/lower", -1), ("/error/joins/number", -1),
    ("/error/relative/rms", -1),
  ]
}

private struct Validator {
  let command: [String]
  let folder: URL
  var schema: String { folder.appendingPathComponent("schema.json").path }

  /// Nil, with a message, without a validator.
  init?() {
    guard let command = ProcessInfo.processInfo.environment["CHECK_JSONSCHEMA"], !command.isEmpty else {
      print("skipped: CHECK_JSONSCHEMA is not set")
      return nil
    }
    self.command = command.split(separator: " ").map(String.init)
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "epicycle-schema-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Spec.schema.write(toFile: schema, atomically: false, encoding: .utf8)
    } catch {
      Issue.record(error)
      return nil
    }
  }

  /// The indices of the values that the validator refuses.
  func refused(_ values: [JSON]) throws -> Set<Int> {
    defer { try? FileManager.default.removeItem(at: folder) }
    for (index, value) in values.enumerated() {
      try Data(value.bytes()).write(to: folder.appendingPathComponent("\(index).instance"))
    }
    let names = values.indices.map { folder.appendingPathComponent("\($0).instance").path }
    let result = try run(["--schemafile", schema, "--default-filetype", "json", "-o", "json"] + names)
    let report = try JSON(parsing: result.output)
    #expect(report["parse_errors"]?.array?.isEmpty != false)
    let files = (report["errors"]?.array ?? []).compactMap { $0["filename"]?.string }
    let refused = Set(
      files.compactMap { Int(($0 as NSString).lastPathComponent.dropLast(".instance".count)) })
    #expect((result.status == 0) == refused.isEmpty)
    return refused
  }

  func run(_ arguments: [String]) throws -> (status: Int32, output: Data) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }
}

import Foundation
import Testing

/// Real files, where the folder of conformance data is at hand.
struct CorpusTests {
  static let folder = ProcessInfo.processInfo.environment["EPICYCLE_CONFORMANCE"].map {
    URL(fileURLWithPath: $0)
  }

  @Test(.enabled(if: folder != nil, "EPICYCLE_CONFORMANCE names no folder"))
  func everyFileIsSolvedAndVerified() throws {
    let corpus = try #require(Self.folder).appendingPathComponent("corpus")
    let files = try Tool.names(in: corpus).filter { $0.hasSuffix(".svg") || $0.hasSuffix(".svgz") }
    #expect(files.count == 64)
    try Tool.withFolder { folder in
      let solved = try Tool.run(
        ["solve", "-n", "300", "--fit-method", "truncate", "-q", "-o", folder.path + "/"]
          + files.map { corpus.appendingPathComponent($0).path })
      #expect(solved.status == 0, "\(solved.errors)")
      for file in files {
        let stem = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
        let verified = try Tool.run(
          [
            "verify", folder.appendingPathComponent(stem + ".json").path, "--against",
            corpus.appendingPathComponent(file).path, "-q",
          ])
        #expect(verified.status == 0, "\(file): \(verified.errors)")
      }
    }
  }

  @Test(.enabled(if: folder != nil, "EPICYCLE_CONFORMANCE names no folder"), arguments: ["1", "2", "8"])
  func sameBytes(jobs: String) throws {
    let corpus = try #require(Self.folder).appendingPathComponent("corpus")
    let files = try Tool.names(in: corpus).filter { $0.hasSuffix(".svg") }.map {
      corpus.appendingPathComponent($0).path
    }
    let words = ["solve", "-n", "300", "--fit-method", "truncate", "-q"]
    let outcome = try Tool.run(words + ["-j", jobs] + files)
    let reference = try Tool.run(words + ["-j", "1"] + files)
    #expect(outcome.status == 0)
    #expect(outcome.output == reference.output)
  }

  /// Every valid path's points by the command line, against svgpathtools' (1e-7 of the larger side of the box).
  @Test(.enabled(if: folder != nil, "EPICYCLE_CONFORMANCE names no folder")) func inspectPlacesPoints() throws
  {
    let file = try #require(Self.folder).appendingPathComponent("paths.jsonl")
    var records: [String] = []
    var expected: [[[Double]]] = []
    var skipped: [Set<Int>] = []
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let entry = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      guard entry["valid"] as? Bool == true, let reference = entry["svgpathtools"] as? [String: Any],
        let points = reference["points"] as? [[Double]], points.count == 33, let data = entry["d"] as? String
      else { continue }
      records.append(
        String(
          decoding: try JSONSerialization.data(withJSONObject: ["id": entry["id"] ?? "", "d": data]),
          as: UTF8.self))
      expected.append(points)
      let ambiguous = (entry["ambiguous_points"] as? [Double] ?? []).map {
        Int(($0 < 1 ? $0 * 32 : $0).rounded())
      }
      skipped.append(Set(ambiguous))
    }
    #expect(records.count > 100)
    let outcome = try Tool.run(
      ["inspect", "--ndjson", "-", "--by", "element", "--points", "33"],
      input: Data(records.joined(separator: "\n").utf8))
    #expect(outcome.status == 0)
    for ((line, points), ambiguous) in zip(zip(outcome.text.split(separator: "\n"), expected), skipped) {
      let answer = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let curve = try #require((answer["curves"] as? [[String: Any]])?.first, "\(line.prefix(200))")
      let found = try #require(curve["points"] as? [[Double]])
      let xs = points.map { $0[0] }
      let ys = points.map { $0[1] }
      let side = max((xs.max() ?? 0) - (xs.min() ?? 0), (ys.max() ?? 0) - (ys.min() ?? 0))
      for index in 0..<33 where !ambiguous.contains(index) {
        let distance = max(abs(found[index][0] - points[index][0]), abs(found[index][1] - points[index][1]))
        #expect(distance <= 1e-7 * side, "\(answer["id"] ?? ""): point \(index)")
      }
    }
  }
}

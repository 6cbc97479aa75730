import Foundation
import PlaneCurves
import Testing

/// The folder of independent references, if there is one.
enum Reference {
  static let folder = ProcessInfo.processInfo.environment["EPICYCLE_CONFORMANCE"].map {
    URL(fileURLWithPath: $0, isDirectory: true)
  }
  static let isMissing: Comment = "EPICYCLE_CONFORMANCE does not name the folder of references"

  static func records(_ name: String) throws -> [[String: Any]] {
    let url = try #require(folder).appendingPathComponent(name)
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  static func points(_ value: Any?) -> [Complex]? {
    (value as? [[Double]])?.map { Complex($0[0], $0[1]) }
  }
}

/// The points at i/32 of the length of all segments, or the start alone when there is no length.
func thirtySecondths(of subpaths: [Subpath]) -> (length: Double, points: [Complex]) {
  let path = MeasuredPath(segments: subpaths.flatMap(\.segments))
  guard path.length > 0 else { return (0, subpaths.first.map { [$0.start] } ?? []) }
  return (path.length, path.points(atLengths: (0...32).map { path.length * (Double($0) / 32) }))
}

extension [Subpath] {
  var box: Box? { reduce(nil) { $0?.union($1.bounds) ?? $1.bounds } }
  var hasArcs: Bool {
    contains { $0.segments.contains { if case .arc = $0 { true } else { false } } }
  }
}

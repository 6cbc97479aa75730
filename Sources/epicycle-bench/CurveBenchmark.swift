import Foundation
import PlaneCurves
import SVGPaths

/// What a sample, a byte of path data and a segment cost.
enum CurveBenchmark {
  static func rows() throws -> [Row] { try sampling() + parsing() + memory() }

  private static func sampling() throws -> [Row] {
    let shapes = [
      ("lines", "M0 0H100V80H0Z"), ("cubics", PipelineBenchmark.heart),
      ("tight cubic", "M0 0C100 100 0 100 100 0Z"),
      ("arcs", "M0 0A50 50 0 0 1 100 0A50 50 0 0 1 0 0Z"),
      ("thin arcs", "M0 0A50 .1 0 0 1 100 0A50 .1 0 0 1 0 0Z"),
    ]
    let count = 1 << 16
    let curves = try shapes.map { try Curve(closing: PathData(parsing: $0.1).subpaths[0]) }
    let times = Stopwatch.medians(rounds: 21, curves.map { curve in { _ = curve.sample(count: count) } })
    return zip(shapes, times).map { shape, time in
      Row(
        name: "sample of " + shape.0, size: "2^16", value: time / Double(count) * 1e9, unit: "ns",
        ratio: String(format: "%.2f", time / times[0]))
    }
  }

  private static func parsing() -> [Row] {
    var text = "M0 0"
    for index in 0..<400_000 { text += " c\(index % 97).5-3.25 4.\(index % 89) 7 \(index % 13)-\(index % 7)" }
    let data = Array(text.utf8)
    let times = Stopwatch.medians(rounds: 5, [{ _ = data.withUnsafeBufferPointer { PathData(parsing: $0) } }])
    return [
      Row(
        name: "path data", size: "\(data.count) bytes", value: Double(data.count) / times[0] * 1e-6,
        unit: "MB/s")
    ]
  }

  private static func memory() throws -> [Row] {
    try [("lines", "l1 1 1-1"), ("cubics", "c1 2 3 2 4 0 1-2 3-2 4 0")].map { name, step in
      let text = "M0 0" + String(repeating: step, count: 100_000)
      let before = resident()
      let curve = try Curve(closing: PathData(parsing: text).subpaths[0], by: .line)
      let grown = Double(resident() - before)
      let segments = Double(curve.path.segments.count)
      return Row(
        name: "memory of " + name, size: "\(Int(segments)) segments", value: grown / segments,
        unit: "bytes a segment")
    }
  }

  /// Bytes of memory that the process holds.
  private static func resident() -> Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}

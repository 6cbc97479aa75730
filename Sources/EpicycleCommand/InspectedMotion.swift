import EpicycleSpec
import PlaneCurves
import SVGPaths

/// An `animateMotion` as `inspect` shows it: what the document writes, not checked against SVG's rules.
struct InspectedMotion: Sendable {
  /// The name that `solve --timing keyframes` gives the motion before it tells equal ones apart.
  let id: String
  let motion: AnimatedMotion
  /// Of the path as it is drawn, in the root's user space.
  let length: Double
  let isClosed: Bool

  init(_ motion: AnimatedMotion) {
    self.motion = motion
    id = motion.name
    length = motion.subpaths.reduce(0) { $0 + MeasuredPath(segments: $1.segments).length }
    isClosed = motion.subpaths.count == 1 && motion.subpaths[0].isClosed
  }

  var json: JSON {
    func list(_ numbers: [Double]?) -> JSON? { numbers.map { .array($0.map(JSON.number)) } }
    return .object(
      ("id", .string(id)), ("index", .number(Double(motion.index))),
      ("moves", motion.targetID.map { .string($0) } ?? .null), ("closed", .bool(isClosed)),
      ("length", .number(length)), ("seconds", motion.duration.map { .number($0) } ?? .null),
      ("calcMode", .string(motion.calcMode.rawValue)), ("keyTimes", list(motion.keyTimes)),
      ("keyPoints", list(motion.keyPoints)),
      ("keySplines", motion.keySplines.map { .array($0.map { .array($0.map(JSON.number)) }) }),
      ("turnsWithPath", .bool(motion.turnsWithPath)),
      ("line", motion.position.map { .number(Double($0.line)) } ?? .null),
      ("column", motion.position.map { .number(Double($0.column)) } ?? .null))
  }

  static func table(_ motions: [InspectedMotion]) -> String {
    let head = ["no", "motion", "moves", "closed", "length", "seconds", "calcMode", "keyframes"]
    let rows = motions.map { found in
      let motion = found.motion
      return [
        String(motion.index), Console.oneLine(found.id), Console.oneLine(motion.targetID ?? "-"),
        found.isClosed ? "yes" : "no", found.length.significant(9), motion.duration?.significant(9) ?? "-",
        motion.calcMode.rawValue, String((motion.keyPoints ?? motion.keyTimes)?.count ?? 0),
      ]
    }
    return aligned([head] + rows, left: [1, 2])
  }
}

/// Rows of cells as lines of equal columns, two spaces apart; those of `left` begin where others end.
func aligned(_ rows: [[String]], left: Set<Int>) -> String {
  let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
  return rows.map { row in
    zip(row, widths).enumerated().map { column, cell in
      let space = String(repeating: " ", count: cell.1 - cell.0.count)
      return left.contains(column) ? cell.0 + space : space + cell.0
    }.joined(separator: "  ")
  }.joined(separator: "\n")
}

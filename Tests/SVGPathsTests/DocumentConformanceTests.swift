import Foundation
import PlaneCurves
import Testing

@testable import SVGPaths

/// Real SVG files against every element that Chromium draws in them.
@Suite(.enabled(if: Reference.folder != nil, Reference.isMissing))
struct DocumentConformanceTests {
  @Test func everyElementLiesWhereChromiumDrawsIt() throws {
    let records = try Reference.records("docs.jsonl")
    #expect(records.count >= 64)
    var worst: [String: Double] = [:]
    var count = 0
    for record in records {
      let id = try #require(record["id"] as? String)
      let file = try #require(Reference.folder).appendingPathComponent("corpus/\(id)")
      let document = try SVGInput.read(path: file.path)
      let elements = try #require(record["elements"] as? [[String: Any]]).filter { element in
        element["visible"] as? Bool == true && !(element["points"] as? [Any] ?? []).isEmpty
      }
      #expect(document.shapes.count == elements.count, "\(id)")
      for (shape, element) in zip(document.shapes, elements) {
        let name = "\(id), element \(shape.elementIndex)"
        #expect(shape.tag == element["tag"] as? String, "\(name)")
        #expect(shape.id == element["id"] as? String, "\(name)")
        #expect(shape.viaUse == element["viaUse"] as? Bool, "\(name)")
        let expected = try #require(Reference.points(element["points"]))
        let box = try #require(shape.subpaths.box)
        // A shape squeezed or scaled to a point is measured by the frame.
        let frame = try #require(document.frame)
        let size =
          max(box.width, box.height) > 0 ? max(box.width, box.height) : max(frame.width, frame.height)
        let kind = shape.subpaths.hasArcs ? "arcs" : "no arcs"
        let points = try ownSteps(shape, element)
        let isPoint = box.width == 0 && box.height == 0
        #expect(points.count == expected.count || isPoint, "\(name)")
        let share =
          zip(points, expected).map { ours, theirs in ours.map { ($0 - theirs).length / size } ?? 0 }.max()
          ?? 0
        #expect(share <= (kind == "arcs" ? 5e-4 : 1e-4), "\(name): off by \(share)")
        worst[kind] = max(worst[kind] ?? 0, share)
        count += 1
      }
    }
    print("\(count) elements; largest deviations, as shares of the box:", worst)
  }

  /// Real files with bytes changed, doubled and cut: read or refused, and always with finite shapes.
  @Test func damagedFilesDoNoHarm() throws {
    let folder = try #require(Reference.folder).appendingPathComponent("corpus")
    var random = SplitMix64(seed: 17)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
      for _ in 0..<25 {
        var damaged = bytes
        for _ in 0...Int(random.next() % 8) {
          let at = Int(random.next() % UInt64(damaged.count))
          switch random.next() % 4 {
          case 0: damaged[at] = UInt8(truncatingIfNeeded: random.next())
          case 1: damaged.remove(at: at)
          case 2: damaged.insert(contentsOf: damaged[at..<min(at + 9, damaged.count)], at: at)
          default: damaged[at] = Array("<>&;\"'#%-.eM9".utf8)[Int(random.next() % 13)]
          }
        }
        guard let document = try? SVGInput.read(bytes: damaged) else { continue }
        for segment in document.shapes.flatMap(\.subpaths).flatMap(\.segments) { #expect(segment.isFinite) }
      }
    }
  }

  /// The points at equal steps of the element's own length, in the root's user space: equal steps there are not
  /// equal steps after a transform that isn't a similarity. Nil where one subpath ends and another begins, which
  /// leaves two right answers.
  private func ownSteps(_ shape: PlacedShape, _ element: [String: Any]) throws -> [Complex?] {
    let m = try #require(element["ctm"] as? [Double])
    let determinant = m[0] * m[3] - m[1] * m[2]
    guard determinant != 0 else { return thirtySecondths(of: shape.subpaths).points }
    let matrix = AffineTransform(m[0], m[1], m[2], m[3], m[4], m[5])
    let (a, b, c, d) = (m[3] / determinant, -m[1] / determinant, -m[2] / determinant, m[0] / determinant)
    let inverse = AffineTransform(a, b, c, d, -(a * m[4] + c * m[5]), -(b * m[4] + d * m[5]))
    let own = shape.subpaths.map { $0.transformed(by: inverse) }
    var jumps: [Double] = []
    var length = 0.0
    for subpath in own.dropLast() {
      length += MeasuredPath(segments: subpath.segments).length
      jumps.append(length)
    }
    let (total, points) = thirtySecondths(of: own)
    return points.enumerated().map { index, point in
      let place = total * Double(index) / 32
      return jumps.contains { abs($0 - place) <= 1e-5 * total } ? nil : matrix(point)
    }
  }
}

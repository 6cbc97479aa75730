import EpicycleSpec
import PlaneCurves
import SVGPaths

/// A sub-path, or an element's sub-paths end to end, as `inspect` shows it. Moves have no length.
struct InspectedCurve: Sendable {
  let id: String
  let element: Int
  /// Nil for a whole element.
  let subpath: Int?
  let isClosed: Bool
  let length: Double
  let corners: Int
  let bounds: Box
  let points: [Complex]?

  /// Nil where nothing has a length.
  init?(_ outlines: [Outline], byElement: Bool, points count: Int?) {
    guard let first = outlines.first else { return nil }
    let path = MeasuredPath(segments: outlines.flatMap(\.subpath.segments))
    guard path.length > 0, path.length.isFinite, let bounds = path.bounds else { return nil }
    id = byElement && outlines.count > 1 ? String(first.id.dropLast(2)) : first.id
    element = first.element
    subpath = byElement ? nil : first.number
    isClosed = outlines.allSatisfy(\.subpath.isClosed)
    length = path.length
    corners = outlines.map(Self.cornerCount).reduce(0, +)
    self.bounds = bounds
    points = count.map { count in
      guard count > 1 else { return [path.point(atLength: 0)] }
      return path.equallySpaced(count: count - 1, from: 0, to: path.length) + [
        path.point(atLength: path.length)
      ]
    }
  }

  private static func cornerCount(_ outline: Outline) -> Int {
    if outline.subpath.isClosed, let curve = try? Curve(closing: outline.subpath) {
      return curve.corners.count
    }
    return MeasuredPath(segments: outline.subpath.segments).corners.count
  }

  var json: JSON {
    .object(
      ("id", .string(id)), ("element", .number(Double(element))),
      ("subpath", subpath.map { .number(Double($0)) }),
      ("closed", .bool(isClosed)), ("length", .number(length)), ("corners", .number(Double(corners))),
      (
        "bbox",
        .object(
          ("x", .number(bounds.minimum.real)), ("y", .number(bounds.minimum.imaginary)),
          ("width", .number(bounds.width)), ("height", .number(bounds.height)))
      ),
      ("points", points.map { .array($0.map { .array([.number($0.real), .number($0.imaginary)]) }) }))
  }

  static func table(_ curves: [InspectedCurve], title: String) -> String {
    let head = [
      "no", "id", "element", "sub-path", "closed", "length", "corners", "x", "y", "width", "height",
    ]
    let rows = curves.enumerated().map { number, curve in
      [
        String(number), Console.oneLine(curve.id), String(curve.element),
        curve.subpath.map(String.init) ?? "all",
        curve.isClosed ? "yes" : "no", curve.length.significant(9), String(curve.corners),
        curve.bounds.minimum.real.significant(6), curve.bounds.minimum.imaginary.significant(6),
        curve.bounds.width.significant(6), curve.bounds.height.significant(6),
      ]
    }
    let points = curves.flatMap { curve in
      (curve.points ?? []).map { "\(Console.oneLine(curve.id))  \($0.real)  \($0.imaginary)" }
    }
    return ([title, aligned([head] + rows, left: [1])] + points).joined(separator: "\n") + "\n"
  }
}

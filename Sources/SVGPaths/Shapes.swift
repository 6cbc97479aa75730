import PlaneCurves

/// The equivalent paths of the basic shapes (SVG 2, chapter 10); they run clockwise on the screen (y down).
enum Shapes {
  /// A rectangle with corners rounded by rx and ry, each at most half a side.
  static func rectangle(x: Double, y: Double, width: Double, height: Double, rx: Double, ry: Double)
    -> Subpath
  {
    let rx = min(rx, width / 2)
    let ry = min(ry, height / 2)
    let (right, bottom) = (x + width, y + height)
    var pen = SubpathBuilder()
    guard rx > 0, ry > 0 else {
      pen.move(to: Complex(x, y))
      pen.line(to: Complex(right, y))
      pen.line(to: Complex(right, bottom))
      pen.line(to: Complex(x, bottom))
      pen.close()
      return pen.subpaths[0]
    }
    pen.move(to: Complex(x + rx, y))
    pen.edge(to: Complex(right - rx, y))
    pen.quarter(rx, ry, to: Complex(right, y + ry))
    pen.edge(to: Complex(right, bottom - ry))
    pen.quarter(rx, ry, to: Complex(right - rx, bottom))
    pen.edge(to: Complex(x + rx, bottom))
    pen.quarter(rx, ry, to: Complex(x, bottom - ry))
    pen.edge(to: Complex(x, y + ry))
    pen.quarter(rx, ry, to: Complex(x + rx, y))
    pen.close()
    return pen.subpaths[0]
  }

  /// An ellipse from its rightmost point.
  static func ellipse(centre: Complex, rx: Double, ry: Double) -> Subpath {
    let start = centre + Complex(rx, 0)
    let corners = [centre + Complex(0, ry), centre - Complex(rx, 0), centre - Complex(0, ry), start]
    var pen = SubpathBuilder()
    pen.move(to: start)
    for corner in corners { pen.quarter(rx, ry, to: corner) }
    pen.close()
    return pen.subpaths[0]
  }

  static func line(from start: Complex, to end: Complex) -> Subpath {
    var pen = SubpathBuilder()
    pen.move(to: start)
    pen.line(to: end)
    return pen.subpaths[0]
  }

  /// The points of a `polyline` or `polygon` before the first error, with what was expected there.
  static func points(_ bytes: UnsafeBufferPointer<UInt8>) -> (points: [Complex], error: PathSyntaxError?) {
    var cursor = ByteCursor(bytes)
    var points: [Complex] = []
    cursor.skipSpace()
    while !cursor.isAtEnd {
      guard let x = cursor.scanNumber() else {
        return (points, .init(offset: cursor.offset, expected: .number))
      }
      cursor.skipSpaceOrComma()
      guard let y = cursor.scanNumber() else {
        return (points, .init(offset: cursor.offset, expected: .number))
      }
      points.append(Complex(x, y))
      if cursor.skipSpaceOrComma(), cursor.isAtEnd {
        return (points, .init(offset: cursor.offset, expected: .number))
      }
    }
    return (points, nil)
  }

  static func polygon(_ points: [Complex], closed: Bool) -> Subpath? {
    guard let first = points.first else { return nil }
    var pen = SubpathBuilder()
    pen.move(to: first)
    for point in points.dropFirst() { pen.line(to: point) }
    if closed { pen.close() }
    return pen.subpaths[0]
  }
}

extension SubpathBuilder {
  /// A line, unless it has no length.
  fileprivate mutating func edge(to point: Complex) {
    if point != currentPoint { line(to: point) }
  }

  fileprivate mutating func quarter(_ rx: Double, _ ry: Double, to point: Complex) {
    arc(Complex(rx, ry), rotation: .zero, largeArc: false, sweep: true, to: point)
  }
}

import EpicycleSpec
import Foundation

/// SVG path data as moves, lines and cubic Bézier segments, in absolute coordinates, for a pen that draws no others.
///
/// Reads every command but S and T, which the printer of exact curves doesn't write. Each quarter of an elliptic
/// arc becomes one cubic, at most 2.8e-4 of its larger radius off.
struct RasterTarget {
  enum Step {
    case move(Spec.Point)
    case line(Spec.Point)
    case cubic(Spec.Point, Spec.Point, Spec.Point)
    case close
  }

  private(set) var steps: [Step] = []
  private var bytes: ArraySlice<UInt8>
  private var start = Spec.Point(x: 0, y: 0)
  private var point = Spec.Point(x: 0, y: 0)

  /// Throws `.unsuitable` at the first thing that can't be read.
  init(_ data: String) throws(ExportError) {
    bytes = Array(data.utf8)[...]
    var command: UInt8?
    skipSpace()
    while let byte = bytes.first {
      if isLetter(byte) {
        command = byte
        bytes.removeFirst()
      } else if command == UInt8(ascii: "M") {
        command = UInt8(ascii: "L")
      } else if command == UInt8(ascii: "m") {
        command = UInt8(ascii: "l")
      }
      guard let command, try read(command) else {
        throw .unsuitable("the target's path data can't be drawn from byte \(bytes.startIndex) on")
      }
      skipSpace()
    }
  }

  /// Reads the operands of one command; false for a command that isn't known here.
  private mutating func read(_ letter: UInt8) throws(ExportError) -> Bool {
    let isRelative = letter & 0x20 != 0
    let origin = isRelative ? point : Spec.Point(x: 0, y: 0)
    switch letter & ~0x20 {
    case UInt8(ascii: "M"):
      point = try pair(from: origin)
      start = point
      steps.append(.move(point))
    case UInt8(ascii: "L"):
      line(to: try pair(from: origin))
    case UInt8(ascii: "H"):
      line(to: Spec.Point(x: try number() + origin.x, y: point.y))
    case UInt8(ascii: "V"):
      line(to: Spec.Point(x: point.x, y: try number() + origin.y))
    case UInt8(ascii: "Q"):
      let control = try pair(from: origin)
      let end = try pair(from: origin)
      steps.append(.cubic(mix(point, control, 2 / 3), mix(end, control, 2 / 3), end))
      point = end
    case UInt8(ascii: "C"):
      let first = try pair(from: origin)
      let second = try pair(from: origin)
      point = try pair(from: origin)
      steps.append(.cubic(first, second, point))
    case UInt8(ascii: "A"):
      let (rx, ry, degrees) = (try number(), try number(), try number())
      let (isLarge, isSweep) = (try flag(), try flag())
      arc(rx, ry, degrees, isLarge, isSweep, to: try pair(from: origin))
    case UInt8(ascii: "Z"):
      steps.append(.close)
      point = start
    default: return false
    }
    return true
  }

  private mutating func line(to end: Spec.Point) {
    steps.append(.line(end))
    point = end
  }

  /// From end points to the centre as SVG's implementation notes say (radii that are too small are scaled up), in
  /// the coordinates in which the ellipse is the unit circle.
  private mutating func arc(
    _ rx: Double, _ ry: Double, _ degrees: Double, _ isLarge: Bool, _ isSweep: Bool, to end: Spec.Point
  ) {
    defer { point = end }
    guard rx != 0, ry != 0, point != end else { return steps.append(.line(end)) }
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    func toCircle(_ point: Spec.Point) -> SIMD2<Double> {
      SIMD2(
        (cosine * point.x + sine * point.y) / rx.magnitude,
        (cosine * point.y - sine * point.x) / ry.magnitude)
    }
    let (from, to) = (toCircle(point), toCircle(end))
    let half = (to - from) / 2
    let size = (half * half).sum()
    let radius = max(1, size.squareRoot())
    let height = max(0, radius * radius / size - 1).squareRoot() * (isLarge == isSweep ? -1 : 1)
    let centre = (from + to) / 2 + SIMD2(-half.y, half.x) * height
    func toPlane(_ point: SIMD2<Double>) -> Spec.Point {
      let (x, y) = (point.x * rx.magnitude, point.y * ry.magnitude)
      return Spec.Point(x: cosine * x - sine * y, y: sine * x + cosine * y)
    }
    let first = atan2(from.y - centre.y, from.x - centre.x)
    var sweep = atan2(to.y - centre.y, to.x - centre.x) - first
    if isSweep, sweep < 0 { sweep += 2 * .pi }
    if !isSweep, sweep > 0 { sweep -= 2 * .pi }
    let pieces = max(1, Int((sweep.magnitude / (.pi / 2)).rounded(.up)))
    let step = sweep / Double(pieces)
    let handle = 4 / 3 * tan(step / 4)
    for piece in 0..<pieces {
      let (a, b) = (first + step * Double(piece), first + step * Double(piece + 1))
      let (p, q) = (SIMD2(cos(a), sin(a)) * radius, SIMD2(cos(b), sin(b)) * radius)
      steps.append(
        .cubic(
          toPlane(centre + p + SIMD2(-p.y, p.x) * handle), toPlane(centre + q - SIMD2(-q.y, q.x) * handle),
          piece == pieces - 1 ? end : toPlane(centre + q)))
    }
  }

  // MARK: Tokens

  private mutating func pair(from origin: Spec.Point) throws(ExportError) -> Spec.Point {
    let x = try number()
    let y = try number()
    return Spec.Point(x: x + origin.x, y: y + origin.y)
  }

  private mutating func flag() throws(ExportError) -> Bool {
    skipSpace()
    guard let byte = bytes.first, byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else {
      throw .unsuitable("the target's path data has no flag where an arc needs one")
    }
    bytes.removeFirst()
    return byte == UInt8(ascii: "1")
  }

  private mutating func number() throws(ExportError) -> Double {
    skipSpace()
    var end = bytes.startIndex
    var (hasDot, hasExponent, mayBeSigned) = (false, false, true)
    scan: while end < bytes.endIndex {
      switch bytes[end] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): mayBeSigned = false
      case UInt8(ascii: "+") where mayBeSigned, UInt8(ascii: "-") where mayBeSigned: mayBeSigned = false
      case UInt8(ascii: ".") where !hasDot && !hasExponent: (hasDot, mayBeSigned) = (true, false)
      case UInt8(ascii: "e") where !hasExponent, UInt8(ascii: "E") where !hasExponent:
        (hasExponent, mayBeSigned) = (true, true)
      default: break scan
      }
      end += 1
    }
    guard let value = Double(String(decoding: bytes[..<end], as: UTF8.self)), value.isFinite else {
      throw .unsuitable("the target's path data has no number where one is needed")
    }
    bytes = bytes[end...]
    return value
  }

  private mutating func skipSpace() {
    bytes = bytes.drop { [0x20, 0x09, 0x0A, 0x0C, 0x0D, UInt8(ascii: ",")].contains($0) }
  }
}

private func isLetter(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & ~0x20)
}

private func mix(_ a: Spec.Point, _ b: Spec.Point, _ share: Double) -> Spec.Point {
  Spec.Point(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share)
}

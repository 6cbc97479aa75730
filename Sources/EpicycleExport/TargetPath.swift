import EpicycleSpec

/// SVG path data, read in double precision into absolute coordinates.
struct TargetPath {
  enum Step {
    case move(Spec.Point)
    case line(Spec.Point)
    case quadratic(Spec.Point, Spec.Point)
    case cubic(Spec.Point, Spec.Point, Spec.Point)
    /// As SVG's A command has it: both radii, the turn of the ellipse in degrees, the flags, the end.
    case arc(rx: Double, ry: Double, degrees: Double, isLarge: Bool, isSweep: Bool, Spec.Point)
    case close
  }

  private(set) var steps: [Step] = []
  private var bytes: ArraySlice<UInt8>
  private var start = Spec.Point(x: 0, y: 0)
  private var point = Spec.Point(x: 0, y: 0)
  /// The last control point, if the last step had one of that kind.
  private var control: (quadratic: Spec.Point?, cubic: Spec.Point?)

  /// Throws `.unsuitable` at the first thing that can't be read.
  init(_ data: String) throws(ExportError) {
    bytes = Array(data.utf8)[...]
    // The command of operands that come without a letter.
    var implied: UInt8?
    skipSpace()
    while let byte = bytes.first {
      if isLetter(byte) {
        implied = byte
        bytes.removeFirst()
      }
      guard let command = implied, try read(command) else {
        throw .unsuitable("the target's path data can't be drawn from byte \(bytes.startIndex) on")
      }
      switch command {
      case UInt8(ascii: "M"): implied = UInt8(ascii: "L")
      case UInt8(ascii: "m"): implied = UInt8(ascii: "l")
      case UInt8(ascii: "Z"), UInt8(ascii: "z"): implied = nil
      default: break
      }
      skipSpace()
    }
  }

  /// The path data where `place` puts it.
  func data(at place: NearPlace) -> String {
    func text(_ letter: String, _ points: Spec.Point...) -> String {
      letter + points.map { place($0) }.map { "\(decimal($0.x)) \(decimal($0.y))" }.joined(separator: " ")
    }
    return steps.map { step in
      switch step {
      case .move(let end): text("M", end)
      case .line(let end): text("L", end)
      case .quadratic(let control, let end): text("Q", control, end)
      case .cubic(let first, let second, let end): text("C", first, second, end)
      case .arc(let rx, let ry, let degrees, let isLarge, let isSweep, let end):
        text(
          "A\(decimal(rx * place.scale)) \(decimal(ry * place.scale)) \(decimal(degrees)) "
            + "\(isLarge ? 1 : 0) \(isSweep ? 1 : 0) ", end)
      case .close: "Z"
      }
    }.joined()
  }

  /// Reads the operands of one command; false for a command that isn't known here.
  private mutating func read(_ letter: UInt8) throws(ExportError) -> Bool {
    let origin = letter & 0x20 != 0 ? point : Spec.Point(x: 0, y: 0)
    let before = control
    control = (nil, nil)
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
      quadratic(control, to: try pair(from: origin))
    case UInt8(ascii: "T"):
      quadratic(mirrored(before.quadratic), to: try pair(from: origin))
    case UInt8(ascii: "C"):
      let first = try pair(from: origin)
      let second = try pair(from: origin)
      cubic(first, second, to: try pair(from: origin))
    case UInt8(ascii: "S"):
      let second = try pair(from: origin)
      cubic(mirrored(before.cubic), second, to: try pair(from: origin))
    case UInt8(ascii: "A"):
      let (rx, ry, degrees) = (try number(), try number(), try number())
      let (isLarge, isSweep) = (try flag(), try flag())
      point = try pair(from: origin)
      steps.append(.arc(rx: rx, ry: ry, degrees: degrees, isLarge: isLarge, isSweep: isSweep, point))
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

  private mutating func quadratic(_ control: Spec.Point, to end: Spec.Point) {
    steps.append(.quadratic(control, end))
    self.control.quadratic = control
    point = end
  }

  private mutating func cubic(_ first: Spec.Point, _ second: Spec.Point, to end: Spec.Point) {
    steps.append(.cubic(first, second, end))
    control.cubic = second
    point = end
  }

  /// The control point that goes on smoothly from the last one.
  private func mirrored(_ control: Spec.Point?) -> Spec.Point {
    guard let control else { return point }
    return Spec.Point(x: 2 * point.x - control.x, y: 2 * point.y - control.y)
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

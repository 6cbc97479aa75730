import PlaneCurves

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Writes subpaths as path data in absolute coordinates, each number with the fewest digits that give it back.
///
/// Reading the text again gives the same lines and Béziers exactly and the same arcs to rounding (1e-10 of their
/// size). A coordinate beyond ±3.4e38 can't be read again, as none can in SVG.
public struct PathPrinter {
  private var text: [UInt8] = []
  private var lastCommand: UInt8 = 0
  /// Whether the last thing written is a number, and whether a dot after it would begin another.
  private var endsInNumber = false
  private var dotBegins = false

  private init() {}

  /// The path data of `subpaths`, for the attribute `d`.
  public static func print(_ subpaths: [Subpath]) -> String {
    var printer = PathPrinter()
    for subpath in subpaths { printer.write(subpath) }
    return String(decoding: printer.text, as: UTF8.self)
  }

  private mutating func write(_ subpath: Subpath) {
    command("M", [subpath.start])
    var segments = subpath.segments[...]
    // A closepath draws its own line.
    if subpath.closedByZ, case .line(let closing)? = segments.last, closing.end == subpath.start {
      segments.removeLast()
    }
    for segment in segments {
      switch segment {
      case .line(let line): write(line)
      case .quadratic(let curve): command("Q", [curve.control, curve.end])
      case .cubic(let curve): command("C", [curve.control1, curve.control2, curve.end])
      case .arc(let arc): write(arc, splits: 4)
      }
    }
    if subpath.closedByZ { letter("Z") }
  }

  private mutating func write(_ line: LineSegment) {
    if line.end.imaginary == line.start.imaginary {
      letter("H")
      number(line.end.real)
    } else if line.end.real == line.start.real {
      letter("V")
      number(line.end.imaginary)
    } else {
      command("L", [line.end])
    }
  }

  // MARK: Arcs

  /// As one A command, if reading that gives the arc back; else in halves: an arc of about half a turn leaves
  /// its centre open, and one of a full turn has equal ends.
  private mutating func write(_ arc: EllipticArc, splits: Int) {
    let exact = EllipseAxes(arc)
    let candidates = [exact.rounded(toDigits: 12), exact]
    if let ellipse = candidates.first(where: { $0.describes(arc) }) {
      letter("A")
      for value in [ellipse.rx, ellipse.ry, ellipse.degrees] { number(value) }
      flag(ellipse.large)
      flag(ellipse.sweep)
      point(arc.end)
    } else if splits > 0 {
      write(arc.subsegment(from: 0, to: 0.5), splits: splits - 1)
      write(arc.subsegment(from: 0.5, to: 1), splits: splits - 1)
    } else if arc.start != arc.end {
      write(LineSegment(start: arc.start, end: arc.end))
    }
  }

  // MARK: Tokens

  private mutating func command(_ name: Unicode.Scalar, _ points: [Complex]) {
    letter(name)
    for item in points { point(item) }
  }

  /// A command's letter; left out where SVG repeats the last one, as L after M.
  private mutating func letter(_ name: Unicode.Scalar) {
    let byte = UInt8(ascii: name)
    let isImplied = byte == lastCommand || (lastCommand == UInt8(ascii: "M") && name == "L")
    if !isImplied || name == "M" || name == "Z" {
      text.append(byte)
      endsInNumber = false
    }
    lastCommand = byte
  }

  private mutating func point(_ point: Complex) {
    number(point.real)
    number(point.imaginary)
  }

  /// A flag needs nothing after it, but a separator before it if a number came.
  private mutating func flag(_ value: Bool) {
    if endsInNumber { text.append(UInt8(ascii: " ")) }
    text.append(UInt8(ascii: value ? "1" : "0"))
    endsInNumber = false
  }

  private mutating func number(_ value: Double) {
    let digits = Self.shortest(value)
    let first = digits[0]
    if endsInNumber, first != UInt8(ascii: "-"), first != UInt8(ascii: ".") || !dotBegins {
      text.append(UInt8(ascii: " "))
    }
    text.append(contentsOf: digits)
    endsInNumber = true
    dotBegins = digits.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "e") }
  }

  /// `0.5` as `.5`, `1.0` as `1`, `1e-07` as `1e-7`.
  private static func shortest(_ value: Double) -> [UInt8] {
    if value == 0 { return [UInt8(ascii: "0")] }
    var text = Array("\(value)".utf8)
    if text.count > 2, text.suffix(2).elementsEqual(".0".utf8) { text.removeLast(2) }
    if let mark = text.firstIndex(of: UInt8(ascii: "e")) {
      var exponent = Int(String(decoding: text[(mark + 1)...], as: UTF8.self)) ?? 0
      var significand = Array(text[..<mark])
      // Digits after the dot cost one more character than a smaller exponent.
      if let dot = significand.firstIndex(of: UInt8(ascii: ".")) {
        exponent -= significand.count - dot - 1
        significand.remove(at: dot)
      }
      text = significand + [UInt8(ascii: "e")] + Array("\(exponent)".utf8)
    }
    let digits = text[0] == UInt8(ascii: "-") ? 1 : 0
    if text.count > digits + 1, text[digits] == UInt8(ascii: "0"), text[digits + 1] == UInt8(ascii: ".") {
      text.remove(at: digits)
    }
    return text
  }
}

/// The semi-axes of an arc's ellipse, from its conjugate semi-diameters.
///
/// p·cos θ + q·sin θ = A·exp(iθ) + B·exp(−iθ) with A = (p − iq)/2, B = (p + iq)/2: two counter-turning arms, which
/// lie along each other on the long axis and against each other on the short one.
private struct EllipseAxes {
  var rx: Double
  var ry: Double
  /// From the x axis to the long semi-axis, clockwise on the screen (y down).
  var degrees: Double
  /// SVG's flags.
  var large: Bool
  var sweep: Bool

  init(_ arc: EllipticArc) {
    let forward = (arc.p - Complex.i * arc.q) * 0.5
    let backward = (arc.p + Complex.i * arc.q) * 0.5
    rx = forward.length + backward.length
    ry = abs(forward.length - backward.length)
    let isCircle = rx - ry <= 1e-15 * rx
    let axis = isCircle ? 0 : (forward.phase.degrees + backward.phase.degrees) / 2
    degrees = axis > 90 ? axis - 180 : axis <= -90 ? axis + 180 : axis
    large = abs(arc.sweep.radians) > .pi
    sweep = (forward.length > backward.length) == (arc.sweep.radians > 0)
  }

  /// With fewer digits, so that 10 is not written as 9.999999999999998.
  func rounded(toDigits digits: Int) -> EllipseAxes {
    func rounded(_ value: Double) -> Double {
      guard value != 0, value.isFinite else { return value }
      let unit = Double("1e\(Int(log10(abs(value)).rounded(.down)) - digits + 1)") ?? 1
      // Dividing by a whole power of ten gives the double nearest to the decimal number.
      return unit < 1 ? (value / unit).rounded() / (1 / unit).rounded() : (value / unit).rounded() * unit
    }
    var result = self
    (result.rx, result.ry, result.degrees) = (rounded(rx), rounded(ry), (degrees * 1e10).rounded() / 1e10)
    return result
  }

  /// Whether the command A with these values gives `arc` back, to 1e-10 of its size.
  func describes(_ arc: EllipticArc) -> Bool {
    guard abs(arc.sweep.radians) < 2 * .pi,
      let again = EllipticArc(
        rx: rx, ry: ry, xAxisRotation: Angle(degrees: degrees), largeArc: large, sweep: sweep,
        from: arc.start,
        to: arc.end)
    else { return false }
    return (again.point(at: 0.5) - arc.point(at: 0.5)).length <= 1e-10 * rx
      && (again.centre - arc.centre).length <= 1e-10 * rx
  }
}

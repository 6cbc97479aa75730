import PlaneCurves

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A list of transforms, as the attribute `transform` or the property of style sheets holds it.
struct TransformList {
  enum Syntax {
    /// Plain numbers, with white space or commas between them and between transforms.
    case attribute
    /// Lengths and angles with units, with commas between them.
    case style
  }
  struct Failure: Error, Equatable {
    var offset: Int
    var expected: String
  }

  /// The product of the list; the first in the text is the outermost.
  static func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, _ syntax: Syntax
  ) -> Result<AffineTransform, Failure> {
    var list = TransformList(cursor: ByteCursor(bytes), syntax: syntax)
    do { return .success(try list.run()) } catch { return .failure(error) }
  }

  var cursor: ByteCursor
  let syntax: Syntax

  private mutating func run() throws(Failure) -> AffineTransform {
    var product = AffineTransform.identity
    cursor.skipSpace()
    var needsAnother = false
    while !cursor.isAtEnd || needsAnother {
      product = product * (try transform())
      if syntax == .attribute { needsAnother = cursor.skipSpaceOrComma() } else { cursor.skipSpace() }
    }
    return product
  }

  private mutating func transform() throws(Failure) -> AffineTransform {
    let start = cursor.offset
    let name = cursor.scanName()
    guard let counts = Self.argumentCounts(name, syntax) else {
      throw Failure(offset: start, expected: "a transform such as translate or matrix")
    }
    if syntax == .attribute { cursor.skipSpace() }
    guard cursor.skip(UInt8(ascii: "(")) else { throw Failure(offset: cursor.offset, expected: "'('") }
    cursor.skipSpace()
    var arguments: [Double] = []
    while arguments.count < 6 {
      arguments.append(
        try argument(isAngle: Self.takesAngle(name, arguments.count), isScale: Self.takesScale(name)))
      let comma = cursor.offset
      let isSeparated = cursor.skipSpaceOrComma()
      if cursor.current == UInt8(ascii: ")") {
        if isSeparated { throw Failure(offset: comma, expected: "')'") }
        break
      }
      if syntax == .style, !isSeparated { throw Failure(offset: comma, expected: "',' or ')'") }
    }
    guard counts.contains(arguments.count), cursor.skip(UInt8(ascii: ")")) else {
      let numbers = counts.map(String.init).joined(separator: " or ")
      throw Failure(
        offset: cursor.offset, expected: "\(numbers) argument\(counts == [1] ? "" : "s") of \(name)")
    }
    return Self.matrix(name, arguments)
  }

  private mutating func argument(isAngle: Bool, isScale: Bool) throws(Failure) -> Double {
    let start = cursor.offset
    guard let number = cursor.scanNumber() else { throw Failure(offset: start, expected: "a number") }
    guard syntax == .style, !isScale else { return number }
    let unit = cursor.scanName().lowercased()
    if isAngle {
      let units: [String: Double] = ["deg": 1, "grad": 0.9, "rad": 180 / .pi, "turn": 360]
      guard let factor = units[unit] ?? (number == 0 && unit.isEmpty ? 1 : nil) else {
        throw Failure(offset: start, expected: "an angle with its unit")
      }
      return number * factor
    }
    guard !unit.isEmpty || number == 0,
      let length = Length(parsing: "\(number)\(unit)"), length.unit == .user
    else { throw Failure(offset: start, expected: "a length with an absolute unit") }
    return length.value
  }

  private static func argumentCounts(_ name: String, _ syntax: Syntax) -> [Int]? {
    switch (name, syntax) {
    case ("matrix", _): [6]
    case ("translate", _), ("scale", _): [1, 2]
    case ("rotate", .attribute): [1, 3]
    case ("rotate", .style), ("skewX", _), ("skewY", _): [1]
    case ("translateX", .style), ("translateY", .style), ("scaleX", .style), ("scaleY", .style): [1]
    case ("skew", .style): [1, 2]
    default: nil
    }
  }

  private static func takesAngle(_ name: String, _ place: Int) -> Bool {
    name.hasPrefix("skew") || (name == "rotate" && place == 0)
  }

  private static func takesScale(_ name: String) -> Bool { name.hasPrefix("scale") || name == "matrix" }

  private static func matrix(_ name: String, _ v: [Double]) -> AffineTransform {
    switch name {
    case "matrix": return AffineTransform(v[0], v[1], v[2], v[3], v[4], v[5])
    case "translate": return .translation(v[0], v.count > 1 ? v[1] : 0)
    case "translateX": return .translation(v[0], 0)
    case "translateY": return .translation(0, v[0])
    case "scale": return .scale(v[0], v.count > 1 ? v[1] : v[0])
    case "scaleX": return .scale(v[0], 1)
    case "scaleY": return .scale(1, v[0])
    case "skewX": return AffineTransform(1, 0, tangent(v[0]), 1, 0, 0)
    case "skewY": return AffineTransform(1, tangent(v[0]), 0, 1, 0, 0)
    case "skew": return AffineTransform(1, v.count > 1 ? tangent(v[1]) : 0, tangent(v[0]), 1, 0, 0)
    default:
      let turn = AffineTransform.rotation(Angle(degrees: v[0]))
      return v.count == 3 ? .translation(v[1], v[2]) * turn * .translation(-v[1], -v[2]) : turn
    }
  }

  private static func tangent(_ degrees: Double) -> Double { tan(Angle(degrees: degrees).radians) }
}

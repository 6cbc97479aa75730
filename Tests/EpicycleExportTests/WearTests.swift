import EpicycleSpec
import Foundation
import Testing

@testable import EpicycleExport

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The expressions are evaluated as the format's documentation describes them: that the file says what the spec
/// says is all that this can show.
@Suite("Watch Face Format") struct WearTests {
  private static func face(_ spec: Spec, show: Set<ExportJob.Layer> = []) throws -> WearElement {
    try WearElement.parse(try WearExporter().export(ExportJob(spec: spec, show: show)))
  }

  /// The carried points' middles and turns on the screen of 450, at `seconds` since 2001, read east of Greenwich by `zone` seconds.
  private static func leaves(
    _ face: WearElement, at seconds: Double, zone: Double
  ) throws -> [(point: SIMD2<Double>, turn: Double)] {
    let local = seconds + zone
    let sources = [
      "UTC_TIMESTAMP": 978_307_200_000 + (1000 * seconds).rounded(.down),
      "SECOND_MILLISECOND": (1000 * local).rounded(.down).remainderBy(60_000) / 1000,
      "MINUTE": (local / 60).rounded(.down).remainderBy(60),
    ]
    func walk(_ element: WearElement, _ origin: SIMD2<Double>, _ angle: Double) throws -> [(
      point: SIMD2<Double>, turn: Double
    )] {
      var (origin, angle) = (origin, angle)
      func turned(_ v: SIMD2<Double>, _ angle: Double) -> SIMD2<Double> {
        SIMD2(cos(angle) * v.x - sin(angle) * v.y, sin(angle) * v.x + cos(angle) * v.y)
      }
      if element.name == "Group" || element.name == "PartDraw" {
        for key in ["x", "y", "width", "height"] { #expect(Int(element.attributes[key] ?? "") != nil) }
        origin += turned(SIMD2(try element.number("x"), try element.number("y")), angle)
      }
      if element.name == "Group" {
        let pivot = SIMD2(try element.number("pivotX"), try element.number("pivotY"))
        #expect(pivot.min() >= 0 && pivot.max() <= 1)
        let arm = pivot * SIMD2(try element.number("width"), try element.number("height"))
        let transform = try #require(element.children.first { $0.name == "Transform" })
        #expect(transform.attributes["target"] == "angle")
        let turn = try WearExpression.value(transform.attributes["value"] ?? "", sources) * .pi / 180
        origin += turned(arm, angle) - turned(arm, angle + turn)
        angle += turn
      }
      if element.name == "Ellipse" {
        let corner = SIMD2(try element.number("x"), try element.number("y"))
        let size = SIMD2(try element.number("width"), try element.number("height"))
        return [(origin + turned(corner + size / 2, angle), angle)]
      }
      return try element.children.flatMap { try walk($0, origin, angle) }
    }
    return try walk(face, .zero, 0)
  }

  @Test(
    "The carried points are where the spec says, at any time and in any time zone",
    arguments: [4.0, 10, 7.5, 60, 90, 900, 7, 13.7], [0.0, 20_700, -12_600])
  func positions(loop: Double, zone: Double) throws {
    let spec = FilmFixtures.pair(loop: loop)
    let face = try Self.face(spec)
    let scale = 0.96 * 450 / FilmFixtures.diagonal
    let rounding = spec.distance(to: try Self.written(spec))
    #expect(rounding > 0 && rounding < 1e-5)
    let now = 852_076_800.0
    // Whole and binary parts of seconds, across the ends of loops, minutes and hours.
    for seconds in [0.0, 0.125, 59.875, 60, 899.5, 900, 3599.875, 3600, now, now + 1.625, now + 3599.5] {
      let leaves = try Self.leaves(face, at: seconds, zone: zone)
      #expect(leaves.count == 2)
      for (leaf, chain) in zip(leaves, spec.chains) {
        // In milliseconds 13.7 s are exact.
        let time = (1000 * seconds).remainder(dividingBy: 1000 * loop) / 1000
        let exact = FilmFixtures.position(chain, at: time, loop: loop)
        let expected = (exact - SIMD2(60, 20)) * scale + 225
        let off = ((leaf.point - expected) * (leaf.point - expected)).sum().squareRoot() / scale
        #expect(off < rounding + 1e-9 * FilmFixtures.diagonal, "at \(seconds)")
        if chain.upright != nil { #expect(abs(sin(leaf.turn)) < 1e-9) }
      }
    }
  }

  /// What the exporter reads back from its file.
  private static func written(_ spec: Spec, _ change: (String) -> String = { $0 }) throws -> Spec {
    let job = ExportJob(spec: spec)
    let file = String(decoding: try WearExporter().export(job), as: UTF8.self)
    return try #require(WearExporter().written(Array(change(file).utf8), of: job))
  }

  @Test("What is read back is the file's motion, to the last digit: other numbers in it are another motion")
  func readBack() throws {
    for loop in [4.0, 7.5, 90, 13.7] {
      let spec = FilmFixtures.pair(loop: loop, id: FilmFixtures.nasty)
      let written = try Self.written(spec)
      try written.validate()
      #expect(
        written.chains.map { $0.clocks.map(\.harmonic) } == spec.chains.map { $0.clocks.map(\.harmonic) })
      // In pixels of the file, evaluated independently.
      let face = try Self.face(spec)
      let scale = 0.96 * 450 / FilmFixtures.diagonal
      for (leaf, chain) in zip(try Self.leaves(face, at: 1.625, zone: 0), written.chains) {
        let point = FilmFixtures.position(chain, at: 1.625.remainder(dividingBy: loop), loop: loop)
        let off = leaf.point - ((point - SIMD2(60, 20)) * scale + 225)
        #expect((off * off).sum().squareRoot() < 1e-9)
      }
    }
    let spec = FilmFixtures.pair()
    let plain = try Self.written(spec)
    // The leaf of the first chain moved by three pixels; the first clock turned the other way.
    let moved = try Self.written(spec) { file in
      guard let x = file.firstMatch(of: /<Ellipse x="([0-9.]+)"/), let old = Double(x.1) else { return file }
      return file.replacing("<Ellipse x=\"\(x.1)\"", with: "<Ellipse x=\"\(old + 3)\"")
    }
    let scale = 0.96 * 450 / FilmFixtures.diagonal
    #expect(abs(plain.distance(to: moved) - 3 / scale) < 1e-9)
    let turned = try Self.written(spec) {
      $0.replacing("\"360 * fract(", with: "\"-360 * fract(", maxReplacements: 1)
    }
    #expect(turned.chains[0].clocks[0].harmonic == -spec.chains[0].clocks[0].harmonic)
    let broken = WearExporter().written(Array("<Ellipse x=\"1\"/>".utf8), of: ExportJob(spec: spec))
    #expect(broken == nil)
  }

  @Test("Two hundred arms are rounded by less than a thousandth of a pixel in all")
  func manyArms() throws {
    let spec = FilmFixtures.spec(
      [
        FilmFixtures.chain(
          "many", harmonics: (1...100).flatMap { [$0, -$0] }, loop: 10, centre: Spec.Point(x: 60, y: 20))
      ], loop: 10)
    let rounding = spec.distance(to: try Self.written(spec))
    #expect(rounding < 1e-3)
    let face = try Self.face(spec)
    for step in 0..<40 {
      let seconds = 0.25 * Double(step)
      let point = try #require(try Self.leaves(face, at: seconds, zone: 0).first).point
      let exact = FilmFixtures.position(spec.chains[0], at: seconds, loop: 10)
      let back = (point - 225) * (FilmFixtures.diagonal / (0.96 * 450)) + SIMD2(60, 20)
      #expect(((back - exact) * (back - exact)).sum().squareRoot() < rounding + 1e-9 * FilmFixtures.diagonal)
    }
  }

  @Test(
    "Whatever a chain is called, the file is well-formed and keeps the name but for what XML can't hold")
  func names() throws {
    let face = try Self.face(FilmFixtures.pair(id: FilmFixtures.nasty), show: [.arms, .trail])
    let group = try #require(face.first("Group"))
    #expect(
      group.attributes["name"]?.hasPrefix("a\"b'c\\<d>&e\n\\(f)--]]>\u{FFFD}\u{FFFD}\u{202E}é*/")
        == true)
    #expect(face.first("Line") != nil)
  }
}

extension Double {
  fileprivate func remainderBy(_ divisor: Double) -> Double {
    let rest = truncatingRemainder(dividingBy: divisor)
    return rest < 0 ? rest + divisor : rest
  }
}

/// An element of an XML file.
final class WearElement {
  let name: String
  let attributes: [String: String]
  var children: [WearElement] = []

  init(_ name: String, _ attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
  }

  func number(_ key: String) throws -> Double { try #require(Double(attributes[key] ?? "")) }

  func first(_ name: String) -> WearElement? {
    for child in children {
      if child.name == name { return child }
      if let found = child.first(name) { return found }
    }
    return nil
  }

  static func parse(_ bytes: [UInt8]) throws -> WearElement {
    let parser = XMLParser(data: Data(bytes))
    let reader = Reader()
    parser.delegate = reader
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
    return reader.stack[0]
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var stack = [WearElement("", [:])]
    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      let element = WearElement(name, attributes)
      stack[stack.count - 1].children.append(element)
      stack.append(element)
    }
    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) { stack.removeLast() }
  }
}

/// Arithmetic expressions of the Watch Face Format: numbers, sources in brackets, + − * / %, parentheses and `fract`.
struct WearExpression {
  private var rest: Substring
  private let sources: [String: Double]

  static func value(_ text: String, _ sources: [String: Double]) throws -> Double {
    var expression = WearExpression(rest: text[...], sources: sources)
    let value = try expression.sum()
    try #require(expression.next == nil, "\(expression.rest) is left over")
    return value
  }

  private var next: Character? { rest.first { $0 != " " } }

  private mutating func take(_ character: Character) -> Bool {
    guard next == character, let index = rest.firstIndex(of: character) else { return false }
    rest = rest[rest.index(after: index)...]
    return true
  }

  private mutating func sum() throws -> Double {
    var value = try product()
    while true {
      if take("+") {
        value += try product()
      } else if take("-") {
        value -= try product()
      } else {
        return value
      }
    }
  }

  private mutating func product() throws -> Double {
    var value = try factor()
    while true {
      if take("*") {
        value *= try factor()
      } else if take("/") {
        value /= try factor()
      } else if take("%") {
        value.formTruncatingRemainder(dividingBy: try factor())
      } else {
        return value
      }
    }
  }

  private mutating func factor() throws -> Double {
    if take("-") { return -(try factor()) }
    if take("(") {
      let value = try sum()
      try #require(take(")"))
      return value
    }
    if take("[") {
      let name = rest.prefix { $0 != "]" }
      rest = rest.dropFirst(name.count + 1)
      return try #require(sources[String(name)], "there is no source \(name)")
    }
    rest = rest.drop { $0 == " " }
    let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "." }
    rest = rest.dropFirst(word.count)
    if word == "fract" {
      let value = try factor()
      return value - value.rounded(.towardZero)
    }
    return try #require(Double(word), "\(word) is no number")
  }
}

import EpicycleSpec
import Foundation
import Testing

@testable import EpicycleExport

/// The published schema's rules for what watch faces here are made of, in our own words.
///
/// Source of the facts: the schema of the Watch Face Format in github.com/google/watchface (third_party/wff/
/// specification/documents) and the reference on developer.android.com, which gives all of this for version 1 and later.
@Suite("Rules of the Watch Face Format") struct WearRuleTests {
  @Test(
    "Every element, attribute and value is one that version 1 of the format has",
    arguments: [4.0, 7.5, 90, 13.7], [true, false])
  func rules(loop: Double, showsAll: Bool) throws {
    let noArms = Spec.Chain(
      id: "", curve: Spec.CurveReference(length: 1), timing: Spec.Timing(law: .constant),
      centre: Spec.Point(x: 40, y: 12), clocks: [])
    let many = FilmFixtures.chain(
      "many", harmonics: (1...100).flatMap { [$0, -$0] }, loop: loop, upright: true,
      centre: Spec.Point(x: 1e9, y: -1e9))
    let specs = [
      FilmFixtures.pair(loop: loop, id: FilmFixtures.nasty), FilmFixtures.spec([noArms, many], loop: loop),
    ]
    for spec in specs {
      let job = ExportJob(spec: spec, show: showsAll ? Set(ExportJob.Layer.allCases) : [])
      let file = try WearElement.parse(try WearExporter().export(job))
      #expect(WearRules.faults(of: file) == [])
    }
  }

  @Test("A fault of each kind is found")
  func faults() throws {
    let good = String(
      decoding: try WearExporter().export(ExportJob(spec: FilmFixtures.pair())), as: UTF8.self)
    for (from, to) in [
      ("<WatchFace width=\"450\"", "<WatchFace width=\"0\""), ("CIRCLE", "ROUND"),
      ("CLOCK_TYPE", "PREVIEW_TIME"),
      ("<Scene", "<Scene angle=\"1\""), ("name=\"one 1\"", "name=\"\""), ("pivotX=\"0.", "pivotX=\"1."),
      ("<Ellipse x=\"", "<Ellipse x=\"e"), ("target=\"angle\"", ""), ("fract(", "frac("),
      ("SECOND_MILLISECOND", "MILLISECONDS"), ("AMBIENT", "ALWAYS"), ("#FFFF7A50", "orange"),
      ("<Fill", "<Paint"), ("<Group x=\"", "<Group x=\"0."),
    ] {
      let bad = good.replacing(from, with: to, maxReplacements: 1)
        .replacing("</Paint>", with: "</Fill>")
      #expect(bad != good)
      #expect(WearRules.faults(of: try WearElement.parse(Array(bad.utf8))) != [], "\(from) as \(to)")
    }
    let empty = good.replacing(/<Ellipse.*<\/Ellipse>/, with: "")
    #expect(WearRules.faults(of: try WearElement.parse(Array(empty.utf8))) != [])
  }

  /// Version 1 came with Wear OS 4, which is API level 33; a bundle of this format has no code.
  @Test("The example asks for the version whose rules its face obeys")
  func example() throws {
    let project = Run.root.appendingPathComponent("examples/wear-os")
    func element(_ path: String) throws -> WearElement {
      try WearElement.parse(Array(try Data(contentsOf: project.appendingPathComponent(path))))
    }
    #expect(WearRules.faults(of: try element("src/main/res/raw/watchface.xml")) == [])
    let manifest = try element("src/main/AndroidManifest.xml")
    let application = try #require(manifest.first("application"))
    #expect(application.attributes["android:hasCode"] == "false")
    let property = try #require(application.first("property"))
    #expect(property.attributes["android:name"] == "com.google.wear.watchface.format.version")
    #expect(property.attributes["android:value"] == "1")
    let info = try #require(try element("src/main/res/xml/watch_face_info.xml").first("WatchFaceInfo"))
    #expect(info.first("Preview")?.attributes["value"] == "@drawable/preview")
    let build = try String(contentsOf: project.appendingPathComponent("build.gradle.kts"), encoding: .utf8)
    #expect(build.contains("minSdk = 33"))
  }
}

/// What an element may be made of.
private struct WearRules {
  enum Value {
    case text, name, integer, positive, float, share, color, expression
    case word([String])
  }
  var required: [String: Value] = [:]
  var optional: [String: Value] = [:]
  /// Elements inside, and how many of each.
  var children: [String: ClosedRange<Int>] = [:]
  /// How many of them all that draw.
  var drawings = 0...Int.max

  private static let box: [String: Value] = [
    "x": .integer, "y": .integer, "width": .integer, "height": .integer,
  ]
  private static let floatBox: [String: Value] = [
    "x": .float, "y": .float, "width": .float, "height": .float,
  ]
  private static let pivot: [String: Value] = ["pivotX": .share, "pivotY": .share]
  private static let any = 0...Int.max

  private static let elements: [String: WearRules] = [
    "": WearRules(children: ["WatchFace": 1...1]),
    "WatchFace": WearRules(
      required: ["width": .positive, "height": .positive],
      optional: ["clipShape": .word(["NONE", "CIRCLE", "RECTANGLE"])],
      children: ["Metadata": any, "Scene": 1...1]),
    "Metadata": WearRules(required: ["key": .word(["CLOCK_TYPE"]), "value": .word(["ANALOG", "DIGITAL"])]),
    "Scene": WearRules(optional: ["backgroundColor": .color], children: ["Group": any, "PartDraw": any]),
    "Group": WearRules(
      required: box.merging(["name": .name]) { $1 }, optional: pivot,
      children: ["Group": any, "PartDraw": any, "Transform": any, "Variant": any]),
    "PartDraw": WearRules(
      required: box, optional: pivot.merging(["name": .text]) { $1 },
      children: ["Line": any, "Ellipse": any], drawings: 1...Int.max),
    "Line": WearRules(
      required: ["startX": .float, "startY": .float, "endX": .float, "endY": .float],
      children: ["Stroke": 1...1]),
    // The reference asks for one of the two, the schema for none.
    "Ellipse": WearRules(required: floatBox, children: ["Fill": 1...1]),
    "Fill": WearRules(required: ["color": .color]),
    "Stroke": WearRules(
      required: ["color": .color, "thickness": .float], optional: ["cap": .word(["BUTT", "ROUND", "SQUARE"])]),
    "Transform": WearRules(required: ["target": .word(["angle"]), "value": .expression]),
    "Variant": WearRules(
      required: ["mode": .word(["AMBIENT"]), "target": .word(["alpha"]), "value": .expression]),
  ]

  /// In words, nothing where there is none.
  static func faults(of element: WearElement) -> [String] {
    guard let rules = elements[element.name] else { return ["<\(element.name)> is not known"] }
    var faults: [String] = []
    for name in rules.required.keys.sorted() where element.attributes[name] == nil {
      faults.append("<\(element.name)> has no \(name)")
    }
    for (name, text) in element.attributes.sorted(by: { $0.key < $1.key }) {
      guard let value = rules.required[name] ?? rules.optional[name] else {
        faults.append("<\(element.name)> can't have \(name)")
        continue
      }
      if !value.allows(text) { faults.append("\(name) of <\(element.name)> can't be '\(text)'") }
    }
    let counts = Dictionary(grouping: element.children, by: \.name).mapValues(\.count)
    for name in counts.keys.sorted() where rules.children[name] == nil {
      faults.append("<\(name)> can't be in <\(element.name)>")
    }
    for (name, range) in rules.children where !range.contains(counts[name] ?? 0) {
      faults.append("<\(element.name)> has \(counts[name] ?? 0) of <\(name)>")
    }
    if !rules.drawings.contains((counts["Line"] ?? 0) + (counts["Ellipse"] ?? 0)) {
      faults.append("<\(element.name)> draws nothing")
    }
    return faults + element.children.flatMap { self.faults(of: $0) }
  }
}

extension WearRules.Value {
  fileprivate func allows(_ text: String) -> Bool {
    let float = /[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?/
    return switch self {
    case .text: true
    case .name: !text.isEmpty
    case .integer: text.wholeMatch(of: /[+-]?\d+/) != nil
    case .positive: text.wholeMatch(of: /\+?0*[1-9]\d*/) != nil
    case .float: text.wholeMatch(of: float) != nil
    case .share: text.wholeMatch(of: float) != nil && (0...1).contains(Double(text) ?? -1)
    case .color: text.wholeMatch(of: /#([0-9A-Fa-f]{2}){3,4}/) != nil
    case .word(let words): words.contains(text)
    case .expression: Self.isExpression(text)
    }
  }

  /// Numbers, sources, the operators and the one function that are used here, all of version 1.
  private static func isExpression(_ text: String) -> Bool {
    var rest = text.replacing(" ", with: "")
    rest = rest.replacing(/\[(SECOND_MILLISECOND|MINUTE|UTC_TIMESTAMP)\]/, with: "1")
    rest = rest.replacing("fract(", with: "(")
    return !rest.isEmpty && rest.allSatisfy { "0123456789.+-*/%()".contains($0) }
  }
}

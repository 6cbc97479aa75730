import Foundation
import PlaneCurves
import Testing

@testable import SVGPaths

/// Encodings, entities, compression, and inputs that can't be used.
struct InputTests {
  private let head = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>"

  private func refusal(_ bytes: some Sequence<UInt8>, _ change: (inout SVGLimits) -> Void = { _ in })
    -> SVGError?
  {
    var options = SVGOptions()
    change(&options.limits)
    do {
      _ = try SVGInput.read(bytes: Array(bytes), options: options)
      return nil
    } catch { return error }
  }

  @Test func barePathData() throws {
    let document = try SVGInput.read(bytes: Array("  M0 0h4v3z x".utf8))
    #expect(document.isBarePathData)
    #expect(document.texts == ["M0 0H4V3Z"])
    #expect(document.frame == Box(.zero, Complex(4, 3)))
    #expect(document.warnings.first?.position == TextPosition(offset: 12, line: 1, column: 13))
    #expect(document.shapes.first?.warnings.count == 1)
    var options = SVGOptions()
    options.strict = true
    #expect(throws: SVGError.self) { try SVGInput.read(bytes: Array("M0 0h4v3z x".utf8), options: options) }
    #expect(refusal("hello".utf8)?.kind == .pathData)
  }

  @Test(arguments: [
    ("", SVGError.Kind.empty, nil), (" \r\n\t", .empty, nil), ("\u{FEFF}", .empty, nil),
    ("<!DOCTYPE HTML>\n<html><body>", .notSVG, nil), ("<html>", .notSVG, nil), ("<a/>", .notSVG, "1:1"),
    ("<svg>\n<g>\n</svg>", .xml, "3:1"), ("<svg>\n <path d='M0", .xml, nil), ("<svg>\n<g/>\n", .xml, "3:1"),
    ("<svg/>\n<svg/>", .xml, "2:1"), ("<", .xml, nil), ("<svg><g a='1' a='2'/></svg>", .xml, nil),
    ("<svg>\n&nope;</svg>", .xml, "2:1"), ("<svg>\n<x:g/></svg>", .xml, nil), ("<svg a=1/>", .xml, nil),
    ("<svg>\u{0}</svg>", .xml, "1:6"), ("<?xml version='1.0' encoding='x-none'?><svg/>", .encoding, nil),
    (" <?xml version='1.0'?><svg/>", .xml, nil), ("<!-- only -->", .xml, nil),
    ("<svg xmlns='http://www.w3.org/1999/xhtml'/>", .notSVG, "1:1"), ("\u{1}\u{2}\u{3}", .notSVG, nil),
  ])
  func refused(text: String, kind: SVGError.Kind, place: String?) throws {
    let error = try #require(refusal(text.utf8))
    #expect(error.kind == kind)
    if let place { #expect("\(error.line ?? 0):\(error.column ?? 0)" == place, "\(error)") }
    #expect(!error.message.contains("\n") && !error.message.isEmpty)
  }

  @Test func bytesThatAreNotTextAreRefused() {
    #expect(refusal(Array("\(head)<g id='".utf8) + [0xFF, 0xFE] + Array("'/></svg>".utf8)) != nil)
    #expect(refusal(Array("\(head)".utf8) + [0xFF, 0xFE] + Array("</svg>".utf8))?.kind == .encoding)
    #expect(refusal([0x4D, 0xFF, 0x00, 0x80])?.kind == .notSVG)
    #expect(refusal([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])?.kind == .notSVG)
    var random = SplitMix64(seed: 5)
    for _ in 0..<2_000 {
      let count = Int(random.next() % 200)
      var bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      _ = refusal(bytes)
      bytes.insert(UInt8(ascii: "<"), at: 0)
      #expect(refusal(bytes) != nil)
      _ = refusal(Array(head.utf8) + bytes)
    }
  }

  /// Every document cut anywhere is refused, in one line.
  @Test func truncatedDocuments() throws {
    let text = "<?xml version='1.0'?><!DOCTYPE svg [<!ENTITY a 'M0 0h1'>]>\(head)<g><path d='&a;'/></g></svg>"
    #expect(refusal(text.utf8) == nil)
    for count in 1..<text.utf8.count { #expect(refusal(text.utf8.prefix(count)) != nil) }
  }

  @Test func encodings() throws {
    let text = "\(head)<line id='é€' x2='1'/></svg>"
    let utf16 = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let swapped = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let inputs: [[UInt8]] = [
      Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8), [0xFF, 0xFE] + utf16, [0xFE, 0xFF] + swapped,
      utf16, swapped,
      Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\(text)".utf8),
    ]
    for input in inputs { #expect(try SVGInput.read(bytes: input).shapes.first?.id == "é€") }
    let latin = "<?xml version='1.0' encoding='ISO-8859-1'?>\(head)<line id='é' x2='1'/></svg>"
    let bytes = latin.unicodeScalars.map { UInt8($0.value) }
    #expect(try SVGInput.read(bytes: bytes).shapes.first?.id == "é")
  }

  @Test func entitiesOfTheInternalSubset() throws {
    let text = """
      <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
        <!ENTITY ns_svg "http://www.w3.org/2000/svg"><!ENTITY ns_x "http://www.w3.org/1999/xlink">
        <!ENTITY half "h1"><!ENTITY all "M0 0&half;v&#50;"><!ENTITY shape "<line x2='3'/>">
      ]>
      <svg xmlns="&ns_svg;" xmlns:xlink="&ns_x;"><path id="p" d="&all;z"/>&shape;<use xlink:href='#p'/>&shape;</svg>
      """
    let document = try SVGInput.read(bytes: Array(text.utf8))
    #expect(document.texts == ["M0 0H1V2Z", "M0 0H3", "M0 0H1V2Z", "M0 0H3"])
    #expect(document.warnings.isEmpty)
  }

  @Test func externalEntitiesAreNeverLoaded() throws {
    let secret = FileManager.default.temporaryDirectory.appendingPathComponent(
      "entity-\(UUID().uuidString).svg")
    try Data("<line x2='1'/>".utf8).write(to: secret)
    defer { try? FileManager.default.removeItem(at: secret) }
    for declaration in ["<!ENTITY e SYSTEM '\(secret.path)'>", "<!ENTITY e SYSTEM 'file://\(secret.path)'>"] {
      let document = try SVGInput.read(bytes: Array("<!DOCTYPE svg [\(declaration)]>\(head)&e;</svg>".utf8))
      #expect(document.shapes.isEmpty)
      #expect(document.codes == [.externalEntity])
    }
    let subset =
      "<!DOCTYPE svg SYSTEM '\(secret.path)' [<!ENTITY % p SYSTEM '\(secret.path)'> %p;]>\(head)</svg>"
    #expect(try SVGInput.read(bytes: Array(subset.utf8)).codes == [.externalEntity])
  }

  @Test func entitiesAreBounded() {
    var laughs = "<!ENTITY l0 'lol'>"
    for level in 1...12 {
      laughs += "<!ENTITY l\(level) '\(String(repeating: "&l\(level - 1);", count: 10))'>"
    }
    for use in ["<g id='&l12;'/>", "&l12;", "<path d='&l12;'/>"] {
      #expect(refusal("<!DOCTYPE svg [\(laughs)]>\(head)\(use)</svg>".utf8)?.kind == .limit)
    }
    let block = String(repeating: "x", count: 1 << 16)
    let quadratic = String(repeating: "&b;", count: 1 << 12)
    #expect(refusal("<!DOCTYPE svg [<!ENTITY b '\(block)'>]>\(head)\(quadratic)</svg>".utf8)?.kind == .limit)
    for loop in ["<!ENTITY a '&a;'>", "<!ENTITY a '&b;&b;'><!ENTITY b '&a;&a;'>"] {
      #expect(refusal("<!DOCTYPE svg [\(loop)]>\(head)<g id='&a;'/></svg>".utf8) != nil)
      #expect(refusal("<!DOCTYPE svg [\(loop)]>\(head)&a;</svg>".utf8) != nil)
    }
    var parameters = "<!ENTITY % p0 ' '>"
    for level in 1...30 { parameters += "<!ENTITY % p\(level) '&#37;p\(level - 1);&#37;p\(level - 1);'>" }
    #expect(refusal("<!DOCTYPE svg [\(parameters) %p30;]>\(head)</svg>".utf8)?.kind == .limit)
  }

  @Test func nestingAndReferencesAreBounded() throws {
    let deep = String(repeating: "<g>", count: 100_000) + String(repeating: "</g>", count: 100_000)
    #expect(refusal("\(head)\(deep)</svg>".utf8)?.kind == .limit)
    let allowed =
      String(repeating: "<g>", count: 4_900) + "<line x2='1'/>" + String(repeating: "</g>", count: 4_900)
    #expect(refusal("\(head)\(allowed)</svg>".utf8) == nil)
    #expect(refusal("\(head)\(deep)</svg>".utf8) { $0.depth = 200_000 } == nil)
    // Thirty levels that each place the next one twice.
    var tree = "<line id='u0' x2='1'/>"
    for level in 1...30 {
      tree += "<g id='u\(level)'><use href='#u\(level - 1)'/><use href='#u\(level - 1)'/></g>"
    }
    #expect(refusal("\(head)<defs>\(tree)</defs><use href='#u30'/></svg>".utf8)?.kind == .limit)
    #expect(refusal("\(head)<defs>\(tree)</defs><use href='#u5'/></svg>".utf8) == nil)
    var chain = "<line id='c0' x2='1'/>"
    for level in 1...20_000 { chain += "<use id='c\(level)' href='#c\(level - 1)'/>" }
    #expect(refusal("\(head)<defs>\(chain)</defs><use href='#c20000'/></svg>".utf8)?.kind == .limit)
    let long = "\(head)<path id='p' d='M0 0\(String(repeating: "h1", count: 1000))'/>"
    let uses = String(repeating: "<use href='#p'/>", count: 1000)
    #expect(refusal("\(long)\(uses)</svg>".utf8) { $0.segments = 100_000 }?.kind == .limit)
    #expect(refusal("\(head)\(uses)</svg>".utf8) { $0.elements = 100 }?.kind == .limit)
    #expect(refusal("\(head)</svg>".utf8) { $0.bytes = 10 }?.kind == .limit)
  }

  @Test func selectorsAreBounded() {
    let rules = (0..<2_000).map { "g g g g .a\($0) * {display:none}" }.joined()
    let groups = String(repeating: "<g>", count: 2_000) + String(repeating: "</g>", count: 2_000)
    #expect(refusal("\(head)<style>\(rules)</style>\(groups)</svg>".utf8)?.kind == .limit)
  }

  @Test func warningsAreBounded() throws {
    let bad = String(repeating: "<circle r='-1'/>", count: 5_000)
    let document = try SVGInput.read(bytes: Array("\(head)\(bad)</svg>".utf8))
    #expect(document.warnings.count == 1_001)
    #expect(document.warnings.last?.code == .more)
  }

  @Test func files() throws {
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appendingPathComponent("input-\(UUID().uuidString).svg")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("\(head)<path d='M0 0h3'/></svg>".utf8).write(to: file)
    #expect(try SVGInput.read(path: file.path).texts == ["M0 0H3"])
    #expect(throws: SVGError.self) { try SVGInput.read(path: folder.path) }
    do {
      _ = try SVGInput.read(path: file.path + "x")
      Issue.record("a missing file was read")
    } catch { #expect(error.kind == .fileNotFound) }
  }
}

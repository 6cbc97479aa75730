import PlaneCurves
import Testing

@testable import SVGPaths

/// Reads a document whose root has a viewBox of 0 0 100 50 around `content`.
func draw(_ content: String, _ root: String = "viewBox=\"0 0 100 50\"", strict: Bool = false) throws
  -> SVGDocument
{
  var options = SVGOptions()
  options.strict = strict
  let svg =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \(root)>\(content)</svg>"
  return try SVGInput.read(bytes: Array(svg.utf8), options: options)
}

extension SVGDocument {
  /// Each shape's path data.
  var texts: [String] { shapes.map { PathPrinter.print($0.subpaths) } }
  var codes: [SVGWarning.Code] { warnings.map(\.code) }
}

/// What is drawn, and where.
struct DocumentTests {
  @Test(arguments: [
    (#"<rect x="1" y="2" width="3" height="4"/>"#, "M1 2H4V6H1Z"),
    (
      #"<rect width="8" height="6" rx="1"/>"#, "M1 0H7A1 1 0 018 1V5A1 1 0 017 6H1A1 1 0 010 5V1A1 1 0 011 0Z"
    ),
    (#"<rect width="8" height="6" ry="9"/>"#, "M4 0A4 3 0 018 3 4 3 0 014 6 4 3 0 010 3 4 3 0 014 0Z"),
    (#"<rect width="8" height="6" rx="2" ry="0"/>"#, "M0 0H8V6H0Z"),
    (#"<rect width="8" height="6" rx="auto" ry="-1"/>"#, "M0 0H8V6H0Z"),
    (
      #"<rect width="50%" height="10%" x="1in" y="1pt"/>"#, "M96 1.3333333333333333H146V6.333333333333333H96Z"
    ),
    (#"<circle cx="5" cy="6" r="2"/>"#, "M7 6A2 2 0 015 8 2 2 0 013 6 2 2 0 015 4 2 2 0 017 6Z"),
    (#"<ellipse rx="3" ry="2"/>"#, "M3 0A3 2 0 010 2 3 2 0 01-3 0 3 2 0 010-2 3 2 0 013 0Z"),
    (#"<ellipse ry="2"/>"#, "M2 0A2 2 0 010 2 2 2 0 01-2 0 2 2 0 010-2 2 2 0 012 0Z"),
    (#"<line x1="1" y1="2" x2="3" y2="5"/>"#, "M1 2 3 5"),
    (#"<polyline points="0,0 4,0,4 3"/>"#, "M0 0H4V3"),
    (#"<polygon points="0 0 4-0 4 3"/>"#, "M0 0H4V3Z"),
    (#"<path d="M1 2h3"/>"#, "M1 2H4"),
    (#"<g font-size="10"><rect width="1em" height="2ex"/></g>"#, "M0 0H10V10H0Z"),
    (#"<g font-size="10" style="font-size:2em"><rect width="1em" height="1rem"/></g>"#, "M0 0H32V16H0Z"),
    (#"<a><line x2="1"/></a>"#, "M0 0H1"),
  ])
  func shapes(content: String, expected: String) throws {
    #expect(try draw(content).texts == [expected])
  }

  /// What SVG says is not drawn, and whether it is an error.
  @Test(arguments: [
    (#"<rect width="0" height="4"/>"#, []), (#"<rect width="-1" height="4"/>"#, [SVGWarning.Code.size]),
    (#"<rect width="3"/>"#, []), (#"<circle r="-2"/>"#, [.size]), (#"<circle/>"#, []),
    (#"<ellipse rx="0" ry="2"/>"#, []),
    (#"<rect width="3x" height="2"/>"#, [.attribute]), (#"<path/>"#, []), (#"<path d="none"/>"#, []),
    (#"<path d=""/>"#, []), (#"<path d="hello"/>"#, [.pathData]), (#"<polygon points=""/>"#, []),
    (#"<defs><line x2="1"/></defs>"#, []), (#"<symbol><line x2="1"/></symbol>"#, []),
    (#"<clipPath><line x2="1"/></clipPath><mask><line x2="1"/></mask><marker><line x2="1"/></marker>"#, []),
    (
      #"<pattern><line x2="1"/></pattern><text><line x2="1"/></text><foreignObject><line x2="1"/></foreignObject>"#,
      []
    ),
    (#"<x xmlns="urn:other"><line xmlns="http://www.w3.org/2000/svg" x2="1"/></x>"#, []),
    (#"<line display="none" x2="1"/><g style="display : none"><line x2="1"/></g>"#, []),
    (#"<g display="none"><line x2="1" style="display:inline"/></g>"#, []),
    (#"<line visibility="hidden" x2="1"/><line style="visibility:collapse" x2="1"/>"#, []),
    (#"<svg width="0"><line x2="1"/></svg>"#, [.size]), (#"<svg viewBox="0 0 0 1"><line x2="1"/></svg>"#, []),
    (#"<line requiredExtensions="http://example.org/x" x2="1"/><line systemLanguage="de" x2="1"/>"#, []),
    (#"<use/><use href=""/><use href='#no'/><use href="other.svg#a"/>"#, [.reference, .reference]),
    (#"<g id="g"><use href='#g'/></g>"#, [.reference]), (#"<use id="u" href='#u'/>"#, [.reference]),
  ])
  func notDrawn(content: String, codes: [SVGWarning.Code]) throws {
    let document = try draw(content)
    #expect(document.texts == [])
    #expect(document.codes == codes)
  }

  @Test func hiddenGroupsCanHoldVisibleShapes() throws {
    let content = #"<g visibility="hidden"><line x2="1"/><line visibility="visible" x2="2"/></g>"#
    #expect(try draw(content).texts == ["M0 0H2"])
  }

  @Test func pointsAreUsedUpToTheError() throws {
    let document = try draw(
      #"<polyline points="0 0 4 0 4"/><polygon points="0,0 4,0 x"/><polyline points="1 2 5 2,"/>"#)
    #expect(document.texts == ["M0 0H4", "M0 0H4Z", "M1 2H5"])
    #expect(document.codes == [.points, .points, .points])
  }

  @Test func shapesOverflowingDoublesAreLeftOut() throws {
    let nested = String(repeating: #"<g transform="scale(1e38)">"#, count: 9)
    let document = try draw(
      nested + #"<line x2="1"/>"# + String(repeating: "</g>", count: 9) + #"<line x2="2"/>"#)
    #expect(document.texts == ["M0 0H2"])
    #expect(document.codes == [.notFinite])
  }

  @Test func selection() throws {
    let document = try draw(
      #"<defs><line id="l" x2="1"/></defs><g id="g"><use id="u" href='#l'/><line id="m" x2="2"/></g><line x2="3"/>"#
    )
    #expect(document.shapes.map(\.viaUse) == [true, false, false])
    #expect(document.shapes.map(\.elementIndex) == [0, 1, 2])
    #expect(document.shapes(selecting: "#g").map(\.elementIndex) == [0, 1])
    #expect(document.shapes(selecting: "#u").map(\.elementIndex) == [0])
    #expect(document.shapes(selecting: "#l").map(\.elementIndex) == [0])
    #expect(document.shapes(selecting: "m").map(\.elementIndex) == [1])
    #expect(document.shapes(selecting: "#x").isEmpty)
  }

  @Test func frames() throws {
    #expect(try draw("", #"viewBox="1 2 30 40" width="9""#).frame == Box(Complex(1, 2), Complex(31, 42)))
    #expect(try draw("", #"width="2in" height="96""#).frame == Box(.zero, Complex(192, 96)))
    #expect(try draw(#"<line x2="4" y2="3"/>"#, #"width="100%""#).frame == Box(.zero, Complex(4, 3)))
    #expect(try draw("", "").frame == nil)
    #expect(try draw(#"<line x2="4" y2="3"/>"#, #"viewBox="0 0 0 5""#).shapes.isEmpty)
  }

  @Test func percentagesWithoutASizeAreToldOnce() throws {
    let document = try draw(#"<line x2="10%"/><line x2="20%"/>"#, #"width="100%""#)
    #expect(document.texts == ["M0 0H30", "M0 0H60"])
    #expect(document.codes == [.document])
    #expect(try draw(#"<line x2="10%"/>"#, #"width="50" height="9""#).warnings.isEmpty)
  }

  @Test func aRootWithoutNamespaceIsTakenAsSVG() throws {
    let document = try SVGInput.read(bytes: Array("<svg viewBox='0 0 9 9'><line x2='1'/></svg>".utf8))
    #expect(document.texts == ["M0 0H1"])
    #expect(document.codes == [.document])
  }

  @Test func switches() throws {
    let content = """
      <switch><line x2="1" systemLanguage="de, fr"/><line x2="2" systemLanguage="fr,en-GB"/><line x2="3"/></switch>
      <switch><foreignObject requiredExtensions="urn:x"/><g><line x2="4"/><line x2="5"/></g><line x2="6"/></switch>
      <switch><x xmlns="urn:other"/><text/><line x2="7"/></switch><switch/>
      """
    #expect(try draw(content).texts == ["M0 0H2", "M0 0H4", "M0 0H5"])
  }
}

import PlaneCurves
import Testing

@testable import SVGPaths

/// Transforms, viewports and references.
struct PlacementTests {
  private func point(_ content: String) throws -> Complex {
    let document = try draw(content)
    return try #require(document.shapes.first?.subpaths.first).start
  }

  /// Where the point (1, 0) of the innermost user space lies.
  @Test(arguments: [
    ("translate(3)", Complex(4, 0)), ("translate(3,4)", Complex(4, 4)), ("translate(3 4)", Complex(4, 4)),
    ("scale(2)", Complex(2, 0)), ("scale(2-3)", Complex(2, 0)), ("rotate(90)", Complex(0, 1)),
    ("rotate(90 1 1)", Complex(2, 1)), ("skewX(45)", Complex(1, 0)), ("skewY(45)", Complex(1, 1)),
    ("matrix(1 2 3 4 5 6)", Complex(6, 8)), ("translate(3)scale(2)", Complex(5, 0)),
    ("translate(3),scale(2)", Complex(5, 0)), ("scale(2) , translate(3)", Complex(8, 0)),
    (" rotate ( 90 ) translate\n(1\t,\r\n2 ) ", Complex(-2, 2)), ("", Complex(1, 0)), ("  ", Complex(1, 0)),
  ])
  func transformLists(text: String, expected: Complex) throws {
    let start = try point(#"<path transform="\#(text)" d="M1 0h1"/>"#)
    #expect((start - expected).length < 1e-12)
  }

  @Test(arguments: [
    "translate(1", "translate 1)", "translate()", "translate(1,2,3)", "rotate(1 2)", "scale(1,)",
    "matrix(1 2 3 4 5)",
    "translate(1),,scale(2)", ",scale(2)", "scale(2),", "scale(2px)", "Scale(2)", "skewX(1 2)", "turn(1)",
    "scale(2) x",
    "matrix(1 2 3 4 5 6 7)", "translate(1e39)",
  ])
  func brokenTransformsAreIgnored(text: String) throws {
    let document = try draw(#"<path transform="\#(text)" d="M1 0h1"/>"#)
    #expect(document.texts == ["M1 0H2"])
    #expect(document.codes == [.transform])
  }

  @Test(arguments: [
    ("transform: translate(3px, 4px)", Complex(4, 4)), ("transform:translateX(1in) scale(2)", Complex(98, 0)),
    ("transform:rotate(0.25turn)", Complex(0, 1)), ("transform:rotate(100grad)translateY(0)", Complex(0, 1)),
    ("transform:matrix(1,2,3,4,5,6)", Complex(6, 8)), ("transform:none", Complex(1, 0)),
  ])
  func transformsOfStyles(style: String, expected: Complex) throws {
    let start = try point(#"<path transform="translate(50)" style="\#(style)" d="M1 0h1"/>"#)
    #expect((start - expected).length < 1e-12)
  }

  @Test func aBrokenTransformOfAStyleLeavesTheAttribute() throws {
    let document = try draw(#"<path transform="translate(5)" style="transform:translate(3)" d="M1 0h1"/>"#)
    #expect(document.texts == ["M6 0H7"])
    #expect(document.codes == [.transform])
  }

  @Test func nestedTransformsMultiplyFromTheOutsideIn() throws {
    let content = """
      <g transform="translate(0,512) scale(0.1,-0.1)"><path d="M1000 4000 l2000 0 0 -1000 -2000 0z"/></g>
      """
    let subpath = try #require(try draw(content).shapes.first?.subpaths.first)
    let corners = [Complex(100, 112), Complex(300, 112), Complex(300, 212), Complex(100, 212)]
    for (segment, corner) in zip(subpath.segments, corners) {
      #expect((segment.start - corner).length < 1e-12)
    }
  }

  /// Where (0, 0) and (10, 10) of a nested viewport of 40 by 20 at (1, 2) with a viewBox of 10 by 10 lie.
  @Test(arguments: [
    ("", Complex(11, 2), Complex(31, 22)), ("none", Complex(1, 2), Complex(41, 22)),
    ("xMinYMin", Complex(1, 2), Complex(21, 22)), ("xMaxYMax meet", Complex(21, 2), Complex(41, 22)),
    ("xMidYMin slice", Complex(1, 2), Complex(41, 42)), ("xMidYMid slice", Complex(1, -8), Complex(41, 32)),
    ("defer xMinYMax slice", Complex(1, -18), Complex(41, 22)), ("nonsense", Complex(11, 2), Complex(31, 22)),
  ])
  func aspectRatios(text: String, origin: Complex, corner: Complex) throws {
    let attribute = text.isEmpty ? "" : #"preserveAspectRatio="\#(text)""#
    let document = try draw(
      #"<svg x="1" y="2" width="40%" height="20" viewBox="5 5 10 10" \#(attribute)><line x1="5" y1="5" x2="15" y2="15"/></svg>"#
    )
    let line = try #require(document.shapes.first?.subpaths.first)
    #expect((line.start - origin).length < 1e-12)
    #expect((line.end - corner).length < 1e-12)
  }

  @Test func percentagesReferToTheNearestViewBox() throws {
    let inner = #"<svg width="50" height="20" viewBox="0 0 200 80"><circle cx="50%" cy="50%" r="10%"/></svg>"#
    let shape = try #require(try draw(inner).shapes.first)
    let meanSquare: Double = (200 * 200 + 80 * 80) / 2
    let radius = 0.1 * meanSquare.squareRoot() * 0.25
    let box = try #require(shape.subpaths.first).bounds
    #expect((box.centre - Complex(25, 10)).length < 1e-12)
    #expect(abs(box.width - 2 * radius) < 1e-12)
  }

  @Test func theRootsViewBoxIsNotApplied() throws {
    let document = try draw(
      #"<line x1="5" x2="6"/>"#, #"viewBox="5 0 10 10" width="1000" transform="scale(3)""#)
    #expect(document.texts == ["M5 0H6"])
  }

  @Test(arguments: [
    (
      #"<defs><path id="p" transform="scale(2)" d="M1 0h1"/></defs><use transform="rotate(90)" x="5" href='#p'/>"#,
      "M0 7V9"
    ),
    (#"<symbol id="p"><path d="M1 0h1"/></symbol><use x="5" y="1" xlink:href='#p'/>"#, "M6 1H7"),
    (
      #"<symbol id="p" viewBox="0 0 10 10"><path d="M1 0h1"/></symbol><use x="5" width="20" height="20" href='#p'/>"#,
      "M7 0H9"
    ),
    (
      #"<symbol id="p" viewBox="0 0 10 10" width="30" height="30"><path d="M1 0h1"/></symbol><use href='#p'/>"#,
      "M3 0H6"
    ),
    (
      #"<symbol id="p" viewBox="0 0 10 10" width="30" height="99"><path d="M1 0h1"/></symbol><use height="20" width="20" href='#p'/>"#,
      "M2 0H4"
    ),
    (
      #"<defs><svg id="p" x="3" width="10" height="10" viewBox="0 0 5 5"><path d="M1 0h1"/></svg></defs><use width="20" height="20" x="1" href='#p'/>"#,
      "M8 0H12"
    ),
    (
      #"<defs><use id="q" x="1" href='#p'/><path id="p" d="M1 0h1"/></defs><use x="10" href=' #q '/>"#,
      "M12 0H13"
    ),
    (
      #"<defs><path id="p" d="M1 0h1"/><path id="p" d="M9 0h1"/></defs><use href='#p' xlink:href='#none'/>"#,
      "M1 0H2"
    ),
    (#"<clipPath><path id="p" d="M1 0h1"/></clipPath><use href='#p'/>"#, "M1 0H2"),
    (#"<g visibility="hidden"><path id="p" d="M1 0h1"/></g><use href='#p'/>"#, "M1 0H2"),
    (
      #"<symbol id="a"><symbol><path d="M3 0h1"/></symbol><path d="M1 0h1"/></symbol><use href='#a'/>"#,
      "M1 0H2"
    ),
  ])
  func references(content: String, expected: String) throws {
    let shape = try #require(try draw(content).shapes.first)
    let reference = PathData(parsing: expected).subpaths[0]
    #expect(shape.viaUse)
    #expect((shape.subpaths[0].start - reference.start).length < 1e-12)
    #expect((shape.subpaths[0].end - reference.end).length < 1e-12)
  }

  @Test func aCycleOfReferencesIsDrawnOnce() throws {
    let document = try draw(
      #"<g id="a"><line x2="1"/><use x="9" href='#b'/></g><g id="b"><line x2="2"/><use href='#a'/></g>"#)
    #expect(document.texts == ["M0 0H1", "M9 0H11", "M0 0H2", "M0 0H1"])
    #expect(document.codes.allSatisfy { $0 == .reference })
  }
}

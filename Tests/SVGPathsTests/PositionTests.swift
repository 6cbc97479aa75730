import Testing

@testable import SVGPaths

/// Where errors are said to be, in the file.
struct PositionTests {
  /// `@` marks where the warning should point; it is taken out before reading.
  @Test(arguments: [
    "<svg xmlns='http://www.w3.org/2000/svg'>\n  <path id='a' d='M0 0 L 1 @x'/></svg>",
    "<svg xmlns='http://www.w3.org/2000/svg'>\r\n<path\r\n  d=\"M0 0\r\n    L1 1\r\n    L2 @k\"/></svg>",
    "<svg xmlns='http://www.w3.org/2000/svg'>\r<path id='>' d = 'M0 0\r    L1 1\r    @K'/></svg>",
    "<svg xmlns='http://www.w3.org/2000/svg'>é<path data-d='M0 q' id='ééé' d='M0 0@é'/></svg>",
    "<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0&#32;L&#x31;&#10;1 @?'/></svg>",
    "<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0 @&amp;'/></svg>",
    "<!DOCTYPE svg [<!ENTITY e 'M0 &f;'><!ENTITY f '0 L'>]>\n<svg xmlns='http://www.w3.org/2000/svg'><path d='&e;1 1 @x'/></svg>",
    "<!DOCTYPE svg [<!ENTITY e 'M0 0 L 1 x'>]>\n<svg xmlns='http://www.w3.org/2000/svg'>\n<path d='@&e; 2'/></svg>",
    "<!DOCTYPE svg [<!ENTITY e '<path d=\"M0 0 x\"/>'>]>\n<svg xmlns='http://www.w3.org/2000/svg'>\n @&e;</svg>",
    "\u{FEFF}<svg xmlns='http://www.w3.org/2000/svg'><g transform='scale(2) @turn(1)'/></svg>",
    "<svg xmlns='http://www.w3.org/2000/svg'>\n<polyline\npoints='0 0\n1 1 @a'/></svg>",
    "<svg xmlns='http://www.w3.org/2000/svg'><circle r='@-1'/></svg>",
    "<svg xmlns='http://www.w3.org/2000/svg' xmlns:k='http://www.w3.org/1999/xlink'><use k:href='@#x'/></svg>",
    "<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0 L 1@'/></svg>",
    "<svg xmlns='http://www.w3.org/2000/svg'><!-- <path d='x'/> --><style><![CDATA[ <path ]]></style><path d='M0 0 @y'/></svg>",
  ])
  func pointsAtTheAttributesText(marked: String) throws {
    let mark = try #require(marked.firstIndex(of: "@"))
    var before = String(marked[..<mark])
    if before.unicodeScalars.first == "\u{FEFF}" { before.unicodeScalars.removeFirst() }
    // Counted here by whole lines, unlike in the code.
    let lines = before.replacing("\r\n", with: "\n").replacing("\r", with: "\n").split(
      separator: "\n", omittingEmptySubsequences: false)
    let text = marked.replacing("@", with: "")
    let warning = try #require(try SVGInput.read(bytes: Array(text.utf8)).warnings.first)
    #expect(warning.line == lines.count)
    #expect(warning.column == (lines.last?.unicodeScalars.count ?? 0) + 1)

    guard warning.code == .pathData else { return }
    var options = SVGOptions()
    options.strict = true
    do {
      _ = try SVGInput.read(bytes: Array(text.utf8), options: options)
      Issue.record("strict reading let the error pass")
    } catch {
      #expect(error.kind == .pathData)
      #expect(error.position == warning.position)
      #expect(error.expected == warning.expected)
    }
  }

  @Test func positionsInOtherEncodingsAreThoseOfTheText() throws {
    let text = "<svg xmlns='http://www.w3.org/2000/svg'>\n<path id='ü' d='M0 0 x'/></svg>"
    let units = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let bytes: [UInt8] = [0xFF, 0xFE] + units
    let warning = try #require(try SVGInput.read(bytes: bytes).warnings.first)
    #expect(warning.line == 2 && warning.column == 22)
  }
}

import Testing

@testable import SVGPaths

/// What style sheets hide.
struct StyleSheetTests {
  /// Whether `<g id="o" class="p q"><g><line id="i" class="a b" …/></g></g>` is drawn.
  @Test(arguments: [
    ("line{display:none}", "", false), ("rect{display:none}", "", true), (".a{display:none}", "", false),
    (".ab{display:none}", "", true), ("#i{display:none}", "", false), ("*{visibility:hidden}", "", false),
    ("line.a.b{display:none}", "", false), ("line.a.c{display:none}", "", true),
    ("rect,.b{display:none}", "", false),
    ("g line{display:none}", "", false), (".p .a{display:none}", "", false),
    (".p>.a{display:none}", "", true),
    (".p>g>.a{display:none}", "", false), ("svg > #o g > line { display : none ; }", "", false),
    ("#o>line{display:none}", "", true), (".x .p .a{display:none}", "", true),
    ("#i{display:inline}.a{display:none}", "", true), (".a{display:none}.b{display:inline}", "", true),
    (".b{display:inline}.a{display:none}", "", false),
    (".a{display:none!important}", "style='display:inline'", false),
    (".a{display:none}", "style='display:inline'", true), ("line{display:inline}", "display='none'", true),
    (".a{display:inline}", "style='display:none !important'", false),
    ("/* .a{display:none} */", "", true), ("/**/.a/* x */{/*y*/display:none/*z*/}", "", false),
    ("@media print{.a{display:none}}", "", true), ("@import 'x.css';.a{display:none}", "", false),
    ("@font-face{src:url(a;b)}line{display:none}", "", false), (".a{display:none", "", false),
    (".a:hover{display:none}", "", true), ("[id]{display:none}", "", true), (".a+.a{display:none}", "", true),
    (".a:hover,line{display:none}", "", false), (".a{content:'}';display:none}", "", false),
    ("<![CDATA[ .a > .b, line { display: none } ]]>", "", false), ("line{visibility:bogus}", "", true),
    ("g{visibility:hidden}line{visibility:visible}", "", true), ("", "style='DISPLAY:NONE'", false),
    ("", "style='fill:url(x;y);display:none'", false), ("", "style=';;x;display:none'", false),
    ("}{;.a{display:none}", "", true),
  ])
  func hides(sheet: String, attribute: String, isDrawn: Bool) throws {
    let sheet = sheet.hasPrefix("<!") ? sheet : sheet.replacing(">", with: "&gt;")
    let content =
      "<style>\(sheet)</style><g id='o' class='p q'><g><line id='i' class='a\n b' x2='1' \(attribute)/></g></g>"
    #expect(try draw(content).shapes.count == (isDrawn ? 1 : 0))
  }

  @Test func sheetsOfOtherKindsAreLeftAlone() throws {
    for attributes in ["type='text/less'", "media='print'"] {
      #expect(try draw("<style \(attributes)>line{display:none}</style><line x2='1'/>").shapes.count == 1)
    }
    let later = "<line x2='1'/><defs><style type='text/css'>line{display:none}</style></defs>"
    #expect(try draw(later).shapes.isEmpty)
  }
}

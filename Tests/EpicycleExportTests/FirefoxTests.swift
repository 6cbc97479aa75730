import EpicycleSpec
import Foundation
import Testing

@testable import EpicycleExport

/// A second browser plays the animation and the page.
@Suite("Firefox") struct FirefoxTests {
  /// Firefox rounds times to milliseconds: these are whole ones.
  static let times = [0, 1, 9, 26, 41, 79, 80, 127, 8 * 3600 + 3].map { Double($0) / 8 }

  @Test(
    "Firefox puts the tips where the spec says, to single precision, and plays the page",
    .enabled(if: Browser.isFirefoxHere, "Firefox is not installed"))
  func plays() throws {
    let folder = try ScratchFolder()
    var steps: [JSON] = []
    for (index, (_, spec)) in WebSVGTests.played.enumerated() {
      let file = try folder.write(SVGExporter().export(ExportJob(spec: spec)), "\(index).svg")
      steps.append(Browser.page(file, width: 800, height: 800))
      steps.append(["evaluate", .string(WebSVGTests.tips(of: spec, at: Self.times))])
    }
    let variants = WebExample.variants(budgets: [10, 20])
    let job = ExportJob(spec: variants[3], targets: ["M10 10H90V90H10Z"], variants: variants)
    let time = "document.getElementById('time').valueAsNumber"
    steps += [
      Browser.page(try folder.write(HTMLExporter().export(job), "page.html"), width: 500),
      ["evaluate", .string(time)], ["wait", 0.5], ["evaluate", .string(time)],
      ["evaluate", "[...document.querySelectorAll('.error')].map((e) => e.textContent)"],
      ["evaluate", "document.scrollingElement.scrollWidth <= innerWidth"],
    ]
    let results = try Browser.runFirefox(steps).results
    for (index, (name, spec)) in WebSVGTests.played.enumerated() {
      for (t, time) in Self.times.enumerated() {
        for (c, chain) in spec.chains.enumerated() {
          let found = try #require(results[2 * index + 1][t]?[c]?.array).compactMap(\.number)
          let expected = chain.position(at: time, loop: spec.loop)
          let off = hypot(found[0] - expected.x, found[1] - expected.y)
          #expect(off < 1e-4 * 100 * 2.squareRoot(), "\(name) at \(time) s")
        }
      }
    }
    let page = Array(results.suffix(5))
    #expect((page[2].number ?? .nan) > (page[0].number ?? .nan))
    #expect(page[3] == ["2.5 %", "0.5 %"])
    #expect(page[4] == true)
  }
}

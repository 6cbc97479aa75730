import EpicycleSpec
import Foundation
import Testing

@testable import EpicycleExport

/// The page as people use it.
@Suite(.enabled(if: Browser.isHere, "needs Chromium and Python")) struct WebPageTests {
  private let budgets = [10, 20, 40, 80]
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Four budgets by two methods; the spec itself is the fitted one with 20 clocks.
  private func comparison() throws -> (variants: [Spec], file: URL) {
    let variants = WebExample.variants(budgets: budgets)
    let job = ExportJob(spec: variants[3], targets: ["M10 10H90V90H10Z"], variants: variants)
    return (variants, try folder.write(HTMLExporter().export(job), "comparison.html"))
  }

  private func text(_ selector: String) -> JSON {
    ["evaluate", .string("[...document.querySelectorAll('\(selector)')].map((e) => e.textContent)")]
  }
  private let clipboard: JSON = ["evaluate", "navigator.clipboard.readText()"]
  private let time: JSON = ["evaluate", "document.getElementById('time').valueAsNumber"]

  @Test func sliderKeysAndTheErrorCurveChooseTheBudget() throws {
    let (_, file) = try comparison()
    let steps: [JSON] = [
      Browser.page(file),
      text("#budget-value"), text(".error"), text("h2"),
      ["evaluate", "document.getElementById('budget').focus()"], ["key", "ArrowRight"],
      text("#budget-value"), text(".error"), text("#status"),
      ["evaluate", "document.getElementById('budget').getAttribute('aria-valuetext')"],
      ["click", "#chart", 0.2, 0.5], text("#budget-value"), text(".error"),
      ["click", "#chart", 0.97, 0.1], text("#budget-value"),
      ["evaluate", "document.activeElement.blur()"], ["key", "ArrowLeft"], text("#budget-value"),
      ["evaluate", "document.getElementById('chart').getAttribute('aria-label')"],
    ]
    let session = try Browser.run(steps)
    let results = session.results
    #expect(results[1] == ["20"])
    #expect(results[2] == ["2.5 %", "0.5 %"])
    #expect(results[3] == ["Constant speed", "Fitted, constant speed"])
    #expect(results[6] == ["40"])
    #expect(results[7] == ["1.25 %", "0.125 %"])
    let words = "40 clocks. Constant speed: 1.25 %; Fitted, constant speed: 0.125 %"
    #expect(results[8] == [.string(words)])
    #expect(results[9] == "40 clocks")
    #expect(results[11] == ["10"])
    #expect(results[12] == ["5 %", "2 %"])
    #expect(results[14] == ["80"])
    #expect(results[17] == ["40"])
    #expect(results[18].string?.contains("from 5 % with 10 clocks to 0.625 % with 80") == true)
    #expect(session.problems == [] && session.requests == [])
  }

  @Test func playsPausesAndRespectsReducedMotion() throws {
    let (_, file) = try comparison()
    let session = try Browser.run([
      Browser.page(file), ["wait", 0.5], time, text("#play"),
      ["click", "#play"], time, ["wait", 0.3], time, text("#play"),
      ["evaluate", "document.activeElement.blur()"], ["key", " "], ["wait", 0.5], time, text("#play"),
      Browser.page(file, isReduced: true), ["wait", 0.3], time, text("#play"),
      ["key", "Tab"],
      [
        "evaluate", "[document.activeElement.tagName, getComputedStyle(document.activeElement).outlineStyle]",
      ],
    ])
    let results = session.results
    let times = [2, 5, 7, 12, 16].map { results[$0].number ?? .nan }
    #expect(times[0] > 0)
    #expect(results[3] == ["Pause"] && results[8] == ["Play"])
    #expect(times[1] >= times[0] && times[2] == times[1])
    #expect(times[3] > times[2] && results[13] == ["Pause"])
    #expect(times[4] == 0 && results[17] == ["Play"])
    #expect(results[19] == ["BUTTON", "solid"])
    #expect(session.problems == [] && session.requests == [])
  }

  @Test func drawsTheTipWhereTheSpecSays() throws {
    let (variants, file) = try comparison()
    let moments = [0, 0.125, 0.4, 0.77]
    let look = """
      [\(moments.map { "\($0)" }.joined(separator: ","))].map((moment) => {
        const slider = document.getElementById("time"), canvas = document.querySelector(".fitted canvas");
        slider.value = moment;
        slider.dispatchEvent(new Event("input", { bubbles: true }));
        const { width, height } = canvas;
        const copy = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
        copy.drawImage(canvas, 0, 0);
        const pixels = copy.getImageData(0, 0, width, height).data;
        let x = 0, y = 0, all = 0;
        for (let i = 3, place = 0; i < pixels.length; i += 4, place++) {
          all += pixels[i]; x += pixels[i] * (place % width + .5); y += pixels[i] * (Math.floor(place / width) + .5);
        }
        const scale = Math.min(width / scene.box.width, height / scene.box.height) * scene.zoom;
        return { pixels: all / 255, scale, x: (x / all - width / 2) / scale, y: (y / all - height / 2) / scale,
          centre: scene.box.centre, place: data.place, exact: tip(data.specs[0].chains[0], moment) };
      })
      """
    let zoom =
      "(() => { const z = document.getElementById('zoom'); z.value = 4; z.dispatchEvent(new Event('input')) })()"
    let shot = folder.url.appendingPathComponent("page.png")
    let session = try Browser.run([
      Browser.page(file, isReduced: true),
      ["screenshot", .string(shot.path)],
      ["click", "#layers input[value=arms]"], ["click", "#layers input[value=circles]"],
      ["click", "#layers input[value=trail]"], ["click", "#layers input[value=target]"],
      ["evaluate", .string(look)], ["evaluate", .string(zoom)], ["evaluate", .string(look)],
    ])
    #expect(try Data(contentsOf: shot).count > 30_000)
    let spec = variants[3]
    for (index, moment) in moments.enumerated() {
      let position = spec.chains[0].position(at: moment * 10, loop: spec.loop)
      let seen = try #require(session.results[6][index])
      let figure = { (key: String) throws -> Double in try #require(seen[key]?.number) }
      let point = { (key: String) throws -> SIMD2<Double> in
        SIMD2(try #require(seen[key]?["x"]?.number), try #require(seen[key]?["y"]?.number))
      }
      let scale = try #require(seen["place"]?["scale"]?.number)
      let exact = (SIMD2(position.x, position.y) - (try point("place"))) * scale
      let written = try point("exact") - exact
      #expect((written * written).sum().squareRoot() < 1e-9)
      // A dot of radius 5 alone, seen at its centre to a quarter of a pixel.
      #expect(abs(try figure("pixels") - 25 * .pi) < 3)
      let off = try SIMD2(figure("x"), figure("y")) + point("centre") - exact
      let gap = (off * off).sum().squareRoot() * (try figure("scale"))
      #expect(gap < 0.25, "\(seen)")
      // The zoom keeps the tip in the middle.
      let near = try #require(session.results[8][index])
      #expect(
        hypot(try #require(near["x"]?.number), try #require(near["y"]?.number)) * (try figure("scale")) < 0.25
      )
    }
    #expect(session.problems == [] && session.requests == [])
  }

  /// A drawing far from the origin, tiny or huge looks like one at hand: a canvas takes single precision.
  @Test(arguments: [(1e9, 1.0), (-1e12, 1), (0, 1e-9), (3e6, 1e3), (0, 1e12)])
  func drawsTheSameFarAway(shift: Double, size: Double) throws {
    func page(_ place: NearPlace?, _ name: String) throws -> URL {
      var spec = WebExample.spec([WebExample.chain("a", harmonics: WebExample.band(9), seconds: 10)])
      var target = "M10 10H90V90A40 30 20 0 1 50 90Q30 80 20 90T10 70C0 60 5 50 10 50S20 20 10 10Z"
      if let place { (spec, target) = (place(spec), try place(target)) }
      return try folder.write(HTMLExporter().export(ExportJob(spec: spec, targets: [target])), name)
    }
    // The frame around (0, 0) from −500 to 500 stays as it is; one elsewhere, and smaller, is moved out and made larger.
    let far = Spec.Frame(
      x: -shift / size - 500 / size, y: -shift / size - 500 / size, width: 1000 / size, height: 1000 / size)
    try expectSamePicture(page(nil, "near.html"), page(#require(NearPlace(far)), "far.html"))
  }

  /// A sample, and a copy of it that its document moves away.
  @Test(.enabled(if: Run.hasEpicycle, "needs the built binary"))
  func drawsAMovedSampleAsTheSample() throws {
    let sample = try String(contentsOf: Run.root.appendingPathComponent("paths/heart.svg"), encoding: .utf8)
      .replacing(" viewBox=\"0 0 100 100\"", with: "")
    let moved = sample.replacing("<path ", with: "<path transform=\"translate(1e9 -1e9)\" ")
    #expect(moved != sample)
    let pages = try [sample, moved].map { text in
      let document = try folder.write(Array(text.utf8), "heart.svg")
      let (spec, page) = (folder.url.path + "/heart.json", folder.url.path + "/\(text.count).html")
      for words in [
        ["solve", document.path, "-n", "12", "-q", "-o", spec],
        ["render", spec, "--against", document.path, "-o", page],
      ] { try #require(try Run(Run.epicycle, words).status == 0) }
      return URL(fileURLWithPath: page)
    }
    try expectSamePicture(pages[0], pages[1])
  }

  /// Means of what is covered over blocks of 8 × 8 pixels, of 255.
  private func expectSamePicture(_ first: URL, _ second: URL) throws {
    let pixels: JSON = [
      "evaluate",
      """
      (() => {
        const slider = document.getElementById("time"), canvas = document.querySelector("canvas");
        slider.value = 0.3;
        slider.dispatchEvent(new Event("input", { bubbles: true }));
        const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
        copy.drawImage(canvas, 0, 0);
        const blocks = [];
        for (let y = 0; y < canvas.height; y += 8) {
          for (let x = 0; x < canvas.width; x += 8) {
            const alpha = copy.getImageData(x, y, 8, 8).data.filter((_, i) => i % 4 === 3);
            blocks.push(alpha.reduce((sum, value) => sum + value, 0) / 64);
          }
        }
        return blocks;
      })()
      """,
    ]
    let session = try Browser.run([
      Browser.page(first, width: 500, height: 700, isReduced: true), pixels,
      Browser.page(second, width: 500, height: 700, isReduced: true), pixels,
    ])
    let near = try #require(session.results[1].array).compactMap(\.number)
    let away = try #require(session.results[3].array).compactMap(\.number)
    try #require(near.count == away.count)
    #expect(near.count(where: { $0 > 8 }) > 200)
    // Doubles 1e12 away are 1e-4 apart, a thousandth of a pixel; the browser samples a pixel at a few points, so that
    // an edge of a faint line may turn lighter or darker by a quarter.
    #expect(zip(near, away).allSatisfy { abs($0 - $1) < 4 })
    #expect(session.problems == [])
  }

  /// What lies on the clipboard is the spec, and Swift that compiles and puts the view where the spec says.
  @Test(
    .enabled(if: SwiftTests.hasCompiler, "swiftc is not installed"),
    arguments: ["ClockHandKit", "ClockHandRotationKit"])
  func copiesTheSpecAndSwift(package: String) throws {
    let (variants, file) = try comparison()
    let upright = FilmFixtures.pair(file: FilmFixtures.nasty, id: FilmFixtures.nasty)
    let pair = try folder.write(HTMLExporter().export(ExportJob(spec: upright)), "pair.html")
    let session = try Browser.run([
      Browser.page(file),
      ["click", ".fitted .json"], ["wait", 0.2], clipboard, text("#status"),
      ["click", "figure:not(.fitted) .json"], ["wait", 0.2], clipboard,
      ["click", ".fitted .swift"], ["wait", 0.2], clipboard, text("#status"),
      Browser.page(pair), ["click", ".swift"], ["wait", 0.2], clipboard,
    ])
    let results = session.results
    #expect(try Spec.parse(#require(results[3].string).utf8) == variants[3])
    #expect(results[4] == ["Copied as JSON."])
    #expect(try Spec.parse(#require(results[7].string).utf8) == variants[2])
    #expect(results[11] == ["Copied as Swift."])
    try expect(#require(results[10].string), toCarryLike: variants[3], package)
    try expect(#require(results[15].string), toCarryLike: upright, package)
    #expect(session.problems == [] && session.requests == [])
  }

  /// The source, compiled against the stand-ins, carries views along the spec's curves.
  private func expect(_ source: String, toCarryLike spec: Spec, _ package: String) throws {
    let main = """
      import SwiftUI

      for word in CommandLine.arguments.dropFirst() {
        SwiftUI.Scene.now = Double(word) ?? .nan
        SwiftUI.Scene.circles = []
        for chain in epicycleChains {
          Circle().fill(Color.orange).carried(along: chain).place(Placement(), in: .zero)
        }
        print(SwiftUI.Scene.circles.map { "\\($0.x) \\($0.y) \\(atan2($0.b, $0.a))" }.joined(separator: " "))
      }
      """
    let program = try SwiftStandIns.shared.get().build(Array(source.utf8), with: package, main: main)
    let times = [0.0, 0.25, 3.875, 17.125]
    let lines = try Run(program, times.map { "\($0)" }).text.split(separator: "\n")
    try #require(lines.count == times.count)
    let middle = SIMD2(spec.frame.x + spec.frame.width / 2, spec.frame.y + spec.frame.height / 2)
    for (line, time) in zip(lines, times) {
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      try #require(numbers.count == 3 * spec.chains.count)
      for (index, chain) in spec.chains.enumerated() {
        let exact = FilmFixtures.position(
          chain, at: time.remainder(dividingBy: spec.loop.seconds), loop: spec.loop.seconds)
        let off = SIMD2(numbers[3 * index], numbers[3 * index + 1]) + middle - exact
        #expect((off * off).sum().squareRoot() < 1e-9)
        if chain.upright != nil { #expect(abs(sin(numbers[3 * index + 2])) < 1e-9) }
      }
    }
  }

  /// JSON from the page's button holds against the source, for every method, at the ends and in the middle of the
  /// slider; where the page itself has left out arms there is none.
  @Test(.enabled(if: Run.hasEpicycle, "needs the built binary"))
  func verifiesWhatIsCopied() throws {
    let sample = Run.root.appendingPathComponent("paths/subpaths.svg").path
    let (page, spec, alone) = (
      folder.url.appendingPathComponent("p.html").path, folder.url.appendingPathComponent("s.json").path,
      folder.url.appendingPathComponent("a.html").path
    )
    let solve = ["solve", sample, "-n", "12", "--upright", "--effort", "fast", "-q", "-o"]
    for words in [solve + [page], solve + [spec], ["render", spec, "--against", sample, "-o", alone]] {
      try #require(try Run(Run.epicycle, words).status == 0)
    }
    func copies(_ figures: Int) -> [JSON] {
      (1...figures).flatMap { number -> [JSON] in
        [["click", .string("figure:nth-of-type(\(number)) .json")], ["wait", 0.2], clipboard]
      }
    }
    let focus: JSON = ["evaluate", "document.getElementById('budget').focus()"]
    let steps: [JSON] =
      [Browser.page(URL(fileURLWithPath: page))] + copies(3) + [focus, ["key", "End"]] + copies(3)
      + [focus, ["key", "Home"]] + copies(3) + [Browser.page(URL(fileURLWithPath: alone))] + copies(1)
      + [
        focus, ["key", "ArrowLeft"],
        ["evaluate", "document.querySelector('figure .json').checkVisibility()"],
      ]
    let session = try Browser.run(steps)
    let copied = session.results.compactMap(\.string).filter { $0.hasPrefix("{") }
    // The spec alone is also the page's first.
    #expect(copied.count == 10 && Set(copied).count == 9)
    #expect(session.results.last == false)
    for text in copied {
      let file = try folder.write(Array(text.utf8), "copied.json").path
      let run = try Run(Run.epicycle, ["verify", file, "--against", sample])
      #expect(run.status == 0, "\(run.text)")
    }
    #expect(session.problems == [] && session.requests == [])
  }

  @Test func oneSpecAloneLosesItsSmallestArms() throws {
    let chains = [
      WebExample.chain("a", harmonics: [1, -1, 3, -4, 2], seconds: 10, isUpright: true),
      WebExample.chain("b", harmonics: [2, -3], seconds: 10, seed: 7),
    ]
    let spec = WebExample.spec(chains)
    let file = try folder.write(HTMLExporter().export(ExportJob(spec: spec)), "alone.html")
    let session = try Browser.run([
      Browser.page(file), text("#budget-value"), ["key", "ArrowLeft"], ["key", "ArrowLeft"],
      ["key", "ArrowLeft"],
      text("#budget-value"), ["evaluate", "JSON.stringify(stages[0].spec)"],
      ["evaluate", "document.getElementById('budget').focus()"], ["key", "Home"], text("#budget-value"),
      text(".detail"),
      ["evaluate", "document.getElementById('comparison').checkVisibility()"],
    ])
    #expect(session.results[1] == ["8"])
    #expect(session.results[5] == ["5"])
    let fewer = try Spec.parse(#require(session.results[6].string).utf8)
    #expect(fewer.budget.used == 5)
    let radii = chains.flatMap(\.clocks).map(\.radius).sorted(by: >)
    #expect(fewer.chains.flatMap(\.clocks).map(\.radius).sorted(by: >) == Array(radii.prefix(4)))
    #expect(session.results[9] == ["3"])
    #expect(
      session.results[10] == ["3 clocks, error not known: solve with --clocks 3 for a spec that says it"])
    #expect(session.results[11] == false)
    #expect(session.problems == [] && session.requests == [])
  }

  @Test func otherCurvesAreNoVariants() throws {
    let spec = WebExample.spec([WebExample.chain("a", harmonics: [1], seconds: 10)])
    let other = WebExample.spec([WebExample.chain("b", harmonics: [1], seconds: 10)])
    let slower = WebExample.spec([WebExample.chain("a", harmonics: [1], seconds: 20)], seconds: 20)
    for variant in [other, slower] {
      #expect(
        throws: ExportError.unsuitable("a page compares specs of the same curves, which take the same time")
      ) {
        try HTMLExporter().export(ExportJob(spec: spec, variants: [variant]))
      }
    }
  }

  /// Two specs of one method at one budget, and a freer one: nobody is lost, and every name lies on the paper.
  @Test func threeMethodsOnAPhone() throws {
    let chain = WebExample.chain("a", harmonics: [1, -1], seconds: 10)
    func spec(_ fit: Spec.Method.Fit, share: Double, radius: Double) -> Spec {
      var chain = chain
      chain.clocks[0].radius = radius
      let bounds = Spec.ErrorReport.Bounds(lower: 0, upper: 100 * share)
      return WebExample.spec(
        [chain], fit: fit, error: Spec.ErrorReport(diagonal: 100, max: bounds, frechet: bounds))
    }
    let specs = [
      spec(.truncate, share: 0.3, radius: 20), spec(.minimax, share: 0.2, radius: 21),
      spec(.minimax, share: 0.1, radius: 22),
    ]
    let job = ExportJob(spec: specs[0], variants: Array(specs.dropFirst()))
    let file = try folder.write(HTMLExporter().export(job), "three.html")
    let session = try Browser.run([
      Browser.page(file, width: 360, height: 740), text("h2"),
      [
        "evaluate",
        "[...document.querySelectorAll('#chart text')].every((t) => t.getBoundingClientRect().right <= 360)",
      ],
      ["evaluate", "document.querySelector('figure canvas').clientWidth"],
      ["evaluate", "document.scrollingElement.scrollWidth"],
    ])
    #expect(session.results[1] == ["Constant speed", "Fitted, constant speed", "Fitted, constant speed (2)"])
    #expect(session.results[2] == true)
    #expect((session.results[3].number ?? 0) > 130)
    #expect(session.results[4] == 360)
    #expect(session.problems == [])
  }

  @Test func anErrorOfNothingIsExact() throws {
    let nothing = Spec.ErrorReport(
      diagonal: 100, rms: 0, frechet: Spec.ErrorReport.Bounds(lower: 0, upper: 1e-7))
    let variants = [[1], [1, -1]].map {
      WebExample.spec([WebExample.chain("a", harmonics: $0, seconds: 10)], error: nothing)
    }
    let job = ExportJob(spec: variants[0], variants: variants)
    let file = try folder.write(HTMLExporter().export(job), "exact.html")
    let session = try Browser.run([
      Browser.page(file), text(".error"),
      ["evaluate", "document.getElementById('metric').focus()"], ["key", "ArrowDown"],
      text(".error"), ["click", "#chart", 0.95, 0.5], text("#budget-value"),
      ["evaluate", "document.querySelector('#chart svg').outerHTML.includes('NaN')"],
    ])
    #expect(session.results[1] == ["exact"] && session.results[4] == ["exact"])
    #expect(session.results[6] == ["2"])
    #expect(session.results[7] == false)
    #expect(session.problems == [] && session.requests == [])
  }

  @Test func fitsAPhoneAndHasNamesForScreenReaders() throws {
    let (_, file) = try comparison()
    let long = String(repeating: "a-very-long-name", count: 12)
    let chains = (1...3).map { WebExample.chain("\(long)\($0)", harmonics: [1, -$0 - 1], seconds: 10) }
    let wide = try folder.write(
      HTMLExporter().export(ExportJob(spec: WebExample.spec(chains, file: long + ".svg"))), "long.html")
    let width: JSON = ["evaluate", "document.scrollingElement.scrollWidth"]
    let session = try Browser.run([
      Browser.page(file, width: 360, height: 740), width, ["accessible"],
      Browser.page(wide, width: 360, height: 740, isDark: true), width,
      ["evaluate", "getComputedStyle(document.documentElement).backgroundColor"],
    ])
    #expect(session.results[1] == 360)
    #expect(session.results[4] == 360)
    #expect(session.results[5] == "rgb(20, 19, 18)")
    let controls = try #require(session.results[2].array).map { ($0[0]?.string ?? "", $0[1]?.string ?? "") }
    #expect(controls.allSatisfy { !$0.1.isEmpty })
    for name in [
      "Time", "Speed", "Zoom", "Clocks", "Error", "Arms", "Circles", "Trail", "Original", "Side by side",
    ] {
      #expect(controls.contains { $0.1.hasPrefix(name) }, "\(name) in \(controls)")
    }
    #expect(session.problems == [] && session.requests == [])
  }

  @Test func hostileTextStaysText() throws {
    let chains = [WebExample.hostile, "b" + WebExample.hostile].map {
      WebExample.chain($0, harmonics: [1, -1], seconds: 10)
    }
    var spec = WebExample.spec(chains, file: WebExample.hostile)
    spec.warnings = [Spec.Warning(code: "x", message: WebExample.hostile)]
    spec.generator = WebExample.hostile
    #expect(throws: ExportError.self) {
      try HTMLExporter().export(ExportJob(spec: spec, targets: ["M0 0L9 9\(WebExample.hostile)"]))
    }
    let file = try folder.write(HTMLExporter().export(ExportJob(spec: spec)), "hostile.html")
    let session = try Browser.run([
      Browser.page(file), text("#title"), text("#follow option"), text("#warnings li"),
      ["evaluate", "document.querySelectorAll('script, svg').length"], ["evaluate", "typeof window.broken"],
      ["click", ".json"], ["wait", 0.2], clipboard, ["click", ".swift"], ["wait", 0.2], clipboard,
    ])
    #expect(session.results[1] == [.string(WebExample.hostile.replacing("\0", with: "\u{FFFD}"))])
    #expect(session.results[2] == .array(chains.map { .string($0.id) }))
    #expect(session.results[3] == [.string(WebExample.hostile)])
    #expect(session.results[4] == 2)
    #expect(session.results[5] == "undefined")
    #expect(try Spec.parse(#require(session.results[8].string).utf8) == spec)
    try expectSwiftParses(try #require(session.results[11].string))
    #expect(session.requests.isEmpty)
  }

  private func expectSwiftParses(_ source: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swiftc", "-parse", try folder.write(Array(source.utf8), "Copied.swift").path]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(source)")
  }
}

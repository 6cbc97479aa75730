import EpicycleSpec
import Foundation
import Testing

@testable import EpicycleExport

@Suite struct WebSVGTests {
  /// What is played: a name, a spec.
  static let played: [(String, Spec)] = [
    (
      "200 arms, slow order",
      WebExample.spec([WebExample.chain("a", harmonics: WebExample.band(200), seconds: 10)])
    ),
    (
      "200 arms, outermost largest",
      WebExample.spec(
        [WebExample.chain("a", harmonics: (1...100).flatMap { [$0, -$0] }, seconds: 10, isUpright: true)])
    ),
    (
      "three chains, two upright",
      WebExample.spec(
        [
          WebExample.chain("a", harmonics: [1, -1, 3], seconds: 7.3, isUpright: true, seed: 2),
          WebExample.chain("b", harmonics: [-2, 5], seconds: 7.3, seed: 3),
          WebExample.chain("c", harmonics: [4], seconds: 7.3, isUpright: true, seed: 4),
        ], seconds: 7.3)
    ),
    ("no arm at all", WebExample.spec([WebExample.chain("a", harmonics: [], seconds: 1)], seconds: 1)),
  ]

  /// Multiples of 1/64 s: near the start, in later loops and after an hour.
  static let times = [0, 1, 77, 200, 333, 639, 640, 1021, 6397, 64 * 3600 + 13].map { Double($0) / 64 }

  /// A script that answers with place and turn of each chain's tip at each time.
  static func tips(of spec: Spec, at times: [Double]) -> String {
    let tips = (1...spec.chains.count).map { "'tip-\($0)'" }.joined(separator: ",")
    return """
      (() => {
        const root = document.documentElement;
        root.pauseAnimations();
        return [\(times.map { "\($0)" }.joined(separator: ","))].map((time) => {
          root.setCurrentTime(time);
          const back = root.getScreenCTM().inverse();
          return [\(tips)].map((id) => {
            const m = back.multiply(document.getElementById(id).getScreenCTM());
            return [m.e, m.f, m.a, m.b];
          });
        });
      })()
      """
  }

  @Test(.enabled(if: Browser.isHere, "needs Chromium and Python"))
  func theBrowserPutsTheTipsWhereTheSpecSays() throws {
    let folder = try ScratchFolder()
    var steps: [JSON] = []
    for (index, (_, spec)) in Self.played.enumerated() {
      let file = try folder.write(SVGExporter().export(ExportJob(spec: spec)), "\(index).svg")
      steps.append(Browser.page(file, width: 800, height: 800))
      steps.append(["evaluate", .string(Self.tips(of: spec, at: Self.times))])
    }
    let session = try Browser.run(steps)
    #expect(session.problems == [] && session.requests == [])
    let diagonal = 100 * 2.squareRoot()
    for (index, (name, spec)) in Self.played.enumerated() {
      var worst = 0.0
      for (t, time) in Self.times.enumerated() {
        for (c, chain) in spec.chains.enumerated() {
          let found = try #require(session.results[2 * index + 1][t]?[c]?.array).compactMap(\.number)
          let expected = chain.position(at: time, loop: spec.loop)
          worst = max(worst, hypot(found[0] - expected.x, found[1] - expected.y))
          let angle = chain.orientation(at: time, loop: spec.loop)
          #expect(hypot(found[2] - cos(angle), found[3] - sin(angle)) < 1e-3, "\(name): turned at \(time) s")
        }
      }
      #expect(worst < 1e-5 * diagonal, "\(name): off by \(worst / diagonal) of the diagonal")
    }
  }

  /// Chromium itself puts the tip of the first one 3e7 units from the origin, and no further.
  @Test(
    .enabled(if: Browser.isHere, "needs Chromium and Python"),
    arguments: [(1e9, 1.0), (-1e12, 1), (0, 1e-9), (0, 1e-4), (3e6, 1e3), (0, 1e12)])
  func theBrowserDrawsTheSameFarAway(shift: Double, size: Double) throws {
    let folder = try ScratchFolder()
    let spec = WebExample.spec([WebExample.chain("a", harmonics: WebExample.band(9), seconds: 10)])
    let target = "M10 10H90V90A40 30 20 0 1 50 90Q30 80 20 90T10 70C0 60 5 50 10 50S20 20 10 10Z"
    let (x, side) = (-shift / size - 500 / size, 1000 / size)
    let place = try #require(NearPlace(Spec.Frame(x: x, y: x, width: side, height: side)))
    let look: JSON = [
      "evaluate",
      """
      (() => {
        const root = document.documentElement, scale = Math.hypot(root.getScreenCTM().a, root.getScreenCTM().b);
        root.pauseAnimations();
        return [0, 1.25, 7.5].map((time) => {
          root.setCurrentTime(time);
          const tip = document.getElementById("tip-1").getScreenCTM();
          const mark = (name) => {
            const path = document.querySelector(name), at = path.getPointAtLength(path.getTotalLength() / 3);
            const m = path.getScreenCTM();
            return [m.a * at.x + m.e, m.d * at.y + m.f];
          };
          return [tip.e, tip.f, ...mark(".target"), ...mark("#curve-1"),
            parseFloat(getComputedStyle(document.querySelector(".arm")).strokeWidth) * scale];
        });
      })()
      """,
    ]
    let far = ExportJob(spec: place(spec), targets: [try place(target)])
    let session = try Browser.run([
      Browser.page(
        try folder.write(SVGExporter().export(ExportJob(spec: spec, targets: [target])), "near.svg"),
        width: 800, height: 800), look,
      Browser.page(try folder.write(SVGExporter().export(far), "far.svg"), width: 800, height: 800), look,
    ])
    let (near, away) = (session.results[1].array ?? [], session.results[3].array ?? [])
    try #require(near.count == 3 && away.count == 3)
    for (a, b) in zip(near, away) {
      let (a, b) = ((a.array ?? []).compactMap(\.number), (b.array ?? []).compactMap(\.number))
      #expect(a.count == 7 && b.count == 7)
      #expect(zip(a, b).allSatisfy { abs($0 - $1) < 0.01 }, "\(a) and \(b)")
    }
    #expect(session.problems == [])
  }

  @Test(.enabled(if: Browser.isHere, "needs Chromium and Python"))
  func theTrailEndsAtTheTip() throws {
    let spec = WebExample.spec([WebExample.chain("a", harmonics: WebExample.band(40), seconds: 10)])
    let folder = try ScratchFolder()
    let file = try folder.write(SVGExporter().export(ExportJob(spec: spec)), "trail.svg")
    let session = try Browser.run([
      Browser.page(file, width: 800, height: 800),
      [
        "evaluate",
        .string(
          """
          [\(Self.times.map { "\($0)" }.joined(separator: ","))].map((time) => {
            const root = document.documentElement;
            root.pauseAnimations();
            root.setCurrentTime(time);
            const trail = document.querySelector(".trail"), curve = document.getElementById("curve-1");
            const share = 1.5 - parseFloat(getComputedStyle(trail).strokeDashoffset);
            const end = curve.getPointAtLength(share * curve.getTotalLength());
            const m = root.getScreenCTM().inverse().multiply(document.getElementById("tip-1").getScreenCTM());
            return Math.hypot(end.x - m.e, end.y - m.f) / parseFloat(getComputedStyle(trail).strokeWidth);
          })
          """),
      ],
    ])
    let gaps = try #require(session.results[1].array).compactMap(\.number)
    #expect(gaps.count == Self.times.count)
    #expect(gaps.allSatisfy { $0 < 0.5 }, "in widths of the line: \(gaps)")
  }

  @Test(arguments: [1e-2, 1e-4, 1e-6, 1e-8], [1, 12, 60])
  func theTrailKeepsItsTolerance(tolerance: Double, arms: Int) throws {
    let chain = WebExample.chain("a", harmonics: WebExample.band(arms), seconds: 1, seed: UInt64(arms))
    let trail = SVGTrail(chain, tolerance: tolerance)
    let shares = try #require(trail.shares)
    let segments = shares.count - 1
    #expect(shares.first == 0 && shares.last == 1 && zip(shares, shares.dropFirst()).allSatisfy { $0 <= $1 })

    let numbers = trail.data.split(whereSeparator: { "MCSZ ".contains($0) }).compactMap { Double($0) }
    #expect(numbers.count == 2 + 6 + 4 * (segments - 1))
    let points = stride(from: 0, to: numbers.count, by: 2).map { SIMD2(numbers[$0], numbers[$0 + 1]) }
    var worst = 0.0
    var start = points[0]
    var control = points[1]
    for index in 0..<segments {
      let (last, end) = (points[2 + 2 * index], points[3 + 2 * index])
      for t in [0.0, 0.21, 0.5, 0.79] {
        let s = 1 - t
        let inner = control * (3 * s * s * t) + last * (3 * s * t * t)
        let point = start * (s * s * s) + inner + end * (t * t * t)
        let exact = chain.position(at: (Double(index) + t) / Double(segments), loop: Spec.Loop(seconds: 1))
        worst = max(worst, hypot(point.x - exact.x, point.y - exact.y))
      }
      (start, control) = (end, end * 2 - last)
    }
    #expect(segments == SVGTrail.limit || worst <= 1.2 * tolerance, "off by \(worst)")
  }

  @Test func theTrailOfNothingHasNoLength() {
    let point = WebExample.chain("a", harmonics: [], seconds: 1)
    #expect(SVGTrail(point, tolerance: 1e-3).shares == nil)
  }

  @Test func theArmsFitIntoTheView() throws {
    for (name, spec) in Self.played {
      let view = spec.frameAroundArms(withCircles: false)
      for step in 0..<1000 {
        for chain in spec.chains {
          for joint in chain.joints(at: spec.loop.seconds * Double(step) / 1000, loop: spec.loop) {
            let isInside =
              joint.x >= view.x && joint.x <= view.x + view.width && joint.y >= view.y
              && joint.y <= view.y + view.height
            #expect(isInside, "\(name)")
          }
        }
      }
    }
  }

  @Test func layersAreLeftOutWhenTheyAreNotAskedFor() throws {
    let spec = WebExample.spec([WebExample.chain("a", harmonics: [1, -1], seconds: 10)])
    let marks: [(ExportJob.Layer, String)] = [
      (.arms, "<line"), (.circles, "class=\"circle\""), (.trail, "class=\"trail\""),
      (.target, "class=\"target\""),
    ]
    for shown in [Set(ExportJob.Layer.allCases), []] + ExportJob.Layer.allCases.map({ [$0] }) {
      let job = ExportJob(spec: spec, targets: ["M0 0H9V9Z"], show: shown)
      let text = String(decoding: try SVGExporter().export(job), as: UTF8.self)
      for (layer, mark) in marks { #expect(text.contains(mark) == shown.contains(layer), "\(layer)") }
    }
  }

  @Test(.enabled(if: Browser.isHere, "needs Chromium and Python"))
  func hostileTextStaysText() throws {
    let folder = try ScratchFolder()
    let chain = WebExample.chain(WebExample.hostile, harmonics: [1, -1], seconds: 10)
    let spec = WebExample.spec([chain], file: WebExample.hostile)
    let job = ExportJob(spec: spec, targets: ["M0 0\(WebExample.hostile)"])
    let session = try Browser.run([
      Browser.page(try folder.write(SVGExporter().export(job), "hostile.svg")),
      ["evaluate", "document.querySelector('title').textContent"],
      ["evaluate", "document.querySelectorAll('script, parsererror').length"],
      ["evaluate", "typeof window.broken"],
    ])
    #expect(session.results[1].string == WebExample.hostile.replacing("\0", with: "\u{FFFD}"))
    #expect(session.results[2] == 0)
    #expect(session.results[3] == "undefined")
  }

  @Test(arguments: [1e-308, 1e-30, 1e30, 1e308]) func extremeSizesAndRatesAreWritten(size: Double) throws {
    var chain = WebExample.chain("a", harmonics: [1, -(1 << 50), 1 << 52], seconds: 10)
    for index in chain.clocks.indices { chain.clocks[index].radius = size }
    let job = ExportJob(spec: WebExample.spec([chain]))
    for exporter in [HTMLExporter(), SVGExporter()] as [any Exporter] {
      if size < 1e300 {
        #expect(try exporter.export(job).count > 1000)
      } else {
        #expect(throws: ExportError.self) { try exporter.export(job) }
      }
    }
  }

  @Test func refusesWhatBrowsersCannotPlay() {
    let deep = WebExample.chain("a", harmonics: Array(1...(SVGExporter.deepestChain + 1)), seconds: 10)
    let short = WebExample.spec([WebExample.chain("a", harmonics: [1], seconds: 1e-9)], seconds: 1e-9)
    var invalid = WebExample.spec([WebExample.chain("a", harmonics: [1], seconds: 10)])
    invalid.chains[0].clocks[0].radius = .nan
    for spec in [WebExample.spec([deep]), short, invalid] {
      #expect(throws: ExportError.self) { try SVGExporter().export(ExportJob(spec: spec)) }
    }
  }
}

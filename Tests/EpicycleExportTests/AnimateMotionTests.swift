import EpicycleSpec
import Foundation
import PlaneCurves
import SVGPaths
import Testing

@testable import EpicycleCommand
@testable import Epicycles

/// What is read from `animateMotion`, beside where Chromium puts the element.
@Suite struct AnimateMotionTests {
  /// A name, how long the loop is, and the document's content; the element "m" is moved.
  private static let documents: [(String, Double, String)] = [
    (
      "paced, the default", 4,
      moved(#"<animateMotion dur="4s" path="M100 800C400 800 400 200 900 200" keyTimes="0;.3;1"/>"#)
    ),
    (
      "linear, a hold, there and back", 10,
      moved(
        #"""
        <animateMotion dur="10s" path="M100 800C400 800 400 200 900 200" calcMode="linear"
          keyPoints="0;1;1;0" keyTimes="0;.35;.65;1"/>
        """#)
    ),
    (
      "discrete key points", 3,
      moved(
        #"""
        <animateMotion dur="3000ms" path="M5 5L95 5L95 95" calcMode="discrete"
          keyPoints="0; .4 ;1;.2;" keyTimes="0;.21;.5;.83"/>
        """#)
    ),
    (
      "spline key points", 5,
      moved(
        #"""
        <animateMotion dur="00:05" path="M100 100Q900 100 900 900" calcMode="spline" keyPoints="0;.8;.1"
          keyTimes="0;.4;1" keySplines=".42 0 .58 1;.1,.7,.9,.2"/>
        """#)
    ),
    (
      "linear values", 4,
      moved(
        #"<animateMotion dur="4s" calcMode="linear" values="10,10; 90 10; 90,90; 10,10" keyTimes="0;.2;.7;1"/>"#
      )
    ),
    ("paced values", 4, moved(#"<animateMotion dur="4s" values="10,10; 90 10; 90,30; 10,90"/>"#)),
    (
      "discrete values", 4,
      moved(#"<animateMotion dur="4s" calcMode="discrete" values="10,10; 90 10; 50,50"/>"#)
    ),
    (
      "spline values", 4,
      moved(
        #"""
        <animateMotion dur="4s" calcMode="spline" values="10,10; 90 10; 50,50" keyTimes="0;.6;1"
          keySplines=".5 0 .5 1;0 0 .2 1"/>
        """#)
    ),
    ("from and to", 2, moved(#"<animateMotion dur="2s" calcMode="linear" from="20,20" to="80 60"/>"#)),
    ("from and by", 2, moved(#"<animateMotion dur="2s" from="20,20" by="-10 60"/>"#)),
    (
      "mpath, under a transform", 6,
      #"""
      <defs><path id="p" transform="scale(9)" d="M0 0A200 300 20 1 1 300 200"/></defs>
      <g transform="translate(40 30) rotate(30) scale(.8)"><rect id="m" width="5" height="5" transform="rotate(70)">
      <animateMotion dur="6s" calcMode="linear" keyPoints=".1;.9;.1" keyTimes="0;.3;1"><mpath href="#p"/></animateMotion>
      </rect></g>
      """#
    ),
    (
      "mpath, drawn large but written small", 6,
      #"""
      <defs><path id="p" transform="scale(9)" d="M0 0A20 30 20 1 1 30 20"/></defs>
      <g transform="translate(40 30) rotate(30) scale(.8)"><rect id="m" width="5" height="5" transform="rotate(70)">
      <animateMotion dur="6s" calcMode="linear" keyPoints=".1;.9;.1" keyTimes="0;.3;1"><mpath href="#p"/></animateMotion>
      </rect></g>
      """#
    ),
    (
      "a closed path, with a jump", 8,
      moved(
        #"""
        <animateMotion dur="8s" path="M20 20H80V80H20Z" calcMode="linear" keyPoints="0;.25;.5;1"
          keyTimes="0;.41;.41;1"/>
        """#)
    ),
    ("moves in a path", 4, moved(#"<animateMotion dur="4s" path="M10 10H50M60 40V90M20 20L30 90"/>"#)),
    (
      "by reference, on a use", 4,
      #"""
      <defs><circle id="c" r="3"/></defs><use id="m" href="#c"/>
      <animateMotion href="#m" dur="4s" calcMode="linear" path="m100,100 q 100 600 700 700 t -600 -400"/>
      """#
    ),
    (
      "one spline for a bare path", 4,
      moved(
        #"<animateMotion dur="4s" path="M10 10L90 90" calcMode="spline" keyTimes="0;1" keySplines=".2 .8 .4 1"/>"#
      )
    ),
  ]

  private static func moved(_ animation: String) -> String {
    #"<rect id="m" width="4" height="4" transform="rotate(20)">\#(animation)</rect>"#
  }

  private static func file(_ content: String) -> String {
    #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">\#(content)</svg>"#
  }

  private static func targets(_ content: String) throws -> ChosenCurves {
    let document = try SVGInput.read(bytes: Array(file(content).utf8), options: SVGOptions())
    var choice = CurveChoice()
    choice.keyframes = .document
    return try choice.curves(of: document, most: 10)
  }

  @Test(.enabled(if: Browser.isHere, "needs Chromium and Python"))
  func chromiumIsAtTheSamePlaces() throws {
    let folder = try ScratchFolder()
    // Multiples of 1/64 s, in the first loop and the second, none at a keyframe.
    let ticks = (0..<40).map { 1 + $0 * 19 }
    var steps: [JSON] = []
    for (index, (_, _, content)) in Self.documents.enumerated() {
      let text = Self.file(content).replacingOccurrences(of: "dur=", with: "repeatCount=\"indefinite\" dur=")
      steps.append(Browser.page(try folder.write(Array(text.utf8), "\(index).svg"), width: 800, height: 800))
      steps.append([
        "evaluate",
        .string(
          """
          (() => {
            const root = document.documentElement;
            root.pauseAnimations();
            return [\(ticks.map(String.init).joined(separator: ","))].map((tick) => {
              root.setCurrentTime(tick / 64);
              const m = root.getScreenCTM().inverse().multiply(document.getElementById("m").getScreenCTM());
              return [m.e, m.f];
            });
          })()
          """),
      ])
    }
    let session = try Browser.run(steps)
    for (index, (name, seconds, content)) in Self.documents.enumerated() {
      let chosen = try Self.targets(content)
      #expect(chosen.duration == seconds, "\(name)")
      let target = try #require(chosen.targets.first)
      let motion = target.motion(target.law(.keyframes))
      var worst = 0.0
      for (k, tick) in ticks.enumerated() {
        let found = try #require(session.results[2 * index + 1][k]?.array).compactMap(\.number)
        try #require(found.count == 2)
        let time = (Double(tick) / 64 / seconds).truncatingRemainder(dividingBy: 1)
        worst = max(worst, (Complex(found[0], found[1]) - motion.point(atTime: time)).length)
      }
      // Chromium measures curves, but not lines, by chords within half a unit of the path's own coordinates.
      let isCurved = target.curve.path.segments.contains { segment in
        if case .line = segment { false } else { true }
      }
      #expect(worst < (isCurved ? 0.4 : 0.01), "\(name): \(worst)")
    }
  }

  @Test(arguments: [
    (#"keyPoints="0;1" keyTimes="0;.5""#, "1 as the last"), (#"keyPoints="0;2" keyTimes="0;1""#, "0…1"),
    (#"keyPoints="0;1""#, "as many as"),
    (#"keyPoints="0;x;1""#, "can't be read"), (#"keyPoints="0;1" keyTimes="0;.5;1""#, "as many as"),
  ]) func brokenKeyframesHaveNoEffect(_ attributes: String, _ says: String) throws {
    let content = Self.moved(#"<animateMotion dur="2s" calcMode="linear" path="M0 0H9" \#(attributes)/>"#)
    do throws(any Error) {
      _ = try Self.targets(content)
      Issue.record("it was taken")
    } catch let failure as Failure {
      #expect(failure.text.contains("no animateMotion") && failure.text.contains(says), "\(failure.text)")
    }
  }

  @Test func pacedTakesNoNoticeOfKeyPoints() throws {
    let chosen = try Self.targets(
      Self.moved(#"<animateMotion dur="2s" path="M0 0H9" keyPoints="0;1;0" keyTimes="0;.5;1"/>"#))
    #expect(chosen.targets[0].keyframes == .paced)
    #expect(chosen.warnings.map(\.code) == ["animation"])
  }

  /// What has no effect is said, and what is left is used: 10 s and constant speed are the defaults.
  @Test(arguments: [
    #"dur="0s""#, #"dur="-3s""#, #"dur="soon""#, #"dur="1e400s""#, #"dur="1e-9s""#,
    #"dur="2s" calcMode="wobble""#,
  ]) func whatHasNoEffectIsSaid(_ attributes: String) throws {
    let chosen = try Self.targets(Self.moved(#"<animateMotion \#(attributes) path="M0 0H9"/>"#))
    #expect(chosen.targets[0].keyframes == .paced)
    #expect(chosen.duration == (attributes.contains("2s") ? 2 : nil))
    #expect(chosen.warnings.map(\.code) == ["animation"])
  }

  @Test func warnsWhereTheViewShouldTurn() throws {
    for rotate in ["auto", "auto-reverse", "30"] {
      let chosen = try Self.targets(
        Self.moved(#"<animateMotion dur="2s" path="M0 0H9" rotate="\#(rotate)"/>"#))
      #expect(chosen.warnings.map(\.code) == (rotate == "30" ? [] : ["rotate-auto"]))
    }
    let stretched = try Self.targets(
      "<g transform='scale(2 1)'>" + Self.moved(#"<animateMotion dur="2s" path="M0 0H9V9"/>"#) + "</g>")
    #expect(stretched.warnings.map(\.code) == ["stretched"])
  }
}

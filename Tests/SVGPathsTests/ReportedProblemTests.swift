import PlaneCurves
import Testing

@testable import SVGPaths

/// What goes wrong in other tools, with the right outcome from the closed form.
struct ReportedProblemTests {
  private func length(_ subpaths: [Subpath]) -> Double {
    MeasuredPath(segments: subpaths.flatMap(\.segments)).length
  }

  @Test func arcFlagsNeedNoSeparators() {
    let subpaths = PathData(parsing: "M0 0 A10 10 0 0110 10").subpaths
    let path = MeasuredPath(segments: subpaths[0].segments)
    #expect(abs(path.length - 5 * .pi) < 1e-9)
    let middle = Complex(10 * 0.5.squareRoot(), 10 - 10 * 0.5.squareRoot())
    #expect((path.point(atLength: path.length / 2) - middle).length < 1e-9)
  }

  @Test func relativeMovesStartAtTheCurrentPoint() {
    let open = PathData(parsing: "M10 10 L20 20 m5 5 l2 2").subpaths
    #expect(open[1].start == Complex(25, 25) && open[1].end == Complex(27, 27))
    #expect(
      abs(length([open[0]]) - 200.squareRoot()) < 1e-9 && abs(length([open[1]]) - 8.squareRoot()) < 1e-9)
    let closed = PathData(parsing: "M10 10 L20 20 Z m5 5 l2 2").subpaths
    #expect(closed[1].start == Complex(15, 15) && closed[1].end == Complex(17, 17))
  }

  @Test func gapsBetweenSubpathsHaveNoLength() {
    let subpaths = PathData(parsing: "M0 0h20v10h-20z M50 0h20v10h-20z").subpaths
    #expect(subpaths.map(\.closedByZ) == [true, true])
    #expect(subpaths.map { length([$0]) } == [60, 60])
    let path = MeasuredPath(segments: subpaths.flatMap(\.segments))
    #expect(path.length == 120)
    let points = path.points(atLengths: (0...1200).map { Double($0) / 10 })
    #expect(points.allSatisfy { $0.real <= 20 || $0.real >= 50 })
  }

  @Test func groupTransformsOfTracedDrawingsCount() throws {
    let document = try SVGInput.read(
      bytes: Array(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="512pt" height="512pt" viewBox="0 0 512 512">\
        <g transform="translate(0,512) scale(0.1,-0.1)"><path d="M1000 4000 l2000 0 0 -1000 -2000 0z"/></g></svg>
        """.utf8))
    let subpath = document.shapes[0].subpaths[0]
    #expect((subpath.start - Complex(100, 112)).length < 1e-9)
    #expect(abs(length([subpath]) - 600) < 1e-9)
    #expect(document.frame == Box(.zero, Complex(512, 512)))
  }

  @Test(arguments: [
    ("M60,20Q60,20 150,20", 90.0), ("M500,300Q425,325 350,350", 158.113883),
    ("M470,623Q468,627 467,629", 6.708204),
    ("M0 108a144 0 0 0 0 288 0", 288), ("M0,0c0,0,0,0,0,0", 0), ("M 635 502.5 Z", 0),
  ])
  func degenerateSegmentsHaveTheirLength(text: String, expected: Double) {
    #expect(abs(length(PathData(parsing: text).subpaths) - expected) < 1e-6)
  }

  @Test func repeatedPointsChangeNothing() {
    let doubled = PathData(parsing: "M0 0 L10 0 L10 0 L10 10 L10 10 L0 10 L0 0 Z").subpaths
    let plain = PathData(parsing: "M0 0 L10 0 L10 10 L0 10 Z").subpaths
    let (a, b) = (thirtySecondths(of: doubled), thirtySecondths(of: plain))
    #expect(a.length == b.length)
    for (p, q) in zip(a.points, b.points) { #expect((p - q).length < 1e-12) }
  }

  @Test func pointsAreSpacedByArcLength() {
    let subpaths = PathData(parsing: "m 40,165 c 0,0 90,-157 174,-16 84,142 -14,-99 105,-79").subpaths
    let (length, points) = thirtySecondths(of: subpaths)
    #expect(abs(length - 454.161987) < 1e-6)
    #expect((points[16] - Complex(213.141018, 147.568847)).length < 1e-6)
    let chords = zip(points, points.dropFirst()).map { ($1 - $0).length }
    #expect(chords.allSatisfy { $0 > 11.75 && $0 < 14.2 })
  }

  @Test func outlinesOfOneFileStaySeparate() throws {
    let document = try draw(#"<path d="M10 10h30v30h-30z"/><path d="M60 60h30v30h-30z"/>"#)
    #expect(document.shapes.map(\.subpaths.count) == [1, 1])
    #expect(document.shapes.map { length($0.subpaths) } == [120, 120])
  }
}

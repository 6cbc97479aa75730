import PlaneCurves
import Testing

@testable import SVGPaths

/// What is printed reads back as what it was.
struct PathPrinterTests {
  @Test(arguments: [
    ("M 10 10 L 20 10 L 20 30 Z", "M10 10H20V30Z"),
    ("M 0.5 -0.5 L -1 -0.25 L 0.125 0.0625", "M.5-.5-1-.25.125.0625"),
    ("M 0 0 A 10 10 0 0 1 10 10", "M0 0A10 10 0 0110 10"),
    ("M 0 0 C 1 2 3 4 5 6 C 1 1 2 2 1e-7 1000000", "M0 0C1 2 3 4 5 6 1 1 2 2 1e-7 1000000"),
    ("M 3 4 Z M 5 6", "M3 4ZM5 6"),
  ])
  func isShort(text: String, short: String) {
    #expect(PathPrinter.print(PathData(parsing: text).subpaths) == short)
  }

  @Test func linesAndCurvesComeBackExactlyAndArcsToRounding() {
    var random = SplitMix64(seed: 11)
    for _ in 0..<2_000 {
      let subpaths = randomSubpaths(&random)
      let again = PathData(parsing: PathPrinter.print(subpaths))
      #expect(again.error == nil)
      #expect(again.subpaths.count == subpaths.count)
      for (a, b) in zip(subpaths, again.subpaths) {
        #expect(a.closedByZ == b.closedByZ)
        if a.segments.count == b.segments.count {
          for (one, other) in zip(a.segments, b.segments) { expectSame(one, other) }
        } else {
          // Arcs that one command can't give back are split.
          let (one, other) = (MeasuredPath(segments: a.segments), MeasuredPath(segments: b.segments))
          #expect(abs(one.length - other.length) <= 1e-8 * one.length)
        }
      }
    }
  }

  @Test func fullAndHalfTurnsComeBack() {
    for sweep in [2 * Double.pi, -2 * .pi, .pi, -.pi, .pi * (1 - 1e-13)] {
      let arc = EllipticArc(
        centre: Complex(3, 4), p: Complex(5, 1), q: Complex(-2, 2), startAngle: Angle(radians: 0.3),
        sweep: Angle(radians: sweep))
      let again = PathData(parsing: PathPrinter.print([Subpath(start: arc.start, segments: [.arc(arc)])]))
      let (one, other) = (
        MeasuredPath(segments: [.arc(arc)]), MeasuredPath(segments: again.subpaths[0].segments)
      )
      for share in stride(from: 0, through: 1, by: 0.125) {
        let distance = (one.point(atLength: share * one.length) - other.point(atLength: share * other.length))
          .length
        #expect(distance <= 1e-8)
      }
    }
  }

  private func expectSame(_ one: Segment, _ other: Segment) {
    guard case .arc(let arc) = one else {
      #expect(one == other)
      return
    }
    let size = arc.p.length + arc.q.length
    for t in [0, 0.25, 0.5, 0.75, 1] {
      #expect((one.point(at: t) - other.point(at: t)).length <= 1e-9 * size)
    }
  }

  private func randomSubpaths(_ random: inout SplitMix64) -> [Subpath] {
    var pen = SubpathBuilder()
    func point() -> Complex { Complex(random.double(in: -100...100), random.double(in: -100...100)) }
    for _ in 0...Int(random.next() % 3) {
      pen.move(to: point())
      for _ in 0..<Int(random.next() % 6) {
        switch random.next() % 4 {
        case 0: pen.line(to: point())
        case 1: pen.quadratic(point(), to: point())
        case 2: pen.cubic(point(), point(), to: point())
        default:
          let radii = Complex(random.double(in: 1...80), random.double(in: 1...80))
          let (large, sweep) = (random.next() % 2 == 0, random.next() % 2 == 0)
          pen.arc(
            radii, rotation: Angle(degrees: random.double(in: -180...180)), largeArc: large, sweep: sweep,
            to: point())
        }
      }
      if random.next() % 2 == 0 { pen.close() }
    }
    guard random.next() % 2 == 0 else { return pen.subpaths }
    func entry() -> Double { random.double(in: -2...2) }
    let map = AffineTransform(entry(), entry(), entry(), entry(), entry(), entry())
    return pen.subpaths.map { $0.transformed(by: map) }
  }
}

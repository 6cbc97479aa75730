import Testing

@testable import PlaneCurves

@Suite struct Segments {
  @Test func endsAreExact() {
    var random = SplitMix64(state: 1)
    for _ in 0..<400 {
      let segment = random.segment()
      #expect(segment.point(at: 0) == segment.start)
      #expect(segment.point(at: 1) == segment.end)
    }
  }

  @Test func boundsAreTight() {
    var random = SplitMix64(state: 2)
    for _ in 0..<200 {
      let segment = random.segment()
      let box = segment.bounds
      let first = Box(segment.start, segment.start)
      let seen = (0...4000).reduce(first) { $0.union(segment.point(at: Double($1) / 4000)) }
      let rounding = 1e-12
      #expect(seen.minimum.real >= box.minimum.real - rounding)
      #expect(seen.minimum.imaginary >= box.minimum.imaginary - rounding)
      #expect(seen.maximum.real <= box.maximum.real + rounding)
      #expect(seen.maximum.imaginary <= box.maximum.imaginary + rounding)
      #expect((seen.minimum - box.minimum).length < 1e-2)
      #expect((seen.maximum - box.maximum).length < 1e-2)
    }
    let circle = EllipticArc(centre: Complex(5, 5), p: Complex(3, 4), q: Complex(-4, 3))
    #expect((circle.bounds.minimum - Complex(0, 0)).length < 1e-14)
    #expect((circle.bounds.maximum - Complex(10, 10)).length < 4e-15)
  }

  @Test func derivativesAreLimitsOfDifferences() {
    var random = SplitMix64(state: 3)
    for _ in 0..<200 {
      let segment = random.segment()
      let t = Double.random(in: 0.01...0.99, using: &random)
      let difference = (segment.point(at: t + 1e-5) - segment.point(at: t - 1e-5)) / 2e-5
      #expect((difference - segment.derivative(at: t)).length < 1e-5)
    }
  }

  @Test func affineMapsCommuteWithPoints() {
    var random = SplitMix64(state: 4)
    for _ in 0..<200 {
      let segment = random.segment()
      let (x, y, o) = (random.point(2), random.point(2), random.point())
      let map = AffineTransform(x.real, x.imaginary, y.real, y.imaginary, o.real, o.imaginary)
      let image = segment.transformed(by: map)
      for t in [0, 0.1, 0.5, 0.8, 1] {
        #expect((image.point(at: t) - map(segment.point(at: t))).length < 1e-12 * 400)
      }
    }
  }

  @Test func partsAndReversal() {
    var random = SplitMix64(state: 5)
    for _ in 0..<200 {
      let segment = random.segment()
      let (from, to) = (Double.random(in: 0...1, using: &random), Double.random(in: 0...1, using: &random))
      let part = segment.subsegment(from: from, to: to)
      for t in [0, 0.2, 0.5, 0.9, 1] {
        let whole = segment.point(at: from + (to - from) * t)
        #expect((part.point(at: t) - whole).length < 1e-11)
        #expect((segment.reversed.point(at: t) - segment.point(at: 1 - t)).length < 1e-11)
      }
    }
  }

  @Test func tangentsWhereTheDerivativeVanishes() throws {
    let (a, b, c) = (Complex(1, 1), Complex(4, 5), Complex(10, -3))
    let cases: [(segment: Segment, start: Complex, end: Complex)] = [
      (cubic(a, a, b, c), b - a, c - b),
      (cubic(a, b, c, c), b - a, c - b),
      (cubic(a, a, a, c), c - a, c - a),
      (cubic(a, a, c, c), c - a, c - a),
      (cubic(a, b, b, a), b - a, a - b),
      (.quadratic(QuadraticBezier(start: a, control: a, end: c)), c - a, c - a),
      (.quadratic(QuadraticBezier(start: a, control: c, end: c)), c - a, c - a),
      (line(a, c), c - a, c - a),
      (
        .arc(EllipticArc(centre: a, p: Complex(5, 0), q: .zero, sweep: Angle(radians: .pi))), Complex(-1),
        Complex(-1)
      ),
      (
        .arc(EllipticArc(centre: a, p: Complex(5, 0), q: Complex(0, 2), sweep: Angle(radians: -.pi / 2))),
        Complex(0, -1), Complex(-1)
      ),
    ]
    for (segment, start, end) in cases {
      let setOut = try #require(segment.startTangent)
      let arrive = try #require(segment.endTangent)
      #expect((setOut - start / start.length).length < 1e-14)
      #expect((arrive - end / end.length).length < 1e-14)
    }
    for nothing in [line(a, a), cubic(a, a, a, a), .arc(EllipticArc(centre: a, p: .zero, q: .zero))] {
      #expect(nothing.startTangent == nil)
      #expect(nothing.endTangent == nil)
    }
  }

  /// The turning of a fine polygon is a lower bound, and at most a little below the curve's own.
  @Test func turningIsAnUpperBound() {
    var random = SplitMix64(state: 6)
    for _ in 0..<100 {
      let segment = random.segment()
      let directions = (0...2000).map { segment.derivative(at: Double($0) / 2000) }
      let seen = zip(directions, directions.dropFirst()).reduce(0) { sum, pair in
        sum + Complex.angle(between: pair.0, and: pair.1)
      }
      #expect(seen <= segment.turning + 1e-9)
      switch segment {
      case .cubic: #expect(segment.turning <= 2 * .pi + 1e-9)
      default: #expect(abs(seen - segment.turning) < 1e-9)
      }
    }
  }

  @Test func flatArcsTurnHalfAtTheirTips() {
    let flat = EllipticArc(
      centre: .zero, p: Complex(1, 1), q: Complex(2, 2), sweep: Angle(radians: 4 * .pi))
    #expect(abs(flat.turning - 4 * .pi) < 1e-9)
  }
}

@Suite struct SVGArcs {
  private func arc(
    _ rx: Double, _ ry: Double, _ rotation: Double, _ large: Bool, _ sweep: Bool, _ from: Complex,
    _ to: Complex
  ) throws -> EllipticArc {
    try #require(
      EllipticArc(
        rx: rx, ry: ry, xAxisRotation: Angle(degrees: rotation), largeArc: large, sweep: sweep, from: from,
        to: to))
  }

  /// Points in the frame of the axes satisfy (x/rx)² + (y/ry)² = 1, and the flags choose among the four arcs.
  @Test func fourArcsOfEveryEllipse() throws {
    var random = SplitMix64(state: 7)
    for _ in 0..<300 {
      let (from, to) = (random.point(), random.point())
      let (rx, ry) = (
        Double.random(in: 150...900, using: &random), Double.random(in: 150...900, using: &random)
      )
      let rotation = Double.random(in: -400...400, using: &random)
      for large in [false, true] {
        for sweep in [false, true] {
          let arc = try arc(rx, ry, rotation, large, sweep, from, to)
          #expect(arc.start == from && arc.end == to)
          let w = arc.sweep.radians
          #expect((w > 0) == sweep)
          #expect((abs(w) > .pi) == large)
          let axis = Complex(length: 1, phase: Angle(degrees: -rotation))
          for t in [0.0, 0.3, 0.5, 0.8, 1] {
            let local = (arc.point(at: t) - arc.centre) * axis
            let x = local.real / rx
            let y = local.imaginary / ry
            #expect(abs(x * x + y * y - 1) < 1e-12)
          }
          let side = Complex.cross(to - from, arc.point(at: 0.5) - from)
          #expect((side < 0) == sweep)
        }
      }
    }
  }

  @Test func radiiTooSmallGrow() throws {
    let grown = try arc(1, 2, 0, false, true, Complex(-10, 0), Complex(10, 0))
    #expect((grown.centre - .zero).length < 1e-14)
    #expect((grown.point(at: 0.5) - Complex(0, -20)).length < 1e-13)
    let negative = try arc(-10, -20, 0, true, true, Complex(-10, 0), Complex(10, 0))
    #expect((negative.point(at: 0.5) - Complex(0, -20)).length < 1e-13)
  }

  @Test func noArc() {
    for (rx, ry) in [(0.0, 1.0), (1, 0), (.infinity, 1), (.nan, 1)] {
      #expect(
        EllipticArc(
          rx: rx, ry: ry, xAxisRotation: .zero, largeArc: true, sweep: true, from: .zero, to: .one) == nil)
    }
    #expect(
      EllipticArc(
        rx: 1, ry: 1, xAxisRotation: .zero, largeArc: true, sweep: true, from: .one, to: .one) == nil)
  }

  /// An arc of height h over a chord c on radius r: h = r − √(r² − c²/4) ≈ c²/8r.
  @Test func hugeRadiiStayExact() throws {
    let flat = try arc(1e12, 1e12, 0, false, true, .zero, Complex(1, 0))
    #expect((flat.point(at: 0.5) - Complex(0.5, -1.25e-13)).length < 1e-15)
    #expect((flat.point(at: 0.25) - Complex(0.25, 0)).length < 1e-12)
    #expect(abs(MeasuredPath(segments: [.arc(flat)]).length - 1) < 1e-12)
  }
}

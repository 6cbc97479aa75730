import Testing

@testable import PlaneCurves

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

@Suite struct KnownLengths {
  private func quadratic(_ a: Complex, _ b: Complex, _ c: Complex) -> MeasuredPath {
    MeasuredPath(segments: [.quadratic(QuadraticBezier(start: a, control: b, end: c))])
  }

  @Test func doubledControlPointRunsStraight() {
    let path = quadratic(Complex(60, 20), Complex(60, 20), Complex(150, 20))
    #expect(abs(path.length - 90) < 1e-10 * 90)
  }

  @Test func quadraticsOnALine() {
    #expect(
      abs(quadratic(Complex(500, 300), Complex(425, 325), Complex(350, 350)).length - 158.113883) < 1e-6)
    #expect(abs(quadratic(Complex(470, 623), Complex(468, 627), Complex(467, 629)).length - 6.708204) < 1e-6)
  }

  @Test func quarterCircleFromItsEndpoints() throws {
    let arc = try #require(
      EllipticArc(
        rx: 10, ry: 10, xAxisRotation: .zero, largeArc: false, sweep: true, from: .zero,
        to: Complex(10, 10)))
    let path = MeasuredPath(segments: [.arc(arc)])
    #expect(abs(path.length - 5 * .pi) < 1e-12 * path.length)
    let half = path.point(atLength: 0.5 * path.length)
    #expect((half - Complex(7.071068, 2.928932)).length < 1e-6)
  }

  /// m 40,165 c 0,0 90,-157 174,-16 84,142 -14,-99 105,-79
  @Test func twoCubicsWithADoubledControlPoint() {
    let middle = Complex(214, 149)
    let path = MeasuredPath(segments: [
      .cubic(
        CubicBezier(
          start: Complex(40, 165), control1: Complex(40, 165), control2: Complex(130, 8), end: middle)),
      .cubic(
        CubicBezier(
          start: middle, control1: Complex(298, 291), control2: Complex(200, 50), end: Complex(319, 70))),
    ])
    #expect(abs(path.length - 454.161987) < 1e-6)
    let half = path.point(atLength: 0.5 * path.length)
    #expect((half - Complex(213.141018, 147.568847)).length < 2e-6)
  }

  /// Digits from mpmath 1.3 `quad` of the speed at 40 digits, cut at the narrow places.
  @Test(arguments: [
    (
      cubic(.zero, Complex(1.0001, 1), Complex(0, 1), Complex(1, 0)),
      1.828440003788378232170951380994728645505
    ),
    (
      cubic(.zero, Complex(150, 100), Complex(-50, 100), Complex(100, 0)), 211.8546366616153665677134115174849
    ),
    (cubic(.zero, Complex(100, 0), Complex(0, 100), Complex(100, 100)), 167.6542627420285669150978139842389),
    (
      cubic(Complex(40, 165), Complex(40, 165), Complex(130, 8), Complex(214, 149)),
      228.750143122512706005422350928642601395
    ),
    (
      Segment.arc(
        EllipticArc(
          centre: .zero, p: Complex(100, 0), q: Complex(0, 0.001), startAngle: Angle(radians: -1),
          sweep: Angle(radians: 3))), 187.584453191705443962478413236117147465
    ),
  ])
  func lengthsToManyDigits(segment: Segment, length: Double) {
    for accuracy in [1e-4, 1e-7, 1e-10, 2e-12] {
      let path = MeasuredPath(segments: [segment], accuracy: accuracy)
      #expect(abs(path.length - length) <= (accuracy + 1e-15) * length)
      #expect(path.accuracy <= accuracy)
    }
  }

  @Test(arguments: [1, 0.99, 0.5, 0.1, 1e-2, 1e-3, 1e-5, 1e-8, 1e-12, 0])
  func ellipsePerimeters(ratio: Double) {
    let turned = Complex(length: 1, phase: Angle(degrees: 33))
    let ellipse = EllipticArc(
      centre: Complex(3, -8), p: 100 * turned, q: 100 * ratio * (turned * .i), startAngle: Angle(radians: 0.4)
    )
    let path = MeasuredPath(segments: [.arc(ellipse)])
    let expected = ratio == 0 ? 400 : perimeter(100, 100 * ratio)
    #expect(abs(path.length - expected) < 2e-12 * expected)
  }

  /// The parabola y = x² from x = −a to a has length a√(1 + 4a²) + asinh(2a)/2.
  @Test(arguments: [1e-3, 0.1, 0.5, 1, 3, 30, 1e3, 1e6])
  func parabolas(a: Double) {
    let path = quadratic(Complex(-a, a * a), Complex(0, -a * a), Complex(a, a * a))
    let expected = a * (1 + 4 * a * a).squareRoot() + 0.5 * asinh(2 * a)
    #expect(abs(path.length - expected) < 2e-12 * expected)
  }

  /// (τ², τ³) for τ = −1…1: the arc from the cusp to τ has length ((4 + 9τ²)^(3/2) − 8)/27.
  @Test func semicubicalParabola() {
    let third = 1.0 / 3
    let path = MeasuredPath(segments: [
      cubic(Complex(1, -1), Complex(-third, 1), Complex(-third, -1), Complex(1, 1))
    ])
    let branch = (13 * 13.0.squareRoot() - 8) / 27
    #expect(abs(path.length - 2 * branch) < 2e-12)
    #expect(path.corners.count == 1)
    #expect(abs((path.corners.first ?? 0) - branch) < 2e-12)
    for tau in stride(from: -1, through: 1, by: 0.01) {
      let way = (pow(4 + 9 * tau * tau, 1.5) - 8) / 27
      let point = path.point(atLength: tau < 0 ? branch - way : branch + way)
      #expect((point - Complex(tau * tau, tau * tau * tau)).length < 4e-12)
    }
  }

  @Test func cubicsThatAreLinesOrParabolas() {
    let (a, b) = (Complex(3, 4), Complex(33, 44))
    for (first, second) in [(0.0, 0.0), (0, 1), (1.0 / 3, 2.0 / 3), (0.1, 0.2), (0.9, 0.95), (1, 1)] {
      let path = MeasuredPath(segments: [cubic(a, .mix(a, b, first), .mix(a, b, second), b)])
      #expect(abs(path.length - 50) < 1e-10)
      #expect((path.point(atLength: 10) - Complex(9, 12)).length < 1e-10)
      #expect(path.corners.isEmpty)
    }
    var random = SplitMix64(state: 5)
    for _ in 0..<50 {
      let parabola = random.quadratic()
      let raised = cubic(
        parabola.start, .mix(parabola.start, parabola.control, 2.0 / 3),
        .mix(parabola.end, parabola.control, 2.0 / 3), parabola.end)
      let (one, other) = (MeasuredPath(segments: [.quadratic(parabola)]), MeasuredPath(segments: [raised]))
      #expect(abs(one.length - other.length) < 4e-12 * one.length)
      for share in [0.1, 0.5, 0.77] {
        let (p, q) = (one.point(atLength: share * one.length), other.point(atLength: share * one.length))
        #expect((p - q).length < 1e-11 * one.length)
      }
    }
  }

  /// On a line, (1−t)³·0 + 3t(1−t)²·2 − 3t²(1−t) + t³ turns back where 2 − 10t + 10t² = 0.
  @Test func turningBackOnALine() {
    let path = MeasuredPath(segments: [cubic(.zero, Complex(200, 0), Complex(-100, 0), Complex(100, 0))])
    let x = { (t: Double) in 100 * (6 * t * (1 - t) * (1 - t) - 3 * t * t * (1 - t) + t * t * t) }
    let root = 0.5 - 0.05.squareRoot()
    let (up, down) = (x(root), x(root) - x(1 - root))
    let expected = up + down + (100 - x(1 - root))
    #expect(abs(path.length - expected) < 2e-12 * expected)
    #expect(path.corners.count == 2)
    #expect(abs((path.corners.first ?? 0) - up) < 2e-12 * expected)
  }

  @Test func degenerateSegmentsHaveNoLength() {
    let p = Complex(7, 8)
    let nothing: [Segment] = [
      line(p, p), cubic(p, p, p, p), .quadratic(QuadraticBezier(start: p, control: p, end: p)),
      .arc(EllipticArc(centre: p, p: .zero, q: .zero)),
    ]
    let path = MeasuredPath(segments: nothing)
    #expect(path.length == 0)
    #expect(path.equallySpaced(count: 3, from: 0, to: 1) == [p, p, p])
    let mixed = MeasuredPath(segments: nothing + [line(p, Complex(7, 18))] + nothing)
    #expect(mixed.length == 10)
    #expect(mixed.segmentEnds == [0, 0, 0, 0, 10, 10, 10, 10, 10])
    #expect(mixed.point(atLength: 2.5) == Complex(7, 10.5))
    #expect(MeasuredPath(segments: []).point(atLength: 1) == .zero)
  }
}

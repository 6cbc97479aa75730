import Testing

@testable import PlaneCurves

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
}

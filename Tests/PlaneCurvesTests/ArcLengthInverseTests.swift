import Testing

@testable import PlaneCurves

@Suite struct ArcLengthInverse {
  static let shapes: [(segment: Segment, breaks: [Double])] = [
    (cubic(.zero, Complex(100, 0), Complex(0, 100), Complex(100, 100)), []),
    (cubic(.zero, Complex(1, 1), Complex(0, 1), Complex(1, 0)), [0.5]),
    (cubic(.zero, Complex(1.001, 1), Complex(0, 1), Complex(1, 0)), [0.5]),
    (cubic(Complex(40, 165), Complex(40, 165), Complex(130, 8), Complex(214, 149)), []),
    (cubic(Complex(40, 165), Complex(130, 8), Complex(214, 149), Complex(214, 149)), []),
    (cubic(.zero, .zero, Complex(100, 50), Complex(100, 50)), []),
    (cubic(.zero, .zero, .zero, Complex(100, 50)), []),
    (.quadratic(QuadraticBezier(start: .zero, control: Complex(100, 0.01), end: Complex(0, 0.02))), [0.5]),
    (.quadratic(QuadraticBezier(start: .zero, control: Complex(100, 0), end: Complex(20, 0))), [100.0 / 180]),
    (.arc(EllipticArc(centre: .zero, p: Complex(100, 0), q: Complex(0, 30))), []),
    (
      .arc(EllipticArc(centre: .zero, p: Complex(100, 0), q: Complex(0, 1e-4), sweep: Angle(radians: 6))),
      [.pi / 6]
    ),
  ]

  /// Points at equal steps against the parameter found by adaptive quadrature and bisection.
  @Test(arguments: shapes.indices)
  func equalStepsAgreeWithBruteForce(index: Int) {
    let (segment, breaks) = Self.shapes[index]
    let reference = BruteForceLength(breaks: breaks) { segment.derivative(at: $0).length }
    for accuracy in [1e-3, 1e-6, 1e-8, 1e-10, 2e-12] {
      let path = MeasuredPath(segments: [segment], accuracy: accuracy)
      let allowed = (accuracy + 2e-13) * reference.length
      #expect(abs(path.length - reference.length) < allowed)
      let count = 101
      let points = path.equallySpaced(count: count, from: 0, to: path.length)
      for (m, point) in points.enumerated() {
        let s = path.length * Double(m) / Double(count)
        let expected = segment.point(at: reference.parameter(at: s))
        #expect((point - expected).length < allowed)
      }
    }
  }

  @Test(arguments: shapes.indices)
  func roundTrips(index: Int) throws {
    let segment = Self.shapes[index].segment
    for accuracy in [1e-4, 1e-8, 1e-10] {
      let path = MeasuredPath(
        segments: [segment, line(segment.end, segment.end + Complex(1, 1))], accuracy: accuracy)
      for t in stride(from: 0, through: 1, by: 0.0625) {
        let s = path.length(to: PathLocation(segment: 0, parameter: t))
        let place = try #require(path.location(atLength: s))
        #expect(place.segment == 0)
        #expect((segment.point(at: place.parameter) - segment.point(at: t)).length < 2e-13 * path.length)
        #expect((path.point(atLength: s) - segment.point(at: t)).length < accuracy * path.length)
      }
      let place = try #require(path.location(atLength: path.length - 2.0.squareRoot() / 4))
      #expect(place.segment == 1)
      #expect(abs(place.parameter - 0.75) < 1e-10)
    }
  }

  @Test func equalChordsOnACircle() {
    let circle = EllipticArc(centre: Complex(1, 2), p: Complex(0, 10), q: Complex(-10, 0))
    let path = MeasuredPath(segments: [.arc(circle)])
    let points = path.equallySpaced(count: 1000, from: 0, to: path.length)
    for (a, b) in zip(points, points.dropFirst()) {
      #expect(abs((b - a).length - 20 * Angle(radians: .pi / 1000).sine) < 1e-11)
      #expect(abs((a - Complex(1, 2)).length - 10) < 1e-11)
    }
  }

  @Test func everyWayOfAskingAgrees() {
    var random = SplitMix64(state: 11)
    let path = MeasuredPath(segments: (0..<7).map { _ in random.segment() })
    let (from, to) = (0.21 * path.length, 0.93 * path.length)
    let lengths = (0..<500).map { from + (to - from) / 500 * Double($0) }
    let points = path.equallySpaced(count: 500, from: from, to: to)
    #expect(points == path.points(atLengths: lengths))
    #expect(points == lengths.map(path.point(atLength:)))
    let backwards = path.equallySpaced(count: 500, from: to, to: from)
    for (m, point) in backwards.enumerated() {
      let s = to - (to - from) * Double(m) / 500
      #expect((point - path.point(atLength: s)).length < 1e-11 * path.length)
    }
  }

  @Test func lengthIsInvariant() {
    var random = SplitMix64(state: 3)
    for _ in 0..<200 {
      let segment = random.segment()
      let path = MeasuredPath(segments: [segment])
      let tolerance = 4e-12 * path.length
      let turn = AffineTransform.rotation(Angle(radians: .random(in: -4...4, using: &random)))
      let move = AffineTransform.translation(17, -400)
      let scale = Double.random(in: 1e-3...1e3, using: &random)
      let moved = MeasuredPath(segments: [segment.transformed(by: move * turn)])
      let scaled = MeasuredPath(segments: [segment.transformed(by: .scale(scale, -scale))])
      let reversed = MeasuredPath(segments: [segment.reversed])
      #expect(abs(moved.length - path.length) < tolerance)
      #expect(abs(scaled.length - scale * path.length) < scale * tolerance)
      #expect(abs(reversed.length - path.length) < tolerance)
      let cuts = [0] + (0..<3).map { _ in Double.random(in: 0...1, using: &random) }.sorted() + [1]
      let parts = zip(cuts, cuts.dropFirst()).map { segment.subsegment(from: $0, to: $1) }
      let pieced = MeasuredPath(segments: parts)
      #expect(abs(pieced.length - path.length) < tolerance)
      let s = Double.random(in: 0...path.length, using: &random)
      let point = path.point(atLength: s)
      #expect((pieced.point(atLength: s) - point).length < 2 * tolerance)
      #expect((reversed.point(atLength: path.length - s) - point).length < 2 * tolerance)
      #expect((moved.point(atLength: s) - (move * turn)(point)).length < 2 * tolerance)
    }
  }

  @Test func aMillionLines() {
    let count = 1_000_000
    let corner = { (k: Int) -> Complex in Complex(3 * Double(k), k.isMultiple(of: 2) ? 0 : 4) }
    let path = MeasuredPath(segments: (0..<count).map { k in line(corner(k), corner(k + 1)) })
    #expect(path.length == 5e6)
    let points = path.equallySpaced(count: 1 << 16, from: 0, to: path.length)
    for (m, point) in points.enumerated() where m % 97 == 0 {
      let steps = 1e6 * Double(m) / 65536
      let height = steps.truncatingRemainder(dividingBy: 2)
      #expect((point - Complex(3 * steps, 4 * min(height, 2 - height))).length < 1e-8)
    }
  }
}

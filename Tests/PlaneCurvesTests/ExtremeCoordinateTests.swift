import Testing

@testable import PlaneCurves

@Suite struct ExtremeCoordinates {
  @Test(arguments: [1e-300 * 1e-10, 1e-300, 1e-160, 1e-90, 1e90, 1e160, 1e300])
  func sizesFromDenormalToHuge(size: Double) throws {
    let grid = max(1e-13, 4 * Double.leastNonzeroMagnitude / size)
    let square = try Curve(
      closing: polyline([.zero, Complex(size, 0), Complex(size, size), Complex(0, size)], closed: true))
    #expect(abs(square.length / size - 4) < grid)
    #expect(square.corners.count == 4)
    let points = square.sample(count: 8)
    #expect(abs(points[3].real / size - 1) < grid)
    #expect(abs(points[3].imaginary / size - 0.5) < grid)
    let circle = try Curve(
      closing: Subpath(
        start: Complex(size),
        segments: [.arc(EllipticArc(centre: .zero, p: Complex(size), q: Complex(0, size)))]))
    #expect(abs(circle.length / size - 2 * .pi) < 10 * grid)
    #expect(circle.corners.isEmpty)
    let curve = try Curve(
      closing: Subpath(
        start: .zero,
        segments: [
          cubic(.zero, Complex(1.0001 * size, size), Complex(0, size), Complex(size, 0))
        ]))
    #expect(abs(curve.length / size - 2 * 1.828440003788378232) < 10 * grid + 1e-11)
    for point in curve.sample(count: 100, start: -3.3 * curve.length) { #expect(point.isFinite) }
  }

  @Test func overflowIsAnError() {
    let huge = 1.7e308
    #expect(throws: CurveError.notFinite) {
      try Curve(closing: polyline([Complex(-huge, 0), Complex(huge, 0), Complex(huge, huge)], closed: true))
    }
    for bad in [Double.nan, .infinity, -.infinity] {
      #expect(throws: CurveError.notFinite) {
        try Curve(closing: polyline([.zero, Complex(bad, 0), Complex(1, 1)], closed: true))
      }
    }
  }

  @Test func whatIsNotFiniteCountsAsNoLength() {
    let path = MeasuredPath(segments: [
      line(.zero, Complex(.nan, 0)), line(.zero, Complex(3, 4)),
      cubic(.one, .one, Complex(.infinity, 0), .one),
    ])
    #expect(path.length == 5)
    #expect(path.segmentEnds == [0, 5, 5])
    #expect(path.point(atLength: 2.5) == Complex(1.5, 2))
  }

  @Test func oddRequests() throws {
    let curve = try Curve(closing: polyline([.zero, .one, .i], closed: true))
    #expect(curve.sample(count: 0).isEmpty)
    #expect(curve.sample(count: -4).isEmpty)
    #expect(curve.sample(count: 1, start: .infinity) == [.zero])
    for s in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
      #expect(curve.point(atLength: s).isFinite)
      #expect(curve.path.point(atLength: s).isFinite)
    }
    #expect(curve.path.equallySpaced(count: 5, from: .nan, to: 1).count == 5)
    #expect(curve.path.equallySpaced(count: 5, from: 0, to: .infinity).count == 5)
    #expect(curve.path.equallySpaced(count: -1, from: 0, to: 1).isEmpty)
    #expect(curve.path.equallySpaced(count: 3, from: -1, to: 0) == [.zero, .zero, .zero])
  }

  /// A small figure far from the origin: the coordinates' own rounding is all that may show.
  @Test func farFromTheOrigin() throws {
    let far = Complex(1e9, -1e9)
    let segment = Segment.arc(EllipticArc(centre: far, p: Complex(1e-3, 0), q: Complex(0, 1e-3)))
    let curve = try Curve(closing: Subpath(start: segment.start, segments: [segment]))
    #expect(abs(curve.length - 2e-3 * .pi) < 1e-12)
    #expect((curve.point(atLength: 0.25 * curve.length) - far - Complex(0, 1e-3)).length < 5e-7)
    let wave = cubic(far, far + Complex(1, 5), far + Complex(2, -5), far + Complex(3, 0))
    let near = cubic(.zero, Complex(1, 5), Complex(2, -5), Complex(3, 0))
    let lengths = [wave, near].map { MeasuredPath(segments: [$0]).length }
    #expect(abs(lengths[0] - lengths[1]) < 1e-11)
  }

  /// Any mixture of sizes gives finite points within the bounds, or an error.
  @Test func mixedSizes() throws {
    var random = SplitMix64(state: 12)
    let sizes = [0, 0, 1, 1, 3, 1e-9, 1e-160, 1e-300, 1e-300 * 1e-12, 1e9, 1e150, 1e200, 1e300, 1e307]
    let number = { (random: inout SplitMix64) -> Double in
      let size = sizes.randomElement(using: &random) ?? 1
      return size * [-1, 1, 1.5, Double.random(in: -1...1, using: &random)].randomElement(using: &random)!
    }
    let point = { (random: inout SplitMix64) in Complex(number(&random), number(&random)) }
    for _ in 0..<800 {
      let (a, b, c, d) = (point(&random), point(&random), point(&random), point(&random))
      var segments = [
        line(a, b), cubic(b, c, d, a), .quadratic(QuadraticBezier(start: a, control: c, end: d)),
      ]
      if let arc = EllipticArc(
        rx: number(&random), ry: number(&random), xAxisRotation: Angle(radians: number(&random)),
        largeArc: .random(using: &random), sweep: .random(using: &random), from: d, to: a)
      {
        segments.append(.arc(arc))
      } else {
        segments.append(line(d, a))
      }
      guard let curve = try? Curve(closing: Subpath(start: a, segments: segments)) else { continue }
      let (low, high) = (curve.bounds.minimum, curve.bounds.maximum)
      let slack = 1e-8 * curve.length
      #expect(curve.length > 0 && curve.length.isFinite && curve.turning.isFinite)
      for z in curve.sample(count: 64) {
        #expect(z.real >= low.real - slack && z.real <= high.real + slack)
        #expect(z.imaginary >= low.imaginary - slack && z.imaginary <= high.imaginary + slack)
      }
      #expect(curve.path.location(atLength: 0.3 * curve.length)?.parameter.isFinite == true)
    }
  }
}

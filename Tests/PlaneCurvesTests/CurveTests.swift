import Testing

@testable import PlaneCurves

@Suite struct Curves {
  private let square = [Complex(0, 0), Complex(2, 0), Complex(2, 2), Complex(0, 2)]

  @Test func squareFromItsCorner() throws {
    let curve = try Curve(closing: polyline(square, closed: true))
    #expect(curve.length == 8)
    #expect(curve.corners == [0, 2, 4, 6])
    #expect(curve.joints == [0, 2, 4, 6])
    #expect(abs(curve.turning - 2 * .pi) < 1e-14)
    #expect(curve.bounds == Box(.zero, Complex(2, 2)))
    #expect(curve.sample(count: 8, start: 7)[..<3] == [Complex(0, 1), .zero, Complex(1, 0)])
    #expect((curve.point(atLength: -1) - Complex(0, 1)).length < 1e-14)
    #expect((curve.point(atLength: 8e6 + 3) - Complex(2, 1)).length < 1e-8)
  }

  @Test func squareFromTheMiddleOfASide() throws {
    let corners = [Complex(1, 0), Complex(2, 0), Complex(2, 2), Complex(0, 2), .zero]
    let curve = try Curve(closing: polyline(corners, closed: true))
    #expect(curve.corners == [1, 3, 5, 7])
    #expect(curve.joints == [0, 1, 3, 5, 7])
  }

  @Test func openStrokes() throws {
    let stroke = polyline([.zero, Complex(3, 0), Complex(3, 4)])
    #expect(throws: CurveError.open) { try Curve(closing: stroke, by: .error) }
    let there = try Curve(closing: stroke, by: .retrace)
    #expect(there.length == 14)
    #expect(there.corners == [0, 3, 7, 11])
    #expect(abs(there.turning - 3 * .pi) < 1e-14)
    for s in [0.5, 2, 3, 4.2, 6.9] {
      #expect((there.point(atLength: 14 - s) - there.point(atLength: s)).length < 1e-14)
    }
    let triangle = try Curve(closing: stroke, by: .line)
    #expect(triangle.length == 12)
    #expect(triangle.corners == [0, 3, 7])
  }

  @Test func aRetracedLineTurnsAtBothEnds() throws {
    let curve = try Curve(closing: polyline([.zero, Complex(5, 0)]))
    #expect(curve.corners == [0, 5])
    #expect(abs(curve.turning - 2 * .pi) < 1e-14)
  }

  @Test func retracedPlacesCanBeFound() throws {
    var random = SplitMix64(state: 9)
    for _ in 0..<20 {
      let segment = random.segment()
      let curve = try Curve(closing: Subpath(start: segment.start, segments: [segment]))
      guard curve.path.segments.count == 2 else { continue }
      for share in [0.1, 0.4, 0.6, 0.95] {
        let place = try #require(curve.path.location(atLength: share * curve.length))
        #expect(place.segment == (share < 0.5 ? 0 : 1))
        let point = curve.path.segments[place.segment].point(at: place.parameter)
        #expect((point - curve.point(atLength: share * curve.length)).length < 1e-10 * curve.length)
        #expect(abs(curve.path.length(to: place) - share * curve.length) < 1e-12 * curve.length)
      }
    }
  }

  @Test func smoothJointsAreNoCorners() throws {
    let quarter = (0..<4).map { k in
      Segment.arc(
        EllipticArc(
          centre: Complex(9, 9), p: Complex(4, 0), q: Complex(0, 2),
          startAngle: Angle(degrees: 90 * Double(k)),
          sweep: Angle(degrees: 90)))
    }
    let curve = try Curve(closing: Subpath(start: quarter[0].start, segments: quarter))
    #expect(curve.corners.isEmpty)
    #expect(curve.joints.count == 4)
    #expect(abs(curve.turning - 2 * .pi) < 1e-9)
  }

  /// A joint turned by a little less and a little more than one degree.
  @Test func aCornerIsMoreThanADegree() throws {
    for (degrees, corners) in [(0.99, 2), (1.01, 3)] {
      let bend = Complex(10, 0) + Complex(length: 10, phase: Angle(degrees: degrees))
      let curve = try Curve(closing: polyline([.zero, Complex(10, 0), bend]), by: .line)
      #expect(curve.corners.count == corners)
    }
  }

  @Test func segmentsWithoutLengthHaveNoSay() throws {
    var path = polyline(square, closed: true)
    path.segments.insert(line(square[1], square[1]), at: 1)
    path.segments.append(line(.zero, .zero))
    path.segments.insert(cubic(.zero, .zero, .zero, .zero), at: 0)
    let squared = try Curve(closing: path)
    #expect(squared.corners == [0, 2, 4, 6])
    var circle = Subpath(
      start: Complex(1, 0), segments: [.arc(EllipticArc(centre: .zero, p: .one, q: .i))], closedByZ: true)
    circle.segments.append(line(Complex(1, 0), Complex(1 + 1e-13, -1e-13)))
    let round = try Curve(closing: circle)
    #expect(round.corners.isEmpty)
  }

  @Test func closedMeansWithinABillionthOfTheDiagonal() throws {
    let gap = { (size: Double) in
      polyline([.zero, Complex(300, 0), Complex(300, 400), Complex(0, size)])
    }
    #expect(gap(4e-7).isClosed)
    #expect(!gap(6e-7).isClosed)
    let curve = try Curve(closing: gap(4e-7), by: .error)
    #expect(curve.path.segments.last?.end == .zero)
    #expect(curve.corners.count == 3)
  }

  /// A cusp inside a cubic counts, also in an open path.
  @Test func cuspsAreCorners() throws {
    let cusp = cubic(.zero, Complex(1, 1), Complex(0, 1), Complex(1, 0))
    let path = MeasuredPath(segments: [cusp])
    #expect(path.corners.count == 1)
    #expect(abs((path.corners.first ?? 0) - 0.5 * path.length) < 1e-12)
    let curve = try Curve(closing: Subpath(start: .zero, segments: [cusp]), by: .line)
    #expect(curve.corners.count == 3)
    #expect(curve.joints.count == 3)
    let smooth = cubic(.zero, Complex(1.01, 1), Complex(0, 1), Complex(1, 0))
    #expect(MeasuredPath(segments: [smooth]).corners.isEmpty)
  }

  @Test func pathsWithMovesHaveCornersOnlyWithinAStroke() {
    let path = MeasuredPath(segments: [
      line(.zero, .one), line(.one, Complex(1, 1)), line(Complex(5, 5), Complex(6, 5)),
      line(Complex(6, 5), Complex(6, 9)),
    ])
    #expect(path.corners == [1, 3])
    #expect(path.point(atLength: 2.25) == Complex(5.25, 5))
  }

  @Test func samplesStartAnywhere() throws {
    var random = SplitMix64(state: 8)
    for _ in 0..<20 {
      let segments = [random.segment(), random.segment()]
      let joined = [segments[0], line(segments[0].end, segments[1].start), segments[1]]
      let curve = try Curve(closing: Subpath(start: joined[0].start, segments: joined), by: .line)
      let start = Double.random(in: -3...3, using: &random) * curve.length
      let points = curve.sample(count: 360, start: start)
      for (m, point) in points.enumerated() {
        let expected = curve.point(atLength: start + curve.length * Double(m) / 360)
        #expect((point - expected).length < 1e-11 * curve.length)
      }
    }
  }

  /// Polygons turn by their outer angles, spikes too short to be corners included.
  @Test func everySpikeTurns() throws {
    let spike = [
      Complex(0, 0), Complex(1, 0), Complex(1, 1e-12), Complex(1, 0), Complex(2, 0), Complex(2, 2),
    ]
    let curve = try Curve(closing: polyline(spike, closed: true))
    #expect(curve.corners.count == 3)
    #expect(abs(curve.turning - 4 * .pi) < 1e-9)
  }

  /// Fourier coefficients of a constant-speed curve stay below length·turning/(2πn)².
  @Test func turningBoundsFourierCoefficients() throws {
    var random = SplitMix64(state: 10)
    for _ in 0..<10 {
      let segment = random.segment()
      let curve = try Curve(closing: Subpath(start: segment.start, segments: [segment]), by: .line)
      let count = 4096
      let points = curve.sample(count: count)
      for n in [1, -2, 5, -17, 40] {
        var sum = Complex.zero
        for (m, point) in points.enumerated() {
          let turns = Double(m * n % count) / Double(count)
          sum += point * Complex(length: 1, phase: Angle.fullTurn * -turns)
        }
        let size = 2 * Double.pi * Double(n)
        #expect((sum / Double(count)).length <= curve.length * curve.turning / (size * size) * 1.01)
      }
    }
  }

  @Test func nothingToDraw() {
    let p = Complex(4, 4)
    for segments in [[], [line(p, p)], [cubic(p, p, p, p), line(p, p)]] {
      for closed in [false, true] {
        let subpath = Subpath(start: p, segments: segments, closedByZ: closed)
        #expect(throws: CurveError.zeroLength) { try Curve(closing: subpath) }
      }
    }
  }
}

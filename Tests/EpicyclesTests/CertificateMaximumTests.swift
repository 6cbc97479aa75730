import Foundation
import Harmonics
import PlaneCurves
import Testing

@testable import Epicycles

@Suite struct CertificateMaximumTests {
  @Test(arguments: CertificateFixtures.all)
  func holdsTheLargestErrorOfADenseGrid(_ entry: CertificateCase) {
    let certified = maximumDistance(entry.sum, entry.motion)
    let count = 30_011
    var largest = 0.0
    for j in 0...count {
      let t = Double(j) / Double(count)
      largest = max(largest, (entry.sum.point(atTime: t) - entry.motion.point(atTime: t)).length)
    }
    #expect(certified.upper >= largest)
    // Between grid points the error grows no faster than z and γ move; a jump has two sides.
    if !entry.name.contains("restless") {
      let speed = entry.sum.terms.reduce(entry.motion.curve.length) {
        $0 + 2 * .pi * abs(Double($1.harmonic)) * $1.coefficient.length
      }
      #expect(certified.lower <= largest + 0.5 * speed / Double(count))
    }
    let noise = 1e-9 * entry.motion.curve.bounds.diagonal
    #expect(certified.upper <= certified.lower * 1.01 + noise)
  }

  /// Arc length by adding up short chords of the segments themselves, without the measured path.
  @Test(arguments: CertificateFixtures.all.filter { !$0.name.contains("restless") })
  func holdsAgainstArcLengthBySummation(_ entry: CertificateCase) {
    let certified = maximumDistance(entry.sum, entry.motion)
    let segments = entry.motion.curve.path.segments
    let share = 60_000 / segments.count
    let points = segments.flatMap { segment in
      (0..<share).map { segment.point(at: Double($0) / Double(share)) }
    }
    var lengths = [0.0]
    for j in points.indices {
      lengths.append(lengths[j] + (points[(j + 1) % points.count] - points[j]).length)
    }
    let total = lengths[points.count]
    let start = entry.motion.map.length[0] / entry.motion.curve.length
    var largest = 0.0
    for (point, length) in zip(points, lengths) {
      let t = (length / total - start).truncatingRemainder(dividingBy: 1)
      largest = max(largest, (entry.sum.point(atTime: t) - point).length)
    }
    let speed = entry.sum.terms.reduce(0) {
      $0 + 2 * .pi * abs(Double($1.harmonic)) * $1.coefficient.length
    }
    #expect(certified.upper >= largest - 1e-7 * speed)
    #expect(certified.upper <= 1.02 * largest + 1e-3 * entry.motion.curve.bounds.diagonal)
  }

  @Test(arguments: [1e-12, 1e-3, 1, 1e3, 1e12], [0.0, 1, 1e3, 1e6])
  func isExactForConcentricCircles(_ size: Double, _ offset: Double) throws {
    let centre = Complex(offset * size, -0.5 * offset * size)
    let curve = try #require(
      CertificateFixtures.ellipse(centre, p: Complex(size), q: Complex(0, size)))
    let sum = HarmonicSum(centre: centre, terms: [Term(harmonic: 1, coefficient: Complex(1.25 * size))])
    let certified = maximumDistance(sum, Motion(constantSpeed: curve))
    #expect(certified.lower <= 0.25 * size && certified.upper >= 0.25 * size)
    #expect(certified.upper - certified.lower <= 0.0025 * size + 1e-9 * offset * size)
  }

  @Test func isZeroToRoundingForAnExactFit() throws {
    let curve = try #require(
      CertificateFixtures.ellipse(.zero, p: Complex(50), q: Complex(0, 50)))
    let sum = HarmonicSum(centre: .zero, terms: [Term(harmonic: 1, coefficient: Complex(50))])
    let floor = 1e-9 * curve.bounds.diagonal
    let certified = maximumDistance(sum, Motion(constantSpeed: curve), floor: floor)
    #expect(certified.lower == 0 && certified.upper <= 1.5 * floor)
  }

  /// A square of side 2 under one arm of radius √2 at equal speed: the largest error is in closed form at the
  /// corners' distance and at the sides' middles.
  @Test func agreesWithASquareInClosedForm() throws {
    let curve = try #require(
      CertificateFixtures.polygon([Complex(1, 1), Complex(-1, 1), Complex(-1, -1), Complex(1, -1)]))
    let sum = HarmonicSum(
      centre: .zero, terms: [Term(harmonic: 1, coefficient: Complex(1, 1))])
    let certified = maximumDistance(sum, Motion(constantSpeed: curve), tightness: 1e-6)
    let exact = 2.0.squareRoot() - 1
    #expect(certified.lower <= exact && certified.upper >= exact)
    #expect(certified.upper - certified.lower <= 2e-6 * exact)
  }

  @Test func countsBothSidesOfAJump() throws {
    let curve = try #require(
      CertificateFixtures.polygon([Complex(0), Complex(10), Complex(10, 10), Complex(0, 10)]))
    // At rest at 0, then at rest at 10: the middle of the jump would be 5 from both.
    let motion = Motion(
      curve: curve, map: TimeMap(time: [0, 0.5, 0.5, 1], length: [0, 0, 10, 10]))
    let certified = maximumDistance(HarmonicSum(centre: Complex(3), terms: []), motion)
    #expect(certified.lower <= 7 && certified.upper >= 7 && certified.upper < 7.001)
  }

  @Test func saysNothingWrongAboutWhatIsNotFinite() throws {
    let curve = try #require(CertificateFixtures.retracedLine())
    for bad in [Double.nan, .infinity, 1e308] {
      let sum = HarmonicSum(
        centre: .zero,
        terms: [
          Term(harmonic: 1, coefficient: Complex(bad)), Term(harmonic: 2, coefficient: Complex(bad)),
        ])
      let certified = maximumDistance(sum, Motion(constantSpeed: curve))
      #expect(certified.lower >= 0 && certified.upper >= 1e308 && certified.upper.isFinite)
    }
  }

  @Test(arguments: CertificateFixtures.all)
  func meanSquareAgreesWithADenseSum(_ entry: CertificateCase) throws {
    let means = try #require(rootMeanSquare(entry.sum, entry.motion))
    var (error, spread) = (0.0, 0.0)
    let count = 40_000
    for j in 0..<count {
      let t = (Double(j) + 0.5) / Double(count)
      let exact = entry.motion.point(atTime: t)
      error += (entry.sum.point(atTime: t) - exact).lengthSquared
      spread += (exact - entry.sum.centre).lengthSquared
    }
    let expected = (error / Double(count)).squareRoot()
    let noise = 1e-10 * entry.motion.curve.bounds.diagonal
    #expect(abs(means.rootMeanSquare - expected) <= 1e-3 * expected + noise)
    #expect(abs(means.spread / (spread / Double(count)) - 1) <= 5e-5)
  }

  /// Parseval: for sums of few arms against an exact circle, the mean square is the sum of the squares.
  @Test func meanSquareObeysParseval() throws {
    let curve = try #require(CertificateFixtures.ellipse(.zero, p: Complex(3), q: Complex(0, 3)))
    let sum = HarmonicSum(
      centre: Complex(0.5),
      terms: [
        Term(harmonic: 1, coefficient: Complex(2.5)), Term(harmonic: -3, coefficient: Complex(0, 0.1)),
        Term(harmonic: 41, coefficient: Complex(-0.02, 0.01)),
      ])
    let means = try #require(rootMeanSquare(sum, Motion(constantSpeed: curve)))
    let exact = (0.25 + 0.25 + 0.01 + 0.0005).squareRoot()
    #expect(abs(means.rootMeanSquare / exact - 1) <= 1e-6)
    #expect(abs(means.spread / 9.25 - 1) <= 1e-6)
  }

  /// A regular polygon of m corners and circumradius 1 at equal speed has cₙ = (m·sin(π/m)/(πn))² for n ≡ 1
  /// mod m, and nothing else.
  @Test(arguments: [3, 4, 5, 12], [1, 2, 9, 100])
  func meanSquareOfTruncatedPolygons(_ corners: Int, _ arms: Int) throws {
    let curve = try #require(
      CertificateFixtures.polygon(
        (0..<corners).map {
          Complex(length: 1, phase: Angle(radians: 2 * .pi * Double($0) / Double(corners)))
        }))
    let scale = Double(corners) * sin(.pi / Double(corners)) / .pi
    let harmonics = [1] + (1...20_000).flatMap { [1 - corners * $0, 1 + corners * $0] }
    let terms = harmonics.map {
      Term(harmonic: $0, coefficient: Complex(scale * scale / Double($0 * $0)))
    }
    let sum = HarmonicSum(centre: .zero, terms: Array(terms.prefix(arms)))
    let means = try #require(rootMeanSquare(sum, Motion(constantSpeed: curve)))
    let rest = terms.dropFirst(arms).reversed().reduce(0) { $0 + $1.coefficient.lengthSquared }
    #expect(abs(means.rootMeanSquare / rest.squareRoot() - 1) <= 1e-6)
    #expect(abs(means.energy - (1 - rest / means.spread)) <= 1e-12)
  }
}

import Foundation
import Harmonics
import PlaneCurves
import Testing

@testable import Epicycles

@Suite struct CertificateHausdorffTests {
  @Test(arguments: CertificateFixtures.all.filter { !$0.name.contains("restless") })
  func holdsTheDistanceOfDenseSamples(_ entry: CertificateCase) {
    let curve = entry.motion.curve
    let certified = hausdorffDistance(entry.sum, entry.motion)
    let samples = SampledCurves(entry.sum, curve, count: 30_000)
    let (drawn, exact) = (PointBuckets(samples.drawn), PointBuckets(samples.exact))
    let there = SampledCurves.directed(samples.drawn, exact, every: 11)
    let back = SampledCurves.directed(samples.exact, drawn, every: 11)
    let noise = 1e-9 * curve.bounds.diagonal
    #expect(certified.upper >= there - samples.exactHalfStep - noise)
    #expect(certified.upper >= back - samples.drawnHalfStep - noise)
    let most = max(there + 11 * samples.drawnHalfStep, back + 11 * samples.exactHalfStep)
    #expect(certified.lower <= most + noise)
    #expect(certified.upper <= certified.lower * 1.02 + 100 * noise)
    #expect(certified.lower <= maximumDistance(entry.sum, entry.motion).upper)
  }

  @Test(arguments: [1e-9, 1, 1e9], [0.0, 1e6])
  func isExactForConcentricCircles(_ size: Double, _ offset: Double) throws {
    let centre = Complex(offset * size, offset * size)
    let curve = try #require(
      CertificateFixtures.ellipse(centre, p: Complex(size), q: Complex(0, size)))
    // Backwards, and from another start: neither matters to the sets.
    let sum = HarmonicSum(
      centre: centre, terms: [Term(harmonic: -1, coefficient: Complex(0, 0.75 * size))])
    let certified = hausdorffDistance(sum, Motion(constantSpeed: curve))
    #expect(certified.lower <= 0.25 * size && certified.upper >= 0.25 * size)
    #expect(certified.upper <= 1.02 * certified.lower)
  }

  /// A disc's rim around a square of the same centre: the far points are the corners or the sides' middles.
  @Test(arguments: [0.9, 1.0, 1.2, 1.35, 2.0])
  func isExactForACircleAroundASquare(_ radius: Double) throws {
    let curve = try #require(
      CertificateFixtures.polygon([Complex(1, 1), Complex(-1, 1), Complex(-1, -1), Complex(1, -1)]))
    let sum = HarmonicSum(centre: .zero, terms: [Term(harmonic: 1, coefficient: Complex(radius))])
    let certified = hausdorffDistance(sum, Motion(constantSpeed: curve), tightness: 1e-3)
    let exact = max(abs(2.0.squareRoot() - radius), abs(radius - 1))
    #expect(certified.lower <= exact && certified.upper >= exact)
    #expect(certified.upper <= 1.001 * certified.lower)
  }

  /// Half of the square alone is run through: what the motion leaves out doesn't count.
  @Test func comparesWithTheWayThatIsRun() throws {
    let curve = try #require(
      CertificateFixtures.polygon([Complex(0), Complex(4), Complex(4, 4), Complex(0, 4)]))
    let motion = Motion(curve: curve, map: TimeMap(time: [0, 0.5, 1], length: [0, 4, 0]))
    let sum = HarmonicSum(
      centre: Complex(2),
      terms: [
        Term(harmonic: 1, coefficient: Complex(-1)), Term(harmonic: -1, coefficient: Complex(-1)),
      ])
    let certified = hausdorffDistance(sum, motion, resolution: 1e-7)
    #expect(certified.lower == 0 && certified.upper <= 1e-7)
  }
}

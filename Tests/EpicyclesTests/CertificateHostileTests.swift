import Foundation
import Harmonics
import PlaneCurves
import Testing

@testable import Epicycles

@Suite struct CertificateHostileTests {
  /// Harmonics that need the largest tables, and some beyond any, which may be wider and are still true.
  @Test(arguments: [9_000, 20_000, 200_000, 1 << 40])
  func holdsForHugeHarmonics(_ harmonic: Int) throws {
    let curve = try #require(
      CertificateFixtures.ellipse(Complex(2, 1), p: Complex(1), q: Complex(0, 1)))
    let sum = HarmonicSum(
      centre: Complex(2, 1),
      terms: [
        Term(harmonic: 1, coefficient: Complex(1)), Term(harmonic: -harmonic, coefficient: Complex(0.01)),
      ])
    let report = certify(sum: sum, motion: Motion(constantSpeed: curve), diagonal: 3)
    #expect(report.max.lower <= 0.01 && report.max.upper >= 0.01)
    #expect(report.hausdorff.upper >= 0.01 && report.hausdorff.lower <= 0.01)
    #expect(report.frechet.upper >= 0.01 && report.frechet.lower <= 0.01)
    if harmonic < 1 << 19 { #expect(report.max.upper <= 1.011 * report.max.lower) }
  }

  @Test func refusesMapsThatGoRoundTooOften() throws {
    let curve = try #require(CertificateFixtures.retracedLine())
    let motion = Motion(
      curve: curve, map: TimeMap(time: [0, 1], length: [0, 1e8 * curve.length]))
    let report = certify(sum: HarmonicSum(centre: .zero, terms: []), motion: motion, diagonal: 2)
    #expect(report.max.lower == 0 && report.max.upper >= 1 && report.max.upper.isFinite)
  }

  @Test(arguments: [[0.0, .nan], [0, .infinity], [-1e300, 1e300], [0, -0.0]])
  func survivesAnyMap(_ length: [Double]) throws {
    let curve = try #require(CertificateFixtures.random(3, pieces: 4))
    let motion = Motion(curve: curve, map: TimeMap(time: [0, 1], length: length))
    let report = certify(sum: CertificateFixtures.circleSum, motion: motion, diagonal: 1)
    #expect(report.max.lower <= report.max.upper && report.max.upper.isFinite)
    #expect(report.hausdorff.lower <= report.hausdorff.upper)
    #expect(report.frechet.lower <= report.frechet.upper)
  }

  @Test(arguments: [1e-290, 1e-150, 1e150, 1e290])
  func holdsAtAnyScale(_ size: Double) throws {
    let curve = try #require(
      CertificateFixtures.polygon([
        Complex(size, size), Complex(-size, size), Complex(-size, -size), Complex(size, -size),
      ]))
    let sum = HarmonicSum(centre: .zero, terms: [Term(harmonic: 1, coefficient: Complex(size, size))])
    let report = certify(sum: sum, motion: Motion(constantSpeed: curve), diagonal: curve.bounds.diagonal)
    let exact = (2.0.squareRoot() - 1) * size
    #expect(report.max.lower <= exact && report.max.upper >= exact && report.max.upper <= 1.011 * exact)
    #expect(report.hausdorff.lower <= exact && report.hausdorff.upper >= exact)
    #expect(report.frechet.lower <= exact && report.frechet.upper >= exact)
  }

  /// Discrete keyframes: the motion only ever stands, and jumps.
  @Test func countsEveryPlaceWhereAMotionOfJumpsStands() throws {
    let curve = try #require(
      CertificateFixtures.polygon([Complex(0), Complex(10), Complex(10, 10), Complex(0, 10)]))
    let motion = Motion(
      curve: curve,
      map: TimeMap(time: [0, 0.25, 0.25, 0.5, 0.5, 1], length: [0, 0, 10, 10, 20, 20]))
    let report = certify(sum: HarmonicSum(centre: Complex(10, 0), terms: []), motion: motion, diagonal: 14)
    for figure in [report.max, report.hausdorff, report.frechet] {
      #expect(figure.lower <= 10 && figure.upper >= 10 && figure.upper <= 10.2)
    }
    #expect(abs(report.means.rootMeanSquare - (0.25 * 100 + 0.5 * 100).squareRoot()) <= 1e-6)
  }

  @Test func theLargestIntervalIsTheWorstChains() {
    let intervals = [(1.0, 1.5), (0.5, 2.0), (0.0, 0.1)].map { CertifiedInterval(lower: $0.0, upper: $0.1) }
    #expect(CertifiedInterval.largest(of: intervals) == CertifiedInterval(lower: 1, upper: 2))
    #expect(CertifiedInterval.largest(of: []) == nil)
  }
}

import Foundation
import Harmonics
import PlaneCurves
import Testing

@testable import Epicycles

/// Sums that fit nothing against random curves: loops, self-intersections, strands on top of each other.
@Suite struct CertificateRandomTests {
  @Test(arguments: 0..<60)
  func holdsForAnySum(_ seed: Int) throws {
    var random = CertificateRandom(1000 + seed)
    let curve = try #require(CertificateFixtures.random(500 + seed, pieces: 2 + seed % 5))
    let bandwidth = 1 + seed % 9
    let decay = random.uniform(0.5...2)
    let terms = (1...bandwidth).flatMap { n in
      [n, -n].map {
        Term(harmonic: $0, coefficient: random.point(0.7 / pow(Double(n), decay)))
      }
    }
    let sum = HarmonicSum(centre: random.point(0.3), terms: terms)
    let motion = Motion(constantSpeed: curve, start: random.uniform(0...3))
    let report = certify(sum: sum, motion: motion, diagonal: curve.bounds.diagonal)

    let count = 6_000
    let samples = SampledCurves(sum, curve, count: count)
    let there = SampledCurves.directed(samples.drawn, PointBuckets(samples.exact), every: 1)
    let back = SampledCurves.directed(samples.exact, PointBuckets(samples.drawn), every: 1)
    #expect(report.hausdorff.upper >= max(there - samples.exactHalfStep, back - samples.drawnHalfStep))
    #expect(report.hausdorff.lower <= max(there + samples.drawnHalfStep, back + samples.exactHalfStep))
    #expect(report.hausdorff.upper <= 1.02 * report.hausdorff.lower)

    var largest = 0.0
    for j in 0..<count {
      let t = Double(j) / Double(count)
      largest = max(largest, (sum.point(atTime: t) - motion.point(atTime: t)).length)
    }
    let step = (2 * samples.drawnHalfStep + curve.length / Double(count)) / 2
    #expect(report.max.upper >= largest && report.max.lower <= largest + step)

    let coarse = 200
    let times = (0..<coarse).map { Double($0) / Double(coarse) }
    let discrete = CertificateFrechetTests.discrete(
      times.map { sum.point(atTime: $0) }, times.map { motion.point(atTime: $0) })
    let speed = 2 * samples.drawnHalfStep * Double(count)
    let steps = max(speed, curve.length) / Double(coarse)
    #expect(report.frechet.lower <= discrete + steps)
    #expect(report.frechet.upper >= discrete - 2 * steps)
    #expect(report.frechet.upper <= 1.1 * report.frechet.lower)
  }
}

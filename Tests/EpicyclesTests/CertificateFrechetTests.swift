import Foundation
import Harmonics
import PlaneCurves
import Testing

@testable import Epicycles

@Suite struct CertificateFrechetTests {
  /// The discrete cyclic Fréchet distance (Eiter & Mannila 1994), the least over all starts in `b`.
  static func discrete(_ a: [Complex], _ b: [Complex]) -> Double {
    var best = Double.infinity
    for shift in b.indices {
      if (a[0] - b[shift]).length >= best { continue }
      var row = [Double](repeating: .infinity, count: b.count + 1)
      for i in 0...a.count {
        let previous = row
        var alive = false
        for j in 0...b.count {
          let distance = (a[i % a.count] - b[(shift + j) % b.count]).length
          var reach = i == 0 && j == 0 ? 0 : Double.infinity
          if i > 0 { reach = min(reach, previous[j]) }
          if j > 0 { reach = min(reach, row[j - 1]) }
          if i > 0, j > 0 { reach = min(reach, previous[j - 1]) }
          row[j] = max(distance, reach)
          if row[j] < best { alive = true }
        }
        if !alive { break }
        if i == a.count { best = min(best, row[b.count]) }
      }
    }
    return best
  }

  @Test(arguments: CertificateFixtures.all.filter { !$0.name.contains("restless") })
  func holdsTheDiscreteDistanceUpToItsSteps(_ entry: CertificateCase) {
    let count = 160
    let certified = frechetDistance(entry.sum, entry.motion)
    let drawn = (0..<count).map { entry.sum.point(atTime: Double($0) / Double(count)) }
    let exact = (0..<count).map { entry.motion.point(atTime: Double($0) / Double(count)) }
    let discrete = Self.discrete(drawn, exact)
    let speed = entry.sum.terms.reduce(0) { $0 + 2 * .pi * abs(Double($1.harmonic)) * $1.coefficient.length }
    let steps = (speed / Double(count), entry.motion.curve.length / Double(count))
    #expect(certified.lower <= discrete + 0.5 * (steps.0 + steps.1))
    #expect(certified.upper >= discrete - 2 * max(steps.0, steps.1))
    let noise = 1e-9 * entry.motion.curve.bounds.diagonal
    #expect(certified.upper <= maximumDistance(entry.sum, entry.motion).upper + noise)
    #expect(certified.lower + noise >= hausdorffDistance(entry.sum, entry.motion).lower * 0.97)
  }

  static func circle(_ harmonic: Int, phase: Double = 0) -> HarmonicSum {
    HarmonicSum(
      centre: .zero,
      terms: [Term(harmonic: harmonic, coefficient: Complex(length: 1, phase: Angle(radians: phase)))])
  }

  /// Backwards, or more than once round: the angle between the two takes every value, so one pair is opposite.
  @Test(arguments: [-1, 2, 3, -2])
  func isTheDiameterForCirclesOfAnotherTurningNumber(_ harmonic: Int) throws {
    let curve = try #require(CertificateFixtures.ellipse(.zero, p: Complex(1), q: Complex(0, 1)))
    let certified = frechetDistance(Self.circle(harmonic), Motion(constantSpeed: curve))
    #expect(certified.lower <= 2 && certified.upper >= 2)
    #expect(certified.upper <= 1.03 * certified.lower)
  }

  /// A circle that sets out elsewhere is the same curve, however far apart the two run at equal times.
  @Test(arguments: [0.1, 1, 2, 3])
  func doesNotMindTheStart(_ phase: Double) throws {
    let curve = try #require(CertificateFixtures.ellipse(.zero, p: Complex(1), q: Complex(0, 1)))
    let motion = Motion(constantSpeed: curve)
    let certified = frechetDistance(Self.circle(1, phase: phase), motion, resolution: 1e-6)
    #expect(certified.lower == 0 && certified.upper <= 3e-6)
    let apart = maximumDistance(Self.circle(1, phase: phase), motion)
    #expect(apart.lower <= 2 * sin(0.5 * phase) && apart.upper >= 2 * sin(0.5 * phase))
  }

  /// An ellipse of one arm each way against a line there and back: the width is all that counts.
  @Test(arguments: [0.5, 0.1, 0.001])
  func isHalfTheWidthOfAFlatEllipseAroundALine(_ width: Double) throws {
    let curve = try #require(CertificateFixtures.retracedLine())
    let sum = HarmonicSum(
      centre: .zero,
      terms: [
        Term(harmonic: 1, coefficient: Complex(-0.5 - 0.25 * width)),
        Term(harmonic: -1, coefficient: Complex(-0.5 + 0.25 * width)),
      ])
    let certified = frechetDistance(sum, Motion(constantSpeed: curve), resolution: 1e-6)
    #expect(certified.lower <= 0.5 * width && certified.upper >= 0.5 * width)
    #expect(certified.upper <= 0.52 * width)
  }

  /// Two strands 0.01 apart, and a drawn curve that mixes them up: each of its points lies near the curve.
  @Test func seesWhatHausdorffDoesNot() throws {
    let width = 0.01
    let curve = try #require(
      CertificateFixtures.polygon([
        Complex(-1, 0), Complex(1, 0), Complex(1, width), Complex(-1, width),
      ]))
    // There, half back, there again, back: never far from the curve, but 1 from any point matched in order.
    let zigzag = HarmonicSum(
      centre: Complex(0, 0.5 * width), terms: [2, -2].map { Term(harmonic: $0, coefficient: Complex(-0.5)) })
    let motion = Motion(constantSpeed: curve)
    let hausdorff = hausdorffDistance(zigzag, motion)
    #expect(hausdorff.upper <= 0.01)
    let certified = frechetDistance(zigzag, motion)
    // The drawn point turns at ±1 twice over: somewhere the curve must wait in between, 1 from one of the ends.
    #expect(certified.lower <= 1.01 && certified.upper >= 0.99)
    #expect(certified.upper <= 1.03 * certified.lower)
  }

  @Test(arguments: CertificateFixtures.all)
  func certifiesEveryFigureInOrder(_ entry: CertificateCase) {
    let diagonal = entry.motion.curve.bounds.diagonal
    let report = certify(sum: entry.sum, motion: entry.motion, diagonal: diagonal)
    #expect(report.hausdorff.lower <= report.frechet.lower)
    #expect(report.frechet.upper <= report.max.upper)
    #expect(report.hausdorff.lower <= report.max.upper)
    #expect(report.means.rootMeanSquare <= report.max.upper)
    #expect(report.max.upper <= 1.01 * report.max.lower + 1.1e-9 * diagonal)
    #expect(report.hausdorff.upper <= 1.02 * report.hausdorff.lower + 1e-7 * diagonal)
    #expect(min(report.max.upper, report.hausdorff.upper, report.frechet.upper) >= 1e-9 * diagonal)
    #expect(report.means.energy <= 1)
  }
}

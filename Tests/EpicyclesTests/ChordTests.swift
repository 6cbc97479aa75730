import Harmonics
import PlaneCurves
import Testing

@testable import Epicycles

/// Paths of very many short segments, and the chords that stand for them.
@Suite struct ChordTests {
  private func arcs(_ points: [Complex]) -> [TraceArc] {
    zip(points, points.dropFirst()).map {
      TraceArc(piece: 0, from: 0, to: 1, start: $0, end: $1, deviation: 0)
    }
  }

  @Test(arguments: [0.3, 0.03, 0.003]) func keepToTheirPath(_ tolerance: Double) {
    var random = CertificateRandom(5)
    var points = [Complex.zero]
    for k in 1...4000 {
      points.append(Complex(Double(k) * 0.01, 0) + random.point(0.02))
    }
    let chords = arcs(points).chords(tolerance: tolerance)
    #expect(chords.first?.start == points[0] && chords.last?.end == points[4000])
    var next = 0
    for chord in chords {
      #expect(chord.deviation <= tolerance && chord.start == points[next])
      var furthest = 0.0
      repeat {
        next += 1
        let way = chord.end - chord.start
        let share = Complex.dot(points[next] - chord.start, way) / max(1e-300, way.lengthSquared)
        furthest = max(furthest, (chord.start + way * min(1, max(0, share)) - points[next]).length)
      } while points[next] != chord.end
      #expect(furthest <= chord.deviation + 1e-12)
    }
  }

  @Test func mergeAStraightWay() {
    let points = (0...5000).map { Complex(Double($0), 2 * Double($0)) }
    #expect(arcs(points).chords(tolerance: 1e-9).count == 1)
  }

  /// Out to 1 and back lies at 0 from its chord as a set, and at ½ as a way: no chord may hide the turn.
  @Test func keepATurn() {
    let out = (0...100).map { Complex(Double($0) / 100) }
    let chords = arcs(out + out.dropLast().reversed()).chords(tolerance: 0.4)
    #expect(chords.count == 2)
  }

  @Test func keepAJump() {
    let first = arcs((0...10).map { Complex(Double($0)) })
    let second = arcs((11...20).map { Complex(Double($0)) })
    #expect((first + second).chords(tolerance: 1).count == 2)
  }

  /// A regular polygon of so many vertices is a circle to ten digits.
  @Test(arguments: [1 << 18, 300_001]) func distancesHoldForHundredsOfThousandsOfSegments(_ count: Int) throws
  {
    let curve = try #require(
      CertificateFixtures.polygon(
        (0..<count).map {
          Complex(length: 1, phase: Angle(radians: 2 * .pi * Double($0) / Double(count)))
        }))
    let sum = HarmonicSum(centre: Complex(0.05), terms: [Term(harmonic: 1, coefficient: Complex(0.9))])
    let report = certify(sum: sum, motion: Motion(constantSpeed: curve), diagonal: 2.8)
    for interval in [report.max, report.hausdorff, report.frechet] {
      #expect(interval.lower <= 0.15 && interval.upper >= 0.15 - 1e-9)
      #expect(interval.upper <= 1.02 * interval.lower)
    }
  }
}

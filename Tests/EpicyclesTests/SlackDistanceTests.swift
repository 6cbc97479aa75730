import Harmonics
import PlaneCurves
import SVGPaths
import Testing

@testable import Epicycles

/// The certificate under slack against brute force: at each of many times the nearest of many places of the motion.
@Suite struct SlackDistanceTests {
  /// The largest of the distances at `count` times, each to `places` places within the slack: up to the spacing of
  /// places at most as much above the truth as the motion goes between them, and below it for want of times.
  private func bruteForce(
    _ sum: HarmonicSum, _ motion: Motion, _ slack: Double, count: Int, places: Int
  ) -> Double {
    var largest = 0.0
    for k in 0..<count {
      let t = Double(k) / Double(count)
      let z = sum.point(atTime: t)
      var nearest = Double.infinity
      for j in 0...places {
        let time = t + slack * (2 * Double(j) / Double(places) - 1)
        nearest = min(nearest, (motion.point(atTime: time - time.rounded(.down)) - z).length)
      }
      largest = max(largest, nearest)
    }
    return largest
  }

  /// The largest speed along the curve, jumps left out.
  private func fastest(_ map: TimeMap) -> Double {
    var speed = 0.0
    for k in 1..<map.time.count where map.time[k] > map.time[k - 1] {
      speed = max(speed, abs(map.length[k] - map.length[k - 1]) / (map.time[k] - map.time[k - 1]))
    }
    return speed
  }

  private func sum(_ motion: Motion, arms: Int, _ random: inout SplitMix64) -> HarmonicSum {
    let spectrum = Spectrum(samples: motion.sample(count: 2048))
    var sum = spectrum.truncated(to: arms).sum
    let size = 0.02 * motion.curve.bounds.diagonal
    for k in sum.terms.indices {
      sum.terms[k].coefficient += Complex(
        Double.random(in: -size...size, using: &random), Double.random(in: -size...size, using: &random))
    }
    return sum
  }

  @Test(arguments: [
    "M0 0C0 40 100 40 100 0", "M0 0H30V10H0Z", "M10 80C40 80 40 20 90 20", "M0 0L10 0",
    "M10 0A10 4 0 0 1-10 0A10 4 0 0 1 10 0Z",
  ]) func holdsTheTruth(_ data: String) throws {
    var random = SplitMix64(seed: 17)
    let target = try TimingLawTests.target(data)
    let laws = [
      TimingLaw.constant, .parameter,
      .keyframes(try Keyframes(mode: .linear, times: [0, 0.35, 0.65, 1], points: [0, 1, 1, 0])),
      .keyframes(try Keyframes(mode: .spline, points: [0.1, 0.8], splines: [[0.4, 0, 0.6, 1]])),
      .keyframes(try Keyframes(mode: .discrete, points: [0, 0.5, 0.9])),
    ]
    for (index, law) in laws.enumerated() {
      let motion = target.motion(law)
      for (arms, slack) in [(4, 0.01), (9, 0.002), (9, 0.08), (3, 0.5)] {
        let sum = sum(motion, arms: arms, &random)
        let found = maximumDistance(sum, motion, slack: slack)
        #expect(found.upper <= found.lower * 1.02)
        let truth = bruteForce(sum, motion, slack, count: 400, places: 800)
        // Between neighbouring places the motion goes this far at most.
        let speed = fastest(motion.map)
        let spacing = 2 * slack / 800 * speed
        #expect(found.upper >= truth - spacing, "law \(index), slack \(slack)")
        let dense = sum.terms.reduce(0) { $0 + abs(Double($1.harmonic)) * $1.coefficient.length }
        // Between neighbouring times z goes this far, and so does the motion.
        let step = (2 * .pi * dense + speed) / 400
        #expect(found.lower <= truth + step, "law \(index), slack \(slack)")
        let equal = maximumDistance(sum, motion)
        #expect(found.lower <= equal.upper)
        let more = maximumDistance(sum, motion, slack: min(0.5, 1.5 * slack))
        #expect(more.lower <= found.upper)
      }
    }
  }

  /// A step of size 2a can't be drawn nearer than a, however much slack there is around it.
  @Test func slackDoesNotBuyAJump() throws {
    let target = try TimingLawTests.target("M0 0H10")
    let keyframes = try Keyframes(mode: .discrete, points: [0, 1])
    for arms in [5, 20, 60] {
      var random = SplitMix64(seed: UInt64(arms))
      let motion = target.motion(.keyframes(keyframes))
      let sum = sum(motion, arms: arms, &random)
      #expect(maximumDistance(sum, motion, slack: 0.1).lower >= 5 * (1 - 1e-6))
    }
  }

  /// A circle drawn late by less than the slack is drawn exactly; later, what is left counts: the chord of the angle.
  @Test func aLateCircle() throws {
    let target = try TimingLawTests.target("M10 0A10 10 0 0 1-10 0A10 10 0 0 1 10 0Z")
    let motion = target.motion(.constant)
    for late in [0.01, 0.03, 0.05] {
      let coefficient = Complex(length: 10, phase: Angle(radians: -2 * .pi * late))
      let sum = HarmonicSum(centre: .zero, terms: [Term(harmonic: 1, coefficient: coefficient)])
      let found = maximumDistance(sum, motion, slack: 0.03)
      let left = max(0, late - 0.03)
      let exact = 20 * Angle(radians: .pi * left).sine
      #expect(found.lower <= exact + 1e-6 && found.upper >= exact - 1e-9)
      #expect(found.upper <= 1.02 * exact + 1e-5)
    }
  }
}

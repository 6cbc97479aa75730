import Foundation
import Harmonics
import PlaneCurves
import Testing

@Suite struct SampleCountTests {
  @Test func friendlyNumbersAreTheNextWithoutAPrimeAboveSeven() {
    func isFriendly(_ number: Int) -> Bool {
      var rest = number
      for prime in [2, 3, 5, 7] { while rest % prime == 0 { rest /= prime } }
      return rest == 1 && (number < 256 || number % 16 == 0)
    }
    var next = 20000
    for bound in stride(from: 20000, through: 1, by: -1) {
      if isFriendly(bound) { next = bound }
      #expect(SampleCount.friendly(atLeast: bound) == next)
    }
    #expect(SampleCount.friendly(atLeast: -3) == 1)
    #expect(SampleCount.friendly(atLeast: SampleCount.maximum) == nil)
    #expect(SampleCount.friendly(atLeast: .max) == nil)
  }

  @Test func theBoundIsASumOverAllAliases() {
    // Σ_{k≥1} 1/(kM − H)² from far below, with its tail bounded from below.
    for (bandwidth, count) in [(0, 1), (1, 3), (10, 21), (100, 1000), (7, 8)] {
      let (m, h) = (Double(count), Double(bandwidth))
      var below = 0.0
      for k in 1...100_000 { below += 1 / ((Double(k) * m - h) * (Double(k) * m - h)) }
      below += 1 / (m * (100_001 * m - h))
      let bound = SampleCount.aliasingBound(length: 3, turning: 5, bandwidth: bandwidth, count: count)
      let exact = 3 * 5 / (2 * .pi * .pi) * below
      #expect(bound >= exact * (1 - 1e-12) && bound <= exact * 1.001)
    }
    #expect(SampleCount.aliasingBound(length: 1, turning: 1, bandwidth: 5, count: 5) == .infinity)
  }

  @Test func theCountForAToleranceIsTheLeast() throws {
    for tolerance in [1e-2, 1e-6, 1e-9] {
      let count = try #require(
        SampleCount.friendly(length: 240, turning: 14, bandwidth: 100, tolerance: tolerance))
      func bound(_ count: Int) -> Double {
        SampleCount.aliasingBound(length: 240, turning: 14, bandwidth: 100, count: count)
      }
      #expect(bound(count) <= tolerance && count > 200)
      // The friendly number before it is too small, or not above 2H.
      var before = count - 1
      while SampleCount.friendly(atLeast: before) != before { before -= 1 }
      #expect(bound(before) > tolerance || before <= 200)
    }
    #expect(
      SampleCount.friendly(length: 240, turning: 14, bandwidth: 100, tolerance: 1e-9, limit: 1000) == nil)
    #expect(SampleCount.friendly(length: 240, turning: 14, bandwidth: 100, tolerance: 0) == nil)
    #expect(SampleCount.friendly(length: .infinity, turning: 14, bandwidth: 1, tolerance: 1) == nil)
    #expect(SampleCount.friendly(length: 1, turning: 1, bandwidth: .max, tolerance: 1) == nil)
    #expect(SampleCount.friendly(length: 0, turning: 0, bandwidth: 0, tolerance: 1e-9) == 1)
  }

  @Test func coefficientsDecayAsTheBoundSays() {
    var random = SplitMix64(state: 3)
    for vertices in [3, 4, 7, 30] {
      let polygon = Polygon.random(vertices, &random)
      for n in 1...300 {
        let bound = polygon.length * polygon.turning / (4 * .pi * .pi * Double(n * n))
        #expect(polygon.coefficient(n).length <= bound && polygon.coefficient(-n).length <= bound)
      }
    }
  }
}

@Suite struct HarmonicSumTests {
  private func random(_ count: Int, limit: Int, seed: UInt64) -> HarmonicSum {
    var random = SplitMix64(state: seed)
    var harmonics = Set<Int>()
    while harmonics.count < count {
      harmonics.insert(Int.random(in: 1...limit, using: &random) * [1, -1][count % 2])
    }
    return HarmonicSum(
      centre: randomComplex(&random),
      terms: harmonics.sorted().map { Term(harmonic: $0, coefficient: randomComplex(&random)) })
  }

  @Test(arguments: [1, 2, 5, 16, 81, 1000])
  func valuesOnAGridAreTheSum(count: Int) {
    for terms in [0, 1, 8, 9] {
      let sum = random(terms, limit: 60, seed: UInt64(count + terms))
      for shift in [0, 0.125, 0.3, -7.77] {
        let values = sum.values(count: count, shift: shift)
        #expect(values.count == count)
        for (m, value) in values.enumerated() {
          let t = Double(m) / Double(count) + shift
          let direct = sum.terms.reduce(sum.centre) {
            let angle = 2 * .pi * Double($1.harmonic) * t
            return $0 + $1.coefficient * Complex(cos(angle), sin(angle))
          }
          #expect((value - direct).length < 1e-11)
          #expect((sum.point(atTime: t) - direct).length < 1e-11)
        }
      }
    }
  }

  @Test func helpersAreTheMapsThatTheyAreNamedAfter() {
    let sum = random(7, limit: 20, seed: 5)
    let factor = Complex(0.6, -2)
    for t in [0, 0.1, 0.37, 0.9] {
      #expect((sum.shifted(by: 0.21).point(atTime: t) - sum.point(atTime: t + 0.21)).length < 1e-12)
      #expect((sum.reversed.point(atTime: t) - sum.point(atTime: -t)).length < 1e-12)
      let mapped = sum.mapped(factor: factor, offset: .i)
      #expect((mapped.point(atTime: t) - (factor * sum.point(atTime: t) + .i)).length < 1e-12)
    }
  }

  @Test func noDerivativeExceedsItsBound() {
    let circle = HarmonicSum(centre: Complex(9), terms: [Term(harmonic: -3, coefficient: Complex(0, 2))])
    for k in 0...4 {
      #expect(abs(circle.derivativeBound(order: k) / (2 * pow(6 * .pi, Double(k))) - 1) < 1e-14)
    }
    let sum = random(8, limit: 12, seed: 6)
    let step = 1e-5
    for t in stride(from: 0, to: 1, by: 0.01) {
      let (a, b, c) = (sum.point(atTime: t - step), sum.point(atTime: t), sum.point(atTime: t + step))
      #expect((b - sum.centre).length <= sum.derivativeBound(order: 0))
      #expect((c - a).length / (2 * step) <= sum.derivativeBound(order: 1))
      #expect((a + c - 2 * b).length / (step * step) <= sum.derivativeBound(order: 2) * 1.001)
    }
  }
}

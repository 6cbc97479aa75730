import EpicycleSpec
import Foundation
import Testing

@Suite struct EvaluationTests {
  private func chain(_ clocks: [Spec.Clock], upright: Spec.Upright? = nil) -> Spec.Chain {
    Spec.Chain(
      id: "a", curve: Spec.CurveReference(length: 1), timing: Spec.Timing(law: .constant),
      centre: Spec.Point(x: 10, y: 20), clocks: clocks, upright: upright)
  }

  @Test func aPositivePeriodTurnsClockwiseOnTheScreen() {
    let loop = Spec.Loop(seconds: 8)
    let hand = chain([Spec.Clock(period: 8, radius: 3, phase: 0, harmonic: 1)])
    // A quarter loop from "right" is "down", which is positive y.
    for time in [2.0, 10, -6, 8e9 + 2] {
      let point = hand.position(at: time, loop: loop)
      #expect(abs(point.x - 10) < 1e-14 && abs(point.y - 23) < 1e-14)
      #expect(abs(hand.orientation(at: time, loop: loop) - .pi / 2) < 1e-14)
    }
  }

  @Test func jointsOfTwoArmsByHand() {
    let loop = Spec.Loop(seconds: 8)
    // Harmonics 1 and −1: after a quarter loop the outer arm points down, the inner one up.
    let two = chain(
      [
        Spec.Clock(period: 8, radius: 3, phase: 0, harmonic: 1),
        Spec.Clock(period: -4, radius: 1, phase: 0, harmonic: -1),
      ], upright: Spec.Upright(period: 8))
    let joints = two.joints(at: 2, loop: loop)
    let expected = [(10.0, 20.0), (10, 23), (10, 22)]
    #expect(joints.count == 3)
    for (joint, point) in zip(joints, expected) {
      #expect(abs(joint.x - point.0) < 1e-14 && abs(joint.y - point.1) < 1e-14)
    }
    #expect(two.position(at: 2, loop: loop) == joints[2])
    #expect(abs(two.orientation(at: 2, loop: loop)) < 1e-14)
    #expect(two.joints(at: 0, loop: loop).map(\.x) == [10, 13, 14])
  }

  @Test(arguments: [0, 1, 2, 3, 4])
  func nestedArmsAddUpToTheTermsInEveryOrder(order: Int) {
    var random = SplitMix64(state: UInt64(order))
    var harmonics = (1...250).flatMap { [$0, -$0] }
    switch order {
    case 0: break
    case 1: harmonics.sort()
    case 2: harmonics.sort { abs($0) > abs($1) }
    default: harmonics.shuffle(using: &random)
    }
    for seconds in [10.0, 1, 0.7, 86400, 33.3] {
      // The slowest decay that a closed curve can have: 1/|n|.
      var parent = 0
      let clocks = harmonics.map { n in
        defer { parent = n }
        return Spec.Clock(
          period: seconds / Double(n - parent), radius: 20 / abs(Double(n)),
          phase: Double.random(in: -Double.pi...Double.pi, using: &random), harmonic: n)
      }
      let chain = chain(clocks)
      let loop = Spec.Loop(seconds: seconds)
      var box = (low: SIMD2(repeating: Double.infinity), high: SIMD2(repeating: -Double.infinity))
      var worst = 0.0
      for sample in 0..<400 {
        let time = sample == 0 ? 0 : Double.random(in: -10...10, using: &random) * seconds
        let loops = (time / seconds).truncatingRemainder(dividingBy: 1)
        var sum = SIMD2(10.0, 20.0)
        for clock in clocks {
          let angle = clock.phase + 2 * .pi * (Double(clock.harmonic) * loops).remainder(dividingBy: 1)
          sum += clock.radius * SIMD2(cos(angle), sin(angle))
        }
        let point = chain.position(at: time, loop: loop)
        let difference = sum - SIMD2(point.x, point.y)
        worst = max(worst, (difference * difference).sum().squareRoot())
        box.low = pointwiseMin(box.low, sum)
        box.high = pointwiseMax(box.high, sum)
      }
      let size = box.high - box.low
      #expect(worst < 1e-11 * (size * size).sum().squareRoot())
    }
  }

  @Test func theTimeIsReducedModuloTheLoopFirst() {
    let loop = Spec.Loop(seconds: 0.1)
    let chain = chain([
      Spec.Clock(period: 0.1 / 7, radius: 1, phase: 0.3, harmonic: 7),
      Spec.Clock(period: 0.1 / -16, radius: 2, phase: 1, harmonic: -9),
    ])
    // 8e8 s is about 25 years after the epoch: the remainder of the two doubles is what counts.
    let late = 8e8 + 0.0421
    let reduced = late.remainder(dividingBy: 0.1)
    let (a, b) = (chain.position(at: late, loop: loop), chain.position(at: reduced, loop: loop))
    #expect(a == b)
  }
}

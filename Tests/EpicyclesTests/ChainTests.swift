import EpicycleSpec
import Epicycles
import Foundation
import Harmonics
import PlaneCurves
import Testing

@Suite struct ChainTests {
  private struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 33)
    }
  }

  private func sum(_ harmonics: [Int]) -> HarmonicSum {
    HarmonicSum(
      centre: .zero, terms: harmonics.map { Term(harmonic: $0, coefficient: Complex(1 / Double($0))) })
  }

  private func order(_ harmonics: [Int], upright: Bool) -> [Int] {
    RotationChain(sum(harmonics), order: .slow, isUpright: upright).terms.map(\.harmonic)
  }

  /// The best order among all, found by trying them.
  private func bestOrder(_ harmonics: [Int], returns: Bool) -> [Int] {
    let sorted = harmonics.sorted()
    var best: (rate: Int, way: Int, list: [Int]) = (.max, .max, [])
    var list: [Int] = []
    func extend(_ left: [Int], rate: Int, way: Int) {
      let here = list.last ?? 0
      if (rate, way) >= (best.rate, best.way) { return }
      if left.isEmpty {
        let back = returns ? abs(here) : 0
        let total = (max(rate, back), way + back)
        // Lists come in lexicographic order, so that the first of several equal ones is kept.
        if total < (best.rate, best.way) { best = (total.0, total.1, list) }
        return
      }
      for (index, n) in left.enumerated() {
        var rest = left
        rest.remove(at: index)
        list.append(n)
        extend(rest, rate: max(rate, abs(n - here)), way: way + abs(n - here))
        list.removeLast()
      }
    }
    extend(sorted, rate: 0, way: 0)
    return best.list
  }

  @Test(arguments: [true, false])
  func slowIsTheBestOfAllOrders(upright: Bool) {
    var random = Random(state: 11)
    for trial in 0..<6000 {
      let count = trial < 5600 ? Int.random(in: 1...6, using: &random) : 7 + trial % 2
      let limit = [4, 6, 10, 25, 100][trial % 5]
      let low = trial % 7 == 0 ? 1 : -limit
      let high = trial % 7 == 1 ? -1 : limit
      var harmonics = Set<Int>()
      while harmonics.count < count, harmonics.count < high - low {
        let n = Int.random(in: low...high, using: &random)
        if n != 0 { harmonics.insert(n) }
      }
      let list = harmonics.sorted().shuffled(using: &random)
      let expected = bestOrder(list, returns: upright)
      #expect(order(list, upright: upright) == expected, "\(list.sorted())")
    }
  }

  @Test(arguments: [true, false])
  func slowIsTheBestOrderOfEverySmallSet(upright: Bool) {
    let points = [-5, -4, -3, -2, -1, 1, 2, 3, 4, 5]
    for choice in 1..<1 << points.count where choice.nonzeroBitCount <= 5 {
      let set = points.indices.filter { choice >> $0 & 1 == 1 }.map { points[$0] }
      #expect(order(set, upright: upright) == bestOrder(set, returns: upright), "\(set)")
    }
  }

  @Test func aBandNeedsNoRateAboveTwo() {
    for band in 1...60 {
      let harmonics = (1...band).flatMap { [$0, -$0] }
      for upright in [true, false] {
        let slow = RotationChain(sum(harmonics), order: .slow, isUpright: upright)
        #expect(slow.relativeRates.map(abs).max() == 2)
        #expect(slow.fastestPeriod(loop: 10) == 5)
      }
    }
    #expect(order([1, 2, 3, 4], upright: false) == [1, 2, 3, 4])
    #expect(order([4, 2, 1, 3], upright: true) == [1, 3, 4, 2])
    #expect(order([1, -1], upright: true) == [-1, 1])
    #expect(RotationChain(sum([]), isUpright: true).relativeRates == [])
    #expect(RotationChain(sum([]), isUpright: true).fastestPeriod(loop: 10) == nil)
  }

  @Test func radiusPutsTheLongestArmFirst() {
    let chain = RotationChain(sum([5, -2, 3, 2, 1, -1]), order: .radius)
    #expect(chain.terms.map(\.harmonic) == [1, -1, 2, -2, 3, 5])
    #expect(chain.relativeRates == [1, -2, 3, -4, 5, 2])
    let given = RotationChain(sum([5, -2, 3]), order: .given, isUpright: true)
    #expect(given.relativeRates == [5, -7, 5, -3])
  }

  /// The last clock gives the view any net turn, in every order.
  @Test(arguments: ChainOrder.allCases, [[1], [2, 1], [-1, 1, 2], [5, -2, 3, 2, 1, -1]])
  func aSpinIsTheNetTurn(order: ChainOrder, harmonics: [Int]) throws {
    let loop = Spec.Loop(seconds: 7)
    for spin in -6...6 {
      let rotation = RotationChain(sum(harmonics), order: order, isUpright: true, spin: spin)
      #expect(rotation.relativeRates.allSatisfy { $0 != 0 })
      #expect(rotation.relativeRates.reduce(0, +) == spin)
      let chain = rotation.chain(
        id: "a", loop: loop, curve: Spec.CurveReference(length: 1), timing: Spec.Timing(law: .constant))
      let spec = Spec(
        generator: "test", frame: Spec.Frame(x: 0, y: 0, width: 1, height: 1), loop: loop,
        budget: Spec.Budget(clocks: 9, used: chain.clockCount), method: Spec.Method(fit: .truncate),
        chains: [chain])
      try spec.validate()
      for t in [0.3, 1.9, 6.2] {
        let turns = chain.orientation(at: t, loop: loop) / (2 * .pi) - Double(spin) * t / 7
        #expect(abs(turns - turns.rounded()) < 1e-12)
      }
    }
  }

  @Test(arguments: ChainOrder.allCases, [true, false])
  func fiveHundredNestedArmsAreTheSumOfTerms(order: ChainOrder, upright: Bool) throws {
    var random = Random(state: 12)
    let harmonics = (1...250).flatMap { [$0, -$0] }.shuffled(using: &random)
    let sum = HarmonicSum(
      centre: Complex(30, -40),
      terms: harmonics.map {
        let size = 20 * Double.random(in: 0...1, using: &random) / abs(Double($0))
        let phase = Angle(radians: Double.random(in: -Double.pi...Double.pi, using: &random))
        return Term(harmonic: $0, coefficient: Complex(length: size, phase: phase))
      })
    let loop = Spec.Loop(seconds: 7.3)
    let rotation = RotationChain(sum, order: order, isUpright: upright)
    let chain = rotation.chain(
      id: "a", loop: loop, curve: Spec.CurveReference(length: 1), timing: Spec.Timing(law: .constant))
    let spec = Spec(
      generator: "test", frame: Spec.Frame(x: 0, y: 0, width: 1, height: 1), loop: loop,
      budget: Spec.Budget(clocks: 501, used: chain.clockCount), method: Spec.Method(fit: .truncate),
      chains: [chain])
    try spec.validate()
    #expect(chain.clockCount == (upright ? 501 : 500))
    // As a reader of the written file sees it.
    let read = try Spec.parse(spec.json.bytes()).chains[0]
    #expect(read == chain)

    let values = sum.values(count: 1024)
    let diagonal = values.reduce(Box(values[0], values[0])) { $0.union($1) }.diagonal
    for (m, value) in values.enumerated() {
      let time = loop.seconds * (Double(m) / 1024 + Double(m % 7 - 3))
      let exact = sum.point(atTime: (time / loop.seconds).remainder(dividingBy: 1))
      let point = read.position(at: time, loop: loop)
      #expect((exact - Complex(point.x, point.y)).length < 1e-11 * diagonal)
      #expect((exact - value).length < 1e-11 * diagonal)
      if upright { #expect(abs(read.orientation(at: time, loop: loop)) < 1e-9) }
    }
  }
}

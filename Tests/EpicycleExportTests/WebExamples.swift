import EpicycleSpec
import Foundation

/// Specs made of numbers, with no solver behind them.
enum WebExample {
  /// A chain with the given harmonics, in the order given, with pseudo-random arms that fall off like a curve's.
  static func chain(
    _ id: String, harmonics: [Int], seconds: Double, isUpright: Bool = false, seed: UInt64 = 1,
    size: Double = 40
  ) -> Spec.Chain {
    var random = SplitMix64(state: seed)
    var previous = 0
    let clocks = harmonics.map { harmonic in
      defer { previous = harmonic }
      let radius = size * Double.random(in: 0.2...1, using: &random) / pow(Double(abs(harmonic)), 1.5)
      return Spec.Clock(
        period: seconds / Double(harmonic - previous), radius: radius,
        phase: Double.random(in: -.pi...Double.pi, using: &random), harmonic: harmonic)
    }
    return Spec.Chain(
      id: id, curve: Spec.CurveReference(length: 200), timing: Spec.Timing(law: .constant),
      centre: Spec.Point(x: 50 + Double.random(in: -9...9, using: &random), y: 47.25), clocks: clocks,
      upright: isUpright ? Spec.Upright(period: -seconds / Double(previous)) : nil)
  }

  static func spec(
    _ chains: [Spec.Chain], seconds: Double = 10, file: String? = "example.svg",
    fit: Spec.Method.Fit = .truncate, error: Spec.ErrorReport = Spec.ErrorReport()
  ) -> Spec {
    let used = chains.reduce(0) { $0 + $1.clockCount }
    return Spec(
      generator: "epicycle test", source: Spec.Source(file: file),
      frame: Spec.Frame(x: 0, y: 0, width: 100, height: 100), loop: Spec.Loop(seconds: seconds),
      budget: Spec.Budget(clocks: used, used: used), method: Spec.Method(fit: fit), chains: chains,
      error: error)
  }

  /// 1, −1, 2, −2, … in the order in which no relative rate is above 2.
  static func band(_ count: Int) -> [Int] {
    let all = (1...count).map { $0 % 2 == 1 ? ($0 + 1) / 2 : -$0 / 2 }.sorted()
    let evens = all.filter { $0 % 2 == 0 }
    let odds = all.filter { $0 % 2 != 0 }
    return evens.filter { $0 < 0 }.reversed() + odds + evens.filter { $0 > 0 }.reversed()
  }

  /// The same curve at rising budgets by two methods, with an error that falls as 1/clocks and 1/clocks².
  static func variants(budgets: [Int]) -> [Spec] {
    budgets.flatMap { count in
      [Spec.Method.Fit.truncate, .minimax].map { fit in
        let share = fit == .truncate ? 0.5 / Double(count) : 2 / Double(count * count)
        let bounds = Spec.ErrorReport.Bounds(lower: share * 99, upper: share * 100)
        return spec(
          [chain("curve", harmonics: band(count), seconds: 10)], fit: fit,
          error: Spec.ErrorReport(unit: .user, diagonal: 100, rms: share * 30, max: bounds, frechet: bounds))
      }
    }
  }

  /// Text that tries to get out of every kind of quotation.
  static let hostile =
    "\"'><script>window.broken=1</script></script><!--<svg onload=alert(1)>]]>&amp;{{data}}\\u003c\n*/\u{2028}\0"
}

private struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

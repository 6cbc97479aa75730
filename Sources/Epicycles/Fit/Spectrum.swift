import Harmonics
import PlaneCurves

/// The Fourier coefficients of a curve under a time map, and the supports that its size suggests.
struct RankedSpectrum: Sendable {
  /// cₙ at index n modulo the number of samples.
  private let bins: [Complex]
  /// All resolved harmonics but 0, the largest coefficient first.
  private let ordered: [Int]
  /// The largest |n| that is resolved.
  let bandwidth: Int

  /// - Parameter samples: z(j/M), j = 0…M − 1.
  init(samples: [Complex]) {
    let count = samples.count
    bins = FourierTransform(count: count, direction: .forward)(samples).map { $0 / Double(count) }
    bandwidth = (count - 1) / 2
    let sizes = bins.map(\.lengthSquared)
    ordered = (1...max(1, bandwidth)).flatMap { [$0, -$0] }.sorted {
      let (a, b) = (sizes[$0 < 0 ? $0 + count : $0], sizes[$1 < 0 ? $1 + count : $1])
      return a != b ? a > b : (abs($0), -$0) < (abs($1), -$1)
    }
  }

  /// cₙ = (1/M)·Σ z(j/M)·exp(−2πi·n·j/M).
  subscript(_ n: Int) -> Complex { bins[n < 0 ? n + bins.count : n] }

  /// Σ |cₙ|² over all n but 0.
  var energy: Double { bins.dropFirst().reduce(0) { $0 + $1.lengthSquared } }

  /// The `count` harmonics with the largest coefficients, rising; on equal size the smaller |n|, then n > 0.
  func largest(_ count: Int, limit: Int, without excluded: Set<Int> = []) -> [Int] {
    Array(ordered.lazy.filter { abs($0) <= limit && !excluded.contains($0) }.prefix(count)).sorted()
  }

  /// The run of harmonics around 0, 0 itself not counted, `count` long, that holds most energy.
  func band(_ count: Int, limit: Int) -> [Int] {
    let top = min(limit, bandwidth)
    var best: (energy: Double, low: Int) = (-1, 0)
    for low in max(-count, -top)...0 where low + count <= top {
      var energy = 0.0
      for n in low...(low + count) where n != 0 { energy += self[n].lengthSquared }
      if energy > best.energy { best = (energy, low) }
    }
    guard best.energy >= 0 else { return largest(count, limit: limit) }
    return (best.low...(best.low + count)).filter { $0 != 0 }
  }

  func energy(of harmonics: [Int]) -> Double { harmonics.reduce(0) { $0 + self[$1].lengthSquared } }
}

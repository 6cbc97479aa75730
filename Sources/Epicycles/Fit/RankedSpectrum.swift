import Harmonics
import PlaneCurves

/// A spectrum with its harmonics in the order of their size, and the supports that it suggests.
struct RankedSpectrum: Sendable {
  private let spectrum: Spectrum
  /// All resolved harmonics but 0, the largest coefficient first.
  private let ordered: [Int]

  /// - Parameter samples: z(j/M), j = 0…M − 1.
  init(samples: [Complex]) {
    spectrum = Spectrum(samples: samples)
    let bins = spectrum.bins
    let sizes = bins.map(\.lengthSquared)
    let harmonics = (0..<spectrum.bandwidth).flatMap { [$0 + 1, -$0 - 1] }
    ordered = harmonics.sorted {
      let (a, b) = (sizes[$0 < 0 ? $0 + bins.count : $0], sizes[$1 < 0 ? $1 + bins.count : $1])
      return a != b ? a > b : (abs($0), -$0) < (abs($1), -$1)
    }
  }

  subscript(_ n: Int) -> Complex { spectrum.coefficient(n) }

  /// Σ |cₙ|² over all n but 0 and those of `harmonics`.
  func energy(without harmonics: [Int]) -> Double {
    max(0, harmonics.reduce(spectrum.energy) { $0 - self[$1].lengthSquared })
  }

  /// The `count` harmonics with the largest coefficients, rising; on equal size the smaller |n|, then n > 0.
  func largest(_ count: Int, limit: Int, without excluded: Set<Int> = []) -> [Int] {
    Array(ordered.lazy.filter { abs($0) <= limit && !excluded.contains($0) }.prefix(count)).sorted()
  }

  /// The run of harmonics around 0, 0 itself not counted, `count` long, that holds most energy.
  func band(_ count: Int, limit: Int) -> [Int] {
    let top = min(limit, spectrum.bandwidth)
    var best: (energy: Double, low: Int) = (-1, 0)
    for low in max(-count, -top)...0 where low + count <= top {
      var energy = 0.0
      for n in low...(low + count) where n != 0 { energy += self[n].lengthSquared }
      if energy > best.energy { best = (energy, low) }
    }
    guard best.energy >= 0 else { return largest(count, limit: limit) }
    return (best.low...(best.low + count)).filter { $0 != 0 }
  }
}

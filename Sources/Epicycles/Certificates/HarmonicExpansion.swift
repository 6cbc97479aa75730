import Foundation
import Harmonics
import PlaneCurves

/// A harmonic sum as one power series for each of M equal cells of the loop, so that z costs a dozen products
/// anywhere instead of one sine and cosine for each arm.
///
/// Cell m holds the times m/M ≤ t ≤ (m+1)/M. With u = 2M·t − (2m+1), which runs from −1 to 1 there,
/// z = Σ aₖuᵏ, aₖ = Σₙ cₙ·exp(2πi·n·(m+½)/M)·(πi·n/M)ᵏ/k!: one backward transform of size M for each k. M is at
/// least eight times the bandwidth, or twice it where that would take too much room, so that 14 or 22 terms leave a
/// remainder below machine precision; it is added to `uncertainty` all the same. Sums whose table would be too
/// large still are evaluated arm by arm.
struct HarmonicExpansion: Sendable {
  /// M, a power of two.
  let cellCount: Int
  /// A bound of |z as evaluated − z|, the sensitivity to the last bits of t included, in the sum's unit.
  let uncertainty: Double
  private let sum: HarmonicSum
  /// Empty for sums that are evaluated arm by arm.
  private let table: PolynomialTable
  /// Bounds of |z''| and |z'''| by u, for sums that are evaluated arm by arm.
  private let secondBound: Double
  private let thirdBound: Double

  private static let smallTable = 1 << 17
  private static let largestTable = 1 << 20

  init(_ sum: HarmonicSum) {
    self.sum = sum
    let bandwidth = sum.bandwidth
    var count = 64
    while count / 8 < bandwidth && count < Self.smallTable { count *= 2 }
    if bandwidth <= Self.largestTable / 2 {
      while count / 2 < bandwidth { count *= 2 }
    }
    cellCount = count
    let order = bandwidth <= count / 8 ? 14 : 22

    var (size, energy, speed, remainder, second, third) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for term in sum.terms {
      let radius = term.coefficient.length
      let ratio = Double.pi * abs(Double(term.harmonic)) / Double(count)
      size += radius
      energy += radius * radius
      speed += 2 * .pi * abs(Double(term.harmonic)) * radius
      second += ratio * ratio * radius
      third += ratio * ratio * ratio * radius
      remainder += radius * pow(ratio, Double(order)) / tgamma(Double(order + 1))
    }
    secondBound = second * (1 + 0x1p-40)
    thirdBound = third * (1 + 0x1p-40)
    let rounding = 4 * sum.centre.length + Double(64 + sum.terms.count) * size + 8 * speed
    guard bandwidth <= count / 2 else {
      table = PolynomialTable()
      uncertainty = .ulpOfOne * rounding
      return
    }
    // The error of a fast transform of size M in any one sample: at most 4·log₂M·ε·√M·‖c‖ (Higham 2002, 24.1);
    // the series add at most e^(π·bandwidth/M) of it.
    let growth = exp(.pi * Double(bandwidth) / Double(count))
    let transform = 4 * growth * log2(Double(count)) * Double(count).squareRoot() * energy.squareRoot()
    uncertainty = remainder + .ulpOfOne * (rounding + transform)
    table = Self.table(of: sum, count: count, order: order)
  }

  private static func table(of sum: HarmonicSum, count: Int, order: Int) -> PolynomialTable {
    let transform = FourierTransform.shared(count: count, direction: .backward)
    var columns = [Complex](repeating: .zero, count: count * order)
    var spectrum = [Complex](repeating: .zero, count: count)
    var weighted = sum.terms.map { term in
      let turns = (0.5 * Double(term.harmonic) / Double(count)).remainder(dividingBy: 1)
      return term.coefficient * Complex(length: 1, phase: Angle(radians: 2 * .pi * turns))
    }
    let bins = sum.terms.map { $0.harmonic < 0 ? $0.harmonic + count : $0.harmonic }
    for k in 0..<order {
      for (value, bin) in zip(weighted, bins) { spectrum[bin] = value }
      spectrum[0] = k == 0 ? sum.centre : .zero
      for (cell, value) in transform(spectrum).enumerated() { columns[cell * order + k] = value }
      for (i, term) in sum.terms.enumerated() {
        let ratio = .pi * Double(term.harmonic) / (Double(count) * Double(k + 1))
        weighted[i] = weighted[i] * Complex(0, ratio)
      }
    }
    return PolynomialTable(columns, order: order)
  }

  /// Whether z costs the same however many arms it has.
  var isTabulated: Bool { table.count > 0 }

  var centre: Complex { sum.centre }
  var terms: [Term] { sum.terms }

  /// The cell that holds `t` in 0…1.
  func cell(at t: Double) -> Int {
    min(cellCount - 1, max(0, Int((t * Double(cellCount)).rounded(.down))))
  }

  @inline(__always)
  private func local(_ t: Double, _ cell: Int) -> Double {
    2 * Double(cellCount) * t - Double(2 * cell + 1)
  }

  /// z(t) for a `t` in cell `cell`, its ends included.
  @inline(__always)
  func point(atTime t: Double, in cell: Int) -> Complex {
    isTabulated ? table.value(at: local(t, cell), in: cell) : sum.point(atTime: t)
  }

  /// z''·(duration/2)² at `t`, and a bound of how far it lies from any other value of that between
  /// t − duration/2 and t + duration/2, all inside the cell.
  @inline(__always)
  func bend(atTime t: Double, in cell: Int, duration: Double) -> (value: Complex, spread: Double) {
    let half = duration * Double(cellCount)
    if !isTabulated { return (.zero, secondBound * half * half) }
    let spread = min(table.thirdBounds[cell] * half, 2 * table.secondBounds[cell]) * half * half
    return (table.second(at: local(t, cell), in: cell) * (half * half), spread)
  }
}

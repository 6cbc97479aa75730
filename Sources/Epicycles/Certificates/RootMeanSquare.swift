import Harmonics
import PlaneCurves

/// Means over one loop of a harmonic sum z beside a motion γ.
public struct MeanSquares: Sendable, Hashable {
  /// √∫|z(t) − γ(t)|²dt, in user units.
  public let rootMeanSquare: Double
  /// ∫|γ(t) − c₀|²dt, c₀ the centre of z, in user units squared.
  public let spread: Double

  /// The share of γ's motion about c₀ that z reproduces: 1 − rms²/mean|γ − c₀|²; 1 where neither moves.
  public var energy: Double {
    guard rootMeanSquare > 0 else { return 1 }
    let ratio = rootMeanSquare / spread.squareRoot()
    return 1 - ratio * ratio
  }
}

/// The root mean square of z − γ, integrated directly and never as a difference of large numbers.
///
/// Gauss–Legendre rules with four nodes on every piece on which both are smooth, halved until the sum settles to
/// 1e-7 of itself. `nil` where a number isn't finite.
public func rootMeanSquare(_ sum: HarmonicSum, _ motion: Motion) -> MeanSquares? {
  guard let comparison = Comparison(sum, motion) else { return nil }
  return comparison.meanSquares()
}

extension Comparison {
  private static let nodes: [(position: Double, weight: Double)] = [
    (-0.8611363115940526, 0.17392742256872692), (-0.3399810435848563, 0.32607257743127307),
    (0.3399810435848563, 0.32607257743127307), (0.8611363115940526, 0.17392742256872692),
  ]
  private static let deepest = 24

  /// The integrals in common coordinates, the result in user units.
  func meanSquares() -> MeanSquares {
    var open = cells().map { (cell: $0, value: integrals(over: $0)) }
    var settled = SIMD2<Double>.zero
    for _ in 0..<Self.deepest where !open.isEmpty {
      var halved: [(cell: ErrorCell, value: SIMD2<Double>, change: SIMD2<Double>)] = []
      halved.reserveCapacity(2 * open.count)
      var total = settled
      for entry in open {
        let (first, second) = halves(of: entry.cell)
        let values = (integrals(over: first), integrals(over: second))
        let sum = values.0 + values.1
        let change = pointwiseMax(sum - entry.value, entry.value - sum)
        total += sum
        halved.append((first, values.0, change))
        halved.append((second, values.1, change))
      }
      let allowed = pointwiseMax(1e-7 * total, SIMD2(repeating: uncertainty * uncertainty))
      let share = allowed / Double(open.count)
      open = []
      for entry in halved {
        if entry.change.x <= share.x && entry.change.y <= share.y {
          settled += entry.value
        } else {
          open.append((entry.cell, entry.value))
        }
      }
    }
    for entry in open { settled += entry.value }
    return MeanSquares(rootMeanSquare: unit * settled.x.squareRoot(), spread: unit * unit * settled.y)
  }

  /// ∫|z − γ|²dt and ∫|γ − c₀|²dt over the cell.
  private func integrals(over cell: ErrorCell) -> SIMD2<Double> {
    let time = 0.5 * (cell.startTime + cell.endTime)
    let length = 0.5 * (cell.startLength + cell.endLength)
    let duration = cell.endTime - cell.startTime
    let run = cell.endLength - cell.startLength
    let piece = runs[cell.run].piece
    var sum = SIMD2<Double>.zero
    for node in Self.nodes {
      let offset = 0.5 * node.position
      let exact = path.point(atLength: length + offset * run, in: piece)
      let drawn = z.point(atTime: time + offset * duration, in: cell.cell)
      sum += node.weight * SIMD2((drawn - exact).lengthSquared, (exact - z.centre).lengthSquared)
    }
    return duration * sum
  }
}

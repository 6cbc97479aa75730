import Harmonics
import PlaneCurves

/// The cyclic Fréchet distance between the curve that z draws and the way that the motion runs, in its direction:
/// the least over all matchings of the two that never turn back, from any start, of the largest distance between
/// matched points. In user units.
///
/// `lower` is the Hausdorff distance's or better; `upper` is never above that of `maximumDistance`.
/// - Parameters:
///   - sum: z; y points down as in the curve.
///   - motion: γ, the curve and its timing.
///   - tightness: how far `upper` shall lie above `lower`, relative to it; the gap can stay wider.
///   - resolution: in user units; a gap smaller than that is never worked on. 1e-7 of the diagonal of the
///     curve's bounding box if not given.
public func frechetDistance(
  _ sum: HarmonicSum, _ motion: Motion, tightness: Double = 0.02, resolution: Double? = nil
) -> CertifiedInterval {
  guard let comparison = Comparison(sum, motion) else { return .unknown }
  let small = resolution.map { $0 / comparison.unit } ?? 1e-7 * comparison.diagonal
  let maximum = comparison.maximum(tightness: 0.01, floor: min(small, 1e-9 * comparison.diagonal))
  let hausdorff = comparison.hausdorff(tightness: tightness, resolution: small, ceiling: maximum.upper)
  return comparison.frechet(
    hausdorff: hausdorff, maximum: maximum, tightness: tightness, resolution: small
  ).scaled(by: comparison.unit)
}

extension Comparison {
  private static let largestArcCount = 1 << 20
  private static let largestCellCount = 8_000_000

  /// The cyclic Fréchet distance between the curve that z draws and the way that γ runs, in common coordinates.
  ///
  /// Both become chains of chords, whose distance differs from the truth by no more than their deviations; the
  /// chains' is bracketed by decisions in their free space. Where a decision stays open, or the work would be
  /// too much, the interval stays wider than `tightness`.
  /// - Parameters:
  ///   - hausdorff: the Hausdorff distance, which is never larger.
  ///   - maximum: the distance at equal times, which is never smaller.
  ///   - resolution: a gap smaller than that is never worked on.
  func frechet(
    hausdorff: CertifiedInterval, maximum: CertifiedInterval, tightness: Double, resolution: Double
  ) -> CertifiedInterval {
    var (lower, upper) = (hausdorff.lower, maximum.upper)
    // Where decisions failed, though perhaps not for certain.
    var failed = lower
    var next = hausdorff.upper * (1 + 0.25 * tightness)
    var growth = tightness
    var budget = Self.largestCellCount
    var chains: (space: FreeSpace, margin: Double, tolerance: Double)?
    while budget > 0 {
      let gap = max(0.75 * tightness * failed, resolution, 8 * uncertainty)
      if upper - failed <= gap { break }
      let goal = min(max(next, failed + 0.5 * gap), 0.5 * (failed + upper))
      let tolerance = max(tightness * goal, resolution, 8 * uncertainty) / 20
      if chains.map({ $0.tolerance > 2 * tolerance || $0.tolerance < 0.2 * tolerance }) ?? true {
        chains = self.chains(tolerance: tolerance)
      }
      guard let chains else { break }
      // Chords can't tell what is smaller than their deviations.
      if 2 * chains.margin > goal {
        failed = goal
        next = 8 * chains.margin
        continue
      }
      switch chains.space.decide(goal - chains.margin, budget: &budget) {
      case .within: upper = goal
      case .beyond:
        lower = max(lower, goal - 2 * chains.margin)
        failed = goal
      case .unclear: failed = goal
      }
      // Just above the Hausdorff distance first, then ever farther, then between what failed and what did not.
      next = failed * (1 + growth)
      growth *= 3
    }
    return CertifiedInterval(lower: min(lower, upper), upper: upper)
  }

  /// Both curves as chains of chords, and a bound of how far their distance is from the curves'.
  private func chains(tolerance: Double) -> (space: FreeSpace, margin: Double, tolerance: Double) {
    let drawn = DrawnTrace(z: z)
      .flattened(drawnArcs(), tolerance: tolerance / 2, limit: Self.largestArcCount)
      .chords(tolerance: tolerance)
    let exact = ExactTrace(path: path)
      .flattened(exactArcs(), tolerance: tolerance / 2, limit: Self.largestArcCount)
      .chords(tolerance: tolerance)
    let margin =
      drawn.reduce(0) { max($0, $1.deviation) } + exact.reduce(0) { max($0, $1.deviation) }
      + 2 * uncertainty
    return (FreeSpace(drawn: drawn, exact: exact), margin, tolerance)
  }
}

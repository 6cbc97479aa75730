import Harmonics
import PlaneCurves

/// How far the curve that a harmonic sum draws is from the motion that it stands for; lengths in user units.
///
/// Every interval holds over continuous time and the exact curve, rounding included. For several chains as a
/// whole take `CertifiedInterval.largest`, the worst chain's: its `hausdorff.upper` also bounds the distance
/// between the unions of all curves, which can be smaller.
public struct ChainCertificate: Sendable, Hashable {
  /// The root mean square of the distance at equal times, and the energy.
  public let means: MeanSquares
  /// The largest distance at equal times.
  public let max: CertifiedInterval
  /// The largest distance where the point may be early or late; nil where it may not.
  public var maxWithSlack: CertifiedInterval?
  /// The symmetric Hausdorff distance.
  public let hausdorff: CertifiedInterval
  /// The cyclic Fréchet distance; `upper` is never above that of `max`.
  public let frechet: CertifiedInterval
}

/// Certifies what `sum` draws against `motion`.
///
/// `max.upper` lies at most 1 % above `max.lower`, `hausdorff.upper` at most 2 % (or 1e-7 of the diagonal) above
/// `hausdorff.lower`, and `frechet` aims at the same. No upper bound is smaller than 1e-9 of the diagonal: below
/// that, figures are zero to rounding.
/// - Parameters:
///   - sum: z, in the curve's coordinates, y down.
///   - motion: γ, the curve and its timing.
///   - diagonal: of the bounding box of all curves that belong together, in user units.
///   - slack: by how much the point may be early or late at any time, in loops; nil leaves `maxWithSlack` out.
public func certify(
  sum: HarmonicSum, motion: Motion, diagonal: Double, slack: Double? = nil
) -> ChainCertificate {
  guard let comparison = Comparison(sum, motion) else {
    return ChainCertificate(
      means: MeanSquares(rootMeanSquare: .greatestFiniteMagnitude, spread: 1), max: .unknown,
      maxWithSlack: slack.map { _ in .unknown }, hausdorff: .unknown, frechet: .unknown)
  }
  let unit = comparison.unit
  let floor = diagonal.isFinite ? 1e-9 * Swift.max(0, diagonal / unit) : 0
  let resolution = 100 * floor
  let maximum = comparison.maximum(tightness: 0.01, floor: floor)
  let hausdorff = comparison.hausdorff(
    tightness: 0.02, resolution: resolution, ceiling: maximum.upper)
  let frechet = comparison.frechet(
    hausdorff: hausdorff, maximum: maximum, tightness: 0.02, resolution: resolution)
  let finish = { (interval: CertifiedInterval) in interval.floored(at: floor).scaled(by: unit) }
  return ChainCertificate(
    means: comparison.meanSquares(), max: finish(maximum),
    maxWithSlack: slack.map {
      finish(comparison.maximum(slack: $0, tightness: 0.01, floor: floor, ceiling: maximum))
    }, hausdorff: finish(hausdorff),
    frechet: finish(frechet))
}

import Harmonics
import PlaneCurves

/// How finely a curve is sampled before the transform.
public enum Sampling {
  /// The aliasing that a kept coefficient may have, as a share of the diagonal.
  public static let tolerance = 1e-7
  /// Samples enough for any smooth outline, and the most that are ever taken.
  public static let counts = 4096...(1 << 22)

  /// The sample count for which aliasing stays within `tolerance` of the diagonal in every coefficient up to a
  /// quarter of the count, as far as the largest count allows.
  public static func count(for curve: Curve) -> Int {
    let bound = curve.length * curve.turning / (tolerance * curve.bounds.diagonal)
    // Σ over k ≥ 1 of 2/(2π(k − 1/4))² = 0.1287…
    let wanted = (0.129 * bound).squareRoot()
    guard wanted.isFinite, wanted < Double(counts.upperBound) else { return counts.upperBound }
    return SampleCount.friendly(atLeast: max(counts.lowerBound, Int(wanted.rounded(.up))))
  }
}

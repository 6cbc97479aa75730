import Harmonics
import PlaneCurves

/// A curve at constant speed, sampled finely enough for its coefficients to be trusted.
struct SampledCurve: Sendable {
  let samples: [Complex]
  let spectrum: Spectrum
  /// The largest |n| whose coefficient is kept, if it is among the largest.
  let bandwidth: Int

  /// The aliasing that a kept coefficient may have, as a share of the diagonal.
  static let tolerance = 1e-7
  /// Samples enough for any smooth outline, and the most that are taken.
  static let counts = 4096...(1 << 22)

  /// Takes the fewest samples for which aliasing stays within `tolerance` of the diagonal in every coefficient up
  /// to a quarter of the count, as far as the largest count allows; and enough for twice `arms` coefficients.
  init(_ curve: Curve, start: Double = 0, arms: Int) {
    let wanted = SampleCount.friendly(atLeast: 4 * min(arms, Self.counts.upperBound / 4)) ?? 0
    self.init(curve, start: start, count: max(Self.count(for: curve), wanted))
  }

  init(_ curve: Curve, start: Double = 0, count: Int) {
    samples = curve.sample(count: count, start: start)
    spectrum = Spectrum(samples: samples)
    bandwidth = count / 4
  }

  private static func count(for curve: Curve) -> Int {
    // The bound is proportional to M⁻² for a bandwidth of M/4.
    let unit = SampleCount.aliasingBound(
      length: curve.length, turning: curve.turning, bandwidth: 1 << 10, count: 1 << 12)
    let wanted = 4096 * (unit / (tolerance * curve.bounds.diagonal)).squareRoot()
    guard wanted < Double(counts.upperBound) else { return counts.upperBound }
    return SampleCount.friendly(atLeast: max(counts.lowerBound, Int(wanted.rounded(.up))))
      ?? counts.upperBound
  }

  /// The most by which aliasing may have changed any coefficient up to `bandwidth`, in user units.
  func aliasing(of curve: Curve, bandwidth: Int) -> Double {
    SampleCount.aliasingBound(
      length: curve.length, turning: curve.turning, bandwidth: bandwidth, count: samples.count)
  }
}

/// An interval that certainly holds a distance: `lower` ≤ truth ≤ `upper`, in the unit of the curve.
///
/// Never empty, never inverted, always finite, never below zero.
public struct CertifiedInterval: Sendable, Hashable, Codable {
  public let lower: Double
  public let upper: Double

  /// Bounds that are not finite become the widest finite ones.
  public init(lower: Double, upper: Double) {
    let top = upper.isFinite ? max(0, upper) : .greatestFiniteMagnitude
    self.upper = top
    self.lower = lower.isFinite ? min(max(0, lower), top) : 0
  }

  /// What is known where nothing could be computed.
  static let unknown = CertifiedInterval(lower: 0, upper: .greatestFiniteMagnitude)

  /// The interval of the largest of several distances; `nil` for none.
  public static func largest(of intervals: some Sequence<CertifiedInterval>) -> CertifiedInterval? {
    intervals.reduce(nil) { worst, next in
      guard let worst else { return next }
      return CertifiedInterval(
        lower: max(worst.lower, next.lower), upper: max(worst.upper, next.upper))
    }
  }

  /// `upper` raised to `floor` at least, for figures that are zero to rounding.
  func floored(at floor: Double) -> CertifiedInterval {
    CertifiedInterval(lower: lower, upper: max(upper, floor))
  }

  func scaled(by factor: Double) -> CertifiedInterval {
    CertifiedInterval(lower: lower * factor, upper: upper * factor)
  }
}

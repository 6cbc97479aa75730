import EpicycleSpec

/// The error of one curve's chain, before it is written down.
struct CurveReport: Sendable {
  var certificate: ChainCertificate
  /// The curve's length, by which the whole's means are weighted.
  var length: Double
  var aliasing: Double
  var fastestPeriod: Double?
  var joins: Spec.ErrorReport.Joins?

  func errorReport(units: Spec.Units, diagonal: Double) -> Spec.ErrorReport {
    Self.report(
      means: certificate.means, certificates: [certificate], aliasing: aliasing, fastestPeriod: fastestPeriod,
      joins: joins, units: units, diagonal: diagonal)
  }

  /// The whole: means weighted by length, the worst chain's distances.
  static func whole(_ reports: [CurveReport], units: Spec.Units, diagonal: Double) -> Spec.ErrorReport {
    let length = reports.reduce(0) { $0 + $1.length }
    let weights = reports.map { $0.length / length }
    // Scaled by the largest, so that squares neither overflow nor vanish.
    let unit = reports.map(\.certificate.means.rootMeanSquare).max() ?? 0
    let squares = zip(reports, weights).reduce(0) { total, item in
      let share = unit > 0 ? item.0.certificate.means.rootMeanSquare / unit : 0
      return total + item.1 * share * share
    }
    let spread = zip(reports, weights).reduce(0) { $0 + $1.1 * $1.0.certificate.means.spread }
    let joins = reports.compactMap(\.joins)
    return report(
      means: MeanSquares(rootMeanSquare: unit * squares.squareRoot(), spread: spread),
      certificates: reports.map(\.certificate), aliasing: reports.map(\.aliasing).max() ?? 0,
      fastestPeriod: reports.compactMap(\.fastestPeriod).min(),
      joins: joins.isEmpty
        ? nil
        : Spec.ErrorReport.Joins(
          number: joins.reduce(0) { $0 + $1.number }, length: joins.reduce(0) { $0 + $1.length }),
      units: units, diagonal: diagonal)
  }

  private static func report(
    means: MeanSquares, certificates: [ChainCertificate], aliasing: Double, fastestPeriod: Double?,
    joins: Spec.ErrorReport.Joins?, units: Spec.Units, diagonal: Double
  ) -> Spec.ErrorReport {
    let largest =
      CertifiedInterval.largest(of: certificates.map(\.max)) ?? CertifiedInterval(lower: 0, upper: 0)
    return Spec.ErrorReport(
      unit: units, diagonal: diagonal, rms: means.rootMeanSquare, energy: means.energy,
      max: Spec.ErrorReport.Bounds(largest), aliasing: aliasing, fastestPeriod: fastestPeriod, joins: joins,
      relative: Spec.ErrorReport.Relative(
        rms: means.rootMeanSquare / diagonal, max: (largest.upper / diagonal).nextUp))
  }
}

extension Spec.ErrorReport.Bounds {
  init(_ interval: CertifiedInterval) { self.init(lower: interval.lower, upper: interval.upper) }
}

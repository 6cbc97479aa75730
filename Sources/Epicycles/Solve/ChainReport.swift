import EpicycleSpec

/// The error of one chain, or of the whole, before it is written down.
struct ChainReport: Sendable {
  var certificate: ChainCertificate
  /// Of the curve, by which the whole's means are weighted.
  var length: Double
  var fastestPeriod: Double?
  var aliasing: Double?
  var joins: Spec.ErrorReport.Joins?
  var optimumLower: Double?
  var speedRange: ClosedRange<Double>?

  /// The worst chain's bounds, means weighted by length; nil for no chains. The worst chain's Hausdorff distance
  /// also bounds that between the unions of all curves.
  static func whole(of reports: [ChainReport]) -> ChainReport? {
    let certificates = reports.map(\.certificate)
    guard let max = CertifiedInterval.largest(of: certificates.map(\.max)),
      let hausdorff = CertifiedInterval.largest(of: certificates.map(\.hausdorff)),
      let frechet = CertifiedInterval.largest(of: certificates.map(\.frechet))
    else { return nil }
    let length = reports.reduce(0) { $0 + $1.length }
    let weights = reports.map { $0.length / length }
    // In units of the largest, so that squares neither overflow nor vanish.
    let unit = certificates.reduce(0) { Swift.max($0, $1.means.rootMeanSquare) }
    let square = zip(certificates, weights).reduce(0) { sum, item in
      let share = unit > 0 ? item.0.means.rootMeanSquare / unit : 0
      return sum + item.1 * share * share
    }
    let means = MeanSquares(
      rootMeanSquare: unit * square.squareRoot(),
      spread: zip(certificates, weights).reduce(0) { $0 + $1.1 * $1.0.means.spread })
    var whole = ChainReport(
      certificate: ChainCertificate(means: means, max: max, hausdorff: hausdorff, frechet: frechet),
      length: length)
    let joins = reports.compactMap(\.joins)
    let ranges = reports.compactMap(\.speedRange)
    whole.fastestPeriod = reports.compactMap(\.fastestPeriod).min()
    whole.aliasing = reports.compactMap(\.aliasing).max()
    if !joins.isEmpty {
      whole.joins = Spec.ErrorReport.Joins(
        number: joins.reduce(0) { $0 + $1.number }, length: joins.reduce(0) { $0 + $1.length })
    }
    // The worst error of all chains is at least the worst of their lower bounds.
    whole.optimumLower = reports.compactMap(\.optimumLower).max()
    if let slowest = ranges.map(\.lowerBound).min(), let fastest = ranges.map(\.upperBound).max() {
      whole.speedRange = slowest...fastest
    }
    return whole
  }

  func errorReport(units: Spec.Units, diagonal: Double) -> Spec.ErrorReport {
    func share(_ upper: Double) -> Double { (upper / diagonal).nextUp }
    return Spec.ErrorReport(
      unit: units, diagonal: diagonal, rms: certificate.means.rootMeanSquare,
      energy: certificate.means.energy,
      max: Spec.ErrorReport.Bounds(certificate.max),
      hausdorff: Spec.ErrorReport.Bounds(certificate.hausdorff),
      frechet: Spec.ErrorReport.Bounds(certificate.frechet),
      optimum: optimumLower.map { Spec.ErrorReport.Optimum(lower: $0) }, aliasing: aliasing,
      fastestPeriod: fastestPeriod, joins: joins,
      speedRange: speedRange.map { Spec.ErrorReport.Bounds(lower: $0.lowerBound, upper: $0.upperBound) },
      relative: Spec.ErrorReport.Relative(
        rms: certificate.means.rootMeanSquare / diagonal, max: share(certificate.max.upper),
        hausdorff: share(certificate.hausdorff.upper), frechet: share(certificate.frechet.upper)))
  }
}

extension Spec.ErrorReport.Bounds {
  init(_ interval: CertifiedInterval) { self.init(lower: interval.lower, upper: interval.upper) }
}

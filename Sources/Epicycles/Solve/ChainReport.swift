import EpicycleSpec

/// The error of one chain, or of the whole, before it is written down.
struct ChainReport: Sendable {
  var certificate: ChainCertificate
  var fastestPeriod: Double?
  var aliasing: Double?
  var joins: Spec.ErrorReport.Joins?
  var optimumLower: Double?
  var speedRange: ClosedRange<Double>?

  /// The worst chain's bounds, means weighted by length; nil for no chains.
  static func whole(of reports: [ChainReport]) -> ChainReport? {
    guard let certificate = ChainCertificate.whole(of: reports.map(\.certificate)) else { return nil }
    let joins = reports.compactMap(\.joins)
    let ranges = reports.compactMap(\.speedRange)
    var whole = ChainReport(certificate: certificate)
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
      unit: units, diagonal: diagonal, rms: certificate.rms, energy: certificate.energy,
      max: Spec.ErrorReport.Bounds(certificate.max), hausdorff: Spec.ErrorReport.Bounds(certificate.hausdorff),
      frechet: Spec.ErrorReport.Bounds(certificate.frechet),
      optimum: optimumLower.map { Spec.ErrorReport.Optimum(lower: $0) }, aliasing: aliasing,
      fastestPeriod: fastestPeriod, joins: joins,
      speedRange: speedRange.map { Spec.ErrorReport.Bounds(lower: $0.lowerBound, upper: $0.upperBound) },
      relative: Spec.ErrorReport.Relative(
        rms: certificate.rms / diagonal, max: share(certificate.max.upper),
        hausdorff: share(certificate.hausdorff.upper), frechet: share(certificate.frechet.upper)))
  }
}

extension Spec.ErrorReport.Bounds {
  init(_ interval: CertifiedInterval) { self.init(lower: interval.lower, upper: interval.upper) }
}

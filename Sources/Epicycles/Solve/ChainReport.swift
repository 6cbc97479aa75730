import EpicycleSpec
import Harmonics

/// The error of one chain, or of the whole, before it is written down.
struct ChainReport: Sendable {
  var certificate: ChainCertificate
  /// Of the curve, by which the whole's means are weighted.
  var length: Double
  var fastestPeriod: Double?
  var fastestPeriods: Spec.ErrorReport.FastestPeriods?
  var aliasing: Double?
  var joins: Spec.ErrorReport.Joins?
  var jumps: Spec.ErrorReport.Jumps?
  var frames: FrameReport?
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
      certificate: ChainCertificate(
        means: means, max: max,
        maxWithSlack: CertifiedInterval.largest(of: certificates.compactMap(\.maxWithSlack)),
        hausdorff: hausdorff, frechet: frechet),
      length: length)
    let joins = reports.compactMap(\.joins)
    let ranges = reports.compactMap(\.speedRange)
    whole.fastestPeriod = reports.compactMap(\.fastestPeriod).min()
    let periods = reports.compactMap(\.fastestPeriods)
    if let slow = periods.map(\.slow).min(), let radius = periods.map(\.radius).min(),
      let given = periods.map(\.given).min()
    {
      whole.fastestPeriods = Spec.ErrorReport.FastestPeriods(slow: slow, radius: radius, given: given)
    }
    let jumps = reports.compactMap(\.jumps)
    if let largest = jumps.map(\.largest).max() {
      whole.jumps = Spec.ErrorReport.Jumps(
        number: jumps.reduce(0) { $0 + $1.number }, largest: largest, cost: largest / 2)
    }
    whole.frames = FrameReport.whole(of: reports.compactMap(\.frames))
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
      maxWithSlack: certificate.maxWithSlack.map(Spec.ErrorReport.Bounds.init),
      optimum: optimumLower.map { Spec.ErrorReport.Optimum(lower: $0) }, aliasing: aliasing,
      fastestPeriod: fastestPeriod, fastestPeriods: fastestPeriods,
      invisibleHarmonics: frames?.invisible, largestStep: frames.map { .init($0.step) },
      shown: frames.map { .init($0.shown) }, joins: joins, jumps: jumps,
      speedRange: speedRange.map { Spec.ErrorReport.Bounds(lower: $0.lowerBound, upper: $0.upperBound) },
      relative: Spec.ErrorReport.Relative(
        rms: certificate.means.rootMeanSquare / diagonal, max: share(certificate.max.upper),
        hausdorff: share(certificate.hausdorff.upper), frechet: share(certificate.frechet.upper),
        maxWithSlack: certificate.maxWithSlack.map { share($0.upper) }))
  }
}

extension Spec.ErrorReport.Jumps {
  /// Nil where the motion doesn't jump.
  init?(_ motion: Motion) {
    let jumps = motion.jumps
    guard let largest = jumps.map(\.size).max() else { return nil }
    self.init(number: jumps.count, largest: largest, cost: largest / 2)
  }
}

extension Spec.ErrorReport.FastestPeriods {
  /// Of the terms in every order, in a loop of T `seconds`; nil without terms.
  init?(_ sum: HarmonicSum, isUpright: Bool, spin: Int, loop seconds: Double) {
    let rising = HarmonicSum(
      centre: sum.centre, terms: sum.terms.sorted { $0.harmonic < $1.harmonic })
    func fastest(_ order: ChainOrder) -> Double? {
      RotationChain(rising, order: order, isUpright: isUpright, spin: spin).fastestPeriod(loop: seconds)
    }
    guard let slow = fastest(.slow), let radius = fastest(.radius), let given = fastest(.given) else {
      return nil
    }
    self.init(slow: slow, radius: radius, given: given)
  }
}

extension Spec.ErrorReport.Bounds {
  init(_ interval: CertifiedInterval) { self.init(lower: interval.lower, upper: interval.upper) }
}

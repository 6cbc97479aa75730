import EpicycleSpec
import PlaneCurves

extension Spec {
  /// The spec with the error report of its clocks as they stand now, whatever it said before.
  ///
  /// Lower bounds for the best possible fit go, since they were found for other timings or coefficients.
  ///
  /// - Parameter targets: for each chain its curve, in the chains' order, joins included; where they are not as
  ///   many, the reports are empty.
  public func reported(against targets: [Target]) -> Spec {
    var spec = self
    spec.error = ErrorReport()
    for index in chains.indices { spec.chains[index].error = ErrorReport() }
    guard let first = targets.first, targets.count == chains.count else { return spec }
    let diagonal = targets.dropFirst().reduce(first.curve.bounds) { $0.union($1.curve.bounds) }.diagonal
    let reports = zip(chains, targets).map { chain, target in
      chain.recomputed(on: target, loop: loop, budget: budget.clocks, diagonal: diagonal)
    }
    for (index, report) in reports.enumerated() {
      spec.chains[index].error = report.errorReport(units: units, diagonal: diagonal)
    }
    spec.error =
      ChainReport.whole(of: reports)?.errorReport(units: units, diagonal: diagonal) ?? ErrorReport()
    return spec
  }
}

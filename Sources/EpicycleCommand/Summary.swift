import EpicycleSpec

/// What `solve` says to people when it is done.
enum Summary {
  static func text(_ spec: Spec, of name: String) -> String {
    let error = spec.error
    let unit = spec.units == .points ? "points" : "units"
    var parts = [
      "\(spec.chains.count) \(spec.chains.count == 1 ? "curve" : "curves")",
      "\(spec.budget.used) of \(spec.budget.clocks) clocks",
    ]
    if let upper = error.max?.upper {
      parts.append("largest error " + figure(upper, error.relative?.max, unit))
    }
    if let upper = error.maxWithSlack?.upper {
      parts.append("within the slack " + figure(upper, error.relative?.maxWithSlack, unit))
    }
    if let rms = error.rms { parts.append("rms " + figure(rms, error.relative?.rms, unit)) }
    if let period = error.fastestPeriod { parts.append("fastest period \(period.significant()) s") }
    if let joins = error.joins {
      parts.append("\(joins.number) joins, \(joins.length.significant()) \(unit) long")
    }
    if !spec.warnings.isEmpty {
      parts.append("\(spec.warnings.count) \(spec.warnings.count == 1 ? "warning" : "warnings")")
    }
    return name + ": " + parts.joined(separator: ", ")
  }

  private static func figure(_ value: Double, _ share: Double?, _ unit: String) -> String {
    "\(value.significant(3)) \(unit)" + (share.map { " (\((100 * $0).significant(3)) %)" } ?? "")
  }
}

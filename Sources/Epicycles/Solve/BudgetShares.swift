/// How several curves share one budget: the next clock goes where it lowers the worst error, which is to the
/// curve with the worst one.
enum BudgetShares {
  /// Each curve's number of arms; every curve gets one at least.
  ///
  /// - Parameter arms: what the budget leaves for arms, at least one for each curve.
  static func shares(of arms: Int, among series: [TruncationSeries]) -> [Int] {
    if series.count == 1 { return [min(arms, series[0].sum.terms.count)] }
    var series = series
    for index in series.indices where !series[index].isExhausted { series[index].advance() }
    var left = arms - series.reduce(0) { $0 + $1.count }
    while left > 0 {
      // The first of equally bad curves: the order of the file decides.
      var worst: Int?
      for index in series.indices where !series[index].isExhausted {
        if let best = worst, series[best].distance >= series[index].distance { continue }
        worst = index
      }
      guard let worst else { break }
      series[worst].advance()
      left -= 1
    }
    return series.map(\.count)
  }
}

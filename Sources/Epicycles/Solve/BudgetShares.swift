#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// How several curves share one budget: the next clock goes where it lowers the worst error, which is to the
/// curve with the worst one.
enum BudgetShares {
  /// Each curve's number of arms; every curve gets one at least.
  ///
  /// - Parameter arms: what the budget leaves for arms, at least one for each curve.
  static func shares(of arms: Int, among series: [TruncationSeries]) -> [Int] {
    if series.count == 1 { return [min(arms, series[0].sum.terms.count)] }
    var shares = series.map { _ in 0 }
    for curve in order(of: arms, among: series) { shares[curve] += 1 }
    return shares
  }

  /// The curve that each clock goes to, one clock after the other.
  ///
  /// - Parameter arms: as for `shares`.
  static func order(of arms: Int, among series: [TruncationSeries]) -> [Int] {
    var series = series
    var order = series.indices.filter { !series[$0].isExhausted }
    for index in order { series[index].advance() }
    while order.count < arms {
      // The first of equally bad curves: the order of the file decides.
      var worst: Int?
      for index in series.indices where !series[index].isExhausted {
        if let best = worst, series[best].distance >= series[index].distance { continue }
        worst = index
      }
      guard let worst else { break }
      series[worst].advance()
      order.append(worst)
    }
    return order
  }

  /// Shares that should make the errors equal, from those that were tried: errors fall about as the 3/2th power
  /// of the number of arms.
  static func evened(_ shares: [Int], errors: [Double], arms: Int) -> [Int] {
    func counts(_ error: Double) -> [Int] {
      zip(shares, errors).map { share, own in
        let wanted = Double(share) * cbrt(own / error) * cbrt(own / error)
        return max(1, Int(min(wanted.rounded(.up), Double(arms))))
      }
    }
    guard var high = errors.max(), high > 0, high.isFinite else { return shares }
    var low = 0.0
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if counts(middle).reduce(0, +) <= arms { high = middle } else { low = middle }
    }
    return counts(high)
  }
}

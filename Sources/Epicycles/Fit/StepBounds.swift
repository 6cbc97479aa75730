/// How far apart in time two neighbouring nodes of a loop may be: entry j bounds t(j+1) − t(j), the last one
/// t(0) + 1 − t(count − 1).
struct StepBounds: Sendable {
  let shortest: [Double]
  let longest: [Double]

  /// The bounds that keep the speed in `speeds`, in units of the mean speed.
  /// - Parameters:
  ///   - shares: the share of the curve's length between neighbouring nodes; they sum to 1.
  ///   - gap: no step is longer, so that the drawn point can't stray unseen between two nodes, unless the speeds
  ///     need it.
  init(shares: [Double], speeds: ClosedRange<Double>, gap: Double = .infinity) {
    shortest = shares.map { $0 / speeds.upperBound }
    longest = shares.map { share in
      min(share / speeds.lowerBound, max(gap, 1.5 * share / speeds.upperBound))
    }
  }

  static func steps(of times: [Double]) -> [Double] {
    let count = times.count
    return (0..<count).map { $0 + 1 < count ? times[$0 + 1] - times[$0] : times[0] + 1 - times[$0] }
  }

  /// The times nearest in shape to `times` that keep a share `margin` of each interval away from its ends:
  /// every step is scaled by one factor and clamped.
  func interior(of times: [Double], margin: Double) -> [Double] {
    let wanted = Self.steps(of: times)
    let low = zip(shortest, longest).map { $0 + margin * ($1 - $0) }
    let high = zip(shortest, longest).map { $1 - margin * ($1 - $0) }
    func clamped(_ factor: Double) -> [Double] {
      wanted.indices.map { min(max(factor * wanted[$0], low[$0]), high[$0]) }
    }
    var (from, to) = (0.0, 1.0)
    while clamped(to).reduce(0, +) < 1, to < 1e12 { to *= 2 }
    for _ in 0..<60 {
      let middle = 0.5 * (from + to)
      if clamped(middle).reduce(0, +) < 1 { from = middle } else { to = middle }
    }
    let steps = clamped(to)
    let total = steps.reduce(0, +)
    var out = times
    for j in 1..<times.count { out[j] = out[j - 1] + steps[j - 1] / total }
    return out
  }
}

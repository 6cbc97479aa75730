import EpicycleSpec
import Foundation

extension Spec {
  /// The largest distance of the points of `other` from this spec's at equal shares of the loop, in `units`: a bound,
  /// the sum over a chain's arms.
  ///
  /// - Parameter other: with the same harmonics.
  public func distance(to other: Spec) -> Double {
    zip(chains, other.chains).reduce(0) { largest, pair in
      let (a, b) = pair
      let shift = hypot(a.centre.x - b.centre.x, a.centre.y - b.centre.y)
      let arms = zip(a.clocks, b.clocks).reduce(shift) {
        $0 + hypot($1.0.arm.x - $1.1.arm.x, $1.0.arm.y - $1.1.arm.y)
      }
      return max(largest, arms)
    }
  }

  /// The same motion with fewer digits and fewer knots, for files that hold many specs.
  ///
  /// In each chain the carried point moves by less than `share` of the largest error (`max.upper`), and the point of
  /// the curve to which a free timing compares it by less than `timing` of that: no distance of shapes depends on it.
  /// Chains that don't say their error stay as they are. The error reports are those of the unrounded motion: compute
  /// them anew.
  ///
  /// - Parameters:
  ///   - share: above 0.
  ///   - timing: above 0.
  public func rounded(within share: Double, timing: Double) -> Spec {
    var spec = self
    spec.chains = chains.map { chain in
      guard let error = chain.error.max?.upper, error > 0, error.isFinite else { return chain }
      var rounded = chain.rounded(within: share * error)
      rounded.timing.map = chain.timing.map?.rounded(within: timing * error)
      return rounded
    }
    return spec
  }
}

extension Spec.Chain {
  fileprivate func rounded(within tolerance: Double) -> Spec.Chain {
    var chain = self
    // Each arm's share, half of it for the length, half for the direction.
    let own = tolerance / Double(clocks.count + 1)
    chain.centre = Spec.Point(x: centre.x.rounded(within: own / 2), y: centre.y.rounded(within: own / 2))
    chain.clocks = clocks.map { clock in
      var clock = clock
      clock.radius = max(0, clock.radius.rounded(within: own / 2))
      clock.phase = clock.radius > 0 ? clock.phase.rounded(within: min(1, own / 2 / clock.radius)) : 0
      return clock
    }
    return chain
  }
}

extension Spec.TimeMap {
  /// Half of the tolerance, a length, for knots left out, the rest for digits. The ends stay exactly.
  func rounded(within tolerance: Double) -> Spec.TimeMap {
    let thinned = thinned(within: tolerance / 2)
    guard let first = thinned.length.first, let last = thinned.length.last else { return self }
    let steepest = zip(zip(thinned.time, thinned.length), zip(thinned.time, thinned.length).dropFirst())
      .reduce(last - first) { max($0, ($1.1.1 - $1.0.1) / ($1.1.0 - $1.0.0)) }
    var map = Spec.TimeMap(time: [0], length: [first])
    for (time, length) in zip(thinned.time, thinned.length).dropFirst().dropLast() {
      let time = time.rounded(within: tolerance / 4 / steepest)
      guard time > map.time[map.time.count - 1], time < 1 else { continue }
      map.time.append(time)
      map.length.append(
        min(last, max(map.length[map.length.count - 1], length.rounded(within: tolerance / 4))))
    }
    map.time.append(1)
    map.length.append(last)
    return map
  }

  /// Fewer of the knots, such that the map is nowhere further than `tolerance` from what it was: from each kept one
  /// the longest chord that passes all knots below it within the tolerance.
  private func thinned(within tolerance: Double) -> Spec.TimeMap {
    guard time.count > 2 else { return self }
    var map = Spec.TimeMap(time: [time[0]], length: [length[0]])
    var start = 0
    while start < time.count - 1 {
      var (end, slopes) = (start + 1, (low: -Double.infinity, high: Double.infinity))
      for next in (start + 1)..<time.count {
        let run = time[next] - time[start]
        let rise = length[next] - length[start]
        if slopes.low <= rise / run, rise / run <= slopes.high { end = next }
        slopes = (max(slopes.low, (rise - tolerance) / run), min(slopes.high, (rise + tolerance) / run))
        if slopes.low > slopes.high { break }
      }
      map.time.append(time[end])
      map.length.append(length[end])
      start = end
    }
    return map
  }
}

extension Double {
  /// The decimal with the fewest digits after the point that is within `tolerance`.
  fileprivate func rounded(within tolerance: Double) -> Double {
    guard tolerance > 0, isFinite else { return self }
    let digits = max(0, (-log10(2 * tolerance)).rounded(.up))
    let scale = pow(10, digits)
    guard digits <= 15, (self * scale).magnitude < 0x1p53 else { return self }
    return (self * scale).rounded() / scale
  }
}

import PlaneCurves

/// A time map to start from, and the curve's coefficients under it.
struct Start: Sendable {
  let map: TimeMap
  let spectrum: RankedSpectrum
  /// Starts of one family are alike.
  var family = 0

  /// The root mean square of what `count` terms leave out.
  func remainder(_ count: Int, limit: Int) -> Double {
    spectrum.energy(without: spectrum.largest(count, limit: limit)).squareRoot()
  }

  func truncation(_ count: Int, limit: Int) -> Solution {
    Solution(spectrum: spectrum, harmonics: spectrum.largest(count, limit: limit), map: map)
  }

  func band(_ count: Int, limit: Int) -> Solution {
    Solution(spectrum: spectrum, harmonics: spectrum.band(count, limit: limit), map: map)
  }
}

extension SupportSolver {
  /// The maps that a fit may start from: the motion's own, and with a free timing all slow-down maps, pulled
  /// into the range of speeds.
  func starts(samples: Int) -> [Start] {
    guard case .range(let speeds) = freedom else {
      return [Start(map: motion.map, spectrum: spectrum(of: motion.map, count: samples))]
    }
    let curve = motion.curve.curve
    var maps: [(map: TimeMap, family: Int)] = [(.constant(length: curve.length), 0)]
    for candidate in SlowDownMap.candidates {
      let map = candidate.map(corners: curve.corners, length: curve.length, knots: samples / 2)
        .limited(to: speeds)
      if !maps.contains(where: { $0.map == map }) { maps.append((map, 1 + Int(4 * candidate.share))) }
    }
    return maps.map {
      Start(map: $0.map, spectrum: spectrum(of: $0.map, count: samples), family: $0.family)
    }
  }
}

extension TimeMap {
  /// The slowest and fastest speed, in units of the mean speed.
  var speedRange: ClosedRange<Double> {
    let total = length[length.count - 1] - length[0]
    guard total > 0 else { return 0...0 }
    var (slow, fast) = (Double.infinity, 0.0)
    for k in 1..<time.count where time[k] > time[k - 1] {
      let speed = abs(length[k] - length[k - 1]) / (time[k] - time[k - 1]) / total
      slow = min(slow, speed)
      fast = max(fast, speed)
    }
    return min(slow, fast)...fast
  }

  /// A rising map's nearest in shape whose speed stays inside `speeds`.
  func limited(to speeds: ClosedRange<Double>) -> TimeMap {
    let total = length[length.count - 1] - length[0]
    let shares = (1..<length.count).map { (length[$0] - length[$0 - 1]) / total }
    guard shares.count >= 2 else { return self }
    let bounds = StepBounds(shares: shares, speeds: speeds)
    let times = bounds.interior(of: Array(time.dropLast()), margin: 1e-3)
    return TimeMap(time: times.map { $0 - times[0] } + [1], length: length)
  }
}

import Foundation
import PlaneCurves

/// A motion sampled for fits at its own times: where it is at given times, and where it isn't smooth.
struct ScaledMotion: Sendable {
  let curve: ScaledCurve
  let map: TimeMap
  /// Where the motion jumps, and where it is until then.
  let jumps: [(time: Double, before: Complex)]

  init(_ motion: Motion) {
    let scaled = ScaledCurve(motion.curve)
    curve = scaled
    map = motion.map
    jumps = motion.jumps.map { ($0.time, ($0.from - scaled.centre) / scaled.diagonal) }
  }

  func points(at times: [Double]) -> [Complex] {
    interpolate(times, from: map.time, to: map.length).map { curve.point(atLength: $0) }
  }

  /// The times, rising in 0..<1, where the velocity jumps: the map's knots where the speed changes by more than
  /// `tolerance` diagonals a loop, and the moments at which a corner is passed.
  func breaks(tolerance: Double) -> [Double] {
    var out: [Double] = []
    let pieces = map.time.count - 1
    let speeds = (0..<pieces).map {
      (map.length[$0 + 1] - map.length[$0]) / max(map.time[$0 + 1] - map.time[$0], 1e-300)
        / curve.diagonal
    }
    let length = curve.curve.length
    for k in 0..<pieces {
      let previous = speeds[k > 0 ? k - 1 : pieces - 1]
      if abs(speeds[k] - previous) > tolerance { out.append(map.time[k]) }
      let (a, b) = (map.length[k], map.length[k + 1])
      guard a != b else { continue }
      for corner in curve.curve.corners {
        var place = corner + ((min(a, b) - corner) / length).rounded(.up) * length
        while place <= max(a, b) {
          out.append(map.time[k] + (map.time[k + 1] - map.time[k]) * ((place - a) / (b - a)))
          place += length
        }
      }
    }
    var kept: [Double] = []
    for time in out.sorted() where time < 1 - 1e-12 && kept.last.map({ time - $0 > 1e-12 }) ?? true {
      kept.append(time)
    }
    return kept
  }

  /// The times, rising in 0..<1, when the motion has turned back within `loops` before and after and is as far along at
  /// both ends: what it passes in between is least then. Looked for between `count` equally spaced times.
  func turns(within loops: Double, count: Int) -> [Double] {
    let rise = map.length[map.length.count - 1] - map.length[0]
    func length(_ t: Double) -> Double { map(t - t.rounded(.down)) + t.rounded(.down) * rise }
    func advance(_ t: Double) -> Double { length(t + loops) - length(t - loops) }
    let advances = (0...count).map { advance(Double($0) / Double(count)) }
    return (0..<count).compactMap { k in
      guard advances[k] * advances[k + 1] < 0 else { return nil }
      var (low, high) = (Double(k) / Double(count), Double(k + 1) / Double(count))
      for _ in 0..<40 {
        let middle = 0.5 * (low + high)
        if advance(middle) * advances[k] > 0 { low = middle } else { high = middle }
      }
      return 0.5 * (low + high)
    }
  }
}

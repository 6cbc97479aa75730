/// A piecewise linear map from time, in loops, to arc length, in user units.
///
/// `time` rises from 0 to 1; `length` is the arc length reached at each knot and may rest or fall. Two knots at
/// the same time are a jump: the earlier one is the limit from before, the later one holds from then on.
public struct TimeMap: Sendable, Hashable {
  public let time: [Double]
  public let length: [Double]
  /// How far the map may be from the law that it stands for, in user units; 0 where it is the law.
  public let tolerance: Double

  /// - Parameters:
  ///   - time: at least two knots, rising from 0 to 1.
  ///   - length: as many finite arc lengths.
  ///   - tolerance: how far the map may be from its law, in user units.
  public init(time: [Double], length: [Double], tolerance: Double = 0) {
    precondition(time.count == length.count && time.count >= 2)
    self.time = time
    self.length = length
    self.tolerance = tolerance
  }

  /// Constant speed: `length` in one loop, beginning at arc length `start`.
  public static func constant(length: Double, start: Double = 0) -> TimeMap {
    TimeMap(time: [0, 1], length: [start, start + length])
  }

  /// The arc length at time `t` in 0…1; at a jump the one that holds from then on.
  public func callAsFunction(_ t: Double) -> Double {
    var low = 0
    var high = time.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if time[middle] <= t { low = middle } else { high = middle }
    }
    let span = time[high] - time[low]
    guard span > 0 else { return length[high] }
    return length[low] + (length[high] - length[low]) * ((t - time[low]) / span)
  }

  /// The same motion begun `offset` loops later: t ↦ map(t + offset), cyclic.
  ///
  /// - Parameters:
  ///   - offset: in 0..<1.
  ///   - round: the curve's length. A map that ends whole rounds from its start goes on there without a jump.
  func rotated(by offset: Double, round: Double) -> TimeMap {
    guard offset > 0, offset < 1 else { return self }
    let rise = length[length.count - 1] - length[0]
    let rounds = (rise / round).rounded()
    let isWhole = abs(rise - rounds * round) <= 1e-9 * round
    let shift = isWhole ? rise : 0
    let cut = self(offset)
    let first = time.firstIndex { $0 > offset } ?? time.count - 1
    var times = [0.0]
    var lengths = [cut]
    for k in first..<time.count {
      times.append(time[k] - offset)
      lengths.append(length[k])
    }
    let seam = 1 - offset
    for k in 0..<first where !(isWhole && k == 0) {
      times.append(max(seam, min(1, time[k] + seam)))
      lengths.append(length[k] + shift)
    }
    if time[first - 1] < offset || lengths.count == 1 {
      times.append(1)
      lengths.append(cut + shift)
    }
    times[times.count - 1] = 1
    return TimeMap(time: times, length: lengths, tolerance: tolerance)
  }
}

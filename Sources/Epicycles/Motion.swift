import PlaneCurves

/// A piecewise linear map from time, in loops, to arc length, in user units.
///
/// `time` rises from 0 to 1; `length` is the arc length reached at each knot and may rest or fall.
/// A map that goes round once ends exactly one curve length above its start.
public struct TimeMap: Sendable, Hashable {
  public let time: [Double]
  public let length: [Double]

  /// - Parameters:
  ///   - time: at least two knots, rising from 0 to 1.
  ///   - length: as many finite arc lengths.
  public init(time: [Double], length: [Double]) {
    precondition(time.count == length.count && time.count >= 2)
    self.time = time
    self.length = length
  }

  /// Constant speed: `length` in one loop, beginning at arc length `start`.
  public static func constant(length: Double, start: Double = 0) -> TimeMap {
    TimeMap(time: [0, 1], length: [start, start + length])
  }

  /// The arc length at time `t` in 0…1.
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
}

/// A closed curve run through under a timing: γ(t) = curve(map(t)), t in loops, 0…1.
public struct Motion: Sendable {
  public let curve: Curve
  public let map: TimeMap

  public init(curve: Curve, map: TimeMap) {
    self.curve = curve
    self.map = map
  }

  /// The curve at constant speed, beginning at arc length `start`.
  public init(constantSpeed curve: Curve, start: Double = 0) {
    self.init(curve: curve, map: .constant(length: curve.length, start: start))
  }

  public func point(atTime t: Double) -> Complex { curve.point(atLength: map(t)) }
}

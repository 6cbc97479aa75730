import PlaneCurves

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

  /// The point at time `t` in 0…1; at a jump the one that holds from then on.
  public func point(atTime t: Double) -> Complex { curve.point(atLength: map(t)) }

  /// A moment at which the motion is in two places.
  public struct Jump: Sendable, Hashable {
    /// In loops, 0..<1.
    public var time: Double
    /// Where the motion ends, and where it goes on.
    public var from: Complex
    public var to: Complex
    /// The distance between the two, in user units. A continuous motion misses one of them by half of it.
    public var size: Double { (to - from).length }
  }

  /// The jumps in order of time, the one at the loop's end as one at time 0. Places closer than 1e-9 of the
  /// curve's diagonal are one.
  public var jumps: [Jump] {
    let (time, length) = (map.time, map.length)
    let small = 1e-9 * curve.bounds.diagonal
    var found: [Jump] = []
    func add(_ time: Double, _ before: Double, _ after: Double) {
      guard before != after else { return }
      let jump = Jump(
        time: time, from: curve.point(atLength: before), to: curve.point(atLength: after))
      if jump.size > small { found.append(jump) }
    }
    // Several knots at one time: from the first of them to the last.
    var k = 0
    while k < time.count {
      var end = k
      while end + 1 < time.count, time[end + 1] == time[k] { end += 1 }
      if time[k] > 0, time[k] < 1 { add(time[k], length[k], length[end]) }
      k = end + 1
    }
    let last = time.firstIndex(of: 1) ?? time.count - 1
    let first = time.lastIndex(of: 0) ?? 0
    add(0, length[last], length[first])
    return found.sorted { $0.time < $1.time }
  }
}

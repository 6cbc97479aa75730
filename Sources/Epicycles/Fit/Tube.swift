import PlaneCurves

/// A motion as a fine polyline in time, broken where the motion jumps, searched for the place nearest to a drawn point among those that lie
/// within `loops` of a time.
struct Tube: Sendable {
  private let motion: ScaledMotion
  private let loops: Double
  private let times: [Double]
  private let points: [Complex]
  /// True where the polyline turns by more than a flattened smooth curve would, or the motion rests.
  private let hard: [Bool]

  init(motion: ScaledMotion, loops: Double, count: Int) {
    self.motion = motion
    self.loops = loops
    let breaks = motion.breaks(tolerance: 1e-3)
    let uniform = (0..<count).map { Double($0) / Double(count) }
    let after = Set(uniform + breaks + motion.jumps.map(\.time)).map { time in
      (time: time, point: motion.curve.point(atLength: motion.map(time)), isBefore: false)
    }
    // A jump at the beginning is one at the end as well.
    let before = motion.jumps.map { (time: $0.time > 0 ? $0.time : 1, point: $0.before, isBefore: true) }
    let knots = (after + before).sorted { ($0.time, $0.isBefore ? 0 : 1) < ($1.time, $1.isBefore ? 0 : 1) }
    times = knots.map(\.time)
    points = knots.map(\.point)
    let all = points
    hard = points.indices.map { k in
      let before = all[k] - all[k > 0 ? k - 1 : all.count - 1]
      let after = all[k + 1 < all.count ? k + 1 : 0] - all[k]
      return Complex.dot(before, after) < 0.9 * before.length * after.length
        || min(before.length, after.length) < 1e-12
    }
  }

  /// The nearest place and its time, which lies within `loops` of `time`.
  func foot(of drawn: Complex, at time: Double) -> (foot: Foot, time: Double) {
    let (from, to) = (time - loops, time + loops)
    let start = place(from)
    var best = (foot: Foot(point: start), time: from)
    var distance = (drawn - start).lengthSquared
    var (t0, p0) = (from, start)
    var k = firstIndex(after: from)
    while true {
      let knot = self.knot(k)
      let last = knot.time >= to
      let t1 = last ? to : knot.time
      let p1 = last && knot.time > to ? place(to) : knot.point
      if t1 == t0, !last {
        p0 = p1
        k += 1
        continue
      }
      let chord = p1 - p0
      let square = chord.lengthSquared
      let share = square > 0 ? min(max(Complex.dot(chord, drawn - p0) / square, 0), 1) : 0
      let candidate = p0 + chord * share
      let found = (drawn - candidate).lengthSquared
      if found < distance {
        distance = found
        let slides = square > 0 && (share < 1 || (!last && !knot.hard))
        let normal = slides ? Complex.i * chord / square.squareRoot() : nil
        best = (Foot(point: candidate, normal: normal), t0 + (t1 - t0) * share)
      }
      if last { return best }
      (t0, p0) = (t1, p1)
      k += 1
    }
  }

  /// Knot k of the endless polyline.
  private func knot(_ k: Int) -> (time: Double, point: Complex, hard: Bool) {
    let count = times.count
    let turn = k >= 0 ? k / count : (k - count + 1) / count
    let index = k - turn * count
    return (times[index] + Double(turn), points[index], hard[index])
  }

  private func firstIndex(after time: Double) -> Int {
    let turn = time.rounded(.down)
    let rest = time - turn
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] > rest { high = middle } else { low = middle + 1 }
    }
    return low + Int(turn) * times.count
  }

  private func place(_ time: Double) -> Complex {
    let k = firstIndex(after: time)
    let (a, b) = (knot(k - 1), knot(k))
    return Complex.mix(a.point, b.point, (time - a.time) / (b.time - a.time))
  }

  /// The map that sends every time to the arc length of its foot.
  func map(times: [Double], drawn: [Complex]) -> TimeMap {
    let order = times.indices.sorted { times[$0] < times[$1] }
    let rise = motion.map.length[motion.map.length.count - 1] - motion.map.length[0]
    var time: [Double] = []
    var length: [Double] = []
    for j in order {
      let moment = foot(of: drawn[j], at: times[j]).time
      let turn = moment.rounded(.down)
      time.append(times[j])
      length.append(motion.map(moment - turn) + turn * rise)
    }
    time.append(1)
    length.append(length[0] + rise)
    return TimeMap(time: time, length: length)
  }
}

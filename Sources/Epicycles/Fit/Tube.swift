import PlaneCurves

/// A motion as a fine polyline in time, broken where the motion jumps, searched for the place nearest to a drawn point
/// among those that lie within `loops` of a time.
struct Tube: Sendable {
  private let motion: ScaledMotion
  private let loops: Double
  private let times: [Double]
  private let points: [Complex]

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
  }

  /// The motion within `loops` of a time: a polyline from its beginning to its end.
  private func part(around time: Double) -> [(time: Double, point: Complex)] {
    let (from, to) = (time - loops, time + loops)
    var out = [(time: from, point: place(from))]
    var k = firstIndex(after: from)
    while knot(k).time < to {
      out.append(knot(k))
      k += 1
    }
    // Until a jump the motion is where it was before.
    out.append((time: to, point: knot(k).time > to ? place(to) : knot(k).point))
    return out
  }

  /// Where on a part a drawn point is nearest: the knot before, and the share of the way to the next.
  private func nearest(_ part: [(time: Double, point: Complex)], to drawn: Complex) -> (
    knot: Int, share: Double
  ) {
    var best = (knot: 0, share: 0.0)
    var distance = (drawn - part[0].point).lengthSquared
    for k in 0..<part.count - 1 where part[k + 1].time > part[k].time {
      let start = part[k].point
      let chord = part[k + 1].point - start
      let square = chord.lengthSquared
      guard square > 0 else { continue }
      let share = min(max(Complex.dot(chord, drawn - start) / square, 0), 1)
      let found = (drawn - (start + chord * share)).lengthSquared
      if found < distance { (best, distance) = ((k, share), found) }
    }
    return best
  }

  /// How far a drawn point is from the motion within `loops` of a time.
  func distance(from drawn: Complex, at time: Double) -> Double {
    let part = part(around: time)
    let found = nearest(part, to: drawn)
    return (drawn - Complex.mix(part[found.knot].point, part[found.knot + 1].point, found.share)).length
  }

  /// The motion around the place that is nearest to a drawn point, as a piece of a straight line: for as long as it
  /// stays within `tolerance` of that line and doesn't jump.
  ///
  /// `deviation` is how far any of the motion within `loops` of the time is from the piece; infinite where a part is
  /// left out.
  func stretch(
    around drawn: Complex, at time: Double, tolerance: Double
  ) -> (target: ConicMinimax.Target, deviation: Double) {
    let part = part(around: time)
    let found = nearest(part, to: drawn)
    let foot = Complex.mix(part[found.knot].point, part[found.knot + 1].point, found.share)
    var target = ConicMinimax.Target(point: foot)
    let chords = (found.knot..<part.count - 1).lazy.map { part[$0 + 1].point - part[$0].point }
    if let chord = chords.first(where: { $0.length > 1e-12 }) { target.direction = chord / chord.length }
    var deviation = 0.0
    func reaches(_ k: Int, from previous: Int) -> Bool {
      let way = target.direction.conjugate * (part[k].point - foot)
      let jumps = part[k].time == part[previous].time && part[k].point != part[previous].point
      guard abs(way.imaginary) <= tolerance, !jumps else { return false }
      target.below = max(target.below, -way.real)
      target.above = max(target.above, way.real)
      deviation = max(deviation, abs(way.imaginary))
      return true
    }
    var (first, last) = (found.knot, found.knot + 1)
    while first >= 0, reaches(first, from: first == found.knot ? first : first + 1) { first -= 1 }
    while last < part.count, reaches(last, from: last - 1) { last += 1 }
    return (target, first < 0 && last == part.count ? deviation : .infinity)
  }

  /// Knot k of the endless polyline.
  private func knot(_ k: Int) -> (time: Double, point: Complex) {
    let count = times.count
    let turn = k >= 0 ? k / count : (k - count + 1) / count
    let index = k - turn * count
    return (times[index] + Double(turn), points[index])
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
      let part = part(around: times[j])
      let found = nearest(part, to: drawn[j])
      let (before, after) = (part[found.knot].time, part[found.knot + 1].time)
      let moment = before + (after - before) * found.share
      let turn = moment.rounded(.down)
      time.append(times[j])
      length.append(motion.map(moment - turn) + turn * rise)
    }
    time.append(1)
    length.append(length[0] + rise)
    return TimeMap(time: time, length: length)
  }
}

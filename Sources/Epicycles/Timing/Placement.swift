import Harmonics
import PlaneCurves

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension FittedMotion {
  /// The same with t = 0 at another moment.
  func placed(_ poster: Poster?, loop seconds: Double) -> FittedMotion {
    guard let poster else { return self }
    var moment =
      switch poster {
      case .time(let time): (time / seconds).truncatingRemainder(dividingBy: 1)
      case .auto: motion.restingMoment ?? farthestMoment
      }
    if moment < 0 { moment += 1 }
    guard moment > 0, moment < 1 else { return self }
    var out = self
    out.offset = moment
    out.sum.terms = sum.terms.map { term in
      let turns = (Double(term.harmonic) * moment).remainder(dividingBy: 1)
      let turn = Complex(length: 1, phase: Angle(radians: 2 * .pi * turns))
      return Term(harmonic: term.harmonic, coefficient: term.coefficient * turn)
    }
    let lengths = motion.map.length
    let isConstant =
      lengths.count == 2 && abs(lengths[1] - lengths[0] - motion.curve.length) <= 1e-12 * motion.curve.length
    let map =
      isConstant
      ? TimeMap.constant(length: motion.curve.length, start: motion.map(moment))
      : motion.map.rotated(by: moment, round: motion.curve.length)
    out.motion = Motion(curve: motion.curve, map: map)
    return out
  }

  /// The arms from the lowest harmonic up, if `sorts`.
  func inRisingOrder(_ sorts: Bool) -> FittedMotion {
    var out = self
    if sorts { out.sum.terms.sort { $0.harmonic < $1.harmonic } }
    return out
  }

  /// The time, of 256, at which the drawn point is farthest from the centre.
  private var farthestMoment: Double {
    let times = (0..<256).map { Double($0) / 256 }
    let distances = times.map { (sum.point(atTime: $0) - sum.centre).lengthSquared }
    var best = 0
    for k in distances.indices where distances[k] > distances[best] * (1 + 1e-9) { best = k }
    return times[best]
  }
}

extension Motion {
  /// The middle of the longest time without motion, cyclic; nil where there is none.
  var restingMoment: Double? {
    let (time, length) = (map.time, map.length)
    var rests: [(start: Double, end: Double)] = []
    for k in 1..<time.count where length[k] == length[k - 1] && time[k] > time[k - 1] {
      if let last = rests.last, last.end == time[k - 1] {
        rests[rests.count - 1].end = time[k]
      } else {
        rests.append((time[k - 1], time[k]))
      }
    }
    if rests.count > 1, let first = rests.first, let last = rests.last, first.start == 0, last.end == 1,
      (curve.point(atLength: length[0]) - curve.point(atLength: length[length.count - 1])).length
        <= 1e-9 * curve.bounds.diagonal
    {
      rests[rests.count - 1].end = 1 + first.end
      rests.removeFirst()
    }
    var best: (start: Double, end: Double)?
    for rest in rests where rest.end - rest.start > (best.map { $0.end - $0.start } ?? 0) * (1 + 1e-9) {
      best = rest
    }
    guard let best else { return nil }
    let middle = 0.5 * (best.start + best.end)
    return middle >= 1 ? middle - 1 : middle
  }
}

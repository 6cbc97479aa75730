import EpicycleSpec
import Foundation

extension Spec.Chain {
  /// The drawn curve at equally spaced times 0…T, closed: the last point repeats the first.
  ///
  /// - Parameters:
  ///   - tolerance: above 0, in `units`: the largest distance of the polygon from the curve at equal times,
  ///     h²/8·max|z″| with |z″| ≤ Σ|cₙ|·(2πn)² in loops, as long as `limit` allows it.
  ///   - limit: the most sides.
  func polygon(within tolerance: Double, limit: Int) -> [Spec.Point] {
    let bend = clocks.reduce(0) { $0 + $1.radius * pow(2 * .pi * Double($1.harmonic), 2) }
    let wanted = (bend / (8 * tolerance)).squareRoot()
    let sides = wanted < Double(limit) ? max(min(64, limit), Int(wanted.rounded(.up))) : limit
    let points = (0..<sides).map { point(atLoops: Double($0) / Double(sides)) }
    return points + points.prefix(1)
  }

  /// The carried point at the time `loops`·T.
  ///
  /// All clocks stand at angle 0 at t = 0, so that each phase is the arm's direction as seen from outside.
  func point(atLoops loops: Double) -> Spec.Point {
    clocks.reduce(into: centre) { point, clock in
      let arm = clock.arm(atLoops: loops)
      point.x += arm.x
      point.y += arm.y
    }
  }

  /// The joints from the centre to the carried point at the time `loops`·T, the arms taken from the longest to the
  /// shortest: the sum is the same in any order, and this one is the best to look at.
  func jointsByRadius(atLoops loops: Double) -> [(joint: Spec.Point, radius: Double)] {
    var point = centre
    let sorted = clocks.sorted { ($0.radius, $1.harmonic) > ($1.radius, $0.harmonic) }
    return sorted.map { clock in
      defer {
        let arm = clock.arm(atLoops: loops)
        point.x += arm.x
        point.y += arm.y
      }
      return (point, clock.radius)
    }
  }
}

extension Spec.Clock {
  /// The arm as seen from outside at the time `loops`·T, y down.
  fileprivate func arm(atLoops loops: Double) -> Spec.Point {
    let angle = phase + 2 * .pi * (Double(harmonic) * loops).remainder(dividingBy: 1)
    return Spec.Point(x: radius * cos(angle), y: radius * sin(angle))
  }
}

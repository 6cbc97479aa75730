import EpicycleSpec
import Foundation

/// The curve that a chain draws, as cubic Bézier segments that take equal times.
///
/// Each segment meets the curve at both ends in place and velocity (Hermite interpolation), and is nowhere further
/// than `tolerance` from the point of the same time: h⁴/384·max|z⁗| bounds that distance, with
/// |z⁗| ≤ Σ|cₙ|·(2πn)⁴ in loops.
struct SVGTrail {
  /// No more segments than this, whatever the tolerance.
  static let limit = 8192

  /// Path data, closed, in the spec's coordinates (y down).
  let data: String
  /// The share of the whole length that is drawn at each of the equally spaced times 0…T; nil for a curve without
  /// length.
  let shares: [Double]?

  /// - Parameter tolerance: above 0, in `units`: the largest distance at equal times; the numbers are rounded to a
  ///   tenth of it at most.
  init(_ chain: Spec.Chain, tolerance: Double) {
    let bend = chain.clocks.reduce(0) { $0 + $1.radius * pow(Double($1.harmonic), 4) }
    let wanted = 2 * Double.pi * pow(bend / (384 * tolerance), 0.25)
    let count = wanted < Double(Self.limit) ? max(48, Int(wanted.rounded(.up))) : Self.limit
    let knots = (0...count).map { chain.knot(at: Double($0 % count) / Double(count)) }

    let scale = pow(10, max(0, (-log10(tolerance)).rounded(.up) + 1))
    func text(_ point: SIMD2<Double>) -> String {
      let rounded = (point * scale).rounded(.toNearestOrEven) / scale
      return [rounded.x, rounded.y].map { decimal($0.isFinite ? $0 : 0) }.joined(separator: " ")
    }
    var data = "M" + text(knots[0].point)
    var lengths = [0.0]
    for (index, (from, to)) in zip(knots, knots.dropFirst()).enumerated() {
      let first = from.point + from.velocity / (3 * Double(count))
      let second = to.point - to.velocity / (3 * Double(count))
      // The velocities are continuous, so each first control point mirrors the last one.
      data += index == 0 ? "C\(text(first)) " : "S"
      data += "\(text(second)) \(text(to.point))"
      lengths.append(lengths[index] + cubicLength(from.point, first, second, to.point))
    }
    self.data = data + "Z"
    let total = lengths[count]
    shares = total > 0 && total.isFinite ? lengths.map { $0 / total } : nil
  }
}

extension Spec.Chain {
  /// The carried point and its velocity in units a loop, at the time `loops`, 0…1.
  fileprivate func knot(at loops: Double) -> (point: SIMD2<Double>, velocity: SIMD2<Double>) {
    var point = SIMD2(centre.x, centre.y)
    var velocity = SIMD2<Double>.zero
    for clock in clocks {
      let harmonic = Double(clock.harmonic)
      let angle = clock.phase + 2 * .pi * (harmonic * loops).remainder(dividingBy: 1)
      let arm = SIMD2(cos(angle), sin(angle)) * clock.radius
      point += arm
      velocity += SIMD2(-arm.y, arm.x) * (2 * .pi * harmonic)
    }
    return (point, velocity)
  }
}

/// The arc length of a cubic Bézier segment by five-point Gauss–Legendre quadrature.
private func cubicLength(
  _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ d: SIMD2<Double>
) -> Double {
  let nodes = [0, 0.538469310105683, -0.538469310105683, 0.906179845938664, -0.906179845938664]
  let weights = [
    0.568888888888889, 0.478628670499366, 0.478628670499366, 0.236926885056189, 0.236926885056189,
  ]
  return zip(nodes, weights).reduce(0) { sum, pair in
    let t = (pair.0 + 1) / 2
    let s = 1 - t
    let near = (b - a) * (s * s)
    let middle = (c - b) * (2 * s * t)
    let far = (d - c) * (t * t)
    let slope = (near + middle + far) * 3
    return sum + pair.1 / 2 * (slope * slope).sum().squareRoot()
  }
}

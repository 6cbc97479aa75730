import Foundation
import Harmonics
import PlaneCurves

@testable import Epicycles

/// Points in square buckets, for the distance to the nearest by looking at rings of buckets.
struct PointBuckets {
  private let points: [Complex]
  private let origin: Complex
  private let size: Double
  private let side = 256
  private var firsts: [Int]
  private var nexts: [Int]

  init(_ points: [Complex]) {
    self.points = points
    let box = points.reduce(Box(points[0], points[0])) { $0.union($1) }
    origin = box.minimum
    size = max(box.width, box.height, .leastNormalMagnitude) / Double(side) * 1.000001
    firsts = [Int](repeating: -1, count: side * side)
    nexts = [Int](repeating: -1, count: points.count)
    for (i, point) in points.enumerated() {
      let (x, y) = bucket(point)
      nexts[i] = firsts[y * side + x]
      firsts[y * side + x] = i
    }
  }

  private func bucket(_ p: Complex) -> (Int, Int) {
    let q = (p - origin) / size
    return (min(side - 1, max(0, Int(q.real))), min(side - 1, max(0, Int(q.imaginary))))
  }

  func distance(from p: Complex) -> Double {
    let (x, y) = bucket(p)
    // How far the bucket's nearest place lies from p, where p is outside of all buckets.
    var best = Double.infinity
    for ring in 0..<side {
      for dy in -ring...ring where (0..<side).contains(y + dy) {
        let step = abs(dy) == ring ? 1 : 2 * ring
        for dx in stride(from: -ring, through: ring, by: max(1, step)) where (0..<side).contains(x + dx) {
          var i = firsts[(y + dy) * side + x + dx]
          while i >= 0 {
            best = min(best, (points[i] - p).lengthSquared)
            i = nexts[i]
          }
        }
      }
      let passed = Double(ring) * size
      if best <= passed * passed { break }
    }
    return best.squareRoot()
  }
}

/// What a plain sampling of both curves says, and by how much it can be wrong.
struct SampledCurves {
  var drawn: [Complex]
  var exact: [Complex]
  /// Half the largest way between neighbours, at most.
  var drawnHalfStep: Double
  var exactHalfStep: Double

  /// `count` points of z at equal times, and as many of the curve's segments at equal parameters.
  init(_ sum: HarmonicSum, _ curve: Curve, count: Int) {
    drawn = (0..<count).map { sum.point(atTime: Double($0) / Double(count)) }
    let speed = sum.terms.reduce(0) { $0 + 2 * .pi * abs(Double($1.harmonic)) * $1.coefficient.length }
    drawnHalfStep = 0.5 * speed / Double(count)
    let segments = curve.path.segments
    let share = max(1, count / segments.count)
    exact = segments.flatMap { segment in
      (0..<share).map { segment.point(at: Double($0) / Double(share)) }
    }
    exactHalfStep = 0.5 * (segments.map(\.speedBound).max() ?? 0) / Double(share)
  }

  static func directed(_ from: [Complex], _ to: PointBuckets, every step: Int) -> Double {
    stride(from: 0, to: from.count, by: step).reduce(0) { max($0, to.distance(from: from[$1])) }
  }
}

/// The Bézier ease of SVG's `keySplines`: from (0, 0) by (x₁, y₁) and (x₂, y₂) to (1, 1), where x is the share of
/// time and y the share of the way. With all controls in 0…1 neither ever falls.
struct CubicEase: Sendable {
  private let x: Cubic
  private let y: Cubic

  /// - Parameter controls: x₁ y₁ x₂ y₂, each in 0…1.
  init(_ controls: [Double]) {
    x = Cubic(controls[0], controls[2])
    y = Cubic(controls[1], controls[3])
  }

  private struct Cubic {
    /// a·u³ + b·u² + c·u
    let a: Double
    let b: Double
    let c: Double

    init(_ first: Double, _ second: Double) {
      c = 3 * first
      b = 3 * (second - 2 * first)
      a = 1 - c - b
    }

    func callAsFunction(_ u: Double) -> Double { u == 1 ? 1 : ((a * u + b) * u + c) * u }
    /// The largest |second derivative| between two parameters, where it is linear.
    func bend(_ from: Double, _ to: Double) -> Double {
      max(abs(6 * a * from + 2 * b), abs(6 * a * to + 2 * b))
    }
  }

  /// Knots, both ends left out, between which the ease is linear in time to within `tolerance` of the way.
  ///
  /// Over parameters u…u + h both coordinates stray from their chord by at most h²/8 times the largest second
  /// derivative; an error in x counts by the chord's slope. And no two values of the way in one interval are
  /// farther apart than its ends.
  func knots(tolerance: Double) -> [(time: Double, way: Double)] {
    var found: [(time: Double, way: Double)] = []
    var pending = [(from: 0.0, to: 1.0)]
    while let (from, to) = pending.popLast() {
      let (x0, x1, y0, y1) = (x(from), x(to), y(from), y(to))
      let h = to - from
      let slope = x1 > x0 ? (y1 - y0) / (x1 - x0) : .infinity
      let stray = h * h / 8 * (y.bend(from, to) + min(slope, 1e300) * x.bend(from, to))
      let middle = 0.5 * (from + to)
      if min(stray, y1 - y0) > tolerance, h > 0x1p-48 {
        pending.append((middle, to))
        pending.append((from, middle))
      } else if to < 1, x1 > found.last?.time ?? 0, x1 < 1 {
        found.append((x1, y1))
      }
    }
    return found
  }
}

/// Real roots of small polynomials strictly between 0 and 1, rising.
enum PolynomialRoots {
  /// Roots of a + bt.
  static func linear(_ a: Double, _ b: Double) -> [Double] {
    let root = -a / b
    return root > 0 && root < 1 ? [root] : []
  }

  /// Roots of a + bt + ct², by the form that doesn't cancel.
  static func quadratic(_ a: Double, _ b: Double, _ c: Double) -> [Double] {
    let size = max(abs(a), abs(b), abs(c))
    guard size > 0, size.isFinite else { return [] }
    let (a, b, c) = (a / size, b / size, c / size)
    let discriminant = b * b - 4 * a * c
    guard discriminant >= 0 else { return [] }
    let q = -0.5 * (b + (b < 0 ? -discriminant.squareRoot() : discriminant.squareRoot()))
    return [q / c, a / q].filter { $0 > 0 && $0 < 1 }.sorted()
  }

  /// Roots of a + bt + ct² + dt³ where its sign changes: bisection and Newton steps between the extrema.
  static func cubic(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> [Double] {
    let value = { (t: Double) in ((d * t + c) * t + b) * t + a }
    let slope = { (t: Double) in (3 * d * t + 2 * c) * t + b }
    let knots = [0] + quadratic(b, 2 * c, 3 * d) + [1]
    var roots: [Double] = []
    for (from, to) in zip(knots, knots.dropFirst()) {
      guard (value(from) < 0) != (value(to) < 0) else { continue }
      let rising = value(from) < 0
      var (low, high, t) = (from, to, 0.5 * (from + to))
      for _ in 0..<80 {
        let v = value(t)
        if (v < 0) == rising { low = t } else { high = t }
        let newton = t - v / slope(t)
        let next = newton > low && newton < high ? newton : 0.5 * (low + high)
        if abs(next - t) <= 1e-16 { break }
        t = next
      }
      if t > 0 && t < 1 { roots.append(t) }
    }
    return roots
  }
}

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Constants of the arc-length rule on x in −1…1: the speed is interpolated at `speedNodes`, the roots of a
/// Chebyshev polynomial, and that interpolant is integrated exactly (Fejér's first rule, and the same for parts
/// of the interval). Points are taken at `places`.
struct ArcLengthTables: Sendable {
  static let speedCount = 24
  static let degree = 12
  /// degree + 1 interpolated places from −1 to 1 (extrema of T_degree, taken in an order that keeps divided
  /// differences stable), then `degree` places between them for the check.
  static let placeCount = 2 * degree + 1
  static let shared = ArcLengthTables()

  let speedNodes: [Double]
  let places: [Double]
  /// ∫_{−1}^{places[i]} of the interpolant that is 1 at speed node j, at [j·placeCount + i].
  let integrals: [Double]
  /// ∫_{−1}^{1} of the same: the weights of Fejér's rule.
  let weights: [Double]
  /// The speed's Chebyshev coefficients of the two highest degrees, at [j] and [speedCount + j].
  let tail: [Double]
  /// The roots of T_(degree + 1), where the polynomial in arc length is brought into Chebyshev form.
  let roots: [Double]
  /// Chebyshev coefficient k from the value at root j, at [j·(degree + 1) + k].
  let analysis: [Double]
  /// The factor of u^p in T_k, at [k·(degree + 1) + p].
  let monomials: [Double]

  private init() {
    let (count, degree) = (Self.speedCount, Self.degree)
    let chebyshev = { (k: Int, x: Double) in cos(Double(k) * acos(x)) }
    let primitive = { (k: Int, x: Double) -> Double in
      switch k {
      case 0: return x + 1
      case 1: return 0.5 * (x * x - 1)
      default:
        let sign: Double = k.isMultiple(of: 2) ? -1 : 1
        let upper = (chebyshev(k + 1, x) - sign) / Double(k + 1)
        let lower = (chebyshev(k - 1, x) - sign) / Double(k - 1)
        return 0.5 * (upper - lower)
      }
    }
    let roots = { (count: Int) in
      (0..<count).map { j in cos(Double.pi * (Double(j) + 0.5) / Double(count)) }
    }
    let coefficient = { (k: Int, j: Int, count: Int) -> Double in
      let angle = Double.pi * Double(k) * (Double(j) + 0.5) / Double(count)
      return (k == 0 ? 1 : 2) / Double(count) * cos(angle)
    }
    let order = Self.stableOrder(degree: degree)
    let angles = order.map(Double.init) + (0..<degree).map { Double($0) + 0.5 }
    let places = angles.map { index -> Double in -cos(Double.pi * index / Double(degree)) }
    var integrals: [Double] = []
    var weights: [Double] = []
    for j in 0..<count {
      let factors = (0..<count).map { coefficient($0, j, count) }
      let integral = { (x: Double) -> Double in
        (0..<count).reduce(0) { sum, k in sum + factors[k] * primitive(k, x) }
      }
      integrals += places.map(integral)
      weights.append(integral(1))
    }
    speedNodes = roots(count)
    self.places = places
    self.integrals = integrals
    self.weights = weights
    tail = [count - 1, count - 2].flatMap { k in (0..<count).map { j in coefficient(k, j, count) } }
    self.roots = roots(degree + 1)
    analysis = (0...degree).flatMap { j in (0...degree).map { k in coefficient(k, j, degree + 1) } }
    monomials = Self.chebyshevMonomials(degree: degree)
  }

  /// 0…degree with both ends first, then always the place that is farthest, in product of distances, from
  /// those before it (Leja's order).
  private static func stableOrder(degree: Int) -> [Int] {
    let place = { (index: Int) in cos(Double.pi * Double(index) / Double(degree)) }
    var order = [0, degree]
    while order.count <= degree {
      let product = { (index: Int) in
        order.reduce(1.0) { product, other in product * abs(place(index) - place(other)) }
      }
      let rest = (0...degree).filter { !order.contains($0) }
      var best = rest[0]
      for index in rest where product(index) > product(best) * (1 + 1e-9) { best = index }
      order.append(best)
    }
    return order
  }

  private static func chebyshevMonomials(degree: Int) -> [Double] {
    let width = degree + 1
    var table = [Double](repeating: 0, count: width * width)
    table[0] = 1
    table[width + 1] = 1
    for k in 2...degree {
      for p in 0...k {
        let raised = p > 0 ? 2 * table[(k - 1) * width + p - 1] : 0
        table[k * width + p] = raised - table[(k - 2) * width + p]
      }
    }
    return table
  }

  /// The arc length of a segment between two parameters that one interpolant of the speed covers.
  func length(of segment: some ParametricSegment, from: Double, to: Double) -> Double {
    let (middle, half) = (0.5 * (from + to), 0.5 * (to - from))
    var sum = 0.0
    for j in 0..<Self.speedCount {
      sum += weights[j] * segment.derivative(at: middle + half * speedNodes[j]).length
    }
    return half * sum
  }
}

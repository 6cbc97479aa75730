/// A trial of one piece: the part [from, to] of a segment as a polynomial in arc length.
struct PieceFit {
  private let tables = ArcLengthTables.shared
  private var speeds = [Double](repeating: 0, count: ArcLengthTables.speedCount)
  /// Arc lengths from the piece's start to the places, later −1…1.
  private var lengths = [Double](repeating: 0, count: ArcLengthTables.placeCount)
  private var points = [Complex](repeating: .zero, count: ArcLengthTables.placeCount)
  private var newton = [SIMD2<Double>](repeating: .zero, count: ArcLengthTables.degree + 1)
  private var chebyshev = [SIMD2<Double>](repeating: .zero, count: ArcLengthTables.degree + 1)

  /// The arc length of the piece.
  private(set) var length = 0.0
  /// What the interpolant of the speed leaves open, as arc length: the coefficients beyond the last, taken to be
  /// below the last two, integrated.
  private(set) var defect = 0.0
  /// The largest distance between polynomial and segment at the places between the interpolated ones.
  private(set) var deviation = 0.0
  /// The polynomial's coefficients, by powers of u = −1…1.
  private(set) var coefficients: [Complex] = []

  /// Takes the speeds on [from, to] and sets `defect`.
  mutating func takeSpeeds(_ segment: some ParametricSegment, _ from: Double, _ to: Double) {
    let (middle, half) = (0.5 * (from + to), 0.5 * (to - from))
    let count = ArcLengthTables.speedCount
    var (last, lastButOne) = (0.0, 0.0)
    for j in 0..<count {
      let speed = segment.derivative(at: middle + half * tables.speedNodes[j]).length
      speeds[j] = speed
      last += tables.tail[j] * speed
      lastButOne += tables.tail[count + j] * speed
    }
    defect = half * (abs(last) + abs(lastButOne)) / Double(count / 4)
  }

  /// Integrates the speeds; false where there is no length.
  mutating func integrate(_ from: Double, _ to: Double) -> Bool {
    let half = 0.5 * (to - from)
    let count = ArcLengthTables.placeCount
    for i in 0..<count { lengths[i] = 0 }
    tables.integrals.withUnsafeBufferPointer { integrals in
      lengths.withUnsafeMutableBufferPointer { lengths in
        for j in 0..<ArcLengthTables.speedCount {
          let speed = half * speeds[j]
          for i in 0..<count { lengths[i] += integrals[j * count + i] * speed }
        }
      }
    }
    length = lengths[1]
    return length > 0
  }

  /// The chord from end to end, which is off by no more than the piece's own length.
  mutating func fitChord(_ segment: some ParametricSegment, _ from: Double, _ to: Double) {
    let (start, end) = (segment.point(at: from), segment.point(at: to))
    coefficients = [0.5 * (start + end), 0.5 * (end - start)]
    deviation = length
  }

  /// Interpolates the points at the places as a polynomial of the arc length, drops what stays below a
  /// quarter of the tolerance, and sets `deviation`.
  mutating func fitPolynomial(
    _ segment: some ParametricSegment, _ from: Double, _ to: Double, tolerance: Double
  ) {
    let (middle, half) = (0.5 * (from + to), 0.5 * (to - from))
    let scale = 2 / length
    for i in 0..<ArcLengthTables.placeCount {
      points[i] = segment.point(at: middle + half * tables.places[i])
      lengths[i] = lengths[i] * scale - 1
    }
    let origin = points[0]
    divideDifferences(origin)
    toChebyshev()
    var degree = ArcLengthTables.degree
    var dropped = 0.0
    while degree > 1 {
      dropped += Complex(chebyshev[degree]).length
      guard dropped <= 0.25 * tolerance else { break }
      degree -= 1
    }
    toMonomials(degree: degree)
    coefficients[0] += origin
    deviation = 0
    for i in ArcLengthTables.degree + 1..<ArcLengthTables.placeCount {
      let u = lengths[i]
      var value = coefficients[degree]
      for k in stride(from: degree - 1, through: 0, by: -1) { value = value * u + coefficients[k] }
      let distance = (value - points[i]).length
      deviation = distance <= deviation ? deviation : distance
    }
  }

  /// Newton's divided differences of point − origin over the lengths.
  private mutating func divideDifferences(_ origin: Complex) {
    let degree = ArcLengthTables.degree
    lengths.withUnsafeBufferPointer { u in
      newton.withUnsafeMutableBufferPointer { newton in
        for i in 0...degree { newton[i] = (points[i] - origin).vector }
        for order in 1...degree {
          for i in stride(from: degree, through: order, by: -1) {
            newton[i] = (newton[i] - newton[i - 1]) * (1 / (u[i] - u[i - order]))
          }
        }
      }
    }
  }

  private mutating func toChebyshev() {
    let degree = ArcLengthTables.degree
    for k in 0...degree { chebyshev[k] = .zero }
    lengths.withUnsafeBufferPointer { u in
      newton.withUnsafeBufferPointer { newton in
        chebyshev.withUnsafeMutableBufferPointer { chebyshev in
          for j in 0...degree {
            let root = tables.roots[j]
            var value = newton[degree]
            for i in stride(from: degree - 1, through: 0, by: -1) {
              value = value * (root - u[i]) + newton[i]
            }
            for k in 0...degree { chebyshev[k] += value * tables.analysis[j * (degree + 1) + k] }
          }
        }
      }
    }
  }

  private mutating func toMonomials(degree: Int) {
    let width = ArcLengthTables.degree + 1
    coefficients.removeAll(keepingCapacity: true)
    for power in 0...degree {
      var sum = SIMD2<Double>.zero
      for k in stride(from: power, through: degree, by: 2) {
        sum += chebyshev[k] * tables.monomials[k * width + power]
      }
      coefficients.append(Complex(sum))
    }
  }
}

import PlaneCurves

/// Polynomials P(u) = Σ aₖuᵏ for u in −1…1, one for each cell, with bounds of their derivatives.
struct PolynomialTable: Sendable {
  private var coefficients: [Complex] = []
  private var offsets: [Int] = [0]
  /// Bounds of |P''| and |P'''| on −1…1.
  private(set) var secondBounds: [Double] = []
  private(set) var thirdBounds: [Double] = []

  var count: Int { secondBounds.count }

  init() {}

  /// - Parameters:
  ///   - coefficients: `order` a cell, cell after cell.
  ///   - order: at least 1.
  init(_ coefficients: [Complex], order: Int) {
    self.coefficients = coefficients
    for end in stride(from: order, through: coefficients.count, by: order) {
      offsets.append(end)
      appendBounds(of: coefficients[end - order..<end])
    }
  }

  mutating func append(_ cell: some Collection<Complex>) {
    coefficients.append(contentsOf: cell)
    offsets.append(coefficients.count)
    appendBounds(of: cell)
  }

  private mutating func appendBounds(of cell: some Collection<Complex>) {
    var (second, third) = (0.0, 0.0)
    for (k, coefficient) in cell.enumerated() {
      let size = coefficient.length
      second += Double(k * (k - 1)) * size
      third += Double(k * (k - 1) * (k - 2)) * size
    }
    secondBounds.append(second * (1 + 0x1p-40))
    thirdBounds.append(third * (1 + 0x1p-40))
  }

  @inline(__always)
  func value(at u: Double, in cell: Int) -> Complex {
    let (first, end) = (offsets[cell], offsets[cell + 1])
    return coefficients.withUnsafeBufferPointer { a in
      var value = SIMD2<Double>.zero
      var k = end - 1
      while k >= first {
        value = value * u + a[k].vector
        k -= 1
      }
      return Complex(value)
    }
  }

  /// P''(u).
  @inline(__always)
  func second(at u: Double, in cell: Int) -> Complex {
    let (first, end) = (offsets[cell], offsets[cell + 1])
    return coefficients.withUnsafeBufferPointer { a in
      var value = SIMD2<Double>.zero
      var k = end - 1
      while k >= first + 2 {
        let degree = Double(k - first)
        value = value * u + (degree * (degree - 1)) * a[k].vector
        k -= 1
      }
      return Complex(value)
    }
  }
}

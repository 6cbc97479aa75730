import PlaneCurves

/// What one row asks of a change x of the drawn point: ½·wₙ·(component of x along `direction`)² + ½·wₜ·(the
/// other component)².
struct RowMetric {
  /// A unit vector.
  var direction: Complex
  var along: Double
  var across: Double

  init(direction: Complex, along: Double, across: Double) {
    self.direction = direction
    self.along = along
    self.across = across
  }

  /// ½·Re(v̄·Mv) for M = [[`along`, `mixed`], [`mixed`, `across`]], positive definite with that determinant, in the
  /// frame whose first axis is the unit vector `axis`.
  init(axis: Complex, along a: Double, mixed b: Double, across d: Double, determinant: Double) {
    let (difference, twist) = (a - d, 2 * b)
    let spread = (difference * difference + twist * twist).squareRoot()
    let own =
      difference >= 0 ? Complex(spread + difference, twist) : Complex(twist, spread - difference)
    let larger = 0.5 * (a + d + spread)
    self.init(
      direction: spread > 0 ? axis * (own / own.length) : axis, along: larger, across: determinant / larger)
  }

  /// The metric applied to a vector.
  @inline(__always)
  func callAsFunction(_ v: Complex) -> Complex {
    let turned = direction.conjugate * v
    return direction * Complex(along * turned.real, across * turned.imaginary)
  }
}

/// The normal equations of a weighted least-squares step in the coefficients of a support, real parts first.
///
/// With p = wₙ + wₜ and q = (wₙ − wₜ)·direction² a row costs ¼p|x|² + ¼Re(q̄·x²)·, so the matrix is a
/// Toeplitz part of Σ p·exp(2πi(l − k)t) and a Hankel part of Σ q̄·exp(2πi(k + l)t): no matrix with one row a
/// moment is ever made.
struct NormalEquations {
  /// The harmonics, 0 among them, rising.
  let harmonics: [Int]
  /// 2·harmonics.count.
  var size: Int { 2 * harmonics.count }

  init(harmonics: [Int]) { self.harmonics = harmonics }

  /// Writes the lower triangle into a row-major matrix whose rows are `stride` long.
  func fill(
    _ matrix: UnsafeMutablePointer<Double>, stride: Int, rows: TrigonometricRows, metrics: [RowMetric]
  ) {
    var p = [Double](repeating: 0, count: metrics.count)
    var q = [Complex](repeating: .zero, count: metrics.count)
    for (j, metric) in metrics.enumerated() {
      p[j] = metric.along + metric.across
      q[j] = (metric.direction * metric.direction).conjugate * (metric.along - metric.across)
    }
    let (alpha, beta) = rows.moments(weights: p, squares: q)
    let top = 2 * rows.bandwidth
    let count = harmonics.count
    alpha.withUnsafeBufferPointer { alpha in
      beta.withUnsafeBufferPointer { beta in
        for k in 0..<count {
          let realRow = matrix + k * stride
          let imaginaryRow = matrix + (count + k) * stride
          for l in 0..<count {
            let a = alpha[harmonics[l] - harmonics[k] + top]
            let b = beta[harmonics[k] + harmonics[l] + top]
            if l <= k {
              realRow[l] = 0.5 * (a.real + b.real)
              imaginaryRow[count + l] = 0.5 * (a.real - b.real)
            }
            imaginaryRow[l] = 0.5 * (a.imaginary - b.imaginary)
          }
        }
      }
    }
  }

  /// The gradient of Σ Re(f̄ⱼ·x(tⱼ)) in the coefficients.
  func gradient(rows: TrigonometricRows, forces f: [Complex]) -> [Double] {
    let sums = rows.adjoint(f)
    let count = harmonics.count
    var out = [Double](repeating: 0, count: size)
    for (k, n) in harmonics.enumerated() {
      out[k] = sums[n + rows.bandwidth].real
      out[count + k] = sums[n + rows.bandwidth].imaginary
    }
    return out
  }

  /// A step's real parts and imaginary parts as coefficients at index n + bandwidth.
  func dense(_ step: ArraySlice<Double>, bandwidth: Int) -> [Complex] {
    var out = [Complex](repeating: .zero, count: 2 * bandwidth + 1)
    let count = harmonics.count
    for (k, n) in harmonics.enumerated() {
      out[n + bandwidth] = Complex(step[step.startIndex + k], step[step.startIndex + count + k])
    }
    return out
  }
}

/// The factors L·D·Lᵀ of a symmetric positive-definite matrix that is tridiagonal but for its two far corners,
/// as the second differences around a loop are.
struct CyclicTridiagonal {
  /// D.
  private(set) var pivots: [Double]
  /// L below the diagonal: row j, column j − 1.
  private var below: [Double]
  /// The last row of L.
  private var last: [Double]

  /// - Parameters:
  ///   - diagonal: at least three entries.
  ///   - beside: entry j couples j with j + 1, the last one with 0.
  /// - Returns: nil if a pivot is not positive.
  init?(diagonal: [Double], beside: [Double]) {
    let n = diagonal.count
    guard n >= 3, beside.count == n else { return nil }
    pivots = diagonal
    below = [Double](repeating: 0, count: n)
    last = [Double](repeating: 0, count: n)
    var corner = beside[n - 1]
    for j in 0..<(n - 1) {
      guard pivots[j] > 0 else { return nil }
      if j == n - 2 { corner += beside[j] }
      last[j] = corner / pivots[j]
      pivots[n - 1] -= corner * last[j]
      if j < n - 2 {
        below[j + 1] = beside[j] / pivots[j]
        pivots[j + 1] -= beside[j] * below[j + 1]
        corner *= -below[j + 1]
      }
    }
    guard pivots[n - 1] > 0 else { return nil }
  }

  /// Y ← L⁻¹Y for a row-major matrix with one row an unknown.
  func substituteForward(_ y: UnsafeMutablePointer<Double>, columns: Int) {
    let n = pivots.count
    let end = y + (n - 1) * columns
    for j in 0..<(n - 1) {
      let row = y + j * columns
      if j > 0 {
        let factor = below[j]
        let previous = row - columns
        for k in 0..<columns { row[k] -= factor * previous[k] }
      }
      let factor = last[j]
      for k in 0..<columns { end[k] -= factor * row[k] }
    }
  }

  /// Y ← D^(−½)·Y.
  func scale(_ y: UnsafeMutablePointer<Double>, columns: Int) {
    for j in 0..<pivots.count {
      let factor = 1 / pivots[j].squareRoot()
      let row = y + j * columns
      for k in 0..<columns { row[k] *= factor }
    }
  }

  /// x ← (L·D·Lᵀ)⁻¹x.
  func solve(_ x: inout [Double]) {
    let n = pivots.count
    x.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { substituteForward(base, columns: 1) }
    }
    for j in 0..<n { x[j] /= pivots[j] }
    for j in stride(from: n - 2, through: 0, by: -1) {
      x[j] -= last[j] * x[n - 1]
      if j < n - 2 { x[j] -= below[j + 1] * x[j + 1] }
    }
  }
}

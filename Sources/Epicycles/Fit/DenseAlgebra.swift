#if canImport(Accelerate)
  import Accelerate
#else
  import CBLIS
#endif

/// Dense linear algebra on row-major matrices, by BLAS on the calling thread.
enum DenseAlgebra {
  /// out = A·B: A is rows × inner, B is inner × 2.
  static func multiplyPair(
    _ a: UnsafePointer<Double>, _ b: UnsafePointer<Double>, rows: Int, inner: Int,
    into out: UnsafeMutablePointer<Double>
  ) {
    cblas_dgemm(
      CblasRowMajor, CblasNoTrans, CblasNoTrans, Int32(rows), 2, Int32(inner), 1, a, Int32(inner), b, 2, 0,
      out, 2)
  }

  /// out = Aᵀ·B: A is inner × rows, B is inner × columns.
  static func multiplyTransposed(
    _ a: UnsafePointer<Double>, _ b: UnsafePointer<Double>, rows: Int, inner: Int, columns: Int,
    into out: UnsafeMutablePointer<Double>
  ) {
    cblas_dgemm(
      CblasRowMajor, CblasTrans, CblasNoTrans, Int32(rows), Int32(columns), Int32(inner), 1, a,
      Int32(rows), b, Int32(columns), 0, out, Int32(columns))
  }

  /// Lower triangle of C −= YᵀY: Y is rows × size, C is size × size.
  static func subtractGram(
    _ y: UnsafePointer<Double>, rows: Int, size: Int, from c: UnsafeMutablePointer<Double>
  ) {
    cblas_dsyrk(
      CblasRowMajor, CblasLower, CblasTrans, Int32(size), Int32(rows), -1, y, Int32(size), 1, c,
      Int32(size))
  }

  /// Replaces the lower triangle of the symmetric matrix by its Cholesky factor; false if it is not positive
  /// definite.
  ///
  /// By blocks of columns (Golub & Van Loan 2013, 4.2.6), so that nearly all the work is products.
  static func factorise(_ c: UnsafeMutablePointer<Double>, size: Int) -> Bool {
    let leading = Int32(size)
    for first in stride(from: 0, to: size, by: blockSize) {
      let depth = min(blockSize, size - first)
      let rows = c + first * size
      let corner = rows + first
      cblas_dsyrk(
        CblasRowMajor, CblasLower, CblasNoTrans, Int32(depth), Int32(first), -1, rows, leading, 1, corner,
        leading)
      guard factoriseBlock(corner, depth: depth, size: size) else { return false }
      let below = Int32(size - first - depth)
      let rest = rows + depth * size
      cblas_dgemm(
        CblasRowMajor, CblasNoTrans, CblasTrans, below, Int32(depth), Int32(first), -1, rest, leading, rows,
        leading, 1, rest + first, leading)
      cblas_dtrsm(
        CblasRowMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, below, Int32(depth), 1, corner,
        leading, rest + first, leading)
    }
    return true
  }

  private static let blockSize = 32

  private static func factoriseBlock(_ c: UnsafeMutablePointer<Double>, depth: Int, size: Int) -> Bool {
    for i in 0..<depth {
      let row = c + i * size
      for j in 0...i {
        let other = c + j * size
        var sum = row[j]
        for k in 0..<j { sum -= row[k] * other[k] }
        if j < i {
          row[j] = sum / other[j]
        } else {
          guard sum > 0, sum.isFinite else { return false }
          row[i] = sum.squareRoot()
        }
      }
    }
    return true
  }

  /// Solves L·Lᵀ·x = b in place, L in the lower triangle of `factor`.
  static func solve(
    _ factor: UnsafePointer<Double>, size: Int, rightHandSide b: UnsafeMutablePointer<Double>
  ) {
    let n = Int32(size)
    cblas_dtrsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasNonUnit, n, factor, n, b, 1)
    cblas_dtrsv(CblasRowMajor, CblasLower, CblasTrans, CblasNonUnit, n, factor, n, b, 1)
  }
}

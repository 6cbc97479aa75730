import CDenseKernels

/// Dense linear algebra on row-major matrices, on the calling thread: the same bytes every time.
enum DenseAlgebra {
  /// out = A·B: A is rows × inner, B is inner × 2.
  static func multiplyPair(
    _ a: UnsafePointer<Double>, _ b: UnsafePointer<Double>, rows: Int, inner: Int,
    into out: UnsafeMutablePointer<Double>
  ) {
    dense_times_pair(a, b, rows, inner, out)
  }

  /// out = Aᵀ·B: A is inner × rows, B is inner × columns, at most nine of them.
  static func multiplyTransposed(
    _ a: UnsafePointer<Double>, _ b: UnsafePointer<Double>, rows: Int, inner: Int, columns: Int,
    into out: UnsafeMutablePointer<Double>
  ) {
    precondition(columns <= 9)
    dense_transposed_times(a, b, rows, inner, columns, out)
  }

  /// Lower triangle of C −= YᵀY: Y is rows × size, C is size × size; false if memory is short.
  static func subtractGram(
    _ y: UnsafePointer<Double>, rows: Int, size: Int, from c: UnsafeMutablePointer<Double>
  ) -> Bool {
    dense_subtract_gram(y, rows, size, c)
  }

  /// Replaces the lower triangle of the symmetric matrix by its Cholesky factor; false if it is not positive
  /// definite.
  static func factorise(_ c: UnsafeMutablePointer<Double>, size: Int) -> Bool { dense_factorise(c, size) }

  /// Solves L·Lᵀ·x = b in place, L in the lower triangle of `factor`.
  static func solve(
    _ factor: UnsafePointer<Double>, size: Int, rightHandSide b: UnsafeMutablePointer<Double>
  ) {
    dense_solve(factor, size, b)
  }
}

#if canImport(Accelerate)
  import Accelerate
#else
  import COpenBLAS
#endif

/// Dense linear algebra on row-major matrices, by BLAS and LAPACK on one thread: the same bytes every time.
enum DenseAlgebra {
  #if !canImport(Accelerate)
    private static let singleThread: Void = openblas_set_num_threads(1)
  #endif

  private static func prepare() {
    #if !canImport(Accelerate)
      _ = singleThread
    #endif
  }

  /// out = A·B: A is rows × inner, B is inner × columns.
  static func multiply(
    _ a: UnsafePointer<Double>, _ b: UnsafePointer<Double>, rows: Int, inner: Int, columns: Int,
    into out: UnsafeMutablePointer<Double>
  ) {
    prepare()
    cblas_dgemm(
      CblasRowMajor, CblasNoTrans, CblasNoTrans, Int32(rows), Int32(columns), Int32(inner), 1, a,
      Int32(inner), b, Int32(columns), 0, out, Int32(columns))
  }

  /// out = Aᵀ·B: A is inner × rows, B is inner × columns.
  static func multiplyTransposed(
    _ a: UnsafePointer<Double>, _ b: UnsafePointer<Double>, rows: Int, inner: Int, columns: Int,
    into out: UnsafeMutablePointer<Double>
  ) {
    prepare()
    cblas_dgemm(
      CblasRowMajor, CblasTrans, CblasNoTrans, Int32(rows), Int32(columns), Int32(inner), 1, a,
      Int32(rows), b, Int32(columns), 0, out, Int32(columns))
  }

  /// Lower triangle of C −= YᵀY: Y is rows × size, C is size × size.
  static func subtractGram(
    _ y: UnsafePointer<Double>, rows: Int, size: Int, from c: UnsafeMutablePointer<Double>
  ) {
    prepare()
    cblas_dsyrk(
      CblasRowMajor, CblasLower, CblasTrans, Int32(size), Int32(rows), -1, y, Int32(size), 1, c,
      Int32(size))
  }

  /// Replaces the lower triangle of the symmetric matrix by its Cholesky factor; false if it is not positive
  /// definite.
  static func factorise(_ c: UnsafeMutablePointer<Double>, size: Int) -> Bool {
    prepare()
    // Row-major lower is column-major upper.
    var upper = CChar(UInt8(ascii: "U"))
    var n = Int32(size)
    var leading = n
    var info: Int32 = 0
    dpotrf_(&upper, &n, c, &leading, &info)
    return info == 0
  }

  /// Solves L·Lᵀ·x = b in place, L in the lower triangle of `factor`.
  static func solve(
    _ factor: UnsafePointer<Double>, size: Int, rightHandSide b: UnsafeMutablePointer<Double>
  ) {
    prepare()
    let n = Int32(size)
    cblas_dtrsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasNonUnit, n, factor, n, b, 1)
    cblas_dtrsv(CblasRowMajor, CblasLower, CblasTrans, CblasNonUnit, n, factor, n, b, 1)
  }
}

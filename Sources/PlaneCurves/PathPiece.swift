/// One of the polynomials in arc length that a measured path consists of: the point is Σ_k coefficients[k]·u^k,
/// u = (2s − start − end)/(end − start), for arc lengths s in start…end.
///
/// It keeps to the path within `MeasuredPath.accuracy`·`length`.
public struct PathPiece: Sendable {
  /// Arc lengths from the path's start, in user units.
  public let start: Double
  public let end: Double
  /// At least one, in user units.
  public let coefficients: [Complex]
}

extension MeasuredPath {
  /// The polynomials that the path consists of, one after another; each lies inside one segment.
  public var polynomialPieces: [PathPiece] {
    let unscaled = { (x: Double) in x.scaled(by: exponent) }
    var start = 0.0
    return pieces.ends.indices.map { i in
      let range = Int(pieces.offsets[i])..<Int(pieces.offsets[i + 1])
      let end = unscaled(pieces.ends[i])
      defer { start = end }
      return PathPiece(
        start: start, end: end,
        coefficients: pieces.coefficients[range].map { Complex(unscaled($0.real), unscaled($0.imaginary)) })
    }
  }
}

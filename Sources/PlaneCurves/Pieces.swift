/// Polynomials in arc length, one after another along a path: piece i covers the arc lengths up to `ends[i]`, and
/// on it the point is Σ_k coefficients[offsets[i] + k]·u^k, with u = −1…1 across the piece.
struct Pieces: Sendable {
  var ends: [Double] = []
  var offsets: [UInt32] = [0]
  var coefficients: [Complex] = []
  /// The segment's parameter where the piece begins.
  var parameters: [Double] = []

  init(capacity: Int) {
    ends.reserveCapacity(capacity)
    offsets.reserveCapacity(capacity + 1)
    parameters.reserveCapacity(capacity)
    coefficients.reserveCapacity(2 * capacity)
  }

  mutating func append(_ polynomial: [Complex], end: Double, parameter: Double) {
    ends.append(end)
    parameters.append(parameter)
    coefficients.append(contentsOf: polynomial)
    offsets.append(UInt32(coefficients.count))
  }

  /// The same pieces, and then all of them backwards.
  var retraced: Pieces {
    var result = Pieces(capacity: 2 * ends.count)
    result.coefficients.reserveCapacity(2 * coefficients.count)
    result.ends += ends
    result.parameters += parameters
    result.offsets += offsets.dropFirst()
    result.coefficients += coefficients
    let total = ends.last ?? 0
    for piece in ends.indices.reversed() {
      var sign = 1.0
      for coefficient in coefficients[Int(offsets[piece])..<Int(offsets[piece + 1])] {
        result.coefficients.append(sign * coefficient)
        sign = -sign
      }
      let endsSegment = piece == ends.count - 1 || parameters[piece + 1] == 0
      result.append(
        [], end: 2 * total - (piece == 0 ? 0 : ends[piece - 1]),
        parameter: endsSegment ? 0 : 1 - parameters[piece + 1])
    }
    return result
  }
}

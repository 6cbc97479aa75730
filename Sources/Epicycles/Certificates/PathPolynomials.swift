import PlaneCurves

/// A measured path as polynomials in arc length, in the coordinates (z − origin)/unit.
struct PathPolynomials: Sendable {
  /// Arc lengths in user units, where the pieces end.
  let ends: [Double]
  private let table: PolynomialTable

  init(_ path: MeasuredPath, origin: Complex, unit: Double) {
    var ends: [Double] = []
    var table = PolynomialTable()
    for piece in path.polynomialPieces {
      ends.append(piece.end)
      var coefficients = piece.coefficients
      coefficients[0] -= origin
      table.append(coefficients.lazy.map { $0 / unit })
    }
    self.ends = ends
    self.table = table
  }

  func start(of piece: Int) -> Double { piece == 0 ? 0 : ends[piece - 1] }

  /// The point at arc length `s`, which lies in the piece.
  @inline(__always)
  func point(atLength s: Double, in piece: Int) -> Complex {
    let (start, end) = (start(of: piece), ends[piece])
    return table.value(at: min(1, max(-1, ((s - start) - (end - s)) / (end - start))), in: piece)
  }

  /// γ''·(run/2)² at arc length `s`, and a bound of how far it lies from any other value of that between
  /// s − run/2 and s + run/2, all inside the piece.
  @inline(__always)
  func bend(atLength s: Double, in piece: Int, run: Double) -> (value: Complex, spread: Double) {
    guard table.secondBounds[piece] > 0 else { return (.zero, 0) }
    let (start, end) = (start(of: piece), ends[piece])
    let half = abs(run) / (end - start)
    let spread = min(table.thirdBounds[piece] * half, 2 * table.secondBounds[piece]) * half * half
    let u = ((s - start) - (end - s)) / (end - start)
    return (table.second(at: u, in: piece) * (half * half), spread)
  }
}

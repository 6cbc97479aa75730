/// Polynomials in arc length, one after another along a path: piece i covers the arc lengths up to `ends[i]`, and
/// on it the point is Σ_k coefficients[offsets[i] + k]·u^k, with u = −1…1 across the piece.
struct Pieces: Sendable, Hashable {
  var ends: [Double] = []
  var offsets: [UInt32] = [0]
  var coefficients: [Complex] = []
  /// The segment's parameter where the piece begins.
  var parameters: [Double] = []
}

/// Cuts segments into pieces short enough for one polynomial in arc length each.
struct PieceBuilder {
  private(set) var pieces = Pieces()
  private(set) var segmentEnds: [Double] = []
  /// The largest distance seen between a piece and its segment, at places between the interpolated ones.
  private(set) var deviation = 0.0
  /// What the integrals of the speed leave open, summed.
  private(set) var lengthDefect = 0.0

  private let aim: Double
  private let tolerance: Double
  private var sum = 0.0
  private var compensation = 0.0
  private var values = [Complex](repeating: .zero, count: ChebyshevNodes.position.count)
  private var chebyshev = [Complex](repeating: .zero, count: ChebyshevNodes.position.count)

  /// - Parameters:
  ///   - aim: the error wanted, relative to the length.
  ///   - length: a rough length of the whole.
  init(aim: Double, length: Double, capacity: Int) {
    self.aim = aim
    tolerance = aim * length
    segmentEnds.reserveCapacity(capacity)
    pieces.ends.reserveCapacity(capacity)
    pieces.offsets.reserveCapacity(capacity + 1)
    pieces.parameters.reserveCapacity(capacity)
    pieces.coefficients.reserveCapacity(2 * capacity)
  }

  var length: Double { sum + compensation }

  mutating func append(_ segment: Segment) {
    switch segment {
    case .line(let line): appendLine(from: line.start, to: line.end)
    case .quadratic(let curve): appendCurved(curve)
    case .cubic(let curve): appendCurved(curve)
    case .arc(let arc): appendCurved(arc)
    }
    segmentEnds.append(length)
  }

  /// A segment that can't be measured keeps its place with length zero.
  mutating func appendNothing() { segmentEnds.append(length) }

  private mutating func add(_ length: Double) {
    let next = sum + length
    compensation += sum >= length ? (sum - next) + length : (length - next) + sum
    sum = next
  }

  private mutating func finishPiece(length: Double, parameter: Double) {
    add(length)
    pieces.ends.append(self.length)
    pieces.parameters.append(parameter)
    pieces.offsets.append(UInt32(pieces.coefficients.count))
  }

  private mutating func appendLine(from start: Complex, to end: Complex) {
    let length = (end - start).length
    guard length > 0 else { return }
    pieces.coefficients.append((start + end) * 0.5)
    pieces.coefficients.append((end - start) * 0.5)
    finishPiece(length: length, parameter: 0)
  }

  private mutating func appendCurved(_ segment: some ParametricSegment) {
    let bound = segment.speedBound
    guard bound > 0, bound.isFinite else { return }
    let size = max(abs(segment.start.real), abs(segment.start.imaginary), bound)
    let rounding = 4 * size.ulp
    let slow = segment.slowestParameters.filter { segment.derivative(at: $0).length < 0.1 * bound }
    let cuts = [0] + slow + [1]
    for (from, to) in zip(cuts, cuts.dropFirst()) where from < to {
      cut(segment, from, to, bound: bound, rounding: rounding, depth: 0)
    }
  }

  private mutating func cut(
    _ segment: some ParametricSegment, _ from: Double, _ to: Double, bound: Double, rounding: Double,
    depth: Int
  ) {
    let series = SpeedSeries(segment, from: from, to: to)
    let middle = 0.5 * (from + to)
    let last = depth >= 48 || !(from < middle && middle < to)
    let allowed = max(aim * bound * max(to - from, 1.0 / 64), 1e-15 * bound * (to - from))
    if series.defect <= allowed || last {
      if series.length <= 0 { return }
      if fit(segment, series, tolerance: max(tolerance, rounding), force: last) { return }
    }
    cut(segment, from, middle, bound: bound, rounding: rounding, depth: depth + 1)
    cut(segment, middle, to, bound: bound, rounding: rounding, depth: depth + 1)
  }

  /// Appends the piece if its polynomial keeps to the tolerance, or in any case when forced.
  private mutating func fit(
    _ segment: some ParametricSegment, _ series: SpeedSeries, tolerance: Double, force: Bool
  ) -> Bool {
    let table = ChebyshevNodes.position
    let count = table.count
    let (middle, half) = (0.5 * (series.from + series.to), 0.5 * (series.to - series.from))
    var x = table.nodes[0]
    for j in 0..<count {
      let target = 0.5 * (1 + table.nodes[j]) * series.length
      x = series.inverse(target, guess: x, on: segment)
      values[j] = segment.point(at: middle + half * x)
    }
    let origin = values[count / 2]
    for k in 0..<count {
      var sum = SIMD2<Double>.zero
      for j in 0..<count { sum += table.analysis[k * count + j] * (values[j] - origin).vector }
      chebyshev[k] = Complex(sum)
    }
    var degree = count - 1
    var dropped = 0.0
    while degree > 1, dropped + chebyshev[degree].length <= 0.25 * tolerance {
      dropped += chebyshev[degree].length
      degree -= 1
    }
    let first = pieces.coefficients.count
    appendMonomials(degree: degree)
    pieces.coefficients[first] += origin
    var error = 0.0
    for j in 0...8 {
      let x = -1 + 0.25 * Double(j)
      let u = min(1, max(-1, 2 * series(x) / series.length - 1))
      var value = Complex.zero
      for k in stride(from: degree, through: 0, by: -1) { value = value * u + pieces.coefficients[first + k] }
      error = max(error, (value - segment.point(at: middle + half * x)).length)
    }
    guard error <= tolerance || force else {
      pieces.coefficients.removeLast(degree + 1)
      return false
    }
    deviation = max(deviation, error)
    lengthDefect += series.defect
    finishPiece(length: series.length, parameter: series.from)
    return true
  }

  /// Σ chebyshev[k]·T_k(u) up to `degree`, written in powers of u.
  private mutating func appendMonomials(degree: Int) {
    let first = pieces.coefficients.count
    pieces.coefficients.append(contentsOf: repeatElement(.zero, count: degree + 1))
    for k in 0...degree {
      for (power, factor) in ChebyshevNodes.monomials[k] {
        pieces.coefficients[first + power] += chebyshev[k] * factor
      }
    }
  }
}

extension ChebyshevNodes {
  /// T_k in powers of u, for each k below the number of position nodes.
  static let monomials: [[(power: Int, factor: Double)]] = {
    var dense: [[Double]] = [[1], [0, 1]]
    while dense.count < position.count {
      let (a, b) = (dense[dense.count - 1], dense[dense.count - 2])
      dense.append((0...a.count).map { ($0 > 0 ? 2 * a[$0 - 1] : 0) - ($0 < b.count ? b[$0] : 0) })
    }
    return dense.map { row in row.enumerated().filter { $0.element != 0 }.map { ($0.offset, $0.element) } }
  }()
}

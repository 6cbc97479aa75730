/// Cuts segments, by halves, into pieces short enough for one polynomial in arc length each.
///
/// Where the speed goes to zero the halving grades the pieces geometrically towards that place, and ends when a
/// piece is shorter than the tolerance.
struct PieceBuilder {
  private(set) var pieces: Pieces
  private(set) var segmentEnds: [Double] = []
  /// The arc lengths of the cusps inside segments, rising.
  private(set) var cusps: [Double] = []
  /// The largest distance seen between a piece and its segment.
  private(set) var deviation = 0.0
  /// What the integrals of the speed leave open, summed.
  private(set) var lengthDefect = 0.0

  private let aim: Double
  private let tolerance: Double
  private var total = CompensatedSum()
  private var fit = PieceFit()
  /// How many more cuts the segment at hand may have.
  private var cutsLeft = 0

  /// - Parameters:
  ///   - aim: the error wanted, relative to the length.
  ///   - length: a rough length of the whole.
  init(aim: Double, length: Double, capacity: Int) {
    self.aim = aim
    tolerance = aim * length
    pieces = Pieces(capacity: capacity)
    segmentEnds.reserveCapacity(capacity)
  }

  var length: Double { total.value }

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

  private mutating func appendLine(from start: Complex, to end: Complex) {
    let length = (end - start).length
    guard length > 0 else { return }
    total.add(length)
    pieces.coefficients.append((start + end) * 0.5)
    pieces.coefficients.append((end - start) * 0.5)
    pieces.append([], end: total.value, parameter: 0)
  }

  private mutating func appendCurved(_ segment: some ParametricSegment) {
    let bound = segment.speedBound
    guard bound > 0, bound.isFinite else { return }
    let origin = segment.start
    let local = segment.transformed(by: .translation(-origin.real, -origin.imaginary))
    cutsLeft = 2000
    var from = 0.0
    for to in local.slowestParameters where local.derivative(at: to).length < 0.1 * bound {
      cut(local, from, to, bound: bound, origin: origin)
      if local.hasCusp(at: to) { cusps.append(total.value) }
      from = to
    }
    cut(local, from, 1, bound: bound, origin: origin)
  }

  private mutating func cut(
    _ segment: some ParametricSegment, _ from: Double, _ to: Double, bound: Double, origin: Complex
  ) {
    let middle = 0.5 * (from + to)
    cutsLeft -= 1
    let last = cutsLeft < 0 || !(from < middle && middle < to)
    let allowed = bound * max(aim * max(to - from, 1.0 / 64), 1e-15 * (to - from))
    fit.takeSpeeds(segment, from, to)
    if fit.defect <= allowed || last {
      guard fit.integrate(from, to) else { return }
      if fit.length <= tolerance || last {
        fit.fitChord(segment, from, to)
      } else {
        fit.fitPolynomial(segment, from, to, tolerance: tolerance)
      }
      if fit.deviation <= tolerance || last {
        total.add(fit.length)
        deviation = max(deviation, fit.deviation)
        lengthDefect += fit.defect
        let first = pieces.coefficients.count
        pieces.append(fit.coefficients, end: total.value, parameter: from)
        pieces.coefficients[first] += origin
        return
      }
    }
    cut(segment, from, middle, bound: bound, origin: origin)
    cut(segment, middle, to, bound: bound, origin: origin)
  }
}

/// A sum that carries its rounding errors along (Neumaier).
struct CompensatedSum: Sendable {
  private var sum = 0.0
  private var compensation = 0.0

  var value: Double { sum + compensation }

  mutating func add(_ term: Double) {
    let next = sum + term
    compensation += abs(sum) >= abs(term) ? (sum - next) + term : (term - next) + sum
    sum = next
  }
}

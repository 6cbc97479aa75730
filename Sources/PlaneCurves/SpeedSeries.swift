#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Values of the Chebyshev polynomials at the roots of one of them: T_k at node j, row k.
struct ChebyshevNodes: Sendable {
  let count: Int
  /// cos(π(j + ½)/count), falling.
  let nodes: [Double]
  /// (2/count)·T_k(node j) (half of that for k = 0), row by row: values at nodes to coefficients.
  let analysis: [Double]

  init(count: Int) {
    self.count = count
    let step = Double.pi / Double(count)
    nodes = (0..<count).map { cos(step * (Double($0) + 0.5)) }
    var analysis: [Double] = []
    for k in 0..<count {
      let weight = (k == 0 ? 1 : 2) / Double(count)
      for j in 0..<count { analysis.append(weight * cos(step * Double(k) * (Double(j) + 0.5))) }
    }
    self.analysis = analysis
  }

  static let speed = ChebyshevNodes(count: 16)
  static let position = ChebyshevNodes(count: 13)
}

/// Arc length on the parameter interval [from, to] of a segment, as the integral of a Chebyshev interpolant of
/// the speed.
struct SpeedSeries {
  let from: Double
  let to: Double
  /// Chebyshev coefficients of the arc length measured from the interval's middle, in x = −1…1.
  private(set) var antiderivative: [Double]
  /// The arc length of the interval.
  private(set) var length = 0.0
  /// What the interpolant of the speed leaves open, as arc length.
  private(set) var defect = 0.0

  init() {
    (from, to) = (0, 0)
    antiderivative = []
  }

  init(_ segment: some ParametricSegment, from: Double, to: Double) {
    self.from = from
    self.to = to
    let table = ChebyshevNodes.speed
    let count = table.count
    let (middle, half) = (0.5 * (from + to), 0.5 * (to - from))
    antiderivative = [Double](repeating: 0, count: count + 1)
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * count + 2) { scratch in
      let speeds = scratch.baseAddress.unsafelyUnwrapped
      let coefficients = speeds + count
      for j in 0..<count { speeds[j] = segment.derivative(at: middle + half * table.nodes[j]).length }
      for k in 0..<count {
        var sum = 0.0
        for j in 0..<count { sum += table.analysis[k * count + j] * speeds[j] }
        coefficients[k] = sum
      }
      coefficients[count] = 0
      coefficients[count + 1] = 0
      antiderivative[1] = half * (coefficients[0] - 0.5 * coefficients[2])
      for k in 2...count {
        antiderivative[k] = half * (coefficients[k - 1] - coefficients[k + 1]) / Double(2 * k)
      }
      for k in stride(from: 1, through: count, by: 2) { length += 2 * antiderivative[k] }
      length = max(0, length)
      let tail = abs(coefficients[count - 1]) + abs(coefficients[count - 2]) + abs(coefficients[count - 3])
      defect = half * tail
    }
  }

  /// The arc length from the interval's start to x in −1…1.
  func callAsFunction(_ x: Double) -> Double { value(x) + 0.5 * length + evenPart }

  /// Σ of the even coefficients with T_k(±1) = 1, so that the length counts from the start.
  private var evenPart: Double {
    var sum = 0.0
    for k in stride(from: 2, to: antiderivative.count, by: 2) { sum -= antiderivative[k] }
    return sum
  }

  private func value(_ x: Double) -> Double {
    var (a, b) = (0.0, 0.0)
    for k in stride(from: antiderivative.count - 1, to: 0, by: -1) {
      (a, b) = (antiderivative[k] + 2 * x * a - b, a)
    }
    return x * a - b
  }

  /// The place x in −1…1 where the arc length is `target`, by Newton steps kept inside a bracket.
  func inverse(_ target: Double, guess: Double, on segment: some ParametricSegment) -> Double {
    let (middle, half) = (0.5 * (from + to), 0.5 * (to - from))
    let offset = 0.5 * length + evenPart - target
    var (low, high) = (-1.0, 1.0)
    var x = guess
    for _ in 0..<60 {
      let excess = value(x) + offset
      if excess > 0 { high = x } else { low = x }
      let newton = x - excess / (half * segment.derivative(at: middle + half * x).length)
      let next = newton >= low && newton <= high ? newton : 0.5 * (low + high)
      if abs(next - x) <= 1e-15 { return next }
      x = next
    }
    return x
  }
}

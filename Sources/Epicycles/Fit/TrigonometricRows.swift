import Foundation
import Harmonics
import PlaneCurves

/// The moments at which a sum with harmonics |n| ≤ `bandwidth` meets its targets: `uniformCount` equally
/// spaced ones, j/uniformCount, and then any others, in `scattered`; times in loops.
///
/// The equally spaced moments cost one FFT an operation; the scattered ones a product with the table of
/// cos 2πnt and sin 2πnt.
struct TrigonometricRows {
  let bandwidth: Int
  let uniformCount: Int
  private(set) var scattered: [Double]
  /// A scattered moment a row: cos 0, sin 0, cos 2πt, sin 2πt, … up to the bandwidth.
  private(set) var table: [Double]
  private let forward: FourierTransform?
  private let backward: FourierTransform?

  var count: Int { uniformCount + scattered.count }
  var tableWidth: Int { 2 * (bandwidth + 1) }

  /// - Parameter uniformCount: 0 or more than 4·`bandwidth`.
  init(bandwidth: Int, uniformCount: Int, scattered: [Double]) {
    self.bandwidth = bandwidth
    self.uniformCount = uniformCount
    self.scattered = scattered
    forward = uniformCount > 0 ? FourierTransform.shared(count: uniformCount, direction: .forward) : nil
    backward = uniformCount > 0 ? FourierTransform.shared(count: uniformCount, direction: .backward) : nil
    table = [Double](repeating: 0, count: scattered.count * 2 * (bandwidth + 1))
    fillTable()
  }

  /// Moves the scattered moments.
  mutating func move(to times: [Double]) {
    scattered = times
    fillTable()
  }

  func time(_ row: Int) -> Double {
    row < uniformCount ? Double(row) / Double(uniformCount) : scattered[row - uniformCount]
  }

  /// The row whose moment is nearest to a time in 0..<1; the scattered moments must rise.
  func nearest(to time: Double) -> Int {
    let uniform = Int((time * Double(uniformCount)).rounded()) % max(uniformCount, 1)
    guard !scattered.isEmpty else { return uniform }
    var (low, high) = (0, scattered.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if scattered[middle] < time { low = middle + 1 } else { high = middle }
    }
    let index = low > 0 && time - scattered[low - 1] < abs(scattered[low] - time) ? low - 1 : low
    let gap =
      abs(time * Double(uniformCount) - (time * Double(uniformCount)).rounded()) / Double(uniformCount)
    return uniformCount == 0 || abs(scattered[index] - time) < gap ? uniformCount + index : uniform
  }

  private mutating func fillTable() {
    let (count, width) = (bandwidth + 1, tableWidth)
    scattered.withUnsafeBufferPointer { times in
      table.withUnsafeMutableBufferPointer { table in
        for j in 0..<times.count {
          let angle = 2 * Double.pi * (times[j] - times[j].rounded())
          let row = UnsafeMutableBufferPointer(rebasing: table[j * width..<(j + 1) * width])
          Self.fillPowers(cos(angle), sin(angle), row, count)
        }
      }
    }
  }

  /// cos kθ and sin kθ alternately for k = 0…count − 1, four pairs at a time: each four are those before, turned by
  /// 4θ.
  private static func fillPowers(
    _ cosine: Double, _ sine: Double, _ out: UnsafeMutableBufferPointer<Double>, _ count: Int
  ) {
    var pairs = SIMD8<Double>()
    var turned = pairs
    var (re, im) = (1.0, 0.0)
    for k in 0..<4 {
      (pairs[2 * k], pairs[2 * k + 1]) = (re, im)
      (turned[2 * k], turned[2 * k + 1]) = (-im, re)
      (re, im) = (re * cosine - im * sine, re * sine + im * cosine)
    }
    for first in stride(from: 0, to: 2 * count, by: 8) {
      for k in 0..<min(8, 2 * count - first) { out[first + k] = pairs[k] }
      (pairs, turned) = (pairs * re + turned * im, turned * re - pairs * im)
    }
  }

  // MARK: Values

  /// Σ cₙ·exp(2πi·n·t) at every moment; `dense` holds cₙ at index n + bandwidth.
  func values(_ dense: [Complex]) -> [Complex] {
    var out = [Complex](repeating: .zero, count: count)
    if let backward {
      var bins = [Complex](repeating: .zero, count: uniformCount)
      for n in -bandwidth...bandwidth { bins[wrapped(n)] = dense[n + bandwidth] }
      backward(bins).withUnsafeBufferPointer { source in
        for j in 0..<uniformCount { out[j] = source[j] }
      }
    }
    guard !scattered.isEmpty else { return out }
    let product = tableTimes(halves(of: dense))
    for j in 0..<scattered.count { out[uniformCount + j] = Complex(product[2 * j], product[2 * j + 1]) }
    return out
  }

  /// d/dt of the sum at the scattered moments, in units a loop.
  func scatteredVelocities(_ dense: [Complex]) -> [Complex] {
    let turned = (0..<dense.count).map { k in
      Complex(0, 2 * .pi * Double(k - bandwidth)) * dense[k]
    }
    let product = tableTimes(halves(of: turned))
    return (0..<scattered.count).map { Complex(product[2 * $0], product[2 * $0 + 1]) }
  }

  /// The factors of cos and of sin in the sum, as a matrix with columns real and imaginary.
  private func halves(of dense: [Complex]) -> [Double] {
    var out = [Double](repeating: 0, count: 2 * tableWidth)
    for m in 0...bandwidth {
      let positive = dense[bandwidth + m]
      let negative = m == 0 ? Complex.zero : dense[bandwidth - m]
      let cosine = positive + negative
      let sine = Complex.i * (positive - negative)
      out[4 * m] = cosine.real
      out[4 * m + 1] = cosine.imaginary
      out[4 * m + 2] = sine.real
      out[4 * m + 3] = sine.imaginary
    }
    return out
  }

  private func tableTimes(_ right: [Double]) -> [Double] {
    var out = [Double](repeating: 0, count: scattered.count * 2)
    DenseAlgebra.multiplyPair(table, right, rows: scattered.count, inner: tableWidth, into: &out)
    return out
  }

  private func transposedTableTimes(_ right: [Double], columns: Int) -> [Double] {
    var out = [Double](repeating: 0, count: tableWidth * columns)
    DenseAlgebra.multiplyTransposed(
      table, right, rows: tableWidth, inner: scattered.count, columns: columns, into: &out)
    return out
  }

  private func wrapped(_ n: Int) -> Int { n < 0 ? n + uniformCount : n }

  // MARK: Sums over the moments

  /// Σⱼ fⱼ·exp(−2πi·n·tⱼ) for |n| ≤ bandwidth, at index n + bandwidth.
  func adjoint(_ f: [Complex]) -> [Complex] {
    var out = [Complex](repeating: .zero, count: 2 * bandwidth + 1)
    if let forward {
      let bins = forward(Array(f[..<uniformCount]))
      for n in -bandwidth...bandwidth { out[n + bandwidth] = bins[wrapped(n)] }
    }
    guard !scattered.isEmpty else { return out }
    var right = [Double](repeating: 0, count: 2 * scattered.count)
    for j in 0..<scattered.count {
      right[2 * j] = f[uniformCount + j].real
      right[2 * j + 1] = f[uniformCount + j].imaginary
    }
    let product = transposedTableTimes(right, columns: 2)
    for m in 0...bandwidth {
      let cosine = Complex(product[4 * m], product[4 * m + 1])
      let sine = Complex.i * Complex(product[4 * m + 2], product[4 * m + 3])
      out[bandwidth + m] += cosine - sine
      if m > 0 { out[bandwidth - m] += cosine + sine }
    }
    return out
  }

  /// α[m] = Σⱼ pⱼ·exp(2πi·m·tⱼ) and β[m] = Σⱼ qⱼ·exp(2πi·m·tⱼ) for |m| ≤ 2·bandwidth, at index
  /// m + 2·bandwidth: what the normal equations are filled from.
  func moments(weights p: [Double], squares q: [Complex]) -> (alpha: [Complex], beta: [Complex]) {
    let top = 2 * bandwidth
    var alpha = [Complex](repeating: .zero, count: 2 * top + 1)
    var beta = alpha
    if let backward {
      let pBins = backward(p[..<uniformCount].map { Complex($0) })
      let qBins = backward(Array(q[..<uniformCount]))
      for m in -top...top {
        alpha[m + top] = pBins[wrapped(m)]
        beta[m + top] = qBins[wrapped(m)]
      }
    }
    guard !scattered.isEmpty else { return (alpha, beta) }
    addScatteredMoments(p, q, &alpha, &beta)
    return (alpha, beta)
  }

  /// Harmonics above the bandwidth come from weights that are turned by ±bandwidth first.
  private func addScatteredMoments(
    _ p: [Double], _ q: [Complex], _ alpha: inout [Complex], _ beta: inout [Complex]
  ) {
    let columns = 9
    let top = 2 * bandwidth
    var right = [Double](repeating: 0, count: columns * scattered.count)
    for j in 0..<scattered.count {
      let row = uniformCount + j
      let turn = Complex(table[j * tableWidth + tableWidth - 2], table[j * tableWidth + tableWidth - 1])
      let raised = q[row] * turn
      let lowered = q[row] * turn.conjugate
      let k = j * columns
      right[k] = p[row]
      right[k + 1] = p[row] * turn.real
      right[k + 2] = p[row] * turn.imaginary
      right[k + 3] = q[row].real
      right[k + 4] = q[row].imaginary
      right[k + 5] = raised.real
      right[k + 6] = raised.imaginary
      right[k + 7] = lowered.real
      right[k + 8] = lowered.imaginary
    }
    let product = transposedTableTimes(right, columns: columns)
    for m in 0...bandwidth {
      let c = 2 * m * columns
      let s = c + columns
      func cosine(_ k: Int) -> Complex { Complex(product[c + k], product[c + k + 1]) }
      func sine(_ k: Int) -> Complex { Complex.i * Complex(product[s + k], product[s + k + 1]) }
      let low = Complex(product[c], product[s])
      let high = cosine(1) + sine(1)
      alpha[top + m] += low
      beta[top + m] += cosine(3) + sine(3)
      if m > 0 {
        alpha[top - m] += low.conjugate
        beta[top - m] += cosine(3) - sine(3)
        alpha[top + bandwidth + m] += high
        alpha[top - bandwidth - m] += high.conjugate
        beta[top + bandwidth + m] += cosine(5) + sine(5)
        beta[top - bandwidth - m] += cosine(7) - sine(7)
      }
    }
  }
}

extension MeasuredPath {
  /// Writes the points at arc length from + step·j, in internal units, for j in `range` to output[j].
  func fill(_ output: UnsafeMutablePointer<Complex>, from: Double, step: Double, _ range: Range<Int>) {
    var hint = 0
    fill(output, from: from, step: step, range, hint: &hint)
  }

  /// - Parameter hint: the piece where the search begins, and afterwards the last one used.
  func fill(
    _ output: UnsafeMutablePointer<Complex>, from: Double, step: Double, _ range: Range<Int>,
    hint piece: inout Int
  ) {
    guard !pieces.ends.isEmpty else {
      let only = segments.first(where: \.isFinite)?.start ?? .zero
      for j in range { output[j] = only }
      return
    }
    pieces.ends.withUnsafeBufferPointer { ends in
      pieces.offsets.withUnsafeBufferPointer { offsets in
        pieces.coefficients.withUnsafeBufferPointer { coefficients in
          guard let coefficients = coefficients.baseAddress else { return }
          var j = range.lowerBound
          while j < range.upperBound {
            let s = from + step * Double(j)
            if piece > 0, s < ends[piece - 1] { piece = 0 }
            if ends[piece] < s { piece = Self.piece(at: s, in: ends, from: piece) }
            let start = piece == 0 ? 0 : ends[piece - 1]
            let end = ends[piece]
            var stop = j + 1
            if step > 0 {
              let reach = piece == ends.count - 1 ? Double(range.upperBound) : (end - from) / step
              stop = reach < Double(range.upperBound) ? max(stop, Int(reach)) : range.upperBound
            }
            let first = Int(offsets[piece])
            Self.evaluate(
              coefficients + first, degree: Int(offsets[piece + 1]) - first - 1, start: start, end: end,
              from: from, step: step, j..<stop, output)
            j = stop
          }
        }
      }
    }
    if exponent != 0 {
      for j in range {
        output[j] = Complex(output[j].real.scaled(by: exponent), output[j].imaginary.scaled(by: exponent))
      }
    }
  }

  /// The first piece from `first` on that ends at or after `s`, or the last one: by doubling steps, then halving.
  static func piece(at s: Double, in ends: UnsafeBufferPointer<Double>, from first: Int) -> Int {
    var (low, high, step) = (first, first, 1)
    while high < ends.count - 1, ends[high] < s {
      low = high + 1
      high = min(ends.count - 1, high + step)
      step *= 2
    }
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] < s { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Horner's rule on one piece, four points side by side.
  @inline(__always)
  private static func evaluate(
    _ c: UnsafePointer<Complex>, degree: Int, start: Double, end: Double, from: Double, step: Double,
    _ range: Range<Int>, _ output: UnsafeMutablePointer<Complex>
  ) {
    let middle = 0.5 * (start + end)
    let scale = 2 / (end - start)
    let local = { (j: Int) in min(1, max(-1, (from + step * Double(j) - middle) * scale)) }
    var j = range.lowerBound
    let top = c[degree].vector
    while j + 4 <= range.upperBound {
      let (u0, u1, u2, u3) = (local(j), local(j + 1), local(j + 2), local(j + 3))
      var (z0, z1, z2, z3) = (top, top, top, top)
      var k = degree - 1
      while k >= 0 {
        let coefficient = c[k].vector
        z0 = z0 * u0 + coefficient
        z1 = z1 * u1 + coefficient
        z2 = z2 * u2 + coefficient
        z3 = z3 * u3 + coefficient
        k -= 1
      }
      output[j] = Complex(z0)
      output[j + 1] = Complex(z1)
      output[j + 2] = Complex(z2)
      output[j + 3] = Complex(z3)
      j += 4
    }
    while j < range.upperBound {
      let u = local(j)
      var z = top
      var k = degree - 1
      while k >= 0 {
        z = z * u + c[k].vector
        k -= 1
      }
      output[j] = Complex(z)
      j += 1
    }
  }
}

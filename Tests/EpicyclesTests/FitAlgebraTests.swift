import Foundation
import PlaneCurves
import Testing

@testable import Epicycles

@Suite struct FitAlgebraTests {
  /// A·x computed from the definition of the matrix gives back the right-hand side.
  @Test(arguments: [3, 4, 5, 17, 200])
  func cyclicTridiagonalSolves(count: Int) throws {
    let beside = (0..<count).map { -1 - 0.5 * sin(Double($0)) }
    let diagonal = (0..<count).map { 4 + cos(Double(3 * $0)) }
    let right = (0..<count).map { sin(Double(7 * $0 + 1)) }
    let factors = try #require(CyclicTridiagonal(diagonal: diagonal, beside: beside))
    var x = right
    factors.solve(&x)
    for j in 0..<count {
      let (before, after) = ((j + count - 1) % count, (j + 1) % count)
      let product = diagonal[j] * x[j] + beside[j] * x[after] + beside[before] * x[before]
      #expect(abs(product - right[j]) < 1e-13)
    }
  }

  /// Y = D^(−½)·L⁻¹·C, so YᵀY = CᵀA⁻¹C.
  @Test func cyclicTridiagonalHalfSolves() throws {
    let count = 9
    let factors = try #require(
      CyclicTridiagonal(
        diagonal: [Double](repeating: 3, count: count), beside: [Double](repeating: -1, count: count)))
    let c = (0..<count).map { cos(Double($0 * $0)) }
    var y = c
    y.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      factors.substituteForward(base, columns: 1)
      factors.scale(base, columns: 1)
    }
    var x = c
    factors.solve(&x)
    #expect(abs(zip(y, y).reduce(0) { $0 + $1.0 * $1.1 } - zip(c, x).reduce(0) { $0 + $1.0 * $1.1 }) < 1e-13)
  }

  @Test func cyclicTridiagonalRefusesIndefinite() {
    #expect(CyclicTridiagonal(diagonal: [2, 2, 2], beside: [-1, -1, -1.5]) == nil)
  }

  static let harmonics = [-5, -2, 0, 1, 3, 7]

  static func rows(uniform: Int) -> TrigonometricRows {
    TrigonometricRows(bandwidth: 7, uniformCount: uniform, scattered: [0.1234, 0.777, -0.05, 1.31])
  }

  static func value(_ n: Int, _ t: Double) -> Complex {
    Complex(length: 1, phase: Angle(radians: 2 * .pi * Double(n) * t))
  }

  @Test(arguments: [0, 64])
  func rowsMatchTheDefinition(uniform: Int) {
    var rows = Self.rows(uniform: uniform)
    rows.move(to: [0.3, 0.31, 0.8, -2.2])
    var dense = [Complex](repeating: .zero, count: 15)
    for n in Self.harmonics { dense[n + 7] = Complex(sin(Double(n) + 1), cos(Double(3 * n))) }
    let values = rows.values(dense)
    let velocities = rows.scatteredVelocities(dense)
    for j in 0..<rows.count {
      var (z, dz) = (Complex.zero, Complex.zero)
      for n in -7...7 {
        z += dense[n + 7] * Self.value(n, rows.time(j))
        dz += dense[n + 7] * Self.value(n, rows.time(j)) * Complex(0, 2 * .pi * Double(n))
      }
      #expect((values[j] - z).length < 1e-12)
      if j >= uniform { #expect((velocities[j - uniform] - dz).length < 1e-10) }
    }
  }

  /// The matrix's quadratic form is the sum over rows of what the metric says, for any step.
  @Test(arguments: [0, 64])
  func normalEquationsAreTheSumOverRows(uniform: Int) {
    let rows = Self.rows(uniform: uniform)
    let equations = NormalEquations(harmonics: Self.harmonics)
    let metrics = (0..<rows.count).map { j in
      RowMetric(
        direction: Complex(length: 1, phase: Angle(radians: Double(j))), along: 2 + sin(Double(j)),
        across: 1 + 0.5 * cos(Double(5 * j)))
    }
    let forces = (0..<rows.count).map { Complex(cos(Double($0)), sin(Double(2 * $0))) }
    let size = equations.size
    var matrix = [Double](repeating: 0, count: size * size)
    matrix.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      equations.fill(base, stride: size, rows: rows, metrics: metrics)
    }
    let gradient = equations.gradient(rows: rows, forces: forces)
    let step = (0..<size).map { sin(Double($0 * $0) + 0.3) }
    let change = rows.values(equations.dense(step[...], bandwidth: 7))
    var quadratic = 0.0
    for k in 0..<size {
      for l in 0..<size { quadratic += step[k] * step[l] * matrix[max(k, l) * size + min(k, l)] }
    }
    let expected = (0..<rows.count).reduce(0) { $0 + Complex.dot(change[$1], metrics[$1](change[$1])) }
    #expect(abs(quadratic - expected) < 1e-11 * expected)
    let slope = zip(gradient, step).reduce(0) { $0 + $1.0 * $1.1 }
    let expectedSlope = (0..<rows.count).reduce(0) { $0 + Complex.dot(forces[$1], change[$1]) }
    #expect(abs(slope - expectedSlope) < 1e-11)
  }

  /// Products, a Cholesky factor and its solve from their definitions, at sizes around those of the blocks.
  @Test(arguments: [1, 2, 7, 8, 9, 31, 32, 33, 64, 129], [1, 5, 191, 192, 400])
  func denseAlgebraMatchesTheDefinition(size: Int, count: Int) {
    let y = (0..<count * size).map { sin(Double($0 * $0 % 1009)) }
    var c = [Double](repeating: 0, count: size * size)
    for k in 0..<size { c[k * size + k] = -0.5 }
    DenseAlgebra.subtractGram(y, rows: count, size: size, from: &c)
    var whole = c
    for k in 0..<size {
      for l in 0...k {
        let sum = (0..<count).reduce(k == l ? -0.5 : 0) { $0 - y[$1 * size + k] * y[$1 * size + l] }
        #expect(abs(c[k * size + l] - sum) < 1e-11)
        (whole[k * size + l], whole[l * size + k]) = (-sum, -sum)
      }
    }
    // Positive definite: half the identity and a Gram matrix.
    var factor = whole
    #expect(DenseAlgebra.factorise(&factor, size: size))
    let x = (0..<size).map { cos(Double(3 * $0)) }
    var b = (0..<size).map { k in (0..<size).reduce(0) { $0 + whole[k * size + $1] * x[$1] } }
    DenseAlgebra.solve(factor, size: size, rightHandSide: &b)
    for k in 0..<size { #expect(abs(b[k] - x[k]) < 1e-10) }

    for columns in [2, 4, 9] {
      let right = (0..<count * columns).map { cos(Double($0)) }
      var out = [Double](repeating: 0, count: size * columns)
      DenseAlgebra.multiplyTransposed(y, right, rows: size, inner: count, columns: columns, into: &out)
      for k in 0..<size {
        for column in 0..<columns {
          let sum = (0..<count).reduce(0) { $0 + y[$1 * size + k] * right[$1 * columns + column] }
          #expect(abs(out[k * columns + column] - sum) < 1e-11)
        }
      }
    }
    let pair = (0..<2 * size).map { sin(Double(5 * $0)) }
    var out = [Double](repeating: 0, count: 2 * count)
    DenseAlgebra.multiplyPair(y, pair, rows: count, inner: size, into: &out)
    for j in 0..<count {
      for column in 0..<2 {
        let sum = (0..<size).reduce(0) { $0 + y[j * size + $1] * pair[2 * $1 + column] }
        #expect(abs(out[2 * j + column] - sum) < 1e-12)
      }
    }
  }

  @Test func indefiniteMatricesHaveNoFactor() {
    var c = [1.0, 0, 0, 2, 3, 0, 0, 0, 1]
    #expect(!DenseAlgebra.factorise(&c, size: 3))
    var unknown = [Double.nan]
    #expect(!DenseAlgebra.factorise(&unknown, size: 1))
  }

  /// I_x(q, q) by its symmetry and its slope, Γ(2q)/Γ(q)²·(x(1 − x))^(q − 1).
  @Test(arguments: SlowDownMap.Profile.allCases)
  func profilesAreIncompleteBetaFunctions(profile: SlowDownMap.Profile) {
    let q = profile.rawValue
    #expect(profile(0) == 0 && abs(profile(1) - 1) < 1e-15)
    for x in stride(from: 0.05, to: 1, by: 0.05) {
      #expect(abs(profile(x) + profile(1 - x) - 1) < 1e-14)
      let slope = (profile(x + 1e-5) - profile(x - 1e-5)) / 2e-5
      #expect(abs(slope - tgamma(2 * q) / (tgamma(q) * tgamma(q)) * pow(x * (1 - x), q - 1)) < 1e-6)
    }
  }

  @Test func stepsAreClampedInsideTheirBounds() {
    let shares = [0.1, 0.2, 0.3, 0.4]
    let bounds = StepBounds(shares: shares, speeds: 0.5...2)
    let times = bounds.interior(of: [0, 0.7, 0.8, 0.9], margin: 0.01)
    for (j, step) in StepBounds.steps(of: times).enumerated() {
      #expect(step > shares[j] / 2 && step < shares[j] / 0.5)
    }
  }
}

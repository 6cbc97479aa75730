import PlaneCurves

/// The dual optimum of a minimax problem: how hard each moment holds the error up. The weights sum to 1.
struct MinimaxMultipliers: Sendable {
  var times: [Double]
  var weights: [Double]
  var duals: [Complex]
}

/// The least ε such that coefficients on a support draw every point z(tⱼ) within ε of its fixed target, and how far
/// below no coefficients on that support come: a second-order cone programme, solved by the primal-dual
/// predictor-corrector method of Mehrotra with the scaling of Nesterov and Todd.
///
/// Primal: minimise ε, (ε, rⱼ) in the cone ε ≥ |rⱼ|, r = E·c − γ. Dual: maximise Σ Re(ȳⱼ·γⱼ) over y orthogonal to
/// the support, Σ Re(ȳⱼ·exp(2πi·n·tⱼ)) = 0 in both components, with |yⱼ| ≤ wⱼ and Σ wⱼ = 1. Lengths are in units of
/// the curve's diagonal.
struct ConicMinimax {
  struct Stopping {
    /// How far the largest distance may lie above the lower bound, as a share of itself.
    var gap = 0.03
    /// Ends as soon as the largest distance is at most this.
    var goal = 1e-10
    /// Ends as hopeless when the lower bound is above this.
    var limit = Double.infinity
    var steps = 60
  }

  private let equations: NormalEquations
  private let rows: TrigonometricRows
  /// cₙ at index n + bandwidth.
  private(set) var coefficients: [Complex]
  private(set) var stepsTaken = 0

  private var residuals: [Complex]
  private var epsilon: Double
  private var weights: [Double]
  private var duals: [Complex]

  /// - Parameters:
  ///   - harmonics: the support with 0, rising.
  ///   - multipliers: of a similar programme, to start near its optimum.
  init(
    harmonics: [Int], rows: TrigonometricRows, targets: [Complex], coefficients: [Complex],
    multipliers: MinimaxMultipliers? = nil
  ) {
    equations = NormalEquations(harmonics: harmonics)
    self.rows = rows
    self.coefficients = coefficients
    residuals = zip(rows.values(coefficients), targets).map { $0 - $1 }
    epsilon = 0
    weights = [Double](repeating: 1 / Double(targets.count), count: targets.count)
    duals = [Complex](repeating: .zero, count: targets.count)
    if let multipliers { mix(in: multipliers) }
  }

  /// Most of others' multipliers, and enough of equal weights to be well inside the cones.
  private mutating func mix(in multipliers: MinimaxMultipliers) {
    let share = 0.9
    for j in weights.indices { weights[j] *= 1 - share }
    for (time, (weight, dual)) in zip(multipliers.times, zip(multipliers.weights, multipliers.duals)) {
      let j = rows.nearest(to: time)
      weights[j] += share * weight
      duals[j] += dual * share
    }
  }

  var multipliers: MinimaxMultipliers {
    let total = weights.reduce(0, +)
    let kept = weights.indices.filter { weights[$0] > 1e-3 * total / Double(weights.count) }
    return MinimaxMultipliers(
      times: kept.map(rows.time), weights: kept.map { weights[$0] / total },
      duals: kept.map { duals[$0] / total })
  }

  var largestDistance: Double { residuals.reduce(0) { max($0, $1.lengthSquared) }.squareRoot() }

  mutating func solve(_ stopping: Stopping) {
    epsilon = max(1.1 * largestDistance, 1e-13)
    for _ in 0..<stopping.steps {
      let distance = largestDistance
      if distance <= stopping.goal { return }
      let bound = lowerBound
      if bound > stopping.limit || distance - bound <= stopping.gap * distance { return }
      guard step() else { return }
      stepsTaken += 1
    }
  }

  /// No coefficients on the support have a smaller largest distance at the rows.
  ///
  /// For any y and any other coefficients c′ the largest |E·c′ − γ| is at least Re Σ ȳ(γ − E·c′) / Σ|y|. Where y
  /// misses being orthogonal to exp(2πi·n·t) by dₙ, that is −Re Σ ȳr / Σ|y| but for Σ |cₙ − c′ₙ|·|dₙ|, and
  /// |cₙ − c′ₙ| is at most the largest |E·(c − c′)|, twice the largest |r| if c′ is better than c.
  var lowerBound: Double {
    var (sum, norm) = (0.0, 0.0)
    for j in residuals.indices {
      sum -= Complex.dot(duals[j], residuals[j])
      norm += duals[j].length
    }
    guard norm > 0 else { return 0 }
    let sums = rows.adjoint(duals)
    let missed = equations.harmonics.reduce(0) { $0 + sums[$1 + rows.bandwidth].length }
    return max(0, (sum - 2 * largestDistance * missed) / norm)
  }

  // MARK: One step

  /// Nesterov and Todd's scaling of one row, W = β·[[w₀, wᵀ], [w, 1 + w·wᵀ/(1 + w₀)]], which takes the dual (weight,
  /// y) and the inverse of which takes the primal (ε, r) to one and the same `point`.
  private struct Scaling {
    var beta: Double
    var head: Double
    var tail: Complex
    var point: Cone

    init(_ s: Cone, _ z: Cone) {
      let a = s.determinant
      let b = z.determinant
      let (ra, rb) = (a.squareRoot(), b.squareRoot())
      let gamma = (0.5 + 0.5 * (s.head * z.head + Complex.dot(s.tail, z.tail)) / (ra * rb)).squareRoot()
      head = (s.head / ra + z.head / rb) / (2 * gamma)
      tail = (s.tail / ra - z.tail / rb) / (2 * gamma)
      beta = (ra / rb).squareRoot()
      point = Cone(head: 0, tail: .zero)
      point = scaled(z)
    }

    /// W·v.
    @inline(__always) func scaled(_ v: Cone) -> Cone {
      let along = Complex.dot(tail, v.tail)
      return Cone(
        head: beta * (head * v.head + along), tail: (v.tail + tail * (v.head + along / (1 + head))) * beta)
    }

    /// W⁻¹·v.
    @inline(__always) func unscaled(_ v: Cone) -> Cone {
      let along = Complex.dot(tail, v.tail)
      return Cone(
        head: (head * v.head - along) / beta, tail: (v.tail + tail * (along / (1 + head) - v.head)) / beta)
    }
  }

  private struct Cone {
    var head: Double
    var tail: Complex

    /// head² − |tail|², which is above 0 inside the cone.
    @inline(__always) var determinant: Double {
      let length = tail.length
      return (head - length) * (head + length)
    }

    /// The Jordan product.
    @inline(__always) func times(_ other: Cone) -> Cone {
      Cone(
        head: head * other.head + Complex.dot(tail, other.tail),
        tail: other.tail * head + tail * other.head)
    }

    /// The v with self.times(v) = `product`.
    @inline(__always) func quotient(_ product: Cone) -> Cone {
      let first = (head * product.head - Complex.dot(tail, product.tail)) / determinant
      return Cone(head: first, tail: (product.tail - tail * first) / head)
    }

    /// The largest share of `change` that keeps self + share·change in the cone.
    @inline(__always) func room(_ change: Cone) -> Double {
      let a = determinant
      let b = head * change.head - Complex.dot(tail, change.tail)
      let c = change.head * change.head - change.tail.lengthSquared
      let root = b * b - a * c
      if root < 0 { return .infinity }
      if b <= 0 { return a / (root.squareRoot() - b) }
      return c < 0 ? -(b + root.squareRoot()) / c : .infinity
    }
  }

  private struct Direction {
    var coefficients: [Double]
    var growth: Double
    var residuals: [Complex]
    var duals: [Cone]
  }

  private mutating func step() -> Bool {
    let count = residuals.count
    let scalings = (0..<count).map { j in
      Scaling(Cone(head: epsilon, tail: residuals[j]), Cone(head: weights[j], tail: duals[j]))
    }
    guard let factor = factorised(scalings) else { return false }
    // The predictor aims at no gap at all.
    let predictor = direction(scalings, factor, corrections: nil)
    let reach = min(1, room(predictor))
    let centring = (1 - reach) * (1 - reach) * (1 - reach)
    let gap = (0..<count).reduce(0) {
      $0 + epsilon * weights[$1] + Complex.dot(residuals[$1], duals[$1])
    }
    let target = centring * gap / Double(count)
    let corrections = (0..<count).map { j in
      let scaling = scalings[j]
      let primal = scaling.unscaled(Cone(head: predictor.growth, tail: predictor.residuals[j]))
      let product = primal.times(scaling.scaled(predictor.duals[j]))
      return scaling.point.quotient(Cone(head: target - product.head, tail: -product.tail))
    }
    let corrector = direction(scalings, factor, corrections: corrections)
    let share = min(1, 0.98 * room(corrector))
    guard share > 1e-6, share.isFinite else { return false }
    advance(corrector, share)
    return true
  }

  /// The Cholesky factor of Aᵀ·W⁻²·A, ε last.
  private func factorised(_ scalings: [Scaling]) -> [Double]? {
    let unknowns = equations.size + 1
    let metrics = scalings.map { scaling in
      let square = 1 / (scaling.beta * scaling.beta)
      let length = scaling.tail.length
      return RowMetric(
        direction: length > 1e-300 ? scaling.tail / length : .one, along: square * (1 + 2 * length * length),
        across: square)
    }
    let border = equations.gradient(
      rows: rows,
      forces: scalings.map { $0.tail * (-2 * $0.head / ($0.beta * $0.beta)) })
    let corner = scalings.reduce(0) { $0 + (2 * $1.head * $1.head - 1) / ($1.beta * $1.beta) }
    var matrix = [Double](repeating: 0, count: unknowns * unknowns)
    let done = matrix.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return false }
      equations.fill(base, stride: unknowns, rows: rows, metrics: metrics)
      let last = base + (unknowns - 1) * unknowns
      for k in 0..<(unknowns - 1) { last[k] = border[k] }
      last[unknowns - 1] = corner
      for k in 0..<unknowns { base[k * unknowns + k] *= 1 + 1e-14 }
      return DenseAlgebra.factorise(base, size: unknowns)
    }
    return done ? matrix : nil
  }

  /// The step that solves the equations linearised at the present point, λ ∘ (W·Δz + W⁻¹·Δs) = −λ ∘ λ + λ ∘
  /// correction.
  private func direction(_ scalings: [Scaling], _ factor: [Double], corrections: [Cone]?) -> Direction {
    let unknowns = equations.size + 1
    var right = [Double](repeating: 0, count: unknowns)
    if let corrections {
      let forces = zip(scalings, corrections).map { $0.unscaled($1) }
      right = equations.gradient(rows: rows, forces: forces.map(\.tail))
      right.append(forces.reduce(0) { $0 + $1.head })
    }
    right[unknowns - 1] -= 1
    DenseAlgebra.solve(factor, size: unknowns, rightHandSide: &right)
    let growth = right[unknowns - 1]
    let change = rows.values(equations.dense(right[...], bandwidth: rows.bandwidth))
    let duals = scalings.indices.map { j in
      let scaling = scalings[j]
      let primal = scaling.unscaled(Cone(head: growth, tail: change[j]))
      var aim = Cone(
        head: -scaling.point.head - primal.head, tail: -scaling.point.tail - primal.tail)
      if let corrections {
        aim.head += corrections[j].head
        aim.tail += corrections[j].tail
      }
      return scaling.unscaled(aim)
    }
    return Direction(coefficients: right, growth: growth, residuals: change, duals: duals)
  }

  /// The share of the direction at which the first cone is left.
  private func room(_ direction: Direction) -> Double {
    var room = Double.infinity
    for j in residuals.indices {
      let primal = Cone(head: epsilon, tail: residuals[j])
      room = min(room, primal.room(Cone(head: direction.growth, tail: direction.residuals[j])))
      room = min(room, Cone(head: weights[j], tail: duals[j]).room(direction.duals[j]))
    }
    return room
  }

  private mutating func advance(_ direction: Direction, _ share: Double) {
    let step = equations.dense(direction.coefficients[...], bandwidth: rows.bandwidth)
    for n in coefficients.indices { coefficients[n] += step[n] * share }
    epsilon += share * direction.growth
    for j in residuals.indices {
      residuals[j] += direction.residuals[j] * share
      weights[j] += share * direction.duals[j].head
      duals[j] += direction.duals[j].tail * share
    }
  }
}

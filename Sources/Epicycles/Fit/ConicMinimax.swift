import PlaneCurves

/// The dual optimum of a minimax problem: how hard each moment holds the error up. The weights sum to 1.
struct MinimaxMultipliers: Sendable {
  var times: [Double]
  var weights: [Double]
  var duals: [Complex]

  /// The harmonics |n| ≤ `reach` that would lower the optimum fastest: those with the largest |Σ yⱼ·exp(−2πi·n·tⱼ)|.
  func largest(_ count: Int, reach: Int, without present: Set<Int>) -> [Int] {
    let rows = TrigonometricRows(bandwidth: reach, uniformCount: 0, scattered: times)
    let prices = rows.adjoint(duals).map(\.lengthSquared)
    let order = (-reach...reach).filter { $0 != 0 && !present.contains($0) }
      .sorted { (-prices[$0 + reach], abs($0), -$0) < (-prices[$1 + reach], abs($1), -$1) }
    return order.prefix(count).sorted()
  }
}

/// The least ε such that coefficients on a support draw every point z(tⱼ) within ε of its target, a point or a
/// stretch of a straight line, and how far below no coefficients on that support come: a second-order cone programme,
/// solved by the primal-dual predictor-corrector method of Mehrotra with the scaling of Nesterov and Todd.
///
/// Primal: minimise ε, (ε, rⱼ) in the cone ε ≥ |rⱼ|, r = E·c − γ − s·u, with place s between two bounds on a line of
/// direction u. Dual: maximise −Σ Re(ȳⱼ·γⱼ) and what the bounds cost over y orthogonal to the support,
/// Σ Re(ȳⱼ·exp(2πi·n·tⱼ)) = 0 in both components, with |yⱼ| ≤ wⱼ and Σ wⱼ = 1. Lengths are in units of the curve's
/// diagonal.
struct ConicMinimax {
  /// Where a drawn point is meant: anywhere on point + s·direction, −below ≤ s ≤ above.
  struct Target {
    var point: Complex
    /// A unit vector; any where the target is a single point.
    var direction = Complex.one
    var below = 0.0
    var above = 0.0

    /// Shorter stretches count as points.
    var isStretch: Bool { below + above > 1e-9 }
  }

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
  /// nil for a row whose target is a point.
  private var slides: [ConicSlide?]

  /// - Parameters:
  ///   - harmonics: the support with 0, rising.
  ///   - multipliers: of a similar programme, to start near its optimum.
  init(
    harmonics: [Int], rows: TrigonometricRows, targets: [Target], coefficients: [Complex],
    multipliers: MinimaxMultipliers? = nil
  ) {
    equations = NormalEquations(harmonics: harmonics)
    self.rows = rows
    self.coefficients = coefficients
    slides = targets.map { $0.isStretch ? ConicSlide($0) : nil }
    residuals = zip(rows.values(coefficients), zip(targets, slides)).map { drawn, target in
      drawn - target.0.point - (target.1.map { $0.direction * ($0.below - target.0.below) } ?? .zero)
    }
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

  /// From the nearest places of the targets.
  var largestDistance: Double {
    var largest = 0.0
    for (residual, slide) in zip(residuals, slides) {
      largest = max(largest, (slide?.nearest(residual) ?? residual).lengthSquared)
    }
    return largest.squareRoot()
  }

  mutating func solve(_ stopping: Stopping) {
    epsilon = max(1.1 * residuals.reduce(0) { max($0, $1.lengthSquared) }.squareRoot(), 1e-13)
    for j in slides.indices {
      slides[j]?.balance(gap: epsilon * weights[j], pull: duals[j])
    }
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
  /// For any y and any other coefficients c′ and places s′ the largest |r′| is at least −Re Σ ȳr′ / Σ|y|, where a place
  /// gains what the end that y pulls to is away. Where y misses being orthogonal to exp(2πi·n·t) by dₙ, that is −Re Σ
  /// ȳr / Σ|y| but for Σ |cₙ − c′ₙ|·|dₙ|, and |cₙ − c′ₙ| is at most the largest |E·(c − c′)|: twice the largest |r|
  /// if c′ is better than c, and the length of the longest stretch.
  var lowerBound: Double {
    var (sum, norm, longest) = (0.0, 0.0, 0.0)
    for j in residuals.indices {
      sum -= Complex.dot(duals[j], residuals[j])
      norm += duals[j].length
      guard let slide = slides[j] else { continue }
      let pull = Complex.dot(duals[j], slide.direction)
      sum += pull > 0 ? -pull * slide.below : pull * slide.above
      longest = max(longest, slide.below + slide.above)
    }
    guard norm > 0 else { return 0 }
    let sums = rows.adjoint(duals)
    let missed = equations.harmonics.reduce(0) { $0 + sums[$1 + rows.bandwidth].length }
    return max(0, (sum - (2 * largestDistance + longest) * missed) / norm)
  }

  // MARK: One step

  private struct Direction {
    var coefficients: [Double]
    var growth: Double
    var residuals: [Complex]
    var duals: [Cone]
    var slides: [ConicSlide.Step?]
  }

  private mutating func step() -> Bool {
    let count = residuals.count
    let scalings = (0..<count).map { j in
      ConicScaling(Cone(head: epsilon, tail: residuals[j]), Cone(head: weights[j], tail: duals[j]))
    }
    guard let factor = factorised(scalings) else { return false }
    // The predictor aims at no gap at all.
    let predictor = direction(scalings, factor, target: 0, predictor: nil)
    let reach = min(1, room(predictor))
    let centring = (1 - reach) * (1 - reach) * (1 - reach)
    var gap = 0.0
    var degree = count
    for j in 0..<count {
      gap += epsilon * weights[j] + Complex.dot(residuals[j], duals[j])
      guard let slide = slides[j] else { continue }
      gap += slide.gap
      degree += 2
    }
    let target = centring * gap / Double(degree)
    let corrector = direction(scalings, factor, target: target, predictor: predictor)
    let share = min(1, 0.98 * room(corrector))
    guard share > 1e-6, share.isFinite, corrector.coefficients.allSatisfy(\.isFinite) else { return false }
    advance(corrector, share)
    return true
  }

  /// The Cholesky factor of Aᵀ·W⁻²·A, ε last.
  private func factorised(_ scalings: [ConicScaling]) -> [Double]? {
    let unknowns = equations.size + 1
    let metrics = zip(scalings, slides).map { scaling, slide in
      slide.map { scaling.metric($0.direction, stiffness: $0.stiffness) } ?? scaling.metric
    }
    let border = equations.gradient(rows: rows, forces: metrics.map(\.border))
    let corner = metrics.reduce(0) { $0 + $1.corner }
    var matrix = [Double](repeating: 0, count: unknowns * unknowns)
    let done = matrix.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return false }
      equations.fill(base, stride: unknowns, rows: rows, metrics: metrics.map(\.point))
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
  private func direction(
    _ scalings: [ConicScaling], _ factor: [Double], target: Double, predictor: Direction?
  ) -> Direction {
    let count = residuals.count
    var corrections = [Cone](repeating: Cone(head: 0, tail: .zero), count: count)
    var forces = corrections
    // Of each slide: v, ρ and 1/k.
    var columns = [(v: Cone, force: Double, inverse: Double)?](repeating: nil, count: count)
    for j in 0..<count {
      let scaling = scalings[j]
      if let predictor {
        let primal = scaling.unscaled(Cone(head: predictor.growth, tail: predictor.residuals[j]))
        let product = primal.times(scaling.scaled(predictor.duals[j]))
        corrections[j] = scaling.point.quotient(Cone(head: target - product.head, tail: -product.tail))
        forces[j] = scaling.unscaled(corrections[j])
      }
      guard let slide = slides[j] else { continue }
      let (v, along) = scaling.slideColumn(slide.direction)
      let pushes = slide.forces(target: target, predictor: predictor?.slides[j])
      let force = pushes.below - pushes.above - Complex.dot(slide.direction, forces[j].tail)
      let inverse = 1 / (along + slide.stiffness)
      columns[j] = (v, force, inverse)
      forces[j].head -= v.head * (force * inverse)
      forces[j].tail -= v.tail * (force * inverse)
    }
    let unknowns = equations.size + 1
    var right = equations.gradient(rows: rows, forces: forces.map(\.tail))
    right.append(forces.reduce(-1) { $0 + $1.head })
    DenseAlgebra.solve(factor, size: unknowns, rightHandSide: &right)
    let growth = right[unknowns - 1]
    var change = rows.values(equations.dense(right[...], bandwidth: rows.bandwidth))
    var steps = [ConicSlide.Step?](repeating: nil, count: count)
    let duals = (0..<count).map { j in
      if let column = columns[j], let slide = slides[j] {
        let place =
          (column.force - column.v.head * growth - Complex.dot(column.v.tail, change[j])) * column.inverse
        steps[j] = slide.step(of: place, target: target, predictor: predictor?.slides[j])
        change[j] -= slide.direction * place
      }
      let scaling = scalings[j]
      let primal = scaling.unscaled(Cone(head: growth, tail: change[j]))
      return scaling.unscaled(
        Cone(
          head: corrections[j].head - scaling.point.head - primal.head,
          tail: corrections[j].tail - scaling.point.tail - primal.tail))
    }
    return Direction(coefficients: right, growth: growth, residuals: change, duals: duals, slides: steps)
  }

  /// The share of the direction at which the first cone or bound is left.
  private func room(_ direction: Direction) -> Double {
    var room = Double.infinity
    for j in residuals.indices {
      let primal = Cone(head: epsilon, tail: residuals[j])
      room = min(room, primal.room(Cone(head: direction.growth, tail: direction.residuals[j])))
      room = min(room, Cone(head: weights[j], tail: duals[j]).room(direction.duals[j]))
      if let slide = slides[j], let step = direction.slides[j] { room = min(room, slide.room(step)) }
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
      if let step = direction.slides[j] { slides[j]?.advance(step, share) }
    }
  }
}

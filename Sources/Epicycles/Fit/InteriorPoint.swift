import Foundation
import PlaneCurves

/// Minimises ε over the coefficients of a support and over the times tⱼ such that every drawn point z(tⱼ) lies within
/// ε of its target: a primal-dual interior-point method on the barrier
/// ε − μ·[Σ log(ε² − |rⱼ|²) + Σ log(slack of the bounds on the times)].
///
/// Lengths are in units of the curve's diagonal, times in loops.
struct InteriorPoint {
  struct Stopping {
    /// The barrier stops moving ε when it may still lie this share above the optimum.
    var gap = 0.03
    /// The barrier weight to begin with, counted over all rows, as a share of the largest distance.
    var weight = 0.1
    /// The barrier weight falls when the Newton decrement is below this share of it, counted over all rows.
    var centring = 0.1
    /// The same for the last weight.
    var finish = 0.3
    /// Ends as soon as the largest distance is at most this.
    var goal = 1e-10
    /// Ends as hopeless when the dual estimate of what can be reached is above this.
    var limit = Double.infinity
    var steps = 150
    /// How far inside their bounds, as a share of the interval, the times are pulled to begin with.
    var margin = 0.01
  }

  let equations: NormalEquations
  private(set) var rows: TrigonometricRows
  private let targets: [Complex]
  private let bounds: StepBounds

  /// cₙ at index n + bandwidth.
  private(set) var coefficients: [Complex]
  private(set) var stepsTaken = 0

  private var residuals: [Complex] = []
  private var slack: [Double] = []
  private var steps: [Double] = []
  private var epsilon = 0.0
  private var mu = 0.0
  private var coneDuals: [Double] = []
  private var shortDuals: [Double] = []
  private var longDuals: [Double] = []
  private var damping = 0.0
  private var trialRows: TrigonometricRows
  private var trial = Trial()

  private struct Trial {
    var coefficients: [Complex] = []
    var residuals: [Complex] = []
    var slack: [Double] = []
    var steps: [Double] = []
    var epsilon = 0.0
  }

  /// - Parameters:
  ///   - harmonics: the support with 0, rising.
  ///   - rows: scattered ones alone.
  init(
    harmonics: [Int], rows: TrigonometricRows, targets: [Complex], coefficients: [Complex], bounds: StepBounds
  ) {
    precondition(rows.uniformCount == 0)
    equations = NormalEquations(harmonics: harmonics)
    self.rows = rows
    self.targets = targets
    self.coefficients = coefficients
    self.bounds = bounds
    trialRows = rows
    residuals = zip(rows.values(coefficients), targets).map { $0 - $1 }
  }

  var largestDistance: Double { residuals.reduce(0) { max($0, $1.lengthSquared) }.squareRoot() }

  // MARK: The loop

  mutating func solve(_ stopping: Stopping) {
    start(stopping)
    let count = Double(targets.count)
    var stalls = 0
    for _ in 0..<stopping.steps {
      if largestDistance <= stopping.goal { return }
      stepsTaken += 1
      guard let direction = newtonStep() else {
        damping = max(10 * damping, 1e-6)
        if damping > 1e6 { return }
        continue
      }
      let share = move(along: direction)
      stalls = share > 1e-8 ? 0 : stalls + 1
      if stalls > 3 { return }
      let last = 2 * mu * count < stopping.gap * epsilon
      if direction.decrement < (last ? stopping.finish : stopping.centring) * mu * count || stalls > 1 {
        if last { return }
        if epsilon - 3 * mu * count > stopping.limit { return }
        mu *= 0.4
      }
    }
  }

  private mutating func start(_ stopping: Stopping) {
    epsilon = max(1.05 * largestDistance, 1e-9)
    mu = stopping.weight * epsilon / Double(targets.count)
    slack = residuals.map { epsilon * epsilon - $0.lengthSquared }
    coneDuals = slack.map { mu / $0 }
    steps = StepBounds.steps(of: rows.scattered)
    shortDuals = steps.indices.map { mu / (steps[$0] - bounds.shortest[$0]) }
    longDuals = steps.indices.map { mu / (bounds.longest[$0] - steps[$0]) }
  }

  // MARK: One Newton step

  private struct Direction {
    /// Coefficients' real parts, imaginary parts, ε.
    var primal: [Double]
    var times: [Double]
    /// The change of every residual to first order.
    var residuals: [Complex]
    /// −(gradient · direction).
    var decrement: Double
  }

  private func metric(_ j: Int) -> RowMetric {
    let r = residuals[j]
    let length = r.length
    let y = coneDuals[j]
    let along = 2 * y + 4 * y * r.lengthSquared / slack[j]
    return RowMetric(direction: length > 1e-300 ? r / length : .one, along: along, across: 2 * y)
  }

  private func newtonStep() -> Direction? {
    let count = targets.count
    let unknowns = equations.size + 1
    let metrics = (0..<count).map { metric($0) }
    var matrix = [Double](repeating: 0, count: unknowns * unknowns)
    matrix.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      equations.fill(base, stride: unknowns, rows: rows, metrics: metrics)
    }
    let border = equations.gradient(
      rows: rows,
      forces: (0..<count).map { residuals[$0] * (-4 * epsilon * coneDuals[$0] / slack[$0]) })
    var corner = 0.0
    for j in 0..<count { corner += coneDuals[j] * (4 * epsilon * epsilon / slack[j] - 2) }
    let last = (unknowns - 1) * unknowns
    for k in 0..<(unknowns - 1) { matrix[last + k] = border[k] }
    matrix[last + unknowns - 1] = corner
    for k in 0..<(unknowns - 1) { matrix[k * unknowns + k] *= 1 + damping + 1e-14 }

    var gradient = equations.gradient(
      rows: rows, forces: (0..<count).map { residuals[$0] * (2 * mu / slack[$0]) })
    var epsilonGradient = 1.0
    for j in 0..<count { epsilonGradient -= 2 * epsilon * mu / slack[j] }
    gradient.append(epsilonGradient)
    return eliminatingTimes(metrics, &matrix, gradient)
  }

  private func eliminatingTimes(
    _ metrics: [RowMetric], _ matrix: inout [Double], _ gradient: [Double]
  ) -> Direction? {
    let count = targets.count
    let unknowns = equations.size + 1
    let velocities = rows.scatteredVelocities(coefficients)
    var diagonal = [Double](repeating: 0, count: count)
    var beside = diagonal
    var timeGradient = diagonal
    var coupling = [Double](repeating: 0, count: count * unknowns)
    let pulls = (0..<count).map { j in
      Pull(
        force: metrics[j](velocities[j]),
        epsilon: -4 * epsilon * coneDuals[j] / slack[j] * Complex.dot(residuals[j], velocities[j]))
    }
    fillCoupling(&coupling, pulls)
    for j in 0..<count {
      let v = velocities[j]
      let base = Complex.dot(v, metrics[j](v))
      let shortSlack = steps[j] - bounds.shortest[j]
      let longSlack = bounds.longest[j] - steps[j]
      let stiffness = shortDuals[j] / shortSlack + longDuals[j] / longSlack
      let next = j + 1 < count ? j + 1 : 0
      diagonal[j] += base * (1 + damping) + stiffness
      diagonal[next] += stiffness
      beside[j] = -stiffness
      timeGradient[j] += 2 * mu / slack[j] * Complex.dot(residuals[j], v)
      let push = mu / longSlack - mu / shortSlack
      timeGradient[j] -= push
      timeGradient[next] += push
    }
    let scale = diagonal.reduce(0, +) / Double(count)
    for j in 0..<count { diagonal[j] += 1e-12 * scale }
    guard let factors = CyclicTridiagonal(diagonal: diagonal, beside: beside) else { return nil }

    var eliminated = timeGradient
    factors.solve(&eliminated)
    var right = equations.gradient(
      rows: rows, forces: (0..<count).map { pulls[$0].force * eliminated[$0] })
    right.append(zip(pulls, eliminated).reduce(0) { $0 + $1.0.epsilon * $1.1 })
    for k in 0..<unknowns { right[k] -= gradient[k] }
    let reduced = coupling.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return false }
      factors.substituteForward(base, columns: unknowns)
      factors.scale(base, columns: unknowns)
      DenseAlgebra.subtractGram(base, rows: count, size: unknowns, from: &matrix)
      return true
    }
    guard reduced, solveInPlace(&matrix, unknowns) else { return nil }
    let primal = solution(matrix, right)
    var change = rows.values(equations.dense(primal[...], bandwidth: rows.bandwidth))
    var times = (0..<count).map { j in
      -timeGradient[j] - Complex.dot(pulls[j].force, change[j]) - pulls[j].epsilon * primal[unknowns - 1]
    }
    factors.solve(&times)
    var decrement = 0.0
    for j in 0..<count {
      change[j] += velocities[j] * times[j]
      decrement -= times[j] * timeGradient[j]
    }
    for k in 0..<unknowns { decrement -= primal[k] * gradient[k] }
    return Direction(primal: primal, times: times, residuals: change, decrement: decrement)
  }

  /// How strongly a time pulls at the drawn point, and at ε.
  private struct Pull {
    var force: Complex
    var epsilon: Double
  }

  /// One row a time: the pull at each unknown.
  private func fillCoupling(_ coupling: inout [Double], _ pulls: [Pull]) {
    let harmonics = equations.harmonics
    let support = harmonics.count
    let negative = harmonics.firstIndex { $0 >= 0 } ?? support
    let unknowns = equations.size + 1
    let width = rows.tableWidth
    coupling.withUnsafeMutableBufferPointer { coupling in
      rows.table.withUnsafeBufferPointer { table in
        harmonics.withUnsafeBufferPointer { harmonics in
          for j in 0..<pulls.count {
            let (x, y) = (pulls[j].force.real, pulls[j].force.imaginary)
            let row = j * unknowns
            let base = j * width
            for k in 0..<negative {
              let place = base - 2 * harmonics[k]
              let (c, s) = (table[place], table[place + 1])
              coupling[row + k] = x * c - y * s
              coupling[row + support + k] = y * c + x * s
            }
            for k in negative..<support {
              let place = base + 2 * harmonics[k]
              let (c, s) = (table[place], table[place + 1])
              coupling[row + k] = x * c + y * s
              coupling[row + support + k] = y * c - x * s
            }
            coupling[row + unknowns - 1] = pulls[j].epsilon
          }
        }
      }
    }
  }

  private func solveInPlace(_ matrix: inout [Double], _ size: Int) -> Bool {
    matrix.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return false }
      return DenseAlgebra.factorise(base, size: size)
    }
  }

  private func solution(_ factor: [Double], _ right: [Double]) -> [Double] {
    var out = right
    DenseAlgebra.solve(factor, size: right.count, rightHandSide: &out)
    return out
  }

  // MARK: Line search

  /// Moves as far as the barrier falls, updates the duals, and returns the share of the step taken.
  private mutating func move(along direction: Direction) -> Double {
    let allowed = min(1, 0.95 * boundary(direction))
    let before = merit(epsilon, slack, steps)
    var share = allowed
    while share > 1e-10 {
      evaluate(direction, share)
      if let worst = trial.slack.min(), worst > 0, trial.epsilon > 0 {
        let after = merit(trial.epsilon, trial.slack, trial.steps)
        if after <= before - 1e-4 * share * direction.decrement { break }
      }
      share *= 0.5
    }
    guard share > 1e-10 else {
      damping = max(4 * damping, 1e-4)
      return 0
    }
    updateDuals(direction, share)
    accept()
    if share < 0.3 * allowed {
      damping = max(4 * damping, 1e-4)
    } else if share > 0.6 * allowed {
      damping = damping < 1e-8 ? 0 : damping / 4
    }
    return share
  }

  /// The share of the direction at which the first bound is met, to first order.
  private func boundary(_ direction: Direction) -> Double {
    var limit = Double.infinity
    let growth = direction.primal[direction.primal.count - 1]
    for j in 0..<targets.count {
      // ε² − |r|² along the direction: a + 2b·s + c·s².
      let a = slack[j]
      let b = epsilon * growth - Complex.dot(residuals[j], direction.residuals[j])
      let c = growth * growth - direction.residuals[j].lengthSquared
      let root = b * b - a * c
      guard root >= 0 else { continue }
      let s = b <= 0 ? a / (root.squareRoot() - b) : -(b + root.squareRoot()) / c
      if s > 0, s < limit { limit = s }
    }
    for j in 0..<steps.count {
      let next = j + 1 < steps.count ? j + 1 : 0
      let change = direction.times[next] - direction.times[j]
      if change < 0 { limit = min(limit, (bounds.shortest[j] - steps[j]) / change) }
      if change > 0 { limit = min(limit, (bounds.longest[j] - steps[j]) / change) }
    }
    return limit
  }

  private func merit(_ epsilon: Double, _ slack: [Double], _ steps: [Double]) -> Double {
    var sum = 0.0
    for value in slack { sum += log(value) }
    for j in 0..<steps.count {
      sum += log((steps[j] - bounds.shortest[j]) * (bounds.longest[j] - steps[j]))
    }
    return epsilon - mu * sum
  }

  private mutating func evaluate(_ direction: Direction, _ share: Double) {
    let step = equations.dense(direction.primal[...], bandwidth: rows.bandwidth)
    trial.coefficients = zip(coefficients, step).map { $0 + $1 * share }
    trial.epsilon = epsilon + share * direction.primal[direction.primal.count - 1]
    trialRows.move(to: zip(rows.scattered, direction.times).map { $0 + share * $1 })
    trial.steps = StepBounds.steps(of: trialRows.scattered)
    let drawn = trialRows.values(trial.coefficients)
    trial.residuals = zip(drawn, targets).map { $0 - $1 }
    let square = trial.epsilon * trial.epsilon
    trial.slack = trial.residuals.map { square - $0.lengthSquared }
  }

  private mutating func accept() {
    coefficients = trial.coefficients
    epsilon = trial.epsilon
    steps = trial.steps
    swap(&rows, &trialRows)
    residuals = trial.residuals
    slack = trial.slack
  }

  private mutating func updateDuals(_ direction: Direction, _ share: Double) {
    let growth = direction.primal[direction.primal.count - 1]
    for j in 0..<targets.count {
      let change =
        2 * epsilon * growth - 2 * Complex.dot(residuals[j], direction.residuals[j])
      let y = coneDuals[j]
      let newton = mu / slack[j] - y / slack[j] * change
      let central = mu / trial.slack[j]
      coneDuals[j] = min(max(y + share * (newton - y), central / 8), central * 8)
    }
    for j in 0..<steps.count {
      let next = j + 1 < steps.count ? j + 1 : 0
      let change = direction.times[next] - direction.times[j]
      let short = (steps[j] - bounds.shortest[j], trial.steps[j] - bounds.shortest[j])
      let long = (bounds.longest[j] - steps[j], bounds.longest[j] - trial.steps[j])
      shortDuals[j] = updated(shortDuals[j], short.0, short.1, change, share)
      longDuals[j] = updated(longDuals[j], long.0, long.1, -change, share)
    }
  }

  private func updated(
    _ dual: Double, _ slack: Double, _ newSlack: Double, _ change: Double, _ share: Double
  ) -> Double {
    let newton = mu / slack - dual / slack * change
    let central = mu / newSlack
    return min(max(dual + share * (newton - dual), central / 20), central * 20)
  }
}

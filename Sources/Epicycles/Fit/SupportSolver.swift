import PlaneCurves

/// How fast the barrier gives way. With the times free it decides which of many local optima is met, so that
/// several schedules are worth trying.
struct Schedule: Sendable {
  /// See `InteriorPoint.Stopping`.
  var weight: Double
  var centring: Double

  static let plain = Schedule(weight: 0.1, centring: 0.1)
  static let quick = Schedule(weight: 0.03, centring: 0.3)
  static let careful = Schedule(weight: 0.1, centring: 0.02)
  /// To settle in the optimum that is near.
  static let near = Schedule(weight: 0.01, centring: 0.1)
}

/// Fits one support: the interior-point engine set up for a freedom of the timing.
struct SupportSolver: Sendable {
  /// How many nodes a fit is made on.
  enum Density: Sendable {
    /// Enough to see which harmonics matter at a fixed timing.
    case rough
    /// Enough to tell supports and starts apart: the error between nodes may be a few per cent larger.
    case search
    /// About 1 % between nodes.
    case final
  }

  let motion: ScaledMotion
  let freedom: TimingFreedom
  var density = Density.search
  /// The error to be resolved, in diagonals.
  var resolution = 0.0025
  var schedule = Schedule.plain

  /// Whether a support has one optimum.
  var isConvex: Bool {
    if case .fixed = freedom { return true }
    return false
  }

  init(_ problem: FitProblem) {
    motion = ScaledMotion(problem.motion)
    freedom = problem.freedom
  }

  /// Whether the solution's map is one that the freedom allows.
  func admits(_ solution: Solution) -> Bool {
    switch freedom {
    case .fixed, .tube: return solution.map == motion.map
    case .range(let speeds):
      let used = solution.map.speedRange
      return used.lowerBound >= speeds.lowerBound && used.upperBound <= speeds.upperBound
    }
  }

  private var curve: ScaledCurve { motion.curve }

  /// Nodes enough for |n| ≤ `bandwidth` and for the curve's own length, which counts up to a bound: memory grows
  /// with nodes times clocks.
  private func nodeCount(bandwidth: Int) -> Int {
    let ratio = motion.curve.curve.length / curve.diagonal
    let (least, perDiagonal) = density == .final ? (512, 260.0) : (256, 110.0)
    return max(
      least, (density == .rough ? 8 : 16) * bandwidth, Int(min(perDiagonal * ratio, 20_000).rounded(.up)))
  }

  func spectrum(of map: TimeMap, count: Int) -> RankedSpectrum {
    let times = (0..<count).map { Double($0) / Double(count) }
    return RankedSpectrum(
      samples: interpolate(times, from: map.time, to: map.length).map { curve.point(atLength: $0) })
  }

  /// The largest distance between drawn and meant point on a grid of times eight times as fine as the nodes.
  func finelyMeasuredError(_ solution: Solution) -> Double {
    let bandwidth = solution.harmonics.reduce(1) { max($0, abs($1)) }
    var samples = 4096
    while samples < 8 * nodeCount(bandwidth: bandwidth), samples < 1 << 17 { samples *= 2 }
    let map = solution.map
    // The knots themselves, of a curved law only those where it jumps.
    let knots = map.time.indices.dropLast().filter { k in
      map.tolerance == 0 || (k > 0 && map.time[k - 1] == map.time[k]) || map.time[k + 1] == map.time[k]
    }
    let rows = TrigonometricRows(
      bandwidth: bandwidth, uniformCount: samples, scattered: knots.map { map.time[$0] })
    let drawn = rows.values(dense(solution, bandwidth: bandwidth))
    let lengths =
      interpolate((0..<samples).map { rows.time($0) }, from: map.time, to: map.length)
      + knots.map { map.length[$0] }
    return zip(drawn, lengths).reduce(0) { max($0, ($1.0 - curve.point(atLength: $1.1)).lengthSquared) }
      .squareRoot()
  }

  /// The harmonics outside the support, |n| ≤ `limit` and not far outside, that the largest distances ask for:
  /// the largest Fourier coefficients of r·|r|⁴, r the difference between drawn and meant point.
  func additions(to solution: Solution, count: Int, limit: Int) -> [Int] {
    let bandwidth = solution.harmonics.reduce(1) { max($0, abs($1)) }
    let reach = min(limit, bandwidth + max(4, bandwidth / 2))
    var samples = 1024
    while samples < 16 * reach { samples *= 2 }
    let drawn = TrigonometricRows(bandwidth: bandwidth, uniformCount: samples, scattered: [])
      .values(dense(solution, bandwidth: bandwidth))
    let times = (0..<samples).map { Double($0) / Double(samples) }
    let residuals = zip(interpolate(times, from: solution.map.time, to: solution.map.length), drawn).map {
      $1 - curve.point(atLength: $0)
    }
    let scale = residuals.reduce(1e-300) { max($0, $1.lengthSquared) }
    let weighted = residuals.map { r in
      let share = r.lengthSquared / scale
      return r * (share * share)
    }
    let present = Set(solution.harmonics)
    return RankedSpectrum(samples: weighted).largest(count, limit: reach, without: present)
  }

  /// Starts from another solution's coefficients and times; the support is `start`'s.
  func solve(_ start: Solution, _ stopping: InteriorPoint.Stopping = .init()) -> Solution {
    var stopping = stopping
    stopping.weight = schedule.weight
    stopping.centring = schedule.centring
    if start.harmonics.count > 60 { stopping.steps = min(stopping.steps, 60) }
    switch freedom {
    case .fixed: return solveFixed(start, stopping)
    case .tube(let loops): return solveTube(start, min(max(loops, 0), 0.5), stopping)
    case .range(let speeds): return solveRange(start, speeds, stopping)
    }
  }

  private func dense(_ start: Solution, bandwidth: Int) -> [Complex] {
    var out = [Complex](repeating: .zero, count: 2 * bandwidth + 1)
    out[bandwidth] = start.centre
    for (n, c) in zip(start.harmonics, start.coefficients) { out[n + bandwidth] = c }
    return out
  }

  private func solveRange(
    _ start: Solution, _ speeds: ClosedRange<Double>, _ stopping: InteriorPoint.Stopping
  ) -> Solution {
    let bandwidth = start.harmonics.reduce(1) { max($0, abs($1)) }
    let grid = NodeGrid(
      curve: curve, map: start.map, count: nodeCount(bandwidth: bandwidth), resolution: resolution)
    let bounds = StepBounds(
      shares: grid.shares, speeds: speeds, gap: max(1 / Double(8 * bandwidth), 3 / Double(grid.times.count)))
    let times = bounds.interior(of: grid.times, margin: stopping.margin)
    var problem = InteriorPoint(
      harmonics: (start.harmonics + [0]).sorted(),
      rows: TrigonometricRows(bandwidth: bandwidth, uniformCount: 0, scattered: times),
      targets: grid.points, coefficients: dense(start, bandwidth: bandwidth), bounds: bounds)
    problem.solve(stopping)
    return Solution(
      harmonics: start.harmonics, dense: problem.coefficients, bandwidth: bandwidth,
      map: grid.map(times: problem.rows.scattered, length: curve.curve.length),
      error: problem.largestDistance, steps: problem.stepsTaken)
  }

  /// - Parameter also: further times, which come last.
  private func fixedRows(
    bandwidth: Int, also: [Double] = [], extra: (Double) -> [Double]
  ) -> TrigonometricRows {
    var count = 512
    while count < (density == .final ? 2 : 1) * nodeCount(bandwidth: bandwidth) { count *= 2 }
    let breaks = motion.breaks(tolerance: 4e-4 * Double(count)).flatMap(extra)
    let scattered = breaks.filter { time in
      let place = time * Double(count)
      return abs(place - place.rounded()) > 1e-6
    }
    return TrigonometricRows(bandwidth: bandwidth, uniformCount: count, scattered: scattered + also)
  }

  private func solveFixed(_ start: Solution, _ stopping: InteriorPoint.Stopping) -> Solution {
    let bandwidth = start.harmonics.reduce(1) { max($0, abs($1)) }
    // Where the motion jumps the drawn point has two targets.
    let rows = fixedRows(bandwidth: bandwidth, also: motion.jumps.map(\.time)) { [$0] }
    let targets =
      (0..<rows.count - motion.jumps.count).map { curve.point(atLength: motion.map(rows.time($0))) }
      + motion.jumps.map(\.before)
    var problem = ConicMinimax(
      harmonics: (start.harmonics + [0]).sorted(), rows: rows, targets: targets,
      coefficients: dense(start, bandwidth: bandwidth), multipliers: start.multipliers)
    problem.solve(.init(gap: stopping.gap, goal: stopping.goal, limit: stopping.limit))
    var out = Solution(
      harmonics: start.harmonics, dense: problem.coefficients, bandwidth: bandwidth,
      map: motion.map, error: problem.largestDistance, steps: problem.stepsTaken)
    out.lower = problem.lowerBound
    out.multipliers = problem.multipliers
    return out
  }

  private func solveTube(
    _ start: Solution, _ loops: Double, _ stopping: InteriorPoint.Stopping
  ) -> Solution {
    let bandwidth = start.harmonics.reduce(1) { max($0, abs($1)) }
    let rows = fixedRows(bandwidth: bandwidth) { time in
      [time, time - loops, time + loops].map { $0 - $0.rounded(.down) }
    }
    let tube = Tube(motion: motion, loops: loops, count: 4 * rows.count)
    let times = (0..<rows.count).map { rows.time($0) }
    var problem = InteriorPoint(
      harmonics: (start.harmonics + [0]).sorted(), rows: rows,
      targets: times.map { curve.point(atLength: motion.map($0)) },
      coefficients: dense(start, bandwidth: bandwidth),
      foot: { tube.foot(of: $1, at: times[$0]).foot })
    problem.solve(stopping)
    let drawn = problem.rows.values(problem.coefficients)
    return Solution(
      harmonics: start.harmonics, dense: problem.coefficients, bandwidth: bandwidth,
      map: tube.map(times: times, drawn: drawn), error: problem.largestDistance,
      steps: problem.stepsTaken)
  }
}

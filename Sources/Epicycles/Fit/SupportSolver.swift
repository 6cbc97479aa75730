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

  /// The largest distance between drawn and meant point on a grid of times finer than the nodes.
  func finelyMeasuredError(_ solution: Solution) -> Double {
    let bandwidth = solution.harmonics.reduce(1) { max($0, abs($1)) }
    if case .tube(let loops) = freedom {
      var fine = self
      fine.density = .final
      let rows = fine.tubeRows(bandwidth: bandwidth, loops: loops)
      let tube = Tube(motion: motion, loops: loops, count: 4 * rows.count)
      let drawn = rows.values(dense(solution, bandwidth: bandwidth))
      return drawn.indices.reduce(0) { max($0, tube.distance(from: drawn[$1], at: rows.time($1))) }
    }
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
    if let multipliers = solution.multipliers {
      return multipliers.largest(count, reach: reach, without: Set(solution.harmonics))
    }
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

  /// Equally spaced times and others: those that `extra` makes of the times where the velocity jumps, and last `also`.
  private func fixedRows(
    bandwidth: Int, also: [Double] = [], extra: (_ breaks: [Double], _ count: Int) -> [Double]
  ) -> TrigonometricRows {
    var count = 512
    while count < (density == .final ? 2 : 1) * nodeCount(bandwidth: bandwidth) { count *= 2 }
    let scattered = extra(motion.breaks(tolerance: 4e-4 * Double(count)), count).filter { time in
      let place = time * Double(count)
      return abs(place - place.rounded()) > 1e-6
    }
    // So many stand for each other.
    let kept = scattered.count > count ? [] : scattered.sorted()
    return TrigonometricRows(bandwidth: bandwidth, uniformCount: count, scattered: kept + also)
  }

  /// What the motion passes within the slack begins and ceases to change where the velocity jumped so much earlier or
  /// later, and where it turns back.
  private func tubeRows(bandwidth: Int, loops: Double) -> TrigonometricRows {
    fixedRows(bandwidth: bandwidth) { breaks, count in
      breaks.flatMap { time in [time, time - loops, time + loops].map { $0 - $0.rounded(.down) } }
        + motion.turns(within: loops, count: count)
    }
  }

  private func solveFixed(_ start: Solution, _ stopping: InteriorPoint.Stopping) -> Solution {
    let bandwidth = start.harmonics.reduce(1) { max($0, abs($1)) }
    // Where the motion jumps the drawn point has two targets.
    let rows = fixedRows(bandwidth: bandwidth, also: motion.jumps.map(\.time)) { breaks, _ in breaks }
    let targets =
      (0..<rows.count - motion.jumps.count).map { curve.point(atLength: motion.map(rows.time($0))) }
      + motion.jumps.map(\.before)
    var problem = ConicMinimax(
      harmonics: (start.harmonics + [0]).sorted(), rows: rows, targets: targets.map { .init(point: $0) },
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
    let rows = tubeRows(bandwidth: bandwidth, loops: loops)
    let tube = Tube(motion: motion, loops: loops, count: 4 * rows.count)
    let times = (0..<rows.count).map { rows.time($0) }
    let harmonics = (start.harmonics + [0]).sorted()
    func distance(_ drawn: [Complex]) -> Double {
      zip(times, drawn).reduce(0) { max($0, tube.distance(from: $1.1, at: $1.0)) }
    }
    var best = dense(start, bandwidth: bandwidth)
    var drawn = rows.values(best)
    var error = distance(drawn)
    var multipliers = start.multipliers
    var lower: Double?
    var steps = 0
    // How far from straight the motion may be where it is taken for straight, as a share of the error.
    var bend = 0.2
    for _ in 0..<Self.mostLinearisations where error > stopping.goal {
      let stretches = zip(times, drawn).map { tube.stretch(around: $1, at: $0, tolerance: bend * error) }
      let deviation = stretches.reduce(0) { max($0, $1.deviation) }
      var problem = ConicMinimax(
        harmonics: harmonics, rows: rows, targets: stretches.map(\.target), coefficients: best,
        multipliers: multipliers)
      problem.solve(
        .init(
          gap: stopping.gap, goal: stopping.goal,
          limit: min(stopping.limit + deviation, 1.5 * stopping.limit)))
      steps += problem.stepsTaken
      let bound = problem.lowerBound - deviation
      lower = max(lower ?? 0, bound)
      let next = rows.values(problem.coefficients)
      let found = distance(next)
      let gain = 1 - found / error
      if gain > 0 {
        (best, drawn, error, multipliers) = (problem.coefficients, next, found, problem.multipliers)
      }
      if gain < stopping.gap || bound > min(stopping.limit, (1 - stopping.gap) * error) { break }
      bend *= 0.5
    }
    var out = Solution(
      harmonics: start.harmonics, dense: best, bandwidth: bandwidth,
      map: tube.map(times: times, drawn: drawn),
      error: error, steps: steps)
    out.multipliers = multipliers
    out.lower = lower
    return out
  }

  private static let mostLinearisations = 6
}

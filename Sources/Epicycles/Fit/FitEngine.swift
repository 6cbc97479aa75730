import Harmonics
import PlaneCurves

/// Fits a motion by rotating arms: fewest clocks for an error, or least error for a number of clocks.
public struct FitEngine: Sendable {
  public let problem: FitProblem
  public let effort: FitEffort
  private let solver: SupportSolver
  private let limit: Int
  private let starts: [Start]

  public init(_ problem: FitProblem, effort: FitEffort = .normal) {
    self.problem = problem
    self.effort = effort
    solver = SupportSolver(problem)
    let samples: Int
    if case .range = problem.freedom { samples = 2048 } else { samples = 16384 }
    limit = max(1, min(problem.harmonicLimit ?? .max, samples / 8))
    starts = solver.starts(samples: samples)
  }

  /// The best fit found with at most `clocks` arms.
  public func fit(clocks: Int) -> Fit {
    let count = max(1, min(clocks, 2 * limit))
    var best: Solution?
    for start in coldStarts(count) {
      let found = solver.solve(start)
      if found.error < best?.error ?? .infinity { best = found }
    }
    return fit(best ?? starts[0].truncation(count, limit: limit))
  }

  /// The fewest clocks found whose largest distance is at most `error`, in user units; nil if none does within
  /// the harmonic limit.
  public func fewestClocks(reaching error: Double) -> Fit? {
    let goal = error / solver.motion.curve.diagonal
    guard var best = firstReaching(goal) else { return nil }
    let continuation = Continuation(solver: solver, goal: goal)
    best = continuation.descend(from: best)
    while best.harmonics.count > 1 {
      let stopping = InteriorPoint.Stopping(goal: goal, limit: goal)
      let found = coldStarts(best.harmonics.count - 1).lazy.map { solver.solve($0, stopping) }
        .first { $0.error <= goal }
      guard let found else { break }
      best = continuation.descend(from: found)
    }
    return fit(best)
  }

  private func coldStarts(_ count: Int) -> [Solution] {
    let ranked = starts.sorted { $0.remainder(count, limit: limit) < $1.remainder(count, limit: limit) }
    var out: [Solution] = []
    for start in ranked.prefix(3) {
      for candidate in [start.truncation(count, limit: limit), start.band(count, limit: limit)]
      where !out.contains(where: { $0.harmonics == candidate.harmonics && $0.map == candidate.map }) {
        out.append(candidate)
      }
    }
    return out
  }

  private func firstReaching(_ goal: Double) -> Solution? {
    var count = 4
    let stopping = InteriorPoint.Stopping(goal: goal, limit: goal)
    while true {
      for start in coldStarts(count) {
        let found = solver.solve(start, stopping)
        if found.error <= goal { return found }
      }
      if count >= 2 * limit { return nil }
      count = min(2 * limit, count + max(2, count / 4))
    }
  }

  private func fit(_ solution: Solution) -> Fit {
    let curve = solver.motion.curve
    let terms = zip(solution.harmonics, solution.coefficients).map {
      Term(harmonic: $0, coefficient: $1 * curve.diagonal)
    }
    return Fit(
      sum: HarmonicSum(centre: solution.centre * curve.diagonal + curve.centre, terms: terms),
      map: solution.map, nodeError: solution.error * curve.diagonal,
      optimumLower: solution.lower.map { $0 * curve.diagonal }, speedRange: solution.map.speedRange)
  }
}

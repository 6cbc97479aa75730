import Harmonics
import PlaneCurves

/// Fits a motion by rotating arms: fewest clocks for an error, or least error for a number of clocks.
public struct FitEngine: Sendable {
  public let problem: FitProblem
  public let effort: FitEffort
  fileprivate let solver: SupportSolver
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
    while best.harmonics.count > 1, let better = improved(best, continuation) { best = better }
    return fit(best)
  }

  /// A solution with fewer harmonics, from a start of its own or by adding harmonics and dropping others.
  private func improved(_ best: Solution, _ continuation: Continuation) -> Solution? {
    let stopping = InteriorPoint.Stopping(goal: continuation.goal, limit: continuation.goal)
    for start in coldStarts(best.harmonics.count - 1) {
      let found = solver.solve(start, stopping)
      if found.error <= continuation.goal { return continuation.descend(from: found) }
    }
    for share in [8, 4] {
      let count = max(2, best.harmonics.count / share)
      if let found = continuation.widened(best, by: count, limit: limit),
        found.harmonics.count < best.harmonics.count
      {
        return found
      }
    }
    return nil
  }

  fileprivate func coldStarts(_ count: Int) -> [Solution] {
    var out: [Solution] = []
    for start in ranked(count).prefix(Int(tune("NS", 4))) {
      for candidate in [start.truncation(count, limit: limit), start.band(count, limit: limit)]
      where !out.contains(where: { $0.harmonics == candidate.harmonics && $0.map == candidate.map }) {
        out.append(candidate)
      }
    }
    return out
  }

  /// The starts by what `count` terms leave out of each; the best of each family first.
  private func ranked(_ count: Int) -> [Start] {
    let remainders = starts.map { $0.remainder(count, limit: limit) }
    let order = starts.indices.sorted { (remainders[$0], $0) < (remainders[$1], $1) }
    var seen: [Int: Int] = [:]
    let rounds = order.map { index -> (round: Int, index: Int) in
      let round = seen[starts[index].family, default: 0]
      seen[starts[index].family] = round + 1
      return (round, index)
    }
    return rounds.indices.sorted { (rounds[$0].round, $0) < (rounds[$1].round, $1) }
      .map { starts[rounds[$0].index] }
  }

  private func firstReaching(_ goal: Double) -> Solution? {
    var count = 1
    let leaders = ranked(1)
    while count < 2 * limit, leaders.allSatisfy({ $0.remainder(count, limit: limit) > 3 * goal }) {
      count += max(1, count / 8)
    }
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

public func probe(_ c: Curve, _ freedom: TimingFreedom, _ n: Int) -> [(Double, Int)] {
  let e = FitEngine(FitProblem(motion: Motion(constantSpeed: c), freedom: freedom))
  return e.coldStarts(n).map { let s = e.solver.solve($0)
    if tune("SHOW", 0) > 0 { print(s.error * 100, s.harmonics) }
    return (s.error, s.steps) }
}
public func probePause(_ motion: Motion, _ freedom: TimingFreedom, _ arms: Int, _ gap: Double) {
    let solver = SupportSolver(FitProblem(motion: motion, freedom: freedom))
    let harmonics = (-arms / 2...arms / 2).filter { $0 != 0 }
    let spectrum = solver.spectrum(of: solver.motion.map, count: 4096)
    let t = ContinuousClock().measure {
    let s = solver.solve(
      Solution(spectrum: spectrum, harmonics: harmonics, map: solver.motion.map),
      .init(gap: gap))
      print(arms, s.error * 100, s.steps)
    }
    print(t)
}

import PlaneCurves

/// Fewer and fewer harmonics, each fit started from the one before.
struct Continuation: Sendable {
  let solver: SupportSolver
  /// The largest distance to be reached, in diagonals.
  let goal: Double

  private var stopping: InteriorPoint.Stopping {
    InteriorPoint.Stopping(goal: goal, limit: goal)
  }

  /// Drops harmonics from a solution that reaches the goal for as long as the goal is reached: several at a
  /// time at first, then one.
  func descend(from start: Solution, first: Int? = nil) -> Solution {
    var best = start
    var drop = first ?? max(1, start.harmonics.count / 6)
    while best.harmonics.count > 1 {
      drop = min(drop, best.harmonics.count - 1)
      if let found = attempts(best, drop: drop) {
        best = found
      } else if drop > 1 {
        drop = max(1, drop / 2)
      } else {
        break
      }
    }
    return best
  }

  /// Adds the `count` harmonics that the largest distances ask for, fits as well as it goes, and descends.
  func widened(_ solution: Solution, by count: Int, limit: Int) -> Solution? {
    let added = solver.additions(to: solution, count: count, limit: limit)
    guard !added.isEmpty else { return nil }
    let wide = solver.solve(solution.adding(added))
    guard wide.error <= goal else { return nil }
    return descend(from: wide, first: max(1, count / 2))
  }

  private func attempts(_ solution: Solution, drop: Int) -> Solution? {
    for candidate in candidates(solution, drop: drop) {
      let found = solver.solve(candidate, stopping)
      if found.error <= goal { return found }
    }
    return nil
  }

  /// The support without its smallest coefficients; for a single one also without each of the next smallest and
  /// without either end.
  private func candidates(_ solution: Solution, drop: Int) -> [Solution] {
    let ranked = zip(solution.harmonics, solution.coefficients).sorted {
      ($0.1.lengthSquared, $0.0) < ($1.1.lengthSquared, $1.0)
    }.map(\.0)
    if drop > 1 { return [solution.dropping(Set(ranked.prefix(drop)))] }
    var single = Array(ranked.prefix(4))
    for end in [solution.harmonics.first, solution.harmonics.last] {
      if let end, !single.contains(end) { single.append(end) }
    }
    return single.map { solution.dropping([$0]) }
  }
}

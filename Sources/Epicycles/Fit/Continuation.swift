import PlaneCurves

/// The solutions that reach a goal, the best of each number of harmonics.
struct Trail: Sendable {
  private var found: [Int: Solution] = [:]

  mutating func add(_ solution: Solution) {
    let count = solution.harmonics.count
    if let known = found[count], known.error <= solution.error { return }
    found[count] = solution
  }

  mutating func merge(_ other: Trail) {
    for solution in other.rising { add(solution) }
  }

  var leastCount: Int { found.keys.min() ?? .max }
  var fewest: Solution? { found[leastCount] }
  /// The fewest harmonics first.
  var rising: [Solution] { found.keys.sorted().compactMap { found[$0] } }
}

/// Fewer and fewer harmonics, each fit started from the one before.
struct Continuation: Sendable {
  let solver: SupportSolver
  /// The largest distance to be reached, in diagonals.
  let goal: Double

  private var stopping: InteriorPoint.Stopping {
    InteriorPoint.Stopping(goal: goal, limit: goal)
  }

  /// Drops harmonics from a solution that reaches the goal for as long as the goal is reached: `first` at a time
  /// to begin with, half as many after a failure, twice as many after three successes, in the end one.
  func descend(from start: Solution, first: Int? = nil, into trail: inout Trail) {
    var best = start
    var drop = first ?? max(1, start.harmonics.count / 6)
    var successes = 0
    while best.harmonics.count > 1 {
      drop = min(drop, best.harmonics.count - 1)
      if let found = attempts(best, drop: drop) {
        best = found
        trail.add(best)
        successes += 1
        if successes == 3 { (successes, drop) = (0, min(2 * drop, max(1, best.harmonics.count / 12))) }
      } else if drop > 1 {
        (successes, drop) = (0, drop / 2)
      } else {
        return
      }
    }
  }

  /// Fits of fewer and fewer harmonics, down to `least`: the smallest are dropped, up to a twenty-fourth at a time.
  func shortened(_ start: Solution, to least: Int) -> [Solution] {
    var found = [solver.solve(start)]
    while let last = found.last, last.harmonics.count > least {
      let drop = max(1, last.harmonics.count / 24)
      found.append(solver.solve(last.dropping(Set(last.smallest(drop)))))
    }
    return found
  }

  /// Adds the `count` harmonics that the largest distances ask for, fits as well as it goes, and descends.
  func widen(_ solution: Solution, by count: Int, limit: Int, into trail: inout Trail) {
    let added = solver.additions(to: solution, count: count, limit: limit)
    guard !added.isEmpty else { return }
    let wide = solver.solve(solution.adding(added))
    guard wide.error <= goal else { return }
    descend(from: wide, first: max(1, count / (solver.isConvex ? 4 : 2)), into: &trail)
  }

  /// As many harmonics as before, `extra` of them others: those that the largest distances ask for are added, and
  /// the smallest dropped in two steps.
  func exchanged(
    _ solution: Solution, extra: Int, limit: Int, _ stopping: InteriorPoint.Stopping = .init()
  ) -> Solution? {
    let added = solver.additions(to: solution, count: extra, limit: limit)
    guard !added.isEmpty else { return nil }
    let wide = solver.solve(solution.adding(added), stopping)
    let half = solver.solve(wide.dropping(Set(wide.smallest(added.count / 2))), stopping)
    let rest = half.harmonics.count - solution.harmonics.count
    var last = stopping
    last.limit = min(stopping.limit, solution.error)
    return solver.solve(half.dropping(Set(half.smallest(rest))), last)
  }

  private func attempts(_ solution: Solution, drop: Int) -> Solution? {
    for candidate in candidates(solution, drop: drop) {
      let found = solver.solve(candidate, stopping)
      if found.error <= goal { return found }
    }
    return nil
  }

  /// The support without its smallest coefficients; for a single one also without each of the next smallest and
  /// without either end, or the next one alone where there are many.
  private func candidates(_ solution: Solution, drop: Int) -> [Solution] {
    if drop > 1 { return [solution.dropping(Set(solution.smallest(drop)))] }
    if solution.harmonics.count > 100, !solver.isConvex {
      return solution.smallest(2).map { solution.dropping([$0]) }
    }
    var single = solution.smallest(solver.isConvex ? 8 : 4)
    for end in [solution.harmonics.first, solution.harmonics.last] {
      if let end, !single.contains(end) { single.append(end) }
    }
    return single.map { solution.dropping([$0]) }
  }
}

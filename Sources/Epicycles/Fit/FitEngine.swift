import Foundation
import Harmonics
import PlaneCurves

/// Fits a motion by rotating arms: the least error for a number of clocks, or the fewest clocks for an error.
///
/// The work is deterministic: the same problem, effort and seeds give the same bytes.
public struct FitEngine: Sendable {
  public let problem: FitProblem
  public let effort: FitEffort
  let solver: SupportSolver
  /// The largest |n| that may be used.
  let limit: Int
  let starts: [Start]
  private let seeds: [Solution]
  private let isOver: @Sendable () -> Bool

  /// - Parameters:
  ///   - problem: what is to be drawn, and how free its timing is.
  ///   - effort: how long to search.
  ///   - seeds: fits of the same curve under less freedom; the result is no worse than those whose map the
  ///     problem admits.
  ///   - isOver: asked between the stages of the search; true ends it with the best fit so far.
  public init(
    _ problem: FitProblem, effort: FitEffort = .normal, seeds: [Fit] = [],
    isOver: @escaping @Sendable () -> Bool = { false }
  ) {
    self.problem = problem
    self.effort = effort
    self.isOver = isOver
    let solver = SupportSolver(problem)
    var samples = 16384
    if case .range = problem.freedom { samples = 2048 }
    let limit = max(1, min(problem.harmonicLimit ?? .max, samples / 8))
    self.solver = solver
    self.limit = limit
    starts = solver.starts(samples: samples)
    self.seeds = seeds.filter { !$0.sum.terms.isEmpty && $0.sum.bandwidth <= limit }
      .map { Solution($0, curve: solver.motion.curve) }.filter(solver.admits)
  }

  // MARK: A number of clocks

  /// The best fit found with at most `clocks` arms, at least one.
  public func fit(clocks: Int) -> Fit { polished(solution(max(1, min(clocks, 2 * limit)))) }

  private func solution(_ count: Int) -> Solution {
    var solver = solver
    let remainder = ranked(count)[0].remainder(count, limit: limit)
    solver.resolution = min(max(remainder / 3, Self.finestResolution), 0.02)
    var best = starts[0].truncation(count, limit: limit)
    for seed in seeds {
      let candidate = seed.keepingLargest(count)
      best = better(best, candidate.harmonics == seed.harmonics ? seed : solver.solve(candidate))
    }
    if case .fixed = problem.freedom, usesEngine { return exchanged(count, solver, best) }
    if case .tube = problem.freedom {
      rising(to: count, solver) { found in
        best = better(best, found)
        return true
      }
      return best
    }
    // A step costs clocks² times nodes: many free clocks are found from half as many, not from many starts.
    let grows = isFree && usesEngine && count > 100
    if grows, !isOver() {
      let half = self.solution(count / 2)
      let added = solver.additions(to: half, count: count - half.harmonics.count, limit: limit)
      best = better(best, half)
      best = better(best, solver.solve(half.adding(added), InteriorPoint.Stopping(goal: Self.finestError)))
      // A rough outline has no such half.
      if best.error > Self.visibleError, !isOver() {
        let continuation = Continuation(solver: solver, goal: 0)
        for start in ranked(count).prefix(1) {
          let longer = start.truncation(min(count + count / 4, 2 * limit), limit: limit)
          if let found = continuation.shortened(longer, to: count).last { best = better(best, found) }
        }
      }
    }
    for start in coldStarts(count).prefix(grows ? 0 : .max) where !isOver() && best.error > Self.finestError {
      best = better(best, attempt(start, solver, below: best.error, goal: Self.finestError))
    }
    for share in effort.wideningShares.prefix(grows ? 0 : .max)
    where count > 1 && best.error > Self.finestError && !isOver() {
      let continuation = Continuation(solver: solver, goal: 0)
      if let found = continuation.exchanged(best, extra: max(1, count / share), limit: limit) {
        best = better(best, found)
      }
    }
    return best
  }

  /// At a fixed timing a support has one optimum, so that the support is all there is to search: from the largest
  /// coefficients, with fewer and fewer harmonics exchanged at a time.
  private func exchanged(_ count: Int, _ solver: SupportSolver, _ seed: Solution) -> Solution {
    var solver = solver
    solver.density = .rough
    let continuation = Continuation(solver: solver, goal: 0)
    let stopping = InteriorPoint.Stopping(gap: 0.1)
    var current = solver.solve(starts[0].truncation(count, limit: limit), stopping)
    let band = InteriorPoint.Stopping(gap: stopping.gap, limit: current.error)
    current = better(current, solver.solve(starts[0].band(count, limit: limit), band))
    var best = better(seed, current)
    for share in effort.exchangedShares where count > 1 && best.error > Self.finestError && !isOver() {
      guard let next = continuation.exchanged(current, extra: max(1, count / share), limit: limit, stopping)
      else { break }
      current = next
      best = better(best, current)
    }
    return best
  }

  /// Under slack all depends on the support. Each number of harmonics starts from what a smaller one found, so that
  /// more clocks are never worse; besides, from longer supports that were shortened step by step. The numbers and
  /// lengths don't depend on `count`, and what is added at the end is part of what the next number would add.
  /// - Parameter visit: is shown each solution that is better than the ones before; false ends the search.
  private func rising(to count: Int, _ solver: SupportSolver, _ visit: (Solution) -> Bool) {
    let continuation = Continuation(solver: solver, goal: 0)
    var best = solver.solve(starts[0].truncation(1, limit: limit))
    guard visit(best) else { return }
    var shortened: [Int: [Solution]] = [:]
    var length = 16
    var number = 1
    while number < count, best.error > Self.finestErrorUnderSlack, !isOver() {
      let following = number + max(1, number / (number < Self.longestShortened / 2 ? 16 : 8))
      number = min(following, count)
      let added = solver.additions(to: best, count: number - best.harmonics.count, limit: limit)
      var next = solver.solve(best.adding(added), .init(limit: best.error))
      while length <= min(4 * number, Self.longestShortened), !isOver() {
        for solution in continuation.shortened(starts[0].band(length, limit: limit), to: length / 4) {
          shortened[solution.harmonics.count, default: []].append(solution)
        }
        length *= 2
      }
      if number == following {
        for solution in shortened[number] ?? [] { next = better(next, solution) }
        let band = solver.solve(starts[0].band(number, limit: limit), .init(limit: next.error))
        let isFew = number < Self.longestShortened / 2
        let shares = isFew ? effort.slackShares[...] : effort.slackShares.prefix(1)
        var leaders = [better(next, band)]
        if isFew { leaders.append(solver.solve(starts[0].truncation(number, limit: limit))) }
        for leader in leaders {
          var leader = leader
          for share in shares where number >= 4 && !isOver() {
            let extra = max(1, number / share)
            if let found = continuation.exchanged(leader, extra: extra, limit: limit) {
              leader = better(leader, found)
            }
          }
          next = better(next, leader)
        }
      }
      guard next.error < Self.leastGain * best.error else { continue }
      best = next
      guard visit(best) else { return }
    }
  }

  /// A clock that gains less isn't taken.
  private static let leastGain = 0.999
  /// Longer supports are dear to shorten.
  private static let longestShortened = 128

  /// From here on a solve is dear.
  private static let manyClocks = 24
  /// From here on one search must do.
  private static let veryManyClocks = 100

  /// Smaller errors, in diagonals, aren't worth a search.
  private static let finestError = 1e-6
  private static let finestErrorUnderSlack = 1e-5
  /// An error that can be seen, in diagonals.
  private static let visibleError = 1e-3
  private static let finestResolution = 1e-5

  private func better(_ a: Solution, _ b: Solution) -> Solution { b.error < a.error ? b : a }

  /// A start's own fit, given up when it can't get below `error`; with `fast` and a free timing the start as it
  /// is.
  private func attempt(
    _ start: Solution, _ solver: SupportSolver, below error: Double, goal: Double
  ) -> Solution {
    guard usesEngine else {
      var out = start
      out.error = solver.finelyMeasuredError(start)
      return out
    }
    return solver.solve(start, InteriorPoint.Stopping(goal: goal, limit: error))
  }

  private var isFree: Bool {
    if case .range = problem.freedom { return true }
    return false
  }

  private var usesEngine: Bool { !isFree || effort > .fast }

  // MARK: An error

  /// The fewest clocks found whose largest distance is at most `error`, in user units; nil if none does within
  /// the harmonic limit.
  /// - Parameters:
  ///   - error: the largest distance wanted, in user units.
  ///   - ceiling: the most clocks that are tried; a solve costs about their cube.
  ///   - accept: has the last word, as a certificate does; asked of few fits.
  public func fewestClocks(
    reaching error: Double, ceiling: Int = .max, accept: (Fit) -> Bool = { _ in true }
  ) -> Fit? {
    // A goal met at the nodes may be missed between them: a little less is asked of the nodes.
    var found = Trail()
    for share in [0.99, 0.975, 0.96, 0.92] {
      let goal = share * error / solver.motion.curve.diagonal
      found = lowered(found, to: goal) ?? search(reaching: goal, min(ceiling, 2 * limit))
      for solution in found.rising.prefix(6) {
        let fit = usesEngine ? polished(solution) : published(solution)
        if fit.nodeError <= error, accept(fit) { return fit }
      }
    }
    return nil
  }

  /// The fewest of a trail's harmonics that reach a somewhat lower goal, and fewer if some can be dropped.
  private func lowered(_ trail: Trail, to goal: Double) -> Trail? {
    var solver = solver
    solver.resolution = max(goal, Self.finestResolution)
    solver.schedule = .near
    let continuation = Continuation(solver: solver, goal: goal)
    for solution in trail.rising.prefix(12) {
      let found = solver.solve(solution, InteriorPoint.Stopping(goal: goal, limit: goal))
      guard found.error <= goal else { continue }
      var out = Trail()
      out.add(found)
      continuation.descend(from: found, first: 1, into: &out)
      for other in trail.rising where other.harmonics.count > found.harmonics.count && other.error <= goal {
        out.add(other)
      }
      return out
    }
    return nil
  }

  private func search(reaching goal: Double, _ ceiling: Int) -> Trail {
    if case .fixed = problem.freedom, usesEngine { return searchAtFixedTiming(reaching: goal, ceiling) }
    var trail = Trail()
    for seed in seeds where seed.error <= goal { trail.add(seed) }
    let searches = effort.schedules(problem.freedom).map { schedule in
      var solver = solver
      solver.resolution = max(goal, Self.finestResolution)
      solver.schedule = schedule
      return Continuation(solver: solver, goal: goal)
    }
    if case .tube = problem.freedom {
      // Some more than the fewest, for a certificate that isn't content with those.
      rising(to: ceiling, solver) { found in
        if found.error <= goal { trail.add(found) }
        return found.error > 0.9 * goal
      }
      if let fewest = trail.fewest { searches[0].descend(from: fewest, first: 1, into: &trail) }
    }
    let bounded = searches.indices.map { index in
      (searches[index], index == 0 || effort == .best ? ceiling : min(ceiling, Self.veryManyClocks))
    }
    if trail.fewest == nil {
      for found in concurrentMap(bounded, { descent($0.0, $0.1) }) { trail.merge(found) }
    }
    while usesEngine, let best = trail.fewest, best.harmonics.count > 1, !isOver() {
      if best.harmonics.count > Self.veryManyClocks, effort < .best { break }
      let found = searches.lazy.map { improved(best, $0) }
        .first { $0.leastCount < best.harmonics.count }
      guard let found else { break }
      trail.merge(found)
    }
    return trail
  }

  /// Between a number of harmonics that is too small and one that is enough, by the power of the number with which
  /// the error falls.
  private func searchAtFixedTiming(reaching goal: Double, _ ceiling: Int) -> Trail {
    var trail = Trail()
    for seed in seeds where seed.error <= goal { trail.add(seed) }
    var solver = solver
    solver.resolution = max(goal, Self.finestResolution)
    let start = starts[0]
    var (low, high) = (0, ceiling + 1)
    var count = 1
    while count < ceiling, start.remainder(count, limit: limit) > goal { count += max(1, count / 16) }
    while high - low > 1, !isOver() {
      let rough = exchanged(count, solver, start.truncation(count, limit: limit))
      let found = solver.solve(rough, InteriorPoint.Stopping(gap: 0.01, goal: goal, limit: goal))
      if found.error <= goal {
        high = count
        trail.add(found)
      } else {
        low = count
      }
      guard high - low > 1 else { break }
      let power = high <= ceiling ? 0.8 : 1
      let wanted = Double(count) * min(max(pow(min(rough.error, 1) / goal, power / 1.5), 0.7), 1.8)
      let middle = (low + high) / 2
      count =
        high <= ceiling
        ? min(max(Int(wanted.rounded()), low + 1), high - 1)
        : min(max(Int(wanted.rounded(.up)), low + 1), ceiling)
      if high <= ceiling, high - low < 8 { count = middle }
    }
    let continuation = Continuation(solver: solver, goal: goal)
    if let best = trail.fewest {
      continuation.descend(from: best, first: max(1, best.harmonics.count / 24), into: &trail)
    }
    while let best = trail.fewest, !isOver() {
      let count = best.harmonics.count
      for share in effort.exchangedShares.reversed() where !isOver() {
        continuation.widen(best, by: max(2, count / share), limit: limit, into: &trail)
        if trail.leastCount < count { break }
      }
      if trail.leastCount >= count { break }
    }
    return trail
  }

  private func descent(_ continuation: Continuation, _ ceiling: Int) -> Trail {
    var trail = Trail()
    guard let first = firstReaching(continuation.goal, continuation.solver, ceiling) else { return trail }
    trail.add(first)
    if usesEngine { continuation.descend(from: first, into: &trail) }
    return trail
  }

  /// Looks for fewer harmonics from starts of their own, then by adding harmonics and dropping others.
  private func improved(_ best: Solution, _ continuation: Continuation) -> Trail {
    var trail = Trail()
    let count = best.harmonics.count
    let goal = continuation.goal
    // Many clocks seldom come from a start of their own.
    let starts = count > 60 && effort < .best ? [] : coldStarts(count - 1)
    for start in starts where !isOver() {
      let found = attempt(start, continuation.solver, below: goal, goal: goal)
      if found.error <= goal {
        trail.add(found)
        continuation.descend(from: found, into: &trail)
        return trail
      }
    }
    for share in effort.wideningShares where !isOver() {
      continuation.widen(best, by: max(2, count / share), limit: limit, into: &trail)
      if trail.leastCount < count { break }
    }
    return trail
  }

  /// From a number of clocks that is surely too small upwards.
  private func firstReaching(_ goal: Double, _ solver: SupportSolver, _ ceiling: Int) -> Solution? {
    var count = 1
    let leaders = ranked(1)
    while count < ceiling, leaders.allSatisfy({ $0.remainder(count, limit: limit) > 3 * goal }) {
      count += max(1, count / 8)
    }
    if count >= ceiling {
      count = ceiling
      guard leaders.contains(where: { $0.remainder(count, limit: limit) <= 3 * goal }) else { return nil }
    }
    while !isOver() {
      var least = Double.infinity
      for start in coldStarts(count) {
        let found = attempt(start, solver, below: goal, goal: goal)
        if found.error <= goal { return found }
        least = min(least, found.error)
        // Other starts seldom end at less than half of that.
        if usesEngine, count > Self.manyClocks, least > 2.5 * goal { break }
      }
      if count >= ceiling { return nil }
      var step = max(usesEngine ? 2 : 1, count / (usesEngine ? 4 : 16))
      if usesEngine, count > Self.manyClocks {
        // The error falls at least with the square of the clocks' number.
        step = max(step, Int(Double(count) * (min(2, (least / goal).squareRoot()) - 1)))
      }
      count = min(ceiling, count + step)
    }
    return nil
  }

  // MARK: Starts

  private func coldStarts(_ count: Int) -> [Solution] {
    var out: [Solution] = []
    for start in ranked(count).prefix(effort.startCount) {
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

  // MARK: Results

  /// Fitted once more on nodes placed by its own map, as many as the final figure needs, if that is better.
  private func polished(_ solution: Solution) -> Fit {
    guard usesEngine else { return published(solution) }
    var final = solver
    if !isFree || solution.harmonics.count <= 100 { final.density = .final }
    if isFree { final.schedule = .near }
    final.resolution = max(solution.error, Self.finestResolution)
    let before = published(solution)
    let after = published(
      final.solve(
        solution,
        InteriorPoint.Stopping(gap: isFree ? 0.005 : 0.002, finish: isFree ? 0.1 : 1e-3, margin: 0.001)))
    var best = after.nodeError <= before.nodeError ? after : before
    // A bound for the support, whichever of the two it comes from.
    best.optimumLower = [before.optimumLower, after.optimumLower].compactMap { $0 }.max()
    return best
  }

  /// In user units, with the error between nodes counted.
  private func published(_ solution: Solution) -> Fit {
    let curve = solver.motion.curve
    let terms = zip(solution.harmonics, solution.coefficients).map {
      Term(harmonic: $0, coefficient: $1 * curve.diagonal)
    }
    return Fit(
      sum: HarmonicSum(centre: solution.centre * curve.diagonal + curve.centre, terms: terms),
      map: solution.map, nodeError: solver.finelyMeasuredError(solution) * curve.diagonal,
      optimumLower: solution.lower.map { $0 * curve.diagonal }, speedRange: solution.map.speedRange)
  }
}

extension FitEffort {
  /// How many time maps are started from.
  fileprivate var startCount: Int { self < .best ? 4 : 12 }

  /// What shares of the clocks are exchanged, one after another: 8 for an eighth.
  fileprivate var wideningShares: [Int] {
    switch self {
    case .fast: []
    case .normal: [8, 4, 2]
    case .best: [16, 8, 4, 2, 1]
    }
  }

  /// The same under slack.
  fileprivate var slackShares: [Int] {
    switch self {
    case .fast: []
    case .normal: [8, 4, 2]
    case .best: [16, 8, 4, 2, 1]
    }
  }

  /// The same at a fixed timing.
  fileprivate var exchangedShares: [Int] {
    switch self {
    case .fast: []
    case .normal: [2, 4, 8]
    case .best: [1, 2, 4, 8, 16, 2, 4, 8, 16]
    }
  }

  /// One is enough where the problem is convex.
  fileprivate func schedules(_ freedom: TimingFreedom) -> [Schedule] {
    guard case .range = freedom, self > .fast else { return [.plain] }
    return self == .normal ? [.plain, .quick] : [.plain, .quick, .careful]
  }
}

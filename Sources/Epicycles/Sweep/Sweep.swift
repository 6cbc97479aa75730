import Dispatch
import EpicycleSpec
import PlaneCurves

/// Budget against error: what to ask.
public struct SweepOptions: Sendable, Hashable {
  /// The method, the timing and all else but the goal, which the sweep sets itself.
  public var solving = SolveOptions()
  /// Numbers of clocks, rising.
  public var budgets: [Int] = []
  /// Which budgets get certified bounds; truncation has `rms` and `energy` without them. Fitted methods certify
  /// every budget.
  public var certified = Certified.all
  /// Errors for each of which the fewest clocks are looked for.
  public var limits: [ErrorLimit] = []
  /// The figure that the limits speak of; nil for the one that the method lowers.
  public var metric: ErrorMetric?
  /// The most clocks that a limit may need.
  public var ceiling = 100_000

  public enum Certified: Sendable, Hashable {
    case all
    case budgets(Set<Int>)

    func contains(_ budget: Int) -> Bool {
      switch self {
      case .all: true
      case .budgets(let budgets): budgets.contains(budget)
      }
    }
  }

  public init() {}
}

/// One answer of a sweep.
public struct SweepPoint: Sendable, Hashable {
  /// What was asked.
  public enum Question: Sendable, Hashable {
    case clocks(Int)
    case error(ErrorLimit)
  }

  public var question: Question
  /// The budget; for an error the clocks that it needs; nil where no number of them reaches it.
  public var clocks: Int?
  /// The clocks of the answer, which can be fewer than the budget.
  public var used: Int?
  /// Of the whole; `rms`, `energy` and `diagonal` alone where no bounds were asked for.
  public var error: Spec.ErrorReport
  /// Wall time spent on this answer.
  public var seconds: Double
}

/// The error at every budget, and the fewest clocks for every limit, each as `solve` would answer.
///
/// For truncation `rms` and `energy` of all budgets come from one transform; the certified bounds are computed for
/// each budget asked for, in parallel. A fitted method goes from the largest budget down, each fit started from the
/// one before it as well; where a smaller budget's fit still reports the smaller error, it stands for the larger
/// budget too, with its own certificate, so that more clocks never report a larger error in the figure that the
/// method lowers.
///
/// Budgets with less than one arm a curve are left out. The answers stand in the order of `budgets`, then `limits`.
/// - Throws: `SolveError.tooFewClocks` if no budget is left, `.noCurves`.
public func sweep(_ targets: [Target], options: SweepOptions) throws(SolveError) -> [SweepPoint] {
  guard !targets.isEmpty else { throw .noCurves }
  let least = targets.count * (options.solving.isUpright ? 2 : 1)
  let budgets = options.budgets.filter { $0 >= least }
  if budgets.isEmpty, let most = options.budgets.last {
    throw .tooFewClocks(given: most, curves: targets.count, least: least)
  }
  let sweep = Sweep(targets: targets, options: options)
  return options.solving.isFitted ? sweep.fitted(budgets) : sweep.truncated(budgets)
}

private struct Sweep: Sendable {
  let targets: [Target]
  let options: SweepOptions

  /// A spec and what it took.
  private struct Answer: Sendable {
    var spec: Spec?
    var seconds: Double
  }

  // MARK: Truncation

  func truncated(_ budgets: [Int]) -> [SweepPoint] {
    let certified = budgets.filter(options.certified.contains)
    let bounded = concurrentMap(certified) { answer(.clocks($0)) }
    var points: [Int: SweepPoint] = [:]
    for (budget, answer) in zip(certified, bounded) { points[budget] = point(.clocks(budget), answer) }
    let others = budgets.filter { points[$0] == nil }
    if let most = others.last {
      let start = DispatchTime.now()
      let means = TruncationMeans(targets, options.solving, most: most)
      let found = concurrentMap(others) { means.figures($0) }
      let seconds = Self.seconds(since: start) / Double(others.count)
      for (budget, figures) in zip(others, found) {
        points[budget] = SweepPoint(
          question: .clocks(budget), clocks: budget, used: figures.used, error: figures.error,
          seconds: seconds)
      }
    }
    let limits = concurrentMap(options.limits) { point(.error($0), answer(goal($0))) }
    return budgets.compactMap { points[$0] } + limits
  }

  // MARK: Fits

  func fitted(_ budgets: [Int]) -> [SweepPoint] {
    var answers: [SweepPoint.Question: Answer] = [:]
    var seed: Spec?
    for budget in budgets.reversed() {
      let found = answer(.clocks(budget), from: seed)
      seed = found.spec ?? seed
      answers[.clocks(budget)] = found
    }
    for (limit, found) in zip(options.limits, concurrentMap(options.limits) { answer(goal($0)) }) {
      answers[.error(limit)] = found
    }
    let specs = answers.values.compactMap(\.spec).sorted {
      ($0.budget.used, error($0), $0.budget.clocks) < ($1.budget.used, error($1), $1.budget.clocks)
    }
    for budget in budgets {
      let best = specs.prefix { $0.budget.used <= budget }.min { error($0) < error($1) }
      if let best, error(best) < error(answers[.clocks(budget)]?.spec) {
        answers[.clocks(budget)]?.spec = best
      }
    }
    for limit in options.limits {
      let fewest = specs.first { error($0, options.metric) <= length(limit, in: $0) }
      if let fewest, fewest.budget.used < answers[.error(limit)]?.spec?.budget.used ?? .max {
        answers[.error(limit)]?.spec = fewest
      }
    }
    let questions = budgets.map(SweepPoint.Question.clocks) + options.limits.map(SweepPoint.Question.error)
    return questions.compactMap { question in answers[question].map { point(question, $0) } }
  }

  private func error(_ spec: Spec?, _ metric: ErrorMetric? = nil) -> Double {
    spec?.error.upper(metric ?? options.solving.timing.metric) ?? .infinity
  }

  private func length(_ limit: ErrorLimit, in spec: Spec) -> Double {
    limit.length(diagonal: spec.error.diagonal ?? 0)
  }

  // MARK: Answers

  private func goal(_ limit: ErrorLimit) -> SolveGoal {
    .error(limit, metric: options.metric, ceiling: options.ceiling)
  }

  /// Without a spec where the goal can't be reached.
  private func answer(_ goal: SolveGoal, from seed: Spec? = nil) -> Answer {
    var solving = options.solving
    solving.goal = goal
    let start = DispatchTime.now()
    let spec = try? solve(
      targets, options: solving, generator: "", frame: Spec.Frame(x: 0, y: 0, width: 0, height: 0),
      startingFrom: seed.map { [$0] } ?? [])
    return Answer(spec: spec, seconds: Self.seconds(since: start))
  }

  private func point(_ question: SweepPoint.Question, _ answer: Answer) -> SweepPoint {
    let used = answer.spec?.budget.used
    var clocks = used
    if case .clocks(let budget) = question { clocks = budget }
    return SweepPoint(
      question: question, clocks: clocks, used: used, error: answer.spec?.error ?? Spec.ErrorReport(),
      seconds: answer.seconds)
  }

  private static func seconds(since start: DispatchTime) -> Double {
    Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1e9
  }
}

extension Spec.ErrorReport {
  /// The upper bound of one figure.
  public func upper(_ metric: ErrorMetric) -> Double? {
    switch metric {
    case .max: (maxWithSlack ?? max)?.upper
    case .frechet: frechet?.upper
    case .hausdorff: hausdorff?.upper
    }
  }
}

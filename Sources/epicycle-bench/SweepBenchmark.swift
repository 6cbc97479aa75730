import EpicycleSpec
import Epicycles
import PlaneCurves
import SVGPaths

/// Truncation at every budget up to 300, beside one solve with 300 clocks.
enum SweepBenchmark {
  private static let budgets = Array(1...300)

  static func rows() throws -> [Row] {
    let curve = try Curve(closing: PathData(parsing: PipelineBenchmark.heart).subpaths[0])
    let target = Target(id: "heart", curve: curve, reference: Spec.CurveReference(length: curve.length))
    var solving = SolveOptions()
    solving.fit = .truncate
    solving.goal = .clocks(300)
    let solveOptions = solving
    func points(_ certified: SweepOptions.Certified) -> [SweepPoint]? {
      var options = SweepOptions()
      options.solving = solveOptions
      options.budgets = budgets
      options.certified = certified
      return try? sweep([target], options: options)
    }
    let frame = Spec.Frame(x: 0, y: 0, width: 100, height: 100)
    let times = Stopwatch.medians(
      rounds: 15,
      [
        { _ = try? solve([target], options: solveOptions, generator: "benchmark", frame: frame) },
        { _ = points(.budgets([])) },
        { _ = points(.all) },
      ])
    let names = ["solve", "sweep, rms and energy", "sweep, certified"]
    return zip(names, times).map { name, time in
      Row(
        name: name, size: name == "solve" ? "300 clocks" : "1 to 300 clocks", value: time * 1e3, unit: "ms",
        ratio: String(format: "%.2f", time / times[0]))
    } + [
      Row(
        name: "sweep, certified, a budget", size: "1 to 300 clocks",
        value: times[2] / Double(budgets.count) * 1e3, unit: "ms",
        ratio: String(format: "%.2f", times[2] / Double(budgets.count) / times[0]))
    ]
  }
}

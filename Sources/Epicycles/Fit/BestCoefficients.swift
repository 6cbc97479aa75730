import Harmonics
import PlaneCurves

/// The centre and coefficients on a sum's own harmonics that make its largest distance from `motion` at equal times
/// about as small as it can be: within half a per cent at the nodes of the fit.
///
/// - Returns: nil where the sum or the motion's map is larger than what the engine is made for.
func bestCoefficients(for sum: HarmonicSum, on motion: Motion) -> HarmonicSum? {
  guard 1...400 ~= sum.terms.count, sum.bandwidth <= 1 << 14, motion.map.time.count <= 1 << 14 else {
    return nil
  }
  var solver = SupportSolver(FitProblem(motion: motion))
  solver.density = .final
  let fit = Fit(sum: sum, map: motion.map, nodeError: .infinity, speedRange: 1...1)
  let curve = solver.motion.curve
  let best = solver.solve(Solution(fit, curve: curve), InteriorPoint.Stopping(gap: 0.005, finish: 1e-3))
  return HarmonicSum(
    centre: best.centre * curve.diagonal + curve.centre,
    terms: zip(best.harmonics, best.coefficients).map {
      Term(harmonic: $0, coefficient: $1 * curve.diagonal)
    })
}

import PlaneCurves

/// A place between the ends of its stretch: how far it is from either, and what the bounds hold against it.
///
/// The step of the place is eliminated: with the cone's metric Q = W⁻² and the bounds' stiffness d it is (ρ − v·x)/k
/// for a step x of ε and the drawn point, v = Q·(0, −u) and k = v·(0, −u) + d, which leaves Q − vvᵀ/k.
struct ConicSlide {
  let direction: Complex
  var below: Double
  var above: Double
  var belowDual = 0.0
  var aboveDual = 0.0

  init(_ target: ConicMinimax.Target) {
    direction = target.direction
    let length = target.below + target.above
    let margin = 0.1 * length
    below = min(max(target.below, margin), length - margin)
    above = length - below
  }

  /// The multipliers that hold the place against a pull, and about `gap` more.
  mutating func balance(gap: Double, pull: Complex) {
    let along = Complex.dot(pull, direction)
    let even = 2 * gap / (below + above)
    belowDual = even + max(along, 0)
    aboveDual = even + max(-along, 0)
  }

  var stiffness: Double { belowDual / below + aboveDual / above }
  var gap: Double { below * belowDual + above * aboveDual }

  /// The residual at the place nearest to the drawn point.
  func nearest(_ residual: Complex) -> Complex {
    residual - direction * min(max(Complex.dot(residual, direction), -below), above)
  }

  /// A step of the place and of the multipliers.
  struct Step {
    var place: Double
    var belowDual: Double
    var aboveDual: Double
  }

  func step(of place: Double, target: Double, predictor: Step?) -> Step {
    let forces = forces(target: target, predictor: predictor)
    return Step(
      place: place, belowDual: forces.below - belowDual - belowDual / below * place,
      aboveDual: forces.above - aboveDual + aboveDual / above * place)
  }

  /// What Mehrotra's correction adds: (target − Δplace·Δdual)/slack.
  func forces(target: Double, predictor: Step?) -> (below: Double, above: Double) {
    guard let predictor else { return (0, 0) }
    return (
      (target - predictor.place * predictor.belowDual) / below,
      (target + predictor.place * predictor.aboveDual) / above
    )
  }

  /// The share of the step at which a slack or a multiplier is 0.
  func room(_ step: Step) -> Double {
    var room = Double.infinity
    if step.place < 0 { room = -below / step.place }
    if step.place > 0 { room = above / step.place }
    if step.belowDual < 0 { room = min(room, -belowDual / step.belowDual) }
    if step.aboveDual < 0 { room = min(room, -aboveDual / step.aboveDual) }
    return room
  }

  mutating func advance(_ step: Step, _ share: Double) {
    below += share * step.place
    above -= share * step.place
    belowDual += share * step.belowDual
    aboveDual += share * step.aboveDual
  }
}

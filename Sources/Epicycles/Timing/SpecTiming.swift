import EpicycleSpec
import PlaneCurves

extension Spec.Timing {
  /// The law `keyframes` with these.
  init(_ keyframes: Keyframes) {
    self.init(law: .keyframes, calcMode: keyframes.mode)
    guard keyframes.mode != .paced else { return }
    keyTimes = keyframes.times
    keyPoints = keyframes.points
    if keyframes.mode == .spline { keySplines = keyframes.splines }
  }

  /// The keyframes that the timing holds; nil if they break SVG's rules.
  var keyframes: Keyframes? {
    try? Keyframes(mode: calcMode ?? .paced, times: keyTimes, points: keyPoints, splines: keySplines)
  }
}

extension Spec.Chain {
  /// What the chain stands for: its law, or its map, on the curve that the target is.
  func motion(on target: Target) -> Motion {
    if let map = timing.map {
      return Motion(curve: target.curve, map: TimeMap(time: map.time, length: map.length))
    }
    let offset = timing.offset ?? 0
    switch timing.law {
    case .constant where target.isEased: return target.motion(.ease, offset: offset)
    case .parameter: return target.motion(.parameter, offset: offset)
    case .keyframes: return target.motion(.keyframes(timing.keyframes ?? .paced), offset: offset)
    case .constant, .free: return Motion(constantSpeed: target.curve, start: curve.start)
    }
  }
}

import EpicycleSpec
import Foundation

extension Spec.Clock {
  /// The arm in its parent's frame at t = 0, y down.
  var arm: Spec.Point { Spec.Point(x: radius * cos(phase), y: radius * sin(phase)) }
}

extension Spec {
  /// The frame, made larger so that the arms fit all through the loop, with a margin; never without area.
  ///
  /// The joints are looked at 360 times a loop, which is for the eye: what happens in between may reach into the
  /// margin.
  func frameAroundArms(withCircles: Bool) -> Frame {
    var low = SIMD2(frame.x, frame.y)
    var high = SIMD2(frame.x + frame.width, frame.y + frame.height)
    func include(_ point: Point, _ radius: Double) {
      low = pointwiseMin(low, SIMD2(point.x, point.y) - radius)
      high = pointwiseMax(high, SIMD2(point.x, point.y) + radius)
    }
    for chain in chains {
      for step in 0..<360 {
        let joints = chain.joints(at: loop.seconds * Double(step) / 360, loop: loop)
        for (joint, clock) in zip(joints, chain.clocks) { include(joint, withCircles ? clock.radius : 0) }
        if let tip = joints.last { include(tip, 0) }
      }
    }
    let size = high - low
    let margin = size.max() > 0 ? size.max() * 0.04 : 1
    return Frame(
      x: low.x - margin, y: low.y - margin, width: size.x + 2 * margin, height: size.y + 2 * margin)
  }

  /// What the drawing is called: the name of its source, or of its curves.
  var title: String { source.file ?? chains.map(\.id).joined(separator: ", ") }

  /// One sentence on what is seen.
  var caption: String {
    let curves = chains.count == 1 ? "A closed curve" : "\(chains.count) closed curves"
    let clocks = budget.used == 1 ? "1 rotating clock" : "\(budget.used) rotating clocks"
    return "\(curves) drawn by \(clocks) in \(decimal(loop.seconds)) s."
  }
}

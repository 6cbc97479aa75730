import EpicycleSpec
import Foundation

extension Spec.Chain {
  /// What the nested views do to their content's centre, innermost first.
  func carried(at seconds: Double) -> Spec.Point {
    var (x, y) = (0.0, 0.0)
    for clock in clocks.reversed() {
      x += clock.radius * cos(clock.phase)
      y += clock.radius * sin(clock.phase)
      let angle = 2 * .pi * seconds / clock.period
      (x, y) = (x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle))
    }
    return Spec.Point(x: centre.x + x, y: centre.y + y)
  }
}

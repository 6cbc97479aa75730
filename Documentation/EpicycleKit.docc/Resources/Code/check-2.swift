import EpicycleSpec
import Foundation
import Testing

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

@Test
func nestedViewsFollowTheSpec() throws {
  let spec = try Spec.parse(Data(contentsOf: URL(fileURLWithPath: "heart.json")))
  for chain in spec.chains {
    for step in 0..<1000 {
      let time = spec.loop.seconds * Double(step) / 1000
      let (nested, formula) = (chain.carried(at: time), chain.position(at: time, loop: spec.loop))
      #expect(hypot(nested.x - formula.x, nested.y - formula.y) < 1e-9)
    }
  }
}

import ClockHandRotationKit
import EpicycleSpec
import SwiftUI

extension View {
  /// The view turning once in `period` seconds, clockwise, or counter-clockwise if it is negative.
  func clock(period: Double) -> some View {
    clockHandRotationEffect(period: .custom(period), in: .gmt, anchor: .center)
  }
}

extension Spec.Chain {
  /// The chain as nested views, its last arm carrying `content`.
  @MainActor
  func carrying(_ content: some View) -> AnyView {
    var view = AnyView(content)
    if let upright { view = AnyView(view.clock(period: upright.period)) }
    for clock in clocks.reversed() {
      let arm = (x: clock.radius * cos(clock.phase), y: clock.radius * sin(clock.phase))
      view = AnyView(view.offset(x: arm.x, y: arm.y).clock(period: clock.period))
    }
    return view
  }
}

struct HeartView: View {
  let spec: Spec

  var body: some View {
    ZStack {
      if let chain = spec.chains.first {
        chain.carrying(Text("♥"))
          .offset(
            x: chain.centre.x - spec.frame.x - spec.frame.width / 2,
            y: chain.centre.y - spec.frame.y - spec.frame.height / 2)
      }
    }
    .frame(width: spec.frame.width, height: spec.frame.height)
  }
}

// A spec as Swift source for a widget.

/** Text that can't leave a line comment. */
function comment(text) {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ");
}

function swiftSource(spec) {
  const { frame } = spec;
  const middle = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 };
  const name = spec.source.file ?? spec.chains.map((chain) => chain.id).join(", ");
  const chains = spec.chains.map((chain) => {
    const clocks = chain.clocks.map(({ period, radius, phase }) =>
      `      EpicycleClock(period: ${period}, x: ${radius * Math.cos(phase)}, y: ${radius * Math.sin(phase)}),\n`);
    return `  // ${comment(chain.id)}
  EpicycleChain(
    x: ${chain.centre.x - middle.x}, y: ${chain.centre.y - middle.y}, upright: ${chain.upright?.period ?? "nil"},
    clocks: [
${clocks.join("")}    ]),
`;
  });
  return `// ${comment(name)}: ${spec.budget.used} clocks, once round in ${spec.loop.seconds} s.
// Lengths are in a frame of ${frame.width} by ${frame.height}; x right, y down, from its middle.
import SwiftUI

#if canImport(ClockHandKit)
  import ClockHandKit
#else
  import ClockHandRotationKit
#endif

/// One rotation and the arm that it carries.
struct EpicycleClock {
  /// Seconds for a turn; negative turns counter-clockwise.
  var period: Double
  var x: Double
  var y: Double
}

/// Nested clocks, outermost first.
struct EpicycleChain {
  var x: Double
  var y: Double
  /// The period of the clock that keeps the carried view upright.
  var upright: Double?
  var clocks: [EpicycleClock]
}

let epicycleChains: [EpicycleChain] = [
${chains.join("")}]

extension View {
  /// The view, carried along the curve that the chain draws.
  func carried(along chain: EpicycleChain) -> some View {
    var view = AnyView(self)
    if let upright = chain.upright { view = AnyView(view.turning(every: upright)) }
    for clock in chain.clocks.reversed() {
      view = AnyView(view.offset(x: clock.x, y: clock.y).turning(every: clock.period))
    }
    return view.offset(x: chain.x, y: chain.y)
  }

  private func turning(every period: Double) -> some View {
    clockHandRotationEffect(period: .custom(period), in: .gmt, anchor: .center)
  }
}
`;
}

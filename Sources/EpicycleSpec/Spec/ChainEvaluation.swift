#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Where the arms of a chain stand at a time.
///
/// The time is first reduced modulo the loop, exactly; then each clock's own turns are added to its parent's,
/// whole turns left out, so that no precision is lost at any time or depth.
extension Spec.Chain {
  /// z(t): the point that the chain carries, in `units`.
  ///
  /// - Parameters:
  ///   - seconds: t, any finite number.
  ///   - loop: the spec's loop.
  public func position(at seconds: Double, loop: Spec.Loop) -> Spec.Point {
    var point = centre
    walk(at: seconds, loop: loop) { point = $0 }
    return point
  }

  /// The joints of the chain from `centre` to the carried point: one more than there are clocks.
  public func joints(at seconds: Double, loop: Spec.Loop) -> [Spec.Point] {
    var points = [centre]
    points.reserveCapacity(clocks.count + 1)
    walk(at: seconds, loop: loop) { points.append($0) }
    return points
  }

  /// The angle by which the carried view is turned, in radians, −π…π, positive **clockwise on the screen**;
  /// with an upright clock 0 but for rounding.
  public func orientation(at seconds: Double, loop: Spec.Loop) -> Double {
    var turns = walk(at: seconds, loop: loop) { _ in }
    if let upright { turns += Self.turns(at: reduced(seconds, loop), period: upright.period) }
    return 2 * .pi * turns.remainder(dividingBy: 1)
  }

  /// Calls `visit` with the end of each arm, outermost first; returns the turns of the innermost clock.
  @discardableResult
  private func walk(
    at seconds: Double, loop: Spec.Loop, visit: (Spec.Point) -> Void
  ) -> Double {
    let time = reduced(seconds, loop)
    var point = centre
    var turns = 0.0
    for clock in clocks {
      turns = (turns + Self.turns(at: time, period: clock.period)).remainder(dividingBy: 1)
      let angle = clock.phase + 2 * .pi * turns
      point.x += clock.radius * cos(angle)
      point.y += clock.radius * sin(angle)
      visit(point)
    }
    return turns
  }

  /// t modulo T, in −T/2…T/2.
  private func reduced(_ seconds: Double, _ loop: Spec.Loop) -> Double {
    seconds.remainder(dividingBy: loop.seconds)
  }

  /// The turns of one clock, in −½…½; the remainder is exact.
  private static func turns(at time: Double, period: Double) -> Double {
    time.remainder(dividingBy: period) / period
  }
}

import EpicycleSpec

/// What shows the clocks, and what it can't do.
public enum Device: String, Sendable, Hashable, CaseIterable {
  /// WidgetKit's clock hand rotation.
  case ios
  /// Wear OS's Watch Face Format.
  case wear

  /// Frames a second.
  public var frameRate: Double {
    switch self {
    case .ios: 13
    case .wear: 30
    }
  }

  /// The most rotating views that it is known to bear.
  public var clocks: Int { 200 }

  /// Arms of one chain that statically typed code can nest.
  static let staticArms = 150

  /// A free timing whose slowest speed is below this, in units of the mean, seems to stand still.
  static let standstill = 0.1

  /// What the device can't do of a spec, each with a stable code and what to do.
  func warnings(for spec: Spec) -> [Spec.Warning] {
    var found: [Spec.Warning] = []
    func warn(_ code: String, _ message: String) { found.append(Spec.Warning(code: code, message: message)) }
    let loop = spec.loop.seconds
    let periods = spec.chains.flatMap { $0.clocks.map(\.period) + ($0.upright.map { [$0.period] } ?? []) }
    switch self {
    case .wear:
      let turns = 60 / loop
      if abs(turns - turns.rounded()) > 1e-9 * turns {
        warn(
          "wear-loop",
          "a loop of \(loop) s doesn't divide 60 s, so the watch face jumps every minute; take --duration 10, 12, 15, 20, 30 or 60"
        )
      }
    case .ios:
      let long = spec.chains.filter { $0.clocks.count > Self.staticArms }.map(\.id)
      if !long.isEmpty {
        warn(
          "static-code",
          "more than \(Self.staticArms) arms in \(long.joined(separator: ", ")): too many for statically typed code; fold them through AnyView, or take fewer with --clocks"
        )
      }
      let hidden = periods.count { abs($0) <= 60 }
      let backwards = periods.count { $0 < 0 }
      if hidden > 0 || backwards > 0 {
        warn(
          "always-on",
          "\(hidden) clocks turn in a minute or less and \(backwards) turn backwards: Always-On displays and Low Power Mode hide or slow them; give the widget a static fallback, and choose its picture with --poster"
        )
      }
      let slow = periods.count { abs($0) >= 3600 }
      if slow > 0 {
        warn(
          "long-period",
          "\(slow) clocks take an hour or more for a turn and are refreshed rarely; take a shorter --duration"
        )
      }
    }
    let still = spec.chains.filter {
      $0.timing.law == .free && $0.error.speedRange?.lower ?? 1 < Self.standstill
    }
    if !still.isEmpty {
      warn(
        "stands-still",
        "the point nearly stands still at times in \(still.map(\.id).joined(separator: ", ")); keep it moving with --speed-range 0.25:4"
      )
    }
    return found
  }
}

extension SolveOptions {
  /// The budget brought down to what the device bears, with a warning if more was asked for.
  var deviceGoal: (goal: SolveGoal, warnings: [Spec.Warning]) {
    guard let device else { return (goal, []) }
    switch goal {
    case .clocks(let clocks) where clocks > device.clocks:
      let warning = Spec.Warning(
        code: "device-budget",
        message:
          "\(clocks) clocks were asked for, but \(device.rawValue) gives out at about \(device.clocks), which are taken"
      )
      return (.clocks(device.clocks), [warning])
    case .clocks: return (goal, [])
    case .error(let limit, let metric, let ceiling):
      return (.error(limit, metric: metric, ceiling: min(ceiling, device.clocks)), [])
    }
  }

  /// What is lost where frames are too few for what was asked.
  func frameWarnings(for spec: Spec) -> [Spec.Warning] {
    guard let frameRate else { return [] }
    let hidden = spec.chains.reduce(0) { $0 + ($1.error.invisibleHarmonics?.number ?? 0) }
    let isLeft = spec.budget.used < spec.budget.clocks && spec.error.relative?.max ?? 0 > 1e-6
    guard hidden > 0 || isLeft else { return [] }
    return [
      Spec.Warning(
        code: "invisible-harmonics",
        message:
          "at \(frameRate) frames a second harmonics above \(frameRate * spec.loop.seconds / 2) can't be seen in a loop of \(spec.loop.seconds) s"
          + (hidden > 0 ? ", not even the slowest" : ", so that not all clocks are used")
          + "; take a longer --duration")
    ]
  }
}

extension Spec {
  /// A warning where the motion jumps, with the error that it costs.
  var jumpWarnings: [Spec.Warning] {
    chains.compactMap { chain in
      guard let jumps = chain.error.jumps else { return nil }
      return Spec.Warning(
        code: "jump",
        message:
          "\(chain.id) jumps \(jumps.number == 1 ? "once" : "\(jumps.number) times") in a loop, by up to \(jumps.largest): no number of clocks comes nearer than \(jumps.cost); end where it begins, and go there instead of jumping"
      )
    }
  }
}

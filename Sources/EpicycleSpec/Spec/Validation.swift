extension Spec {
  /// Checks what types alone do not say, and throws the first fault.
  ///
  /// - Every number is finite; the loop, periods, frame and radii have the sign that they need.
  /// - The harmonics of a chain are distinct and not 0, and the periods add up to them:
  ///   Σ_{j≤k} T/periodⱼ = n_k to 1e-9 of n_k; the upright clock brings them back to 0.
  /// - The budget counts the clocks and suffices; the ids are distinct.
  /// - A timing law has the data that it needs, rising from 0 to 1; a map goes once round the curve.
  /// - In the error report no figure is negative and no lower bound is above its upper one.
  public func validate() throws(SpecError) {
    try require(loop.seconds > 0 && loop.seconds.isFinite, "/loop/seconds", loop.seconds, "seconds above 0")
    try require(frame.x.isFinite, "/frame/x", frame.x, "a finite number")
    try require(frame.y.isFinite, "/frame/y", frame.y, "a finite number")
    try require(isSize(frame.width), "/frame/width", frame.width, "a width of at least 0")
    try require(isSize(frame.height), "/frame/height", frame.height, "a height of at least 0")
    try require(!chains.isEmpty, "/chains", "no chain", "at least one")
    var ids = Set<String>()
    for (index, chain) in chains.enumerated() {
      try require(
        ids.insert(chain.id).inserted, "/chains/\(index)/id", "\(quoted(chain.id)) again", "each id once")
      try within("/chains/\(index)") { () throws(SpecError) in try chain.validate(loop: loop) }
    }
    let used = chains.reduce(0) { $0 + $1.clockCount }
    try require(budget.used == used, "/budget/used", budget.used, "\(used), the clocks of all chains")
    try require(budget.clocks >= used, "/budget/clocks", budget.clocks, "at least the \(used) that are used")
    try within("/error") { () throws(SpecError) in try error.validate() }
  }
}

extension Spec.Chain {
  fileprivate func validate(loop: Spec.Loop) throws(SpecError) {
    try curve.validate()
    try within("/timing") { () throws(SpecError) in try timing.validate(curveLength: curve.length) }
    try require(centre.x.isFinite, "/centre/x", centre.x, "a finite number")
    try require(centre.y.isFinite, "/centre/y", centre.y, "a finite number")

    var seen = Set<Int>()
    var turns = 0.0
    for (index, clock) in clocks.enumerated() {
      let path = "/clocks/\(index)"
      try require(isPeriod(clock.period), path + "/period", clock.period, "finite seconds other than 0")
      try require(isSize(clock.radius), path + "/radius", clock.radius, "a length of at least 0")
      try require(clock.phase.isFinite, path + "/phase", clock.phase, "finite radians")
      try require(clock.harmonic != 0, path + "/harmonic", clock.harmonic, "an integer other than 0")
      try require(
        seen.insert(clock.harmonic).inserted, path + "/harmonic", "\(clock.harmonic) again",
        "each harmonic once in a chain")
      turns += loop.seconds / clock.period
      let harmonic = Double(clock.harmonic)
      try require(
        (turns - harmonic).magnitude <= 1e-9 * harmonic.magnitude, path + "/harmonic", clock.harmonic,
        "\(turns), the turns in a loop that the periods up to here add up to")
    }
    let spin = Double(upright?.spin ?? 0)
    if let upright {
      try require(isPeriod(upright.period), "/upright/period", upright.period, "finite seconds other than 0")
      let back = loop.seconds / upright.period
      try require(
        !clocks.isEmpty && (turns + back - spin).magnitude <= 1e-9 * (turns.magnitude + spin.magnitude),
        "/upright/period", upright.period,
        clocks.isEmpty
          ? "no upright clock without arms"
          : "\(loop.seconds / (spin - turns)), which brings the turns to \(upright.spin ?? 0)")
    }
    try within("/error") { () throws(SpecError) in try error.validate() }
  }
}

extension Spec.CurveReference {
  fileprivate func validate() throws(SpecError) {
    if let element { try require(element >= 0, "/curve/element", element, "an index from 0") }
    if let motion { try require(motion >= 0, "/curve/motion", motion, "an index from 0") }
    try require(start.isFinite, "/curve/start", start, "a finite arc length")
    try require(
      transform.count == 6 && transform.allSatisfy(\.isFinite), "/curve/transform",
      "\(transform.count) numbers", "six finite numbers")
    try require(length.isFinite && length > 0, "/curve/length", length, "a length above 0")
  }
}

extension Spec.Timing {
  fileprivate func validate(curveLength: Double) throws(SpecError) {
    if let slack { try require(isSize(slack), "/slack", slack, "seconds of at least 0") }
    if let offset {
      try require(offset >= 0 && offset < 1, "/offset", offset, "a time in 0..<1, in loops")
    }
    if law == .free { try require(map != nil, "/map", "none", "a map, which the law \"free\" needs") }
    if let map {
      try within("/map") { () throws(SpecError) in try map.validate(curveLength: curveLength) }
    }
    if let keyTimes { try validateKeyframes(keyTimes) }
    if let keyPoints {
      for (index, point) in keyPoints.enumerated() {
        try require(isShare(point), "/keyPoints/\(index)", point, "a share in 0…1")
      }
    }
    if law == .keyframes, calcMode != .paced {
      try require(keyTimes != nil, "/keyTimes", "none", "key times, which the law \"keyframes\" needs")
    }
    if calcMode == .spline {
      try require(keySplines != nil, "/keySplines", "none", "splines, which the mode \"spline\" needs")
    }
  }

  private func validateKeyframes(_ keyTimes: [Double]) throws(SpecError) {
    try require(keyTimes.first == 0, "/keyTimes", "a start at \(keyTimes.first ?? .nan)", "a start at 0")
    // The last frame of a discrete animation lasts until the end.
    if calcMode != .discrete {
      try require(keyTimes.last == 1, "/keyTimes", "an end at \(keyTimes.last ?? .nan)", "an end at 1")
    }
    for (index, (earlier, later)) in zip(keyTimes, keyTimes.dropFirst()).enumerated() {
      try require(
        later >= earlier && later <= 1, "/keyTimes/\(index + 1)", later, "a time in \(earlier)…1")
    }
    if let keyPoints {
      try require(
        keyPoints.count == keyTimes.count, "/keyPoints", "\(keyPoints.count) points",
        "as many as there are key times, \(keyTimes.count)")
    }
    guard let keySplines else { return }
    try require(
      keySplines.count == keyTimes.count - 1, "/keySplines", "\(keySplines.count) splines",
      "one for each of \(keyTimes.count - 1) intervals")
    for (index, spline) in keySplines.enumerated() {
      try require(
        spline.count == 4 && spline.allSatisfy(isShare), "/keySplines/\(index)", "\(spline)",
        "four numbers in 0…1")
    }
  }
}

extension Spec.TimeMap {
  fileprivate func validate(curveLength: Double) throws(SpecError) {
    try require(time.count >= 2, "/time", "\(time.count) knots", "at least 2")
    try require(
      length.count == time.count, "/length", "\(length.count) knots", "as many as times, \(time.count)")
    try require(time[0] == 0, "/time/0", time[0], "0")
    try require(time[time.count - 1] == 1, "/time/\(time.count - 1)", time[time.count - 1], "1")
    try require(length[0].isFinite, "/length/0", length[0], "a finite arc length")
    for index in 1..<time.count {
      try require(
        time[index] > time[index - 1], "/time/\(index)", time[index], "a time above \(time[index - 1])")
      try require(
        length[index] >= length[index - 1] && length[index].isFinite, "/length/\(index)", length[index],
        "an arc length of at least \(length[index - 1])")
    }
    let round = length[length.count - 1] - length[0]
    try require(
      (round - curveLength).magnitude <= 1e-9 * curveLength, "/length", "a way of \(round)",
      "once round the curve, \(curveLength)")
  }
}

extension Spec.ErrorReport {
  fileprivate func validate() throws(SpecError) {
    let sizes: [(String, Double?)] = [
      ("/diagonal", diagonal), ("/rms", rms), ("/aliasing", aliasing), ("/fastestPeriod", fastestPeriod),
      ("/optimum/lower", optimum?.lower), ("/joins/length", joins?.length),
      ("/invisibleHarmonics/frameRate", invisibleHarmonics?.frameRate), ("/relative/rms", relative?.rms),
      ("/relative/max", relative?.max), ("/relative/hausdorff", relative?.hausdorff),
      ("/relative/frechet", relative?.frechet), ("/relative/maxWithSlack", relative?.maxWithSlack),
      ("/jumps/largest", jumps?.largest), ("/jumps/cost", jumps?.cost),
      ("/fastestPeriods/slow", fastestPeriods?.slow), ("/fastestPeriods/radius", fastestPeriods?.radius),
      ("/fastestPeriods/given", fastestPeriods?.given),
    ]
    for case (let path, let size?) in sizes { try require(isSize(size), path, size, "at least 0") }
    let counts = [
      ("/joins/number", joins?.number), ("/invisibleHarmonics/number", invisibleHarmonics?.number),
      ("/jumps/number", jumps?.number),
    ]
    for case (let path, let count?) in counts { try require(count >= 0, path, count, "at least 0") }
    if let energy {
      try require(energy.isFinite && energy <= 1, "/energy", energy, "a share of at most 1")
    }
    let bounds: [(String, Bounds?)] = [
      ("/max", max), ("/hausdorff", hausdorff), ("/frechet", frechet), ("/maxWithSlack", maxWithSlack),
      ("/speedRange", speedRange), ("/largestStep", largestStep), ("/shown", shown),
    ]
    for case (let path, let bounds?) in bounds {
      try require(isSize(bounds.lower), path + "/lower", bounds.lower, "at least 0")
      try require(
        bounds.upper >= bounds.lower && bounds.upper.isFinite, path + "/upper", bounds.upper,
        "at least the lower bound, \(bounds.lower)")
    }
  }
}

private func isSize(_ value: Double) -> Bool { value >= 0 && value.isFinite }
private func isShare(_ value: Double) -> Bool { value >= 0 && value <= 1 }
private func isPeriod(_ value: Double) -> Bool { value != 0 && value.isFinite }

private func require(
  _ condition: Bool, _ path: @autoclosure () -> String, _ found: @autoclosure () -> some JSONConvertible,
  _ expected: @autoclosure () -> String
) throws(SpecError) {
  if !condition { throw SpecError(path: path(), found: found().json.summary, expected: expected()) }
}

private func require(
  _ condition: Bool, _ path: @autoclosure () -> String, _ found: @autoclosure () -> String,
  _ expected: @autoclosure () -> String
) throws(SpecError) {
  if !condition { throw SpecError(path: path(), found: found(), expected: expected()) }
}

private func within(_ path: String, _ body: () throws(SpecError) -> Void) throws(SpecError) {
  do { try body() } catch {
    var error = error
    error.path = path + error.path
    throw error
  }
}

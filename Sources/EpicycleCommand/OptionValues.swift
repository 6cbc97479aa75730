import EpicycleSpec
import Epicycles
import Foundation
import SVGPaths

/// Typed readings of the option values; what does not fit is a usage error that says what was expected.
extension Arguments {
  func integer(_ option: Option, in range: ClosedRange<Int>) throws(Failure) -> Int? {
    guard let text = values[option] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .usage(
        "--\(option.rawValue): found '\(text)', expected a whole number from \(range.lowerBound) to \(range.upperBound)"
      )
    }
    return number
  }

  func number(_ option: Option, in range: ClosedRange<Double>, unit: String) throws(Failure) -> Double? {
    guard let text = values[option] else { return nil }
    guard let number = Double(text), range.contains(number) else {
      throw .usage(
        "--\(option.rawValue): found '\(text)', expected \(unit) from \(range.lowerBound) to \(range.upperBound)"
      )
    }
    return number
  }

  func jobs() throws(Failure) -> Int {
    try integer(.jobs, in: 1...Limits.jobs) ?? ProcessInfo.processInfo.activeProcessorCount
  }

  /// The budget, or the error to reach with the fewest clocks.
  func goal() throws(Failure) -> SolveGoal {
    let clocks = try integer(.clocks, in: 1...Limits.clocks)
    guard let text = values[.maxError] else {
      guard !has(.metric) else { throw .usage("--metric says what --max-error means, but that is not given") }
      return .clocks(clocks ?? Defaults.clocks)
    }
    let isShare = text.hasSuffix("%")
    guard let number = Double(isShare ? String(text.dropLast()) : text), number > 0, number.isFinite else {
      throw .usage(
        "--max-error: found '\(text)', expected a length above 0, or a share of the diagonal such as 0.25%")
    }
    return .error(
      isShare ? .share(number / 100) : .length(number), metric: values[.metric].flatMap(ErrorMetric.init),
      ceiling: clocks ?? Limits.clocks)
  }

  func timing() throws(Failure) -> TimingChoice {
    guard values[.timing] == "free" else {
      guard !has(.speedRange) else { throw .usage("--speed-range goes with --timing free") }
      if try keyframeSource() != nil { return .keyframes }
      return values[.timing] == "parameter" ? .parameter : .constant
    }
    guard !has(.slack) else { throw .usage("--slack goes with a timing that is prescribed, not with free") }
    _ = try keyframeSource()
    guard values[.fitMethod] != "truncate" else {
      throw .usage("--timing free is always fitted: --fit-method truncate does not go with it")
    }
    guard let text = values[.speedRange] else { return .free(TimingChoice.defaultRange) }
    if text == "any" { return .free(TimingChoice.anyRange) }
    let ends = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
    guard ends.count == 2, let slowest = ends[0], let fastest = ends[1], slowest > 0, slowest < 1,
      fastest > 1,
      fastest <= Limits.speed
    else {
      throw .usage("--speed-range: found '\(text)', expected A:B with 0 < A < 1 < B, such as 0.5:2, or any")
    }
    return .free(max(slowest, 1 / Limits.speed)...fastest)
  }

  /// Where keyframes come from; nil for another timing.
  func keyframeSource() throws(Failure) -> KeyframeSource? {
    let timing = values[.timing]
    let given: [Option] = [.keyTimes, .keyPoints, .keySplines, .calcMode].filter { has($0) }
    if let first = given.first, let timing, timing != "keyframes" {
      throw .usage("--\(first.rawValue) goes with --timing keyframes")
    }
    guard has(.keyPoints) else {
      if let first = given.first { throw .usage("--\(first.rawValue) goes with --key-points") }
      return timing == "keyframes" ? .document : nil
    }
    var mode = has(.keySplines) ? Keyframes.Mode.spline : .linear
    if let word = values[.calcMode].flatMap(Keyframes.Mode.init) { mode = word }
    guard mode == .spline || !has(.keySplines) else {
      throw .usage("--key-splines goes with --calc-mode spline")
    }
    let times = try numbers(.keyTimes, 1)?.map { $0[0] }
    let points = try numbers(.keyPoints, 1)?.map { $0[0] }
    let splines = try numbers(.keySplines, 4)
    do throws(KeyframeError) {
      return .given(try Keyframes(mode: mode, times: times, points: points, splines: splines))
    } catch {
      let option: Option =
        switch error.part {
        case .times: .keyTimes
        case .points: .keyPoints
        case .splines: .keySplines
        }
      throw .usage("--\(option.rawValue): found \(error.found), expected \(error.expected)")
    }
  }

  /// Entries of `count` numbers each.
  private func numbers(_ option: Option, _ count: Int) throws(Failure) -> [[Double]]? {
    guard let text = values[option] else { return nil }
    guard let lists = numberLists(text, of: count), !lists.isEmpty else {
      throw .usage(
        "--\(option.rawValue): found '\(text)', expected \(count == 1 ? "numbers" : "entries of \(count) numbers") separated by semicolons"
      )
    }
    return lists
  }

  func poster() throws(Failure) -> Poster? {
    guard let text = values[.poster] else { return nil }
    if text == "auto" { return .auto }
    guard let time = Double(text), Limits.poster.contains(time) else {
      throw .usage("--poster: found '\(text)', expected a time in seconds, or auto")
    }
    return .time(time)
  }

  func effort() -> FitEffort {
    switch values[.effort] {
    case "fast": .fast
    case "best": .best
    default: .normal
    }
  }

  func svgOptions() throws(Failure) -> SVGOptions {
    var options = SVGOptions()
    options.strict = has(.strict)
    for word in (values[.limit] ?? "").split(separator: ",") {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let name = SVGLimits.Name(rawValue: parts[0]), let number = Int(parts[1]),
        Limits.svg.contains(number)
      else {
        let names = SVGLimits.Name.allCases.map(\.rawValue).joined(separator: ", ")
        throw .usage(
          "--limit: found '\(word)', expected NAME=N with a number from \(Limits.svg.lowerBound) to \(Limits.svg.upperBound) and one of: \(names)"
        )
      }
      options.limits[name] = number
    }
    return options
  }

  func curveChoice() throws(Failure) -> CurveChoice {
    var choice = CurveChoice()
    choice.select = values[.select]
    if let text = values[.subpath] {
      choice.subpaths =
        switch text {
        case "all": .all
        case "join": .join
        case "largest": .largest
        default: .number(try integer(.subpath, "all, join, largest or a number from 0"))
        }
    }
    if let text = values[.open], let closure = Spec.CurveReference.OpenClosure(rawValue: text) {
      choice.closure = closure
    }
    choice.keyframes = try keyframeSource()
    if let text = values[.size] {
      let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
      guard sides.count == 2, let width = sides[0], let height = sides[1], Limits.size.contains(width),
        Limits.size.contains(height)
      else { throw .usage("--size: found '\(text)', expected WIDTHxHEIGHT in points, such as 155x155") }
      choice.size = (width, height)
    }
    return choice
  }

  private func integer(_ option: Option, _ expected: String) throws(Failure) -> Int {
    guard let text = values[option], let number = Int(text), number >= 0 else {
      throw .usage("--\(option.rawValue): found '\(values[option] ?? "")', expected \(expected)")
    }
    return number
  }

  /// The inputs: operands, or the data of `--path`.
  func inputs() throws(Failure) -> [Input] {
    if let data = values[.path] {
      guard operands.isEmpty else {
        throw .usage("--path takes the place of an input, but '\(operands[0])' is given too")
      }
      return [.pathData(data)]
    }
    guard !operands.isEmpty else {
      throw .usage("no input: name an SVG file, - for standard input, or --path")
    }
    guard operands.count(where: { $0 == "-" }) <= 1 else { throw .usage("standard input (-) is given twice") }
    return operands.map { $0 == "-" ? .standardInput : .file($0) }
  }
}

import Epicycles

/// One way of fitting, with the name that it has in tables and plots.
struct SweepMethod: Sendable {
  var name: String
  var solving: SolveOptions

  /// The figure that the method makes small, and in which more clocks never report a larger error.
  var metric: ErrorMetric { solving.timing.metric }
}

extension Arguments {
  /// The methods of `--methods`, or the one that `--fit-method` and `--timing` say.
  ///
  /// - Parameter solving: all other options.
  func sweepMethods(_ solving: SolveOptions) throws(Failure) -> [SweepMethod] {
    guard let text = values[.methods] else {
      return [SweepMethod(name: Self.name(of: solving), solving: solving)]
    }
    for option in [Option.fitMethod, .speedRange] where has(option) {
      throw .usage("--\(option.rawValue) does not go with --methods, which says it")
    }
    var methods: [SweepMethod] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      var own = self
      let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      switch (parts[0], parts.count) {
      case ("truncate", 1), ("minimax", 1): own.values[.fitMethod] = parts[0]
      case ("free", _):
        own.values[.timing] = "free"
        if parts.count > 1 { own.values[.speedRange] = parts[1] }
      default:
        throw .usage(
          "--methods: found '\(word)', expected some of truncate, minimax, free, free:A:B, free:any, separated by commas"
        )
      }
      let method = try SweepCommand.solving(own)
      let name = Self.name(of: method)
      guard !methods.contains(where: { $0.name == name }) else {
        throw .usage("--methods: found '\(name)' twice")
      }
      methods.append(SweepMethod(name: name, solving: method))
    }
    return methods
  }

  private static func name(of solving: SolveOptions) -> String {
    if case .free(let range) = solving.timing {
      return range == TimingChoice.anyRange
        ? "free any" : "free \(range.lowerBound.significant()):\(range.upperBound.significant())"
    }
    let law: String? =
      switch solving.timing {
      case .constant, .free: nil
      case .keyframes: "keyframes"
      case .parameter: "parameter"
      }
    return [solving.fit.rawValue, law].compactMap(\.self).joined(separator: " ")
  }
}

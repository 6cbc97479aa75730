import EpicycleExport

/// Every option of the command line, under its long name.
enum Option: String, CaseIterable, Sendable {
  case output, clocks, duration, upright, order, open, subpath, select, path, size
  case fitMethod = "fit-method"
  case maxError = "max-error"
  case speedRange = "speed-range"
  case timeLimit = "time-limit"
  case frameRate = "frame-rate"
  case metric, against, timing, effort, format, list, show, pixels
  case points, by, json, ndjson, jobs, strict, quiet, help, version
}

/// What the value of an option looks like, for help, completion and checks.
enum OptionValue: Sendable {
  case none
  /// One of a few words.
  case word([String])
  /// Anything, shown under a placeholder.
  case text(String)
  /// The name of a file or folder, shown under a placeholder.
  case file(String)

  var placeholder: String? {
    switch self {
    case .none: nil
    case .word(let words): words.joined(separator: "|")
    case .text(let name), .file(let name): name
    }
  }
}

/// One row of the option table: the only source of parsing, help, completions and the manual page.
struct OptionRow: Sendable {
  let short: Character?
  let value: OptionValue
  let summary: String
  let fallback: String?

  init(_ summary: String, value: OptionValue = .none, short: Character? = nil, fallback: String? = nil) {
    self.short = short
    self.value = value
    self.summary = summary
    self.fallback = fallback
  }
}

extension Option {
  var row: OptionRow {
    switch self {
    case .output:
      OptionRow(
        "Write to FILE, into folder DIR (one file an input), or to standard output (-)",
        value: .file("FILE|DIR|-"), short: "o", fallback: "-")
    case .clocks:
      OptionRow(
        "The budget: rotating views in the whole spec, 1 to \(Limits.clocks)", value: .text("N"),
        short: "n", fallback: "\(Defaults.clocks)")
    case .maxError:
      OptionRow(
        "The fewest clocks whose certified error is at most E, in units or in % of the diagonal; with --clocks, no more than those",
        value: .text("E|E%"))
    case .metric:
      OptionRow(
        "Which error --max-error means: the largest at equal times, or of the shape alone",
        value: .word(["max", "frechet", "hausdorff"]), fallback: "max, or frechet where the timing is free")
    case .format:
      OptionRow(
        "Write this format; otherwise the ending of the output file decides (epicycle render --list)",
        value: .word(Exporters.all.map(\.format)))
    case .list:
      OptionRow("List the formats and what each needs")
    case .show:
      OptionRow(
        "What pictures show, separated by commas", value: .text("arms,circles,trail,target"), fallback: "all")
    case .frameRate:
      OptionRow("Frames a second, for formats made of frames", value: .text("F"), fallback: "30")
    case .pixels:
      OptionRow("Pixels of the longer side, for formats made of pixels", value: .text("N"), fallback: "640")
    case .against:
      OptionRow("The SVG that the spec was made from", value: .file("INPUT"))
    case .duration:
      OptionRow("Seconds that one loop takes", value: .text("SECONDS"), fallback: "10")
    case .upright:
      OptionRow("Add a last clock to each chain that keeps the carried view upright")
    case .order:
      OptionRow(
        "Order of the clocks: slow keeps the fastest one slowest, radius puts the largest arm first",
        value: .word(["slow", "radius"]), fallback: "slow")
    case .fitMethod:
      OptionRow(
        "minimax makes the largest error smallest; truncate keeps the largest coefficients",
        value: .word(["minimax", "truncate"]), fallback: "minimax")
    case .timing:
      OptionRow(
        "constant speed, or free: the solver chooses the speed, and needs far fewer clocks",
        value: .word(["constant", "free"]), fallback: "constant")
    case .speedRange:
      OptionRow(
        "Slowest and fastest speed of a free timing, in units of the mean; any is for shapes alone",
        value: .text("A:B|any"), fallback: "0.25:4")
    case .effort:
      OptionRow(
        "How long to look for fewer clocks or a smaller error", value: .word(["fast", "normal", "best"]),
        fallback: "normal")
    case .timeLimit:
      OptionRow(
        "End the search at the first stage after this time", value: .text("SECONDS"), fallback: "none")
    case .open:
      OptionRow(
        "Close an open curve by going back along it, by a straight line, or refuse it",
        value: .word(["retrace", "line", "error"]), fallback: "retrace")
    case .subpath:
      OptionRow(
        "Which curves: all (a chain each), join (one chain), largest, or the number that inspect shows",
        value: .text("all|join|largest|K"), fallback: "all")
    case .select:
      OptionRow("Only the element with this id, or what it holds", value: .text("#ID"))
    case .path:
      OptionRow("Take this path data instead of a file", value: .text("DATA"))
    case .size:
      OptionRow("Scale the drawing to fit into this many points", value: .text("WxH"))
    case .points:
      OptionRow(
        "Give N points at equal steps of arc length on each curve, both ends counted", value: .text("N"))
    case .by:
      OptionRow(
        "What counts as one curve", value: .word(["subpath", "element"]), fallback: "subpath")
    case .json:
      OptionRow("Answer as JSON")
    case .ndjson:
      OptionRow("Read a JSON record a line from standard input, answer a line each")
    case .jobs:
      OptionRow("Inputs to work on at a time", value: .text("N"), short: "j", fallback: "all cores")
    case .strict:
      OptionRow("Refuse path data with an error instead of using what stands before it")
    case .quiet:
      OptionRow("No summary, no progress, no warnings", short: "q")
    case .help:
      OptionRow("Show this help", short: "h")
    case .version:
      OptionRow("Show the version")
    }
  }
}

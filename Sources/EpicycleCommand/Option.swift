import EpicycleExport
import SVGPaths

/// Every option of the command line, under its long name.
enum Option: String, CaseIterable, Sendable {
  case output, clocks, duration, upright, order, open, subpath, select, path, size
  case fitMethod = "fit-method"
  case maxError = "max-error"
  case speedRange = "speed-range"
  case keyTimes = "key-times"
  case keyPoints = "key-points"
  case keySplines = "key-splines"
  case calcMode = "calc-mode"
  case timeLimit = "time-limit"
  case frameRate = "frame-rate"
  case slack, device, poster, spin
  case metric, against, timing, effort, format, list, show, pixels
  case certify, methods, plot, resume, untimed, each
  case atError = "at-error"
  case filesFrom = "files-from"
  case points, by, json, ndjson, jobs, strict, limit, quiet, help, version
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
        "The budget: rotating views in the whole spec, 1 to \(Limits.clocks); for sweep budgets such as 1:300 or 5,10,20:40",
        value: .text("N"),
        short: "n", fallback: "\(Defaults.clocks); for sweep 26 budgets from 1 to 300")
    case .maxError:
      OptionRow(
        "The fewest clocks whose certified error is at most E, in units or in % of the diagonal; with --clocks, no more than those",
        value: .text("E|E%"))
    case .metric:
      OptionRow(
        "Which error --max-error (of sweep: --at-error) means: the largest at equal times (under --slack, if given), or of the shape alone",
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
      OptionRow(
        "Frames a second, of the device (harmonics above half of them are never chosen) and of formats made of frames",
        value: .text("F"), fallback: "30 for formats; for the device no limit, or what --device says")
    case .pixels:
      OptionRow("Pixels of the longer side, for formats made of pixels", value: .text("N"), fallback: "640")
    case .against:
      OptionRow("The SVG that the spec was made from", value: .file("INPUT"))
    case .duration:
      OptionRow(
        "Seconds that one loop takes", value: .text("SECONDS"), fallback: "10, or dur of animateMotion")
    case .upright:
      OptionRow("Add a last clock to each chain that keeps the carried view upright")
    case .order:
      OptionRow(
        "Order of the clocks: slow keeps the fastest one slowest, radius puts the largest arm first, given has the harmonics rising",
        value: .word(["slow", "radius", "given"]), fallback: "slow")
    case .spin:
      OptionRow(
        "Turn the carried view K whole turns a loop, clockwise on the screen if positive; implies --upright",
        value: .text("K"))
    case .poster:
      OptionRow(
        "What stands at t = 0, which galleries show: the motion after so many seconds; auto takes the longest rest, or else the place farthest from the centre",
        value: .text("SECONDS|auto"), fallback: "the beginning")
    case .device:
      OptionRow(
        "Set frame rate and budget for a device and warn of what it can't do",
        value: .word(["ios", "wear", "none"]),
        fallback: "none")
    case .slack:
      OptionRow(
        "Let the point be early or late by this much at any time; few clocks do where it rests or turns",
        value: .text("SECONDS"), fallback: "0")
    case .fitMethod:
      OptionRow(
        "minimax makes the largest error smallest; truncate keeps the largest coefficients",
        value: .word(["minimax", "truncate"]), fallback: "minimax")
    case .timing:
      OptionRow(
        "constant speed; keyframes of animateMotion, from the file or by --key-points; parameter: uniform in each segment's own; free: the solver chooses the speed, and needs far fewer clocks",
        value: .word(["constant", "keyframes", "parameter", "free"]), fallback: "constant")
    case .keyPoints:
      OptionRow(
        "Where along the path the keyframes are, as shares of its length, such as 0;1;1;0; implies --timing keyframes",
        value: .text("P;P;..."))
    case .keyTimes:
      OptionRow(
        "When the keyframes are, as shares of the loop, from 0 to 1", value: .text("T;T;..."),
        fallback: "equal intervals")
    case .keySplines:
      OptionRow(
        "The Bezier ease of each interval between keyframes, its control points in 0 to 1",
        value: .text("X1,Y1,X2,Y2;..."))
    case .calcMode:
      OptionRow(
        "How the motion goes from one keyframe to the next", value: .word(["linear", "discrete", "spline"]),
        fallback: "linear, or spline with --key-splines")
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
        "Close an open curve by going back along it, so that it slows at both ends (ease), by a straight line, or refuse it",
        value: .word(["retrace", "ease", "line", "error"]), fallback: "retrace")
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
    case .certify:
      OptionRow(
        "Budgets of truncate that get certified bounds; the others get rms and energy, which cost next to nothing",
        value: .text("all|none|BUDGETS"), fallback: "all")
    case .methods:
      OptionRow(
        "Ways of fitting to compare, separated by commas: truncate, minimax, free, free:A:B, free:any",
        value: .text("LIST"), fallback: "what --fit-method and --timing say")
    case .atError:
      OptionRow(
        "The fewest clocks for each of these certified errors, in units or in % of the diagonal",
        value: .text("E%,E%,..."))
    case .plot:
      OptionRow(
        "Plot error against clocks on logarithmic axes by gnuplot, targets and knees marked",
        value: .file("FILE.svg|png|pdf"))
    case .resume:
      OptionRow("Go on with the output file: skip the inputs that it holds, made by this version and options")
    case .untimed:
      OptionRow("Leave out the seconds: the same input and options then give the same bytes")
    case .each:
      OptionRow("Sweep each curve by itself, with the whole budget, instead of all sharing it")
    case .filesFrom:
      OptionRow(
        "Also take the inputs that FILE names, one a line; - is standard input", value: .file("FILE|-"))
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
    case .limit:
      OptionRow(
        "Change what an input may cost: \(SVGLimits.Name.allCases.map(\.rawValue).joined(separator: ", "))",
        value: .text("NAME=N,..."))
    case .quiet:
      OptionRow("No summary, no progress, no warnings", short: "q")
    case .help:
      OptionRow("Show this help", short: "h")
    case .version:
      OptionRow("Show the version")
    }
  }
}

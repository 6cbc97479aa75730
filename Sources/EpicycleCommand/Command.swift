/// The commands, in the order in which help lists them.
enum Command: String, CaseIterable, Sendable {
  case solve, sweep, inspect, render, verify, compare, schema, completions, manual
}

struct CommandRow: Sendable {
  let summary: String
  let operands: String?
  let options: [Option]
  let notes: String
  let examples: [(line: String, meaning: String)]
}

extension Command {
  private static let reading: [Option] = [.path, .select, .strict, .limit]
  private static let running: [Option] = [.ndjson, .jobs, .quiet, .help]

  var row: CommandRow {
    switch self {
    case .solve:
      CommandRow(
        summary: "Fit rotating clocks to the curves of an SVG and write a spec",
        operands: "INPUT...",
        options: [
          .output, .clocks, .maxError, .metric, .fitMethod, .timing, .keyPoints, .keyTimes, .keySplines,
          .calcMode, .slack, .speedRange, .effort, .timeLimit, .upright, .spin, .order, .duration, .poster,
          .device, .size, .subpath, .open, .format, .show, .frameRate, .pixels, .filesFrom,
        ]
          + Self.reading + Self.running,
        notes: """
          INPUT is an .svg or .svgz file, a folder of them, a file of bare path data, or - for standard input.
          Each curve becomes one chain of nested clocks; the budget is shared where the next clock lowers
          the worst error most. The spec is JSON (epicycle schema prints its schema). Several inputs give a
          file each in folder DIR, or one line each on standard output.
          """,
        examples: [
          ("epicycle solve heart.svg -o heart.json", "200 clocks at most"),
          ("epicycle solve logo.svg --clocks 40 --upright", "for a carried view that must not turn"),
          ("epicycle solve *.svg -o specs/ -j 2", "many files"),
          ("epicycle solve --path 'M0 0H10V10Z' -n 12", "bare path data"),
          (
            "epicycle solve walk.svg --key-points '0;1;1;0' --key-times '0;.35;.65;1' --slack 0.08 -n 16",
            "there, wait, and back"
          ),
        ])
    case .sweep:
      CommandRow(
        summary: "Tabulate and plot the error at every budget of clocks",
        operands: "INPUT...",
        options: [
          .output, .clocks, .atError, .metric, .methods, .fitMethod, .timing, .keyPoints, .keyTimes,
          .keySplines,
          .calcMode, .slack, .speedRange, .effort, .timeLimit, .certify, .plot, .each, .upright, .order,
          .duration,
          .frameRate, .size, .subpath, .open, .json, .untimed, .filesFrom, .resume,
        ]
          + Self.reading + Self.running,
        notes: """
          INPUT is a file, a folder (all .svg and .svgz in it and below), or - for standard input. One row a
          budget and method, as CSV or, with --json or an ending .ndjson, as one JSON object a line; rows come in
          the inputs' order as they are ready, and an input that fails gets a row that says why. Columns:

          \(SweepColumn.help)
          """,
        examples: [
          (
            "epicycle sweep heart.svg --methods truncate,minimax,free --plot heart-sweep.svg",
            "three ways compared"
          ),
          ("epicycle sweep logo.svg --at-error 1%,0.25%,0.1% --timing free", "the clocks needed"),
          (
            "epicycle sweep icons/ --clocks 1:300 --fit-method truncate --certify none -o icons.csv",
            "many, quickly"
          ),
          (
            "epicycle sweep icons/ --clocks 1:300 --fit-method truncate --certify none -o icons.csv --resume",
            "go on"
          ),
        ])
    case .inspect:
      CommandRow(
        summary: "Show which curves and motions a file holds",
        operands: "INPUT...",
        options: [.output, .json, .points, .by] + Self.reading + Self.running,
        notes: """
          Lists each curve's length, corners, closedness and box, and what animateMotion elements say.
          Lengths are in the root's user units.
          A corner is a place where the direction jumps by more than 1 degree.
          """,
        examples: [
          ("epicycle inspect logo.svg", "a table"),
          ("epicycle inspect logo.svg --json --points 33", "for programs"),
        ])
    case .render:
      CommandRow(
        summary: "Play a spec: write it as an animation, a page, a table or source code",
        operands: "SPEC...",
        options: [.output, .format, .list, .against, .show, .frameRate, .pixels, .limit, .quiet, .help],
        notes: """
          The ending of the output file picks the format. With --against the picture also shows the curve that
          the spec was made from. Several specs make a page that compares them, or a widget with a button that
          goes from one to the next.
          """,
        examples: [
          ("epicycle render day.json night.json -o Widget.swift", "a widget with a button"),
          ("epicycle render heart.json -o heart-drawn.svg --against heart.svg", "an animated SVG"),
          ("epicycle render --list", "the formats"),
        ])
    case .verify:
      CommandRow(
        summary: "Recompute every figure of a spec from the spec and its SVG alone",
        operands: "SPEC",
        options: [.against, .path, .strict, .limit, .quiet, .help],
        notes: """
          Rebuilds the curve and its timing, evaluates the nested clocks, and compares. One line for each figure
          that does not hold; exit status 1 if there is one.
          """,
        examples: [("epicycle verify heart.json --against heart.svg", "silent if all is well")])
    case .compare:
      CommandRow(
        summary: "Show the figures of two specs of the same curves side by side, and draw both",
        operands: "A.json B.json",
        options: [.output, .against, .json, .strict, .quiet, .help],
        notes: """
          With -o FILE.svg also a picture of what each draws, over the exact curves with --against, which also
          computes the figures anew instead of taking the specs' word.
          """,
        examples: [
          ("epicycle compare a.json b.json --against heart.svg -o both.svg", "figures and a picture")
        ])
    case .completions:
      CommandRow(
        summary: "Print completions for a shell", operands: "bash|zsh|fish", options: [.help], notes: "",
        examples: [("epicycle completions bash > /etc/bash_completion.d/epicycle", "for everybody")])
    case .manual:
      CommandRow(
        summary: "Print the manual page", operands: nil, options: [.help], notes: "",
        examples: [("epicycle manual | man -l -", "to read it")])
    case .schema:
      CommandRow(
        summary: "Print the JSON Schema of the spec", operands: nil, options: [.help], notes: "",
        examples: [("epicycle schema > epicycle-spec.schema.json", "draft 2020-12")])
    }
  }
}

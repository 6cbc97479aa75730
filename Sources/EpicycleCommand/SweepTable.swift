import EpicycleSpec
import Epicycles
import PlaneCurves

/// The columns of a sweep's table, in their order; `meaning` is their documentation.
enum SweepColumn: Int, CaseIterable, Sendable {
  case file, curve, curves, corners, length, diagonal, unit, method, metric, target, clocks, used,
    errorPercent
  case rms, energy, maxLower, maxUpper, hausdorffLower, hausdorffUpper, frechetLower, frechetUpper
  case fastestPeriod, slowestSpeed, fastestSpeed, seconds, failure, message, version, options

  /// As headers and keys have it: `error_percent`.
  var name: String { Self.names[rawValue] }

  private static let names = allCases.map { column in
    String(describing: column).reduce(into: "") { name, letter in
      name += letter.isUppercase ? "_" + letter.lowercased() : String(letter)
    }
  }

  var meaning: String {
    switch self {
    case .file: "the input"
    case .curve: "the curve with --each, otherwise all"
    case .curves: "how many curves share the budget"
    case .corners: "places where their direction jumps by more than 1 degree"
    case .length: "of the curves together, in unit"
    case .diagonal: "of the box around them, in unit"
    case .unit: "of lengths: user (the SVG's own) or points (with --size)"
    case .method: "how clocks were fitted"
    case .metric: "the figure that the method makes small: max or frechet"
    case .target: "the error of --at-error that the row answers; empty for a budget"
    case .clocks: "the budget; for a target the fewest clocks found; empty where none reach it"
    case .used: "clocks of the answer, which can be fewer"
    case .errorPercent:
      "upper bound of the metric, % of diagonal; with more clocks never larger, except for truncate"
    case .rms: "root mean square distance at equal times, in unit"
    case .energy: "1 - rms^2 / mean square distance of the curves from their centres"
    case .maxLower, .maxUpper: "certain bounds of the largest distance at equal times, in unit"
    case .hausdorffLower, .hausdorffUpper: "certain bounds of the Hausdorff distance, in unit"
    case .frechetLower, .frechetUpper: "certain bounds of the Frechet distance, in unit"
    case .fastestPeriod: "shortest period of any clock, s"
    case .slowestSpeed, .fastestSpeed:
      "speed along the curve, in units of its mean; empty where it is constant"
    case .seconds: "wall time spent on the row, s; left out by --untimed and by --ndjson"
    case .failure: "why there is no answer, as a word; the row then has no figures"
    case .message: "the same for people"
    case .version: "of epicycle"
    case .options: "the options that the figures depend on"
    }
  }
}

extension SweepColumn {
  /// Every column with its meaning, for help and the manual page.
  static let help: String = {
    let width = allCases.map(\.name.count).max() ?? 0
    return allCases.map { column in
      column.name + String(repeating: " ", count: width - column.name.count + 2) + column.meaning
    }.joined(separator: "\n")
  }()
}

/// One row: the columns that have a value.
struct SweepRow: Sendable {
  private var values = [JSON?](repeating: nil, count: SweepColumn.allCases.count)

  subscript(column: SweepColumn) -> JSON? {
    get { values[column.rawValue] }
    set { values[column.rawValue] = newValue }
  }

  mutating func set(_ column: SweepColumn, _ number: Double?) {
    self[column] = number.flatMap { $0.isFinite ? .number($0) : nil }
  }

  /// Fills in what a sweep answered.
  mutating func set(_ point: SweepPoint, _ method: SweepMethod, timed: Bool) {
    self[.method] = .string(method.name)
    self[.metric] = .string(method.metric.rawValue)
    if case .error(let limit) = point.question {
      self[.target] = .string(limit.text)
      if point.used == nil {
        self[.failure] = .string("unreachable")
        self[.message] = .string("not to be reached with any number of clocks that was tried")
      }
    }
    set(.clocks, point.clocks.map(Double.init))
    set(.used, point.used.map(Double.init))
    let error = point.error
    if let upper = error.upper(method.metric), let diagonal = error.diagonal {
      set(.errorPercent, 100 * (upper / diagonal).nextUp)
    }
    set(.rms, error.rms)
    set(.energy, error.energy)
    for (lower, upper, bounds) in [
      (SweepColumn.maxLower, SweepColumn.maxUpper, error.max),
      (.hausdorffLower, .hausdorffUpper, error.hausdorff), (.frechetLower, .frechetUpper, error.frechet),
      (.slowestSpeed, .fastestSpeed, error.speedRange),
    ] {
      set(lower, bounds?.lower)
      set(upper, bounds?.upper)
    }
    set(.fastestPeriod, error.fastestPeriod)
    if timed { set(.seconds, (point.seconds * 1e6).rounded() / 1e6) }
  }

  /// What is known of the curves.
  mutating func set(_ targets: [Target], units: Spec.Units) {
    guard let first = targets.first else { return }
    let bounds = targets.dropFirst().reduce(first.curve.bounds) { $0.union($1.curve.bounds) }
    set(.curves, Double(targets.count))
    set(.corners, Double(targets.reduce(0) { $0 + $1.curve.corners.count }))
    set(.length, targets.reduce(0) { $0 + $1.curve.length })
    set(.diagonal, bounds.diagonal)
    self[.unit] = .string(units.rawValue)
  }
}

extension ErrorLimit {
  /// As it is given on the command line.
  var text: String {
    switch self {
    case .length(let length): "\(length)"
    case .share(let share): "\((100 * share).significant(12))%"
    }
  }
}

/// How rows are written: one a line, whatever they hold.
enum SweepFormat: Sendable {
  case csv, ndjson

  func header(_ columns: [SweepColumn]) -> [UInt8] {
    self == .csv ? Array((columns.map(\.name).joined(separator: ",") + "\n").utf8) : []
  }

  func line(_ row: SweepRow, _ columns: [SweepColumn]) throws(Failure) -> [UInt8] {
    guard self == .csv else { return try row.object(columns).line(.compact) }
    var line: [UInt8] = []
    line.reserveCapacity(512)
    for column in columns {
      if !line.isEmpty || column != columns.first { line.append(UInt8(ascii: ",")) }
      Self.append(row[column], to: &line)
    }
    line.append(UInt8(ascii: "\n"))
    return line
  }

  /// As RFC 4180 has it, but never with a line break inside.
  private static func append(_ value: JSON?, to line: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    switch value {
    case .number(let number) where number.magnitude < 0x1p53 && number == number.rounded():
      line += Int64(number).description.utf8
    case .number(let number): line += number.description.utf8
    case .string(let text):
      guard text.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == quote }) else {
        line += text.utf8
        return
      }
      line.append(quote)
      for byte in text.utf8 {
        if byte == quote { line.append(quote) }
        line.append(byte)
      }
      line.append(quote)
    default: break
    }
  }
}

extension SweepRow {
  func object(_ columns: [SweepColumn]) -> JSON {
    .object(
      JSON.Object(columns.compactMap { column in self[column].map { JSON.Member(column.name, $0) } }))
  }
}

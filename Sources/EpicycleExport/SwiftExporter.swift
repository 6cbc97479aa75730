import EpicycleSpec
import Foundation

/// The source of a WidgetKit extension: one Swift file (Swift 5.9 or 6, iOS 17 and later) that needs nothing but one
/// of two packages, whichever the target links: ClockHandKit, or ClockHandRotationKit before iOS 26.1. Both reach a
/// private effect of WidgetKit, so that App Review may refuse the app.
///
/// Each chain is a view: the carried view, the upright clock, then from the innermost arm to the outermost an offset
/// and a rotation about the centre in GMT, last the static offset from the frame's middle. The frame is scaled to
/// fit the widget. Up to `staticLimit` arms are statically typed code, longer chains are data folded through
/// `AnyView`. The timeline has one entry that never ends.
///
/// The drawn curve lies behind as a still line (always where `show` has the trail), and the view stands at
/// z(0) where clocks don't turn: in the gallery, in placeholders and with reduced luminance.
///
/// Doubles are written with all their digits, but for the still lines, which are rounded to a thousandth of their
/// size. The device's own angle is off by what a period's last digit makes of the time since 2001: some 1e-7 of a turn.
///
/// With `variants` the widget has a button that goes from one to the next: an App Intent that stores the choice in
/// the defaults of an app group. A widget's view holds no state, so the new figure first stands still in an entry
/// of its own before it moves.
public struct SwiftExporter: Exporter {
  /// Compilers give up on chains of more than about 300 opaque modifiers; an arm is two.
  public static let staticLimit = 150

  public let format = "swift"
  public let fileExtensions = ["swift"]
  public let summary = "WidgetKit extension for iOS; needs the package ClockHandKit there"
  public let takesVariants = true

  public init() {}

  /// Throws `.unsuitable` for a spec or a variant that isn't valid.
  public func export(_ job: ExportJob) throws(ExportError) -> [UInt8] {
    try job.validate()
    guard ([job.spec] + job.variants).flatMap(\.chains).allSatisfy({ $0.reach < 1e100 }) else {
      throw .unsuitable("the arms are too long for a widget")
    }
    let specs = [job.spec] + job.variants
    let figures = zip(specs, SwiftFigure.labels(of: specs)).enumerated().map {
      SwiftFigure($1.0, label: $1.1, number: $0 + 1)
    }
    var source = SwiftSource.header(job.spec, isInteractive: figures.count > 1)
    source += SwiftSource.widget
    source += figures.count > 1 ? SwiftSource.choiceProvider(figures) : SwiftSource.provider
    source += SwiftSource.view(figures, alwaysShowsTrail: job.show.contains(.trail))
    for figure in figures { source += figure.source }
    if figures.contains(where: \.hasFoldedChain) { source += SwiftSource.foldedChain }
    source += SwiftSource.pieces
    return Array(source.utf8)
  }
}

/// One spec as views.
struct SwiftFigure {
  let name: String
  let label: String
  /// The frame's sides; at least one is above 0.
  let width: Double
  let height: Double
  private let chains: [SwiftChain]

  var hasFoldedChain: Bool { chains.contains(where: \.isFolded) }

  init(_ spec: Spec, label: String, number: Int) {
    name = "Figure\(number)"
    self.label = label
    let frame = spec.frame
    let isPoint = frame.width == 0 && frame.height == 0
    width = isPoint ? 1 : frame.width
    height = isPoint ? 1 : frame.height
    let middle = Spec.Point(x: frame.x + frame.width / 2, y: frame.y + frame.height / 2)
    chains = spec.chains.enumerated().map { index, chain in
      SwiftChain(chain, name: "Figure\(number)Chain\(index + 1)", middle: middle, loop: spec.loop)
    }
  }

  /// What tells the specs apart: their files, their clocks, or both, and at last their numbers.
  static func labels(of specs: [Spec]) -> [String] {
    let names = specs.map { ($0.title as NSString).deletingPathExtension }
    let clocks = specs.map { $0.budget.used == 1 ? "1 clock" : "\($0.budget.used) clocks" }
    let both = zip(names, clocks).map { "\($0), \($1)" }
    let choices = Set(names).count == 1 ? [clocks] : [names, both]
    return choices.first { Set($0).count == specs.count }
      ?? both.enumerated().map { "\($0 + 1): \($1)" }
  }

  var source: String {
    // A builder takes ten views at a time everywhere.
    let groups = stride(from: 0, to: chains.count, by: 10).map { start in
      "    Group {\n"
        + chains[start..<min(start + 10, chains.count)].map {
          "      \($0.name)(scale: scale, isStill: isStill)\n"
        }
        .joined() + "    }\n"
    }
    let outer = stride(from: 0, to: groups.count, by: 10).map { start in
      "  @ViewBuilder private var part\(start / 10): some View {\n"
        + groups[start..<min(start + 10, groups.count)].joined() + "  }\n"
    }
    let parts = outer.indices.map { "part\($0)" }
    return """

      // MARK: - \(label)

      private struct \(name): View {
        let scale: CGFloat
        let isStill: Bool

        var body: some View {
          ZStack {
      \(parts.map { "      \($0)" }.joined(separator: "\n"))
          }
        }

      \(outer.joined(separator: "\n"))
        static let trails: [[CGFloat]] = [
      \(chains.map { "    \($0.trail)," }.joined(separator: "\n"))
        ]
      }

      """ + chains.map(\.source).joined()
  }
}

/// One chain as a view.
private struct SwiftChain {
  let name: String
  /// x and y in turn, from the frame's middle.
  let trail: String
  let isFolded: Bool
  private let chain: Spec.Chain
  private let centre: Spec.Point
  private let rest: Spec.Point

  init(_ chain: Spec.Chain, name: String, middle: Spec.Point, loop: Spec.Loop) {
    self.name = name
    self.chain = chain
    isFolded = chain.clocks.count > SwiftExporter.staticLimit
    func fromMiddle(_ point: Spec.Point) -> Spec.Point {
      Spec.Point(x: point.x - middle.x, y: point.y - middle.y)
    }
    centre = fromMiddle(chain.centre)
    rest = fromMiddle(chain.position(at: 0, loop: loop))
    let reach = chain.reach
    // For the eye: a thousandth of the curve's size.
    let unit = reach > 0 ? pow(10, (log10(reach) - 4).rounded(.down)) : 1
    let points = chain.polygon(within: max(reach / 1000, .leastNormalMagnitude), limit: 160).map(fromMiddle)
    let decimals = (1 / unit).rounded()
    let numbers = points.flatMap { [$0.x, $0.y] }
      .map { decimal(unit < 1 ? ($0 * decimals).rounded() / decimals : $0.rounded()) }
    let lines = stride(from: 0, to: numbers.count, by: 10).map { start in
      "      " + numbers[start..<min(start + 10, numbers.count)].joined(separator: ", ") + ",\n"
    }
    trail = "[\n\(lines.joined())    ]"
  }

  var source: String {
    let moving = isFolded ? folded : unfolded
    return """

      /// \(swiftText(chain.id))
      private struct \(name): View {
        let scale: CGFloat
        let isStill: Bool

        var body: some View {
          if isStill {
            EpicycleCarried().offset(x: \(decimal(rest.x)) * scale, y: \(decimal(rest.y)) * scale)
          } else {
            moving.offset(x: \(decimal(centre.x)) * scale, y: \(decimal(centre.y)) * scale)
          }
        }

      \(moving)
      }

      """
  }

  private var unfolded: String {
    let upright = chain.upright.map { "\n      .turning(\(decimal($0.period)))" } ?? ""
    let arms = chain.clocks.reversed().map { "\n      .arm(\(arm($0)), scale)" }
    return """
        private var moving: some View {
          EpicycleCarried()\(upright)\(arms.joined())
        }
      """
  }

  private var folded: String {
    """
      private var moving: some View {
        EpicycleFoldedChain(
          arms: Self.arms, upright: \(chain.upright.map { decimal($0.period) } ?? "nil"), scale: scale)
      }

      /// x, y and period of each arm, from the innermost to the outermost.
      private static let arms: [Double] = [
    \(chain.clocks.reversed().map { "    \(arm($0))," }.joined(separator: "\n"))
      ]
    """
  }

  private func arm(_ clock: Spec.Clock) -> String {
    let x = clock.radius * cos(clock.phase)
    let y = clock.radius * sin(clock.phase)
    return "\(decimal(x)), \(decimal(y)), \(decimal(clock.period))"
  }
}

extension Spec.Chain {
  /// The length of all arms together.
  fileprivate var reach: Double { clocks.reduce(0) { $0 + $1.radius } }
}

/// Text for a string literal or a comment: whatever isn't plain ASCII becomes an escape.
func swiftText(_ text: String) -> String {
  text.unicodeScalars.reduce(into: "") { safe, scalar in
    switch scalar {
    case "\\": safe += "\\\\"
    case "\"": safe += "\\\""
    case " "..."~": safe.unicodeScalars.append(scalar)
    default: safe += "\\u{\(String(scalar.value, radix: 16))}"
    }
  }
}

import EpicycleSpec

/// The parts of a widget's source that no figure changes.
enum SwiftSource {
  static func header(_ spec: Spec, isInteractive: Bool) -> String {
    let name = spec.source.file ?? spec.chains.map(\.id).joined(separator: ", ")
    return """
      // \(swiftText(name)): rotating clocks that carry a view along a closed curve, as a widget for iOS 17 and later.
      // Written by \(swiftText(spec.generator)).
      //
      // Add this file to a widget extension, and to its target one of the packages ClockHandKit or, before iOS 26.1,
      // ClockHandRotationKit. Both use a private effect of WidgetKit: App Review may refuse it.
      // EpicycleCarried is the view that moves: make it yours.

      \(isInteractive ? "import AppIntents\n" : "")import SwiftUI
      import WidgetKit

      #if canImport(ClockHandKit)
        import ClockHandKit
      #elseif canImport(ClockHandRotationKit)
        import ClockHandRotationKit
      #else
        #error("Add the package ClockHandKit to the widget's target.")
      #endif


      """
  }

  static let widget = """
    /// What is carried along the curve.
    struct EpicycleCarried: View {
      var body: some View {
        Circle().fill(Color.orange).frame(width: 12, height: 12)
      }
    }

    @main
    struct EpicycleWidgets: WidgetBundle {
      var body: some Widget {
        EpicycleWidget()
      }
    }

    struct EpicycleWidget: Widget {
      var body: some WidgetConfiguration {
        StaticConfiguration(kind: "Epicycle", provider: EpicycleProvider()) { entry in
          EpicycleView(entry: entry).containerBackground(.background, for: .widget)
        }
        .configurationDisplayName("Epicycle")
        .description("Moves along a curve by rotations alone.")
        .supportedFamilies([.systemSmall, .systemMedium, .systemLarge])
      }
    }

    """

  static let provider = """
    struct EpicycleEntry: TimelineEntry {
      let date: Date
      /// The pose of t = 0, for galleries and where clocks are hidden.
      let isStill: Bool
    }

    /// One entry for ever: the clocks turn without new ones.
    struct EpicycleProvider: TimelineProvider {
      func placeholder(in context: Context) -> EpicycleEntry {
        EpicycleEntry(date: .now, isStill: true)
      }

      func getSnapshot(in context: Context, completion: @escaping (EpicycleEntry) -> Void) {
        completion(EpicycleEntry(date: .now, isStill: context.isPreview))
      }

      func getTimeline(in context: Context, completion: @escaping (Timeline<EpicycleEntry>) -> Void) {
        let entry = EpicycleEntry(date: .now, isStill: false)
        completion(Timeline(entries: [entry], policy: .never))
      }
    }


    """

  static func choiceProvider(_ figures: [SwiftFigure]) -> String {
    """
    struct EpicycleEntry: TimelineEntry {
      let date: Date
      let figure: Int
      /// The pose of t = 0, for galleries and where clocks are hidden.
      let isStill: Bool
    }

    /// The figure that is shown, kept where the app and its widgets read it: give both this app group.
    enum EpicycleChoice {
      static let appGroup = "group.com.example.epicycle"
      static let labels = [\(figures.map { "\"\(swiftText($0.label))\"" }.joined(separator: ", "))]

      private static var defaults: UserDefaults { UserDefaults(suiteName: appGroup) ?? .standard }

      static var figure: Int {
        let stored = defaults.integer(forKey: "epicycle.figure")
        return labels.indices.contains(stored) ? stored : 0
      }

      static var isNew: Bool {
        Date.now.timeIntervalSinceReferenceDate - defaults.double(forKey: "epicycle.changed") < 5
      }

      static func advance() {
        defaults.set((figure + 1) % labels.count, forKey: "epicycle.figure")
        defaults.set(Date.now.timeIntervalSinceReferenceDate, forKey: "epicycle.changed")
      }
    }

    /// The button's action; the system asks for a new timeline after it.
    struct EpicycleNext: AppIntent {
      static let title: LocalizedStringResource = "Next curve"

      func perform() async throws -> some IntentResult {
        EpicycleChoice.advance()
        return .result()
      }
    }

    /// One entry for ever, after a change preceded by a still one, which shows the change.
    struct EpicycleProvider: TimelineProvider {
      func placeholder(in context: Context) -> EpicycleEntry {
        EpicycleEntry(date: .now, figure: 0, isStill: true)
      }

      func getSnapshot(in context: Context, completion: @escaping (EpicycleEntry) -> Void) {
        completion(EpicycleEntry(date: .now, figure: EpicycleChoice.figure, isStill: context.isPreview))
      }

      func getTimeline(in context: Context, completion: @escaping (Timeline<EpicycleEntry>) -> Void) {
        let (now, figure) = (Date.now, EpicycleChoice.figure)
        var entries = [EpicycleEntry(date: now, figure: figure, isStill: EpicycleChoice.isNew)]
        if EpicycleChoice.isNew {
          entries.append(EpicycleEntry(date: now.addingTimeInterval(0.7), figure: figure, isStill: false))
        }
        completion(Timeline(entries: entries, policy: .never))
      }
    }


    """
  }

  static func view(_ figures: [SwiftFigure], alwaysShowsTrail: Bool) -> String {
    func fitted(_ figure: SwiftFigure, indent: String) -> String {
      """
      fitted(width: \(decimal(figure.width)), height: \(decimal(figure.height)), trails: \(figure.name).trails) {
      \(indent)  \(figure.name)(scale: $0, isStill: isStill)
      \(indent)}
      """
    }
    let isInteractive = figures.count > 1
    let cases = figures.enumerated().reversed().map { index, figure in
      "    \(index == 0 ? "default" : "case \(index)"): \(fitted(figure, indent: "    "))\n"
    }
    let figure =
      isInteractive
      ? "switch entry.figure {\n\(cases.joined())    }" : fitted(figures[0], indent: "    ")
    let button = """

            .overlay(alignment: .bottomTrailing) {
              Button(intent: EpicycleNext()) {
                Text(verbatim: EpicycleChoice.labels[entry.figure]).font(.caption2)
              }
            }
      """
    let trails =
      "EpicycleTrails(trails: trails, scale: scale).stroke(Color.gray.opacity(0.4), lineWidth: 1.5)"
    return """
      struct EpicycleView: View {
        let entry: EpicycleEntry
        @Environment(\\.isLuminanceReduced) private var isLuminanceReduced

        private var isStill: Bool { entry.isStill || isLuminanceReduced }

        var body: some View {
          figure\(isInteractive ? button : "")
        }

        @ViewBuilder private var figure: some View {
          \(figure)
        }

        /// The frame of the curves in the middle of the widget, as large as it fits.
        private func fitted<Clocks: View>(
          width: CGFloat, height: CGFloat, trails: [[CGFloat]], clocks: @escaping (CGFloat) -> Clocks
        ) -> some View {
          GeometryReader { geometry in
            let scale = min(geometry.size.width / width, geometry.size.height / height)
            ZStack {
              \(alwaysShowsTrail ? trails : "if isStill { \(trails) }")
              clocks(scale)
            }
            .frame(width: geometry.size.width, height: geometry.size.height)
          }
        }
      }

      """
  }

  static let foldedChain = """

    /// A chain too long for the compiler, as data.
    private struct EpicycleFoldedChain: View {
      /// x, y and period of each arm, from the innermost to the outermost.
      let arms: [Double]
      let upright: Double?
      let scale: CGFloat

      var body: some View {
        let carried = upright.map { AnyView(EpicycleCarried().turning($0)) } ?? AnyView(EpicycleCarried())
        return stride(from: 0, to: arms.count, by: 3).reduce(carried) { view, index in
          AnyView(view.arm(CGFloat(arms[index]), CGFloat(arms[index + 1]), arms[index + 2], scale))
        }
      }
    }

    """

  static let pieces = """

    /// Closed polygons about the middle, x and y in turn.
    private struct EpicycleTrails: Shape {
      let trails: [[CGFloat]]
      let scale: CGFloat

      func path(in rect: CGRect) -> Path {
        var path = Path()
        for trail in trails {
          let points = stride(from: 0, to: trail.count, by: 2).map { index in
            CGPoint(x: rect.midX + trail[index] * scale, y: rect.midY + trail[index + 1] * scale)
          }
          path.addLines(points)
          path.closeSubpath()
        }
        return path
      }
    }

    extension View {
      /// One arm: moved out by (x, y), then turned about where it was, once in `period` seconds, clockwise if positive.
      fileprivate func arm(_ x: CGFloat, _ y: CGFloat, _ period: Double, _ scale: CGFloat) -> some View {
        offset(x: x * scale, y: y * scale).turning(period)
      }

      /// All clocks stand at 0 at 2001-01-01T00:00:00Z. In GMT none ever jumps.
      fileprivate func turning(_ period: Double) -> some View {
        clockHandRotationEffect(period: .custom(period), in: .gmt, anchor: .center)
      }
    }

    """
}

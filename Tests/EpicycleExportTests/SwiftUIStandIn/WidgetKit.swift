// A stand-in for WidgetKit: as much of it as generated widgets use. The bundle's `main` takes the widget's size and
// times since 2001 as arguments, asks for the timeline, and prints what its views put where as JSON lines.
import SwiftUI

public protocol TimelineEntry { var date: Date { get } }

public struct TimelineReloadPolicy: Equatable, Sendable {
  let name: String
  public static let never = TimelineReloadPolicy(name: "never")
  public static let atEnd = TimelineReloadPolicy(name: "atEnd")
}

public struct Timeline<Entry: TimelineEntry> {
  public let entries: [Entry]
  public let policy: TimelineReloadPolicy
  public init(entries: [Entry], policy: TimelineReloadPolicy) {
    self.entries = entries
    self.policy = policy
  }
}

public struct TimelineProviderContext { public let isPreview: Bool }

public protocol TimelineProvider {
  associatedtype Entry: TimelineEntry
  typealias Context = TimelineProviderContext
  func placeholder(in context: Context) -> Entry
  func getSnapshot(in context: Context, completion: @escaping @Sendable (Entry) -> Void)
  func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void)
}

public struct ContainerBackgroundPlacement: Sendable {
  public static let widget = ContainerBackgroundPlacement()
}
extension View {
  public func containerBackground<S: ShapeStyle>(_ style: S, for container: ContainerBackgroundPlacement)
    -> some View
  {
    self
  }
}

public enum WidgetFamily: Sendable { case systemSmall, systemMedium, systemLarge }
public struct LocalizedStringKey: ExpressibleByStringLiteral { public init(stringLiteral value: String) {} }

@MainActor @preconcurrency public protocol WidgetConfiguration {
  func run(_ arguments: [String]) async throws
}
extension WidgetConfiguration {
  public func configurationDisplayName(_ name: LocalizedStringKey) -> some WidgetConfiguration { self }
  public func description(_ text: LocalizedStringKey) -> some WidgetConfiguration { self }
  public func supportedFamilies(_ families: [WidgetFamily]) -> some WidgetConfiguration { self }
}

@MainActor @preconcurrency public protocol Widget {
  associatedtype Body: WidgetConfiguration
  init()
  var body: Body { get }
}

@MainActor @preconcurrency public protocol WidgetBundle {
  associatedtype Body: Widget
  init()
  @WidgetBundleBuilder var body: Body { get }
}
@resultBuilder public struct WidgetBundleBuilder {
  public static func buildBlock<W: Widget>(_ widget: W) -> W { widget }
}
extension WidgetBundle {
  @MainActor public static func main() async throws {
    try await Self().body.body.run(Array(CommandLine.arguments.dropFirst()))
  }
}

/// A box for what a completion handler is given.
private final class Box<Value>: @unchecked Sendable {
  var value: Value?
  @Sendable func put(_ value: Value) { self.value = value }
}

private func snapshot<Provider: TimelineProvider>(of provider: Provider) -> Provider.Entry? {
  let box = Box<Provider.Entry>()
  provider.getSnapshot(in: TimelineProviderContext(isPreview: true), completion: box.put)
  return box.value
}

private func timeline<Provider: TimelineProvider>(of provider: Provider) -> Timeline<Provider.Entry>? {
  let box = Box<Timeline<Provider.Entry>>()
  provider.getTimeline(in: TimelineProviderContext(isPreview: false), completion: box.put)
  return box.value
}

public struct StaticConfiguration<Provider: TimelineProvider, Content: View>: WidgetConfiguration {
  let provider: Provider
  let content: (Provider.Entry) -> Content
  public init(
    kind: String, provider: Provider, @ViewBuilder content: @escaping (Provider.Entry) -> Content
  ) {
    self.provider = provider
    self.content = content
  }

  /// Arguments: width, height, then words: `still`, `preview`, `dim`, `bright`, `press`, or a number of seconds since 2001.
  public func run(_ arguments: [String]) async throws {
    let size = CGSize(width: Double(arguments[0]) ?? 0, height: Double(arguments[1]) ?? 0)
    for word in arguments.dropFirst(2) {
      switch word {
      case "dim": Scene.isLuminanceReduced = true
      case "bright": Scene.isLuminanceReduced = false
      case "press": try await Scene.buttons.last?()
      case "still": show(provider.placeholder(in: TimelineProviderContext(isPreview: true)), size, "still")
      case "preview":
        if let entry = snapshot(of: provider) { show(entry, size, "preview") }
      default:
        Scene.now = Double(word) ?? 0
        guard let timeline = timeline(of: provider) else { return print("no timeline") }
        for entry in timeline.entries { show(entry, size, timeline.policy.name) }
      }
    }
  }

  private func show(_ entry: Provider.Entry, _ size: CGSize, _ policy: String) {
    Scene.circles = []
    Scene.strokes = []
    Scene.buttons = []
    var middle = Placement()
    (middle.x, middle.y) = (size.width / 2, size.height / 2)
    let view = content(entry)
    view.place(middle, in: view.size(in: size))
    let circles = Scene.circles.map { "[\($0.x),\($0.y),\(atan2($0.b, $0.a))]" }
    print(
      "{\"policy\":\"\(policy)\",\"circles\":[\(circles.joined(separator: ","))],"
        + "\"strokes\":\(Scene.strokes.reduce(0) { $0 + $1.count }),\"buttons\":\(Scene.buttons.count)}")
  }
}

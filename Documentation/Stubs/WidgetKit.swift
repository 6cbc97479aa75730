// The few declarations of WidgetKit that the tutorial uses; see SwiftUI.swift.
import SwiftUI

public protocol TimelineEntry { var date: Date { get } }

public struct TimelineReloadPolicy: Sendable { public static let never = TimelineReloadPolicy() }

public struct Timeline<Entry: TimelineEntry> {
  public init(entries: [Entry], policy: TimelineReloadPolicy) {}
}

public struct TimelineProviderContext {}

public protocol TimelineProvider {
  associatedtype Entry: TimelineEntry
  typealias Context = TimelineProviderContext
  func placeholder(in context: Context) -> Entry
  func getSnapshot(in context: Context, completion: @escaping (Entry) -> Void)
  func getTimeline(in context: Context, completion: @escaping (Timeline<Entry>) -> Void)
}

public protocol WidgetConfiguration {}

@MainActor
public protocol Widget {
  associatedtype Body: WidgetConfiguration
  var body: Body { get }
}

public struct StaticConfiguration<Content: View>: WidgetConfiguration {
  @MainActor
  public init<Provider: TimelineProvider>(
    kind: String, provider: Provider, @ViewBuilder content: @escaping (Provider.Entry) -> Content
  ) {}
}

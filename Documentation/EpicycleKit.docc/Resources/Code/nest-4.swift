import ClockHandRotationKit
import EpicycleSpec
import Foundation
import SwiftUI
import WidgetKit

extension View {
  /// The view turning once in `period` seconds, clockwise, or counter-clockwise if it is negative.
  func clock(period: Double) -> some View {
    clockHandRotationEffect(period: .custom(period), in: .gmt, anchor: .center)
  }
}

extension Spec.Chain {
  /// The chain as nested views, its last arm carrying `content`.
  @MainActor
  func carrying(_ content: some View) -> AnyView {
    var view = AnyView(content)
    if let upright { view = AnyView(view.clock(period: upright.period)) }
    for clock in clocks.reversed() {
      let arm = (x: clock.radius * cos(clock.phase), y: clock.radius * sin(clock.phase))
      view = AnyView(view.offset(x: arm.x, y: arm.y).clock(period: clock.period))
    }
    return view
  }
}

struct HeartView: View {
  let spec: Spec

  var body: some View {
    ZStack {
      if let chain = spec.chains.first {
        chain.carrying(Text("♥"))
          .offset(
            x: chain.centre.x - spec.frame.x - spec.frame.width / 2,
            y: chain.centre.y - spec.frame.y - spec.frame.height / 2)
      }
    }
    .frame(width: spec.frame.width, height: spec.frame.height)
  }
}

struct HeartEntry: TimelineEntry {
  let date: Date
  let spec: Spec?
}

struct HeartProvider: TimelineProvider {
  private var entry: HeartEntry {
    let url = Bundle.main.url(forResource: "heart", withExtension: "json")
    let spec = url.flatMap { try? Data(contentsOf: $0) }.flatMap { try? Spec.parse($0) }
    return HeartEntry(date: .now, spec: spec)
  }

  func placeholder(in context: Context) -> HeartEntry { entry }
  func getSnapshot(in context: Context, completion: @escaping (HeartEntry) -> Void) {
    completion(entry)
  }
  func getTimeline(in context: Context, completion: @escaping (Timeline<HeartEntry>) -> Void) {
    completion(Timeline(entries: [entry], policy: .never))
  }
}

struct HeartWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "heart", provider: HeartProvider()) { entry in
      if let spec = entry.spec { HeartView(spec: spec) }
    }
  }
}

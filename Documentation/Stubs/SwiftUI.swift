// The few declarations of SwiftUI that the tutorial uses, so that its code can be type-checked where there is no
// SwiftUI. Nothing here draws.
@_exported import Foundation

@MainActor
public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View { public var body: Never { fatalError() } }

public protocol Drawn: View where Body == Never {}
extension Drawn { public var body: Never { fatalError() } }

public struct AnyView: Drawn { public init(_ view: some View) {} }
public struct Modified: Drawn { public init() {} }
public struct Circle: Drawn { public init() {} }
public struct Text: Drawn { public init(_ text: String) {} }
public struct EmptyView: Drawn { public nonisolated init() {} }
extension Optional: View where Wrapped: View { public var body: Never { fatalError() } }
extension Optional: Drawn where Wrapped: View {}

public struct ZStack<Content: View>: Drawn { public init(@ViewBuilder content: () -> Content) {} }

public struct AnimationTimelineSchedule: Sendable {}
extension AnimationTimelineSchedule {
  public static var animation: AnimationTimelineSchedule { AnimationTimelineSchedule() }
}

public struct TimelineViewContext { public var date: Date }

public struct TimelineView<Content: View>: Drawn {
  public init(
    _ schedule: AnimationTimelineSchedule, @ViewBuilder content: @escaping (TimelineViewContext) -> Content
  ) {}
}

@resultBuilder
public enum ViewBuilder {
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
}

public struct UnitPoint: Sendable { public static let center = UnitPoint() }

extension View {
  public func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> some View { Modified() }
  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { Modified() }
  public func position(_ position: CGPoint) -> some View { Modified() }
}

// A stand-in for SwiftUI: as much of it as generated widgets use, declared as there, with layout and transforms
// that are worked out in place of being drawn.
@_exported import Foundation

/// Where a view's middle lies and how it is turned, in the widget's coordinates, y down.
public struct Placement: Sendable {
  public var a = 1.0
  public var b = 0.0
  public var x = 0.0
  public var y = 0.0

  public init() {}

  /// The placement of content that is moved by (dx, dy) in this one's coordinates.
  public func moved(_ dx: Double, _ dy: Double) -> Placement {
    var result = self
    result.x += a * dx - b * dy
    result.y += b * dx + a * dy
    return result
  }

  /// The placement of content that is turned clockwise about the middle.
  public func turned(_ angle: Double) -> Placement {
    var result = self
    result.a = a * cos(angle) - b * sin(angle)
    result.b = b * cos(angle) + a * sin(angle)
    return result
  }
}

/// The moment at which views are placed, the environment, and what was found.
public final class Scene {
  public nonisolated(unsafe) static var now = 0.0
  public nonisolated(unsafe) static var isLuminanceReduced = false
  public nonisolated(unsafe) static var circles: [Placement] = []
  public nonisolated(unsafe) static var strokes: [[CGPoint]] = []
  public nonisolated(unsafe) static var buttons: [() async throws -> Void] = []
}

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
  func size(in proposal: CGSize) -> CGSize
  func place(_ placement: Placement, in size: CGSize)
}

extension View {
  public func size(in proposal: CGSize) -> CGSize { body.size(in: proposal) }
  public func place(_ placement: Placement, in size: CGSize) { body.place(placement, in: size) }
}

public protocol Primitive: View where Body == Never {}
extension Primitive { public var body: Never { fatalError("a primitive has no body") } }

extension Never: View {
  public var body: Never { fatalError("never") }
}
extension Optional: View where Wrapped: View {
  public var body: Never { fatalError("a primitive has no body") }
  public func size(in proposal: CGSize) -> CGSize { self?.size(in: proposal) ?? .zero }
  public func place(_ placement: Placement, in size: CGSize) { self?.place(placement, in: size) }
}

public struct Tuple: Primitive {
  let views: [AnyView]
  /// In the middle of each other.
  public func size(in proposal: CGSize) -> CGSize {
    views.reduce(.zero) { size, view in
      let other = view.size(in: proposal)
      return CGSize(width: max(size.width, other.width), height: max(size.height, other.height))
    }
  }
  public func place(_ placement: Placement, in size: CGSize) {
    for view in views { view.place(placement, in: view.size(in: size)) }
  }
}

public enum Either<First: View, Second: View>: Primitive {
  case first(First)
  case second(Second)
  public func size(in proposal: CGSize) -> CGSize {
    switch self {
    case .first(let view): view.size(in: proposal)
    case .second(let view): view.size(in: proposal)
    }
  }
  public func place(_ placement: Placement, in size: CGSize) {
    switch self {
    case .first(let view): view.place(placement, in: size)
    case .second(let view): view.place(placement, in: size)
    }
  }
}

@MainActor @resultBuilder public struct ViewBuilder {
  public static func buildExpression<V: View>(_ view: V) -> V { view }
  public static func buildBlock<V: View>(_ view: V) -> V { view }
  public static func buildBlock<each V: View>(_ view: repeat each V) -> Tuple {
    var views: [AnyView] = []
    repeat views.append(AnyView(each view))
    return Tuple(views: views)
  }
  public static func buildIf<V: View>(_ view: V?) -> V? { view }
  public static func buildEither<A: View, B: View>(first: A) -> Either<A, B> { .first(first) }
  public static func buildEither<A: View, B: View>(second: B) -> Either<A, B> { .second(second) }
}

public struct AnyView: Primitive {
  private let measure: (CGSize) -> CGSize
  private let put: (Placement, CGSize) -> Void
  public init<V: View>(_ view: V) {
    measure = { view.size(in: $0) }
    put = { view.place($0, in: $1) }
  }
  public func size(in proposal: CGSize) -> CGSize { measure(proposal) }
  public func place(_ placement: Placement, in size: CGSize) { put(placement, size) }
}

// MARK: Containers

public struct Group<Content: View>: View {
  public let body: Content
  public init(@ViewBuilder content: () -> Content) { body = content() }
}

public struct ZStack<Content: View>: View {
  public let body: Content
  public init(@ViewBuilder content: () -> Content) { body = content() }
}

public struct GeometryProxy { public let size: CGSize }

/// Takes all there is; its content lies in the upper left corner.
public struct GeometryReader<Content: View>: Primitive {
  private let content: (GeometryProxy) -> Content
  public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) { self.content = content }
  public func size(in proposal: CGSize) -> CGSize { proposal }
  public func place(_ placement: Placement, in size: CGSize) {
    let view = content(GeometryProxy(size: size))
    let inner = view.size(in: size)
    view.place(
      placement.moved((inner.width - size.width) / 2, (inner.height - size.height) / 2), in: inner)
  }
}

// MARK: Modifiers

public struct Modified<Content: View>: Primitive {
  let content: Content
  var frame: CGSize?
  var transform: (Placement) -> Placement = { $0 }
  public func size(in proposal: CGSize) -> CGSize { frame ?? content.size(in: proposal) }
  public func place(_ placement: Placement, in size: CGSize) {
    content.place(transform(placement), in: content.size(in: frame ?? size))
  }
}

public struct Alignment: Sendable { public static let bottomTrailing = Alignment() }
public struct UnitPoint: Sendable, Hashable { public static let center = UnitPoint() }
public struct Font: Sendable { public static let caption2 = Font() }

extension View {
  public func offset(_ offset: CGSize) -> some View {
    self.offset(x: offset.width, y: offset.height)
  }
  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View {
    Modified(content: self, transform: { $0.moved(x, y) })
  }
  public func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> some View {
    Modified(content: self, frame: CGSize(width: width ?? 0, height: height ?? 0))
  }
  /// What a clock-hand modifier does: degrees clockwise about the middle.
  public func standInTurned(_ degrees: Double) -> some View {
    Modified(content: self, transform: { $0.turned(degrees * .pi / 180) })
  }
  public func overlay<V: View>(alignment: Alignment, @ViewBuilder content: () -> V) -> some View {
    let over = content()
    return Tuple(views: [AnyView(self), AnyView(over)])
  }
  public func font(_ font: Font?) -> some View { self }
}

// MARK: Shapes and text

public protocol ShapeStyle: Sendable {}
public struct Color: ShapeStyle {
  public static let orange = Color()
  public static let gray = Color()
  public func opacity(_ opacity: Double) -> Color { self }
}
public struct BackgroundStyle: ShapeStyle {}
extension ShapeStyle where Self == BackgroundStyle {
  public static var background: BackgroundStyle { BackgroundStyle() }
}

public struct Path {
  var points: [CGPoint] = []
  public init() {}
  public mutating func addLines(_ lines: [CGPoint]) { points += lines }
  public mutating func closeSubpath() {}
}

public protocol Shape: Sendable, View where Body == Never {
  nonisolated func path(in rect: CGRect) -> Path
}
extension Shape {
  public var body: Never { fatalError("a primitive has no body") }
  public func size(in proposal: CGSize) -> CGSize { proposal }
  public func place(_ placement: Placement, in size: CGSize) {}
  public func fill<S: ShapeStyle>(_ style: S) -> some View { self }
  public func stroke<S: ShapeStyle>(_ style: S, lineWidth: CGFloat = 1) -> some View { Stroke(shape: self) }
}

private struct Stroke<Outline: Shape>: Primitive {
  let shape: Outline
  func size(in proposal: CGSize) -> CGSize { proposal }
  func place(_ placement: Placement, in size: CGSize) {
    let rect = CGRect(
      x: placement.x - size.width / 2, y: placement.y - size.height / 2, width: size.width,
      height: size.height)
    Scene.strokes.append(shape.path(in: rect).points)
  }
}

/// The view that tests look for.
public struct Circle: Shape {
  public init() {}
  public func path(in rect: CGRect) -> Path { Path() }
  public func place(_ placement: Placement, in size: CGSize) { Scene.circles.append(placement) }
}

public struct Text: Primitive {
  public init(verbatim text: String) {}
  public func size(in proposal: CGSize) -> CGSize { .zero }
  public func place(_ placement: Placement, in size: CGSize) {}
}

@MainActor public struct Button<Label: View>: View {
  public let body: Label
  /// For AppIntents, which adds the initialiser that takes an intent.
  public init(standInAction: @escaping () async throws -> Void, label: Label) {
    body = label
    Scene.buttons.append(standInAction)
  }
}

public struct EnvironmentValues: Sendable {
  public var isLuminanceReduced: Bool { Scene.isLuminanceReduced }
}

@propertyWrapper public struct Environment<Value> {
  private let path: KeyPath<EnvironmentValues, Value>
  public init(_ path: KeyPath<EnvironmentValues, Value>) { self.path = path }
  public var wrappedValue: Value { EnvironmentValues()[keyPath: path] }
}

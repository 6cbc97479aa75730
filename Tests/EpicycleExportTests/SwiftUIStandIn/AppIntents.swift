// A stand-in for AppIntents: as much of it as generated widgets use.
import SwiftUI

public struct LocalizedStringResource: Sendable, ExpressibleByStringLiteral {
  public init(stringLiteral value: String) {}
}

public protocol IntentResult: Sendable {}
struct EmptyResult: IntentResult {}
extension IntentResult where Self == IntentResultContainer {
  public static func result() -> IntentResultContainer { IntentResultContainer() }
}
public struct IntentResultContainer: IntentResult {}

public protocol AppIntent: Sendable {
  associatedtype Result: IntentResult
  static var title: LocalizedStringResource { get }
  init()
  func perform() async throws -> Result
}

extension Button {
  public init<Intent: AppIntent>(intent: Intent, @ViewBuilder label: () -> Label) {
    self.init(standInAction: { _ = try await intent.perform() }, label: label())
  }
}

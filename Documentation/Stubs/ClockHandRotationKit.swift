// What the tutorial uses of a package that gives access to WidgetKit's clock hands; see SwiftUI.swift.
import SwiftUI

public enum ClockHandRotationPeriod: Sendable { case custom(TimeInterval) }

extension View {
  public func clockHandRotationEffect(
    period: ClockHandRotationPeriod, in timeZone: TimeZone, anchor: UnitPoint
  ) -> some View { Modified() }
}

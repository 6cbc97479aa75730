// A stand-in for ClockHandRotationKit: its declarations, and the angle that WidgetKit gives a clock hand.
import SwiftUI

public enum ClockHandRotationPeriod: Hashable {
  case custom(TimeInterval)
  case secondHand, minuteHand, hourHand

  fileprivate var seconds: Double {
    switch self {
    case .custom(let seconds): seconds
    case .secondHand: 60
    case .minuteHand: 3600
    case .hourHand: 43200
    }
  }
}

extension View {
  public func clockHandRotationEffect(
    period: ClockHandRotationPeriod, in timeZone: TimeZone = .current, anchor: UnitPoint = .center
  ) -> some View {
    let time = Scene.now + Double(timeZone.secondsFromGMT())
    return standInTurned(360 * fmod(time, period.seconds) / period.seconds)
  }
}

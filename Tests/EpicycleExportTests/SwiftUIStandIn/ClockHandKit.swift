// A stand-in for ClockHandKit: its declarations, and the angle that WidgetKit gives a clock hand.
import SwiftUI

public enum ClockHandPeriod {
  case hourHand, minuteHand, secondHand
  case custom(Double)

  fileprivate var seconds: Double {
    switch self {
    case .hourHand: 43200
    case .minuteHand: 3600
    case .secondHand: 60
    case .custom(let seconds): seconds
    }
  }
}

extension View {
  public func clockHandRotationEffect(
    period: ClockHandPeriod, in timeZone: TimeZone = .current, anchor: UnitPoint = .center
  ) -> some View {
    let time = Scene.now + Double(timeZone.secondsFromGMT())
    return standInTurned(360 * fmod(time, period.seconds) / period.seconds)
  }

  public func clockHandRotationEffect(
    period: TimeInterval, in timeZone: TimeZone = .current, anchor: UnitPoint = .center
  ) -> some View {
    clockHandRotationEffect(period: .custom(period), in: timeZone, anchor: anchor)
  }
}

import ClockHandRotationKit
import EpicycleSpec
import SwiftUI

extension View {
  /// The view turning once in `period` seconds, clockwise, or counter-clockwise if it is negative.
  func clock(period: Double) -> some View {
    clockHandRotationEffect(period: .custom(period), in: .gmt, anchor: .center)
  }
}

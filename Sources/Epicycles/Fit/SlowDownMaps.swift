import Foundation
import PlaneCurves

/// Time maps in closed form that slow down at corners, so that the curve becomes smooth as a function of time.
///
/// A piece between corners of length l gets time in proportion to l^`share`; inside it the arc length is
/// l·((1 − `strength`)·x + `strength`·I_x(q, q)), x the local time in 0…1 and I the regularised incomplete beta
/// function: the speed at the corners is 1 − `strength` of the piece's mean.
struct SlowDownMap: Sendable, Hashable {
  enum Profile: Double, Sendable, CaseIterable {
    case oneAndHalf = 1.5
    case two = 2
    case three = 3

    /// I_x(q, q).
    func callAsFunction(_ x: Double) -> Double {
      switch self {
      case .oneAndHalf:
        return 2 / .pi * (asin(x.squareRoot()) - (1 - 2 * x) * (x * (1 - x)).squareRoot())
      case .two: return x * x * (3 - 2 * x)
      case .three: return x * x * x * (10 - 15 * x + 6 * x * x)
      }
    }
  }

  var share: Double
  var strength: Double
  var profile: Profile

  static let candidates: [SlowDownMap] = [0, 0.5, 0.75, 1].flatMap { share in
    [SlowDownMap(share: share, strength: 0, profile: .two)]
      + [0.5, 1].flatMap { strength in
        Profile.allCases.map { SlowDownMap(share: share, strength: strength, profile: $0) }
      }
  }

  /// - Parameters:
  ///   - corners: arc lengths in 0..<length, rising; without any the speed is constant.
  ///   - knots: the number of linear pieces a corner-to-corner piece is given, at least.
  func map(corners: [Double], length: Double, knots: Int) -> TimeMap {
    guard let first = corners.first else { return .constant(length: length) }
    var time: [Double] = [0]
    var arc: [Double] = [first]
    let pieces = corners.indices.map { k in
      (k + 1 < corners.count ? corners[k + 1] : first + length) - corners[k]
    }
    let total = pieces.reduce(0) { $0 + pow($1, share) }
    var (startTime, startArc) = (0.0, first)
    for piece in pieces {
      let duration = pow(piece, share) / total
      let count = max(12, Int((duration * Double(knots)).rounded(.up)))
      for k in 1...count {
        let x = Double(k) / Double(count)
        time.append(startTime + duration * x)
        arc.append(startArc + piece * ((1 - strength) * x + strength * profile(x)))
      }
      startTime += duration
      startArc += piece
    }
    time[time.count - 1] = 1
    arc[arc.count - 1] = first + length
    return TimeMap(time: time, length: arc)
  }
}

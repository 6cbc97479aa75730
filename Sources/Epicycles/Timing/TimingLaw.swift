import EpicycleSpec
import PlaneCurves

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A law that says when the point is where along a curve.
public enum TimingLaw: Sendable, Hashable {
  /// Constant speed, once round.
  case constant
  /// As SVG's `animateMotion`: shares of the path as it is drawn, without the way back or a closing line.
  case keyframes(Keyframes)
  /// Each segment in the same time, uniform in its own parameter.
  case parameter
  /// An open curve there and back, slowing at both ends: s(t) = l·(1 − cos 2πt)/2 on a path l long.
  case ease
}

extension Target {
  /// How far maps of curved laws may be from the law, as a share of the curve's length: more where many curved
  /// parts would need too many knots.
  private func tolerance(_ law: TimingLaw) -> Double {
    switch law {
    case .keyframes(let keyframes):
      let crowd = Double(keyframes.splines.count) / 64
      return 1e-8 * max(1, crowd * crowd)
    case .parameter: return 1e-8 * max(1, Double(curve.path.segments.count) / 1000)
    case .constant, .ease: return 1e-8
    }
  }

  /// The curve run through under `law`, t = 0 at the law's own time `offset`, in loops.
  public func motion(_ law: TimingLaw, offset: Double = 0) -> Motion {
    let tolerance = tolerance(law) * curve.length
    var builder = TimeMapBuilder(curve: curve, strokes: strokes, start: reference.start, tolerance: tolerance)
    switch law {
    case .constant: builder.constantSpeed()
    case .keyframes(let keyframes): builder.keyframes(keyframes)
    case .parameter: builder.parameter()
    case .ease: builder.ease()
    }
    return Motion(curve: curve, map: builder.map.rotated(by: offset, round: curve.length))
  }
}

/// Makes time maps of laws.
struct TimeMapBuilder {
  private let curve: Curve
  /// The parts of the closed curve that the path draws, in arc length, rising.
  private let strokes: [ClosedRange<Double>]
  private let start: Double
  private let tolerance: Double
  private var time: [Double] = []
  private var length: [Double] = []
  private var isExact = true

  init(curve: Curve, strokes: [ClosedRange<Double>], start: Double, tolerance: Double) {
    self.curve = curve
    self.strokes = strokes
    self.start = start
    self.tolerance = tolerance
  }

  var map: TimeMap {
    TimeMap(time: time, length: length, tolerance: isExact ? 0 : tolerance)
  }

  private mutating func knot(_ t: Double, _ s: Double) {
    if time.last == t, length.last == s { return }
    time.append(t)
    length.append(s)
  }

  mutating func constantSpeed() {
    knot(0, start)
    knot(1, start + curve.length)
  }

  // MARK: Keyframes

  private var drawnLength: Double { strokes.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) } }

  mutating func keyframes(_ keyframes: Keyframes) {
    let (times, points) = (keyframes.times, keyframes.points.map { $0 * drawnLength })
    let last = points.count - 1
    for k in points.indices {
      if keyframes.mode == .discrete {
        let until = k < last ? times[k + 1] : 1
        move(from: times[k], points[k], to: until, points[k])
      } else if k < last {
        var (t, way) = (times[k], points[k])
        let span = times[k + 1] - t
        if keyframes.mode == .spline, span > 0, points[k + 1] != way {
          let share = min(1, tolerance / abs(points[k + 1] - way))
          for knot in CubicEase(keyframes.splines[k]).knots(tolerance: share) {
            let next = (times[k] + span * knot.time, points[k] + (points[k + 1] - points[k]) * knot.way)
            // What is too quick for the times of doubles goes into the next knot.
            guard next.0 > t else { continue }
            move(from: t, way, to: next.0, next.1)
            (t, way) = next
            isExact = false
          }
        }
        move(from: t, way, to: times[k + 1], points[k + 1])
      }
    }
  }

  /// Constant speed along the strokes between two ways from their beginning; where one stroke ends the motion
  /// jumps to the next.
  private mutating func move(from t0: Double, _ way0: Double, to t1: Double, _ way1: Double) {
    guard t1 > t0 else { return }
    let forwards = way1 >= way0
    var passed = 0.0
    var parts: [(from: Double, to: Double, base: Double)] = []
    for (index, stroke) in strokes.enumerated() {
      let isLast = index == strokes.count - 1
      let end = isLast ? max(drawnLength, passed) : passed + stroke.upperBound - stroke.lowerBound
      let (low, high) = (max(passed, min(way0, way1)), min(end, max(way0, way1)))
      // A rest where one stroke ends and another begins is one at the end of the earlier.
      let holds = (index == 0 || passed < way0) && (way0 <= end || isLast)
      if low < high || (way0 == way1 && holds) {
        parts.append((low, high, stroke.lowerBound - passed))
      }
      passed = end
    }
    if !forwards { parts.reverse() }
    let slope = way1 == way0 ? 0 : (t1 - t0) / (way1 - way0)
    for (index, part) in parts.enumerated() {
      let (from, to) = forwards ? (part.from, part.to) : (part.to, part.from)
      knot(index == 0 ? t0 : t0 + slope * (from - way0), from + part.base)
      knot(index == parts.count - 1 ? t1 : t0 + slope * (to - way0), to + part.base)
    }
  }

  // MARK: Other laws

  mutating func parameter() {
    let segments = curve.path.segments
    let share = 1 / Double(segments.count)
    knot(0, 0)
    var begin = 0.0
    for (index, segment) in segments.enumerated() {
      let end = curve.path.segmentEnds[index]
      // Arc length as a function of the parameter bends no more than the point does.
      let bend = end > begin ? segment.bend : 0
      let wanted = (bend / (8 * tolerance)).squareRoot().rounded(.up)
      let count = max(1, Int(min(wanted, 1e6)))
      for k in 1..<max(count, 1) {
        let place = PathLocation(segment: index, parameter: Double(k) / Double(count))
        knot((Double(index) + place.parameter) * share, curve.path.length(to: place))
        isExact = false
      }
      knot(index == segments.count - 1 ? 1 : Double(index + 1) * share, end)
      begin = end
    }
  }

  mutating func ease() {
    // |s''| is at most 2π²·l.
    let l = drawnLength
    let count = 2 * Int((2 * .pi * .pi * l / (8 * tolerance)).squareRoot().rounded(.up))
    let half = count / 2
    for k in 0...half { knot(Double(k) / Double(count), l * Self.eased(Double(k) / Double(count))) }
    for k in (half + 1)...count {
      knot(Double(k) / Double(count), 2 * l - l * Self.eased(Double(k) / Double(count)))
    }
    isExact = false
  }

  /// (1 − cos 2πt)/2.
  private static func eased(_ t: Double) -> Double {
    let sine = sin(.pi * (t > 0.5 ? 1 - t : t))
    return sine * sine
  }
}

extension Segment {
  /// The largest |second derivative| by the parameter, or a little more.
  fileprivate var bend: Double {
    switch self {
    case .line: return 0
    case .quadratic(let curve): return (2 * (curve.start - curve.control * 2 + curve.end)).length
    case .cubic(let curve):
      let first = curve.start - curve.control1 * 2 + curve.control2
      let last = curve.control1 - curve.control2 * 2 + curve.end
      return 6 * max(first.length, last.length)
    case .arc(let arc):
      let (p, q) = (arc.p.length, arc.q.length)
      return arc.sweep.radians * arc.sweep.radians * (p * p + q * q).squareRoot()
    }
  }
}

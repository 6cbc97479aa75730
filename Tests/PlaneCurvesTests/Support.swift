import PlaneCurves

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Steele, Lea and Flood's SplitMix64.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
  mutating func point(_ size: Double = 100) -> Complex {
    Complex(.random(in: -size...size, using: &self), .random(in: -size...size, using: &self))
  }
  mutating func cubic() -> CubicBezier {
    CubicBezier(start: point(), control1: point(), control2: point(), end: point())
  }
  mutating func quadratic() -> QuadraticBezier {
    QuadraticBezier(start: point(), control: point(), end: point())
  }
  mutating func arc() -> EllipticArc {
    EllipticArc(
      centre: point(), p: point(), q: point(), startAngle: Angle(radians: .random(in: -7...7, using: &self)),
      sweep: Angle(radians: .random(in: -7...7, using: &self)))
  }
  mutating func segment() -> Segment {
    switch Int.random(in: 0..<4, using: &self) {
    case 0: .line(LineSegment(start: point(), end: point()))
    case 1: .quadratic(quadratic())
    case 2: .cubic(cubic())
    default: .arc(arc())
    }
  }
}

func cubic(_ a: Complex, _ b: Complex, _ c: Complex, _ d: Complex) -> Segment {
  .cubic(CubicBezier(start: a, control1: b, control2: c, end: d))
}

func line(_ a: Complex, _ b: Complex) -> Segment { .line(LineSegment(start: a, end: b)) }

/// Lines through the corners, and back to the first if asked for.
func polyline(_ corners: [Complex], closed: Bool = false) -> Subpath {
  var segments = zip(corners, corners.dropFirst()).map { line($0, $1) }
  if closed, let last = corners.last { segments.append(line(last, corners[0])) }
  return Subpath(start: corners[0], segments: segments, closedByZ: closed)
}

/// Arc length by brute force: Gauss's five-point rule against its halves until they agree, then bisection.
struct BruteForceLength {
  private let speed: (Double) -> Double
  private var knots: [(t: Double, s: Double)] = [(0, 0)]

  /// - Parameter breaks: parameters where the speed has a kink.
  init(breaks: [Double] = [], speed: @escaping (Double) -> Double) {
    self.speed = speed
    let cuts = [0] + breaks + [1]
    let whole = zip(cuts, cuts.dropFirst()).reduce(0) { $0 + gauss($1.0, $1.1) }
    for (from, to) in zip(cuts, cuts.dropFirst()) { refine(from, to, whole * 1e-15, 0) }
  }

  var length: Double { knots[knots.count - 1].s }

  /// The parameter at arc length `s`.
  func parameter(at s: Double) -> Double {
    var (low, high) = (0, knots.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if knots[middle].s <= s { low = middle } else { high = middle }
    }
    var (a, b) = (knots[low].t, knots[high].t)
    for _ in 0..<60 {
      let t = 0.5 * (a + b)
      if knots[low].s + gauss(knots[low].t, t) < s { a = t } else { b = t }
    }
    return 0.5 * (a + b)
  }

  private mutating func refine(_ from: Double, _ to: Double, _ tolerance: Double, _ depth: Int) {
    let middle = 0.5 * (from + to)
    let (left, right) = (gauss(from, middle), gauss(middle, to))
    if depth > 4, abs(left + right - gauss(from, to)) <= tolerance || depth > 45 {
      let s = length
      knots.append((middle, s + left))
      knots.append((to, s + left + right))
    } else {
      refine(from, middle, tolerance, depth + 1)
      refine(middle, to, tolerance, depth + 1)
    }
  }

  private func gauss(_ from: Double, _ to: Double) -> Double {
    let (middle, half) = (0.5 * (from + to), 0.5 * (to - from))
    let root = (10.0 / 7).squareRoot()
    let (inner, outer) = ((5 - 2 * root).squareRoot() / 3, (5 + 2 * root).squareRoot() / 3)
    let seventy = 13 * 70.0.squareRoot()
    let pair = { (x: Double) in speed(middle - half * x) + speed(middle + half * x) }
    let near = (322 + seventy) / 900 * pair(inner)
    let far = (322 - seventy) / 900 * pair(outer)
    return half * (128.0 / 225 * speed(middle) + near + far)
  }
}

/// The perimeter of an ellipse by the arithmetic-geometric mean (Gauss; Abramowitz and Stegun 17.6).
func perimeter(_ a: Double, _ b: Double) -> Double {
  var (x, y, sum, weight) = (a, b, 0.5 * (a * a + b * b), 1.0)
  for _ in 0..<12 {
    let difference = 0.5 * (x - y)
    (x, y) = (0.5 * (x + y), (x * y).squareRoot())
    sum -= weight * difference * difference
    weight *= 2
  }
  return 2 * .pi * sum / x
}

import Foundation
import Harmonics
import PlaneCurves
import Testing

@testable import Epicycles

/// SplitMix64 (Steele, Lea & Flood 2014), so that every run of the tests sees the same inputs.
struct CertificateRandom: RandomNumberGenerator {
  var state: UInt64

  init(_ seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
  mutating func uniform(_ range: ClosedRange<Double> = 0...1) -> Double {
    Double.random(in: range, using: &self)
  }
  mutating func point(_ size: Double = 1) -> Complex {
    Complex(uniform(-size...size), uniform(-size...size))
  }
}

/// A motion with a name, and the sums that are to be compared with it.
struct CertificateCase: CustomTestStringConvertible {
  var name: String
  var motion: Motion
  var sum: HarmonicSum
  var testDescription: String { name }
}

enum CertificateFixtures {
  static func closed(_ segments: [Segment]) -> Curve? {
    guard let start = segments.first?.start else { return nil }
    return try? Curve(closing: Subpath(start: start, segments: segments, closedByZ: true))
  }

  static func polygon(_ points: [Complex]) -> Curve? {
    closed(
      points.indices.map {
        .line(LineSegment(start: points[$0], end: points[($0 + 1) % points.count]))
      })
  }

  static func ellipse(_ centre: Complex, p: Complex, q: Complex) -> Curve? {
    closed([.arc(EllipticArc(centre: centre, p: p, q: q))])
  }

  static let circleSum = HarmonicSum(
    centre: .zero, terms: [Term(harmonic: 1, coefficient: Complex(1))])

  /// The line from −1 to 1, there and back.
  static func retracedLine() -> Curve? {
    try? Curve(
      closing: Subpath(
        start: Complex(-1), segments: [.line(LineSegment(start: Complex(-1), end: Complex(1)))]))
  }

  /// Lines, quadratics, cubics (some with doubled control points or a cusp) and arcs through random points.
  static func random(_ seed: Int, pieces: Int) -> Curve? {
    var random = CertificateRandom(seed)
    let corners = (0..<pieces).map { _ in random.point() }
    let segments = corners.indices.map { i -> Segment in
      let (a, b) = (corners[i], corners[(i + 1) % pieces])
      switch Int(random.uniform(0...6)) {
      case 0: return .line(LineSegment(start: a, end: b))
      case 1: return .quadratic(QuadraticBezier(start: a, control: random.point(), end: b))
      case 2: return .cubic(CubicBezier(start: a, control1: a, control2: random.point(), end: b))
      case 3:
        // Crossed legs: a cusp or a small loop.
        let x = b + 2 * Complex(0, 1) * (b - a)
        return .cubic(CubicBezier(start: a, control1: x, control2: a + x - b, end: b))
      case 4:
        let turn = Angle(degrees: random.uniform(0...180))
        let (rx, ry) = (random.uniform(0.1...2), random.uniform(0.1...2))
        return EllipticArc(
          rx: rx, ry: ry, xAxisRotation: turn, largeArc: random.uniform() < 0.5,
          sweep: random.uniform() < 0.5, from: a, to: b
        ).map { .arc($0) } ?? .line(LineSegment(start: a, end: b))
      default:
        return .cubic(
          CubicBezier(start: a, control1: random.point(), control2: random.point(), end: b))
      }
    }
    return closed(segments)
  }

  /// Two strands `gap` apart, joined at both ends: a long thin loop, bent into a horseshoe.
  static func strands(gap: Double) -> Curve? {
    let outer = (0...24).map { Complex(length: 1, phase: Angle(degrees: 300 * Double($0) / 24)) }
    return polygon(outer + outer.reversed().map { $0 * (1 - gap) })
  }

  static func transformed(_ curve: Curve, _ map: PlaneCurves.AffineTransform) -> Curve? {
    closed(curve.path.segments.map { $0.transformed(by: map) })
  }

  /// The `count` largest terms of γ's Fourier series, from 4096 samples.
  static func truncated(_ motion: Motion, arms count: Int, samples: Int = 4096) -> HarmonicSum {
    let transform = FourierTransform(count: samples, direction: .forward)
    let points = (0..<samples).map { motion.point(atTime: Double($0) / Double(samples)) }
    let spectrum = transform(points).map { $0 / Double(samples) }
    let terms = (1..<samples).filter { 2 * $0 != samples }.map {
      Term(harmonic: 2 * $0 < samples ? $0 : $0 - samples, coefficient: spectrum[$0])
    }
    let largest = terms.sorted { $0.coefficient.lengthSquared > $1.coefficient.lengthSquared }
    return HarmonicSum(centre: spectrum[0], terms: Array(largest.prefix(count)))
  }

  /// A map that rests, runs back, jumps, and ends one loop above its start.
  static func restless(_ length: Double) -> TimeMap {
    TimeMap(
      time: [0, 0.2, 0.3, 0.45, 0.55, 0.55, 0.9, 1],
      length: [0, 0.3, 0.3, 0.15, 0.5, 0.7, 1, 1].map { $0 * length })
  }

  static let all: [CertificateCase] = {
    var curves: [(String, Curve?)] = [
      ("square", polygon([Complex(-1, -1), Complex(1, -1), Complex(1, 1), Complex(-1, 1)])),
      ("circle", ellipse(.zero, p: Complex(1), q: Complex(0, 1))),
      ("flat ellipse", ellipse(Complex(3, 2), p: Complex(1, 0.5), q: Complex(0, 0.01))),
      ("retraced line", retracedLine()),
      ("strands", strands(gap: 0.01)),
    ]
    for seed in 0..<5 { curves.append(("random \(seed)", random(seed, pieces: 3 + 2 * seed))) }
    if let base = random(77, pieces: 6) {
      curves.append(("far", transformed(base, .translation(1e6, -2e6))))
      curves.append(("tiny", transformed(base, .scale(1e-9, 1e-9))))
      curves.append(("huge", transformed(base, .scale(1e12, 1e12))))
    }
    var cases: [CertificateCase] = []
    for (name, curve) in curves {
      guard let curve else { continue }
      let steady = Motion(constantSpeed: curve, start: 0.37 * curve.length)
      for arms in [1, 16, 200] {
        cases.append(
          CertificateCase(
            name: "\(name), \(arms) arms", motion: steady, sum: truncated(steady, arms: arms)))
      }
      let restless = Motion(curve: curve, map: restless(curve.length))
      cases.append(
        CertificateCase(
          name: "\(name), restless", motion: restless, sum: truncated(restless, arms: 12)))
    }
    return cases
  }()
}

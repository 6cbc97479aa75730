import EpicycleSpec
import Foundation
import PlaneCurves
import SVGPaths
import Testing

@testable import Epicycles

/// `optimum.lower`: no coefficients on the chosen harmonics come closer.
@Suite struct FitBoundTests {
  static let samples = [
    "cat", "circle", "ellipse", "heart", "infinity", "letter", "pause", "square", "star", "stroke",
    "subpaths",
    "transforms",
  ]

  static func curves(_ name: String) throws -> [Curve] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let data = try Data(contentsOf: root.appendingPathComponent("paths/\(name).svg"))
    let document = try SVGInput.read(bytes: Array(data), options: SVGOptions())
    return try document.shapes.flatMap { shape in
      try shape.subpaths.map { try Curve(closing: $0) }
    }
  }

  /// The bound is true, so it lies below the largest deviation, and close, whatever symmetry the shape has.
  @Test(arguments: samples, [1, 2, 3, 5, 8, 13, 20, 32, 60])
  func theBoundIsWithinTwoPerCent(name: String, clocks: Int) throws {
    for curve in try Self.curves(name) {
      let fit = FitShapeTests.engine(curve, .fixed).fit(clocks: clocks)
      let reached = max(fit.nodeError, FitShapeTests.deviation(fit, curve))
      guard reached > 1e-8 * curve.bounds.diagonal else { continue }
      let lower = try #require(fit.optimumLower)
      #expect(lower <= reached && lower > 0.98 * reached, "\(lower) \(reached)")
    }
  }

  /// Other coefficients on the same harmonics, from random steps away from the best, never come below the bound.
  @Test(arguments: ["square", "star", "heart"])
  func noOtherCoefficientsComeBelow(name: String) throws {
    let curve = try Self.curves(name)[0]
    let fit = FitShapeTests.engine(curve, .fixed).fit(clocks: 12)
    let lower = try #require(fit.optimumLower)
    var chance = CertificateRandom(7)
    for round in 0..<60 {
      let size = lower * pow(10, -Double(round % 4))
      var other = fit
      other.sum.centre += chance.point(size)
      for k in other.sum.terms.indices { other.sum.terms[k].coefficient += chance.point(size) }
      #expect(FitShapeTests.deviation(other, curve, count: 4001) >= lower)
    }
  }

  /// A line there and back at constant speed is a triangle wave of amplitude 1. By symmetry the best a·cos 2πt has its
  /// largest deviations at the turn, 1 − a, and where the slopes agree, sin 2πt = 2/(πa).
  @Test func twoArmsForATriangleWave() throws {
    let curve = try FitShapeTests.polygon([Complex(-1, 0), Complex(1, 0)])
    func inner(_ a: Double) -> Double {
      let x = 2 / (Double.pi * a)
      return (a * a - 4 / (.pi * .pi)).squareRoot() - 1 + 2 / .pi * asin(x)
    }
    var (low, high) = (2 / Double.pi, 1.0)
    for _ in 0..<60 {
      let middle = 0.5 * (low + high)
      if inner(middle) < 1 - middle { low = middle } else { high = middle }
    }
    let fit = FitShapeTests.engine(curve, .fixed).fit(clocks: 2)
    #expect(fit.sum.terms.map(\.harmonic) == [-1, 1])
    let lower = try #require(fit.optimumLower)
    #expect(abs(fit.nodeError - (1 - low)) < 2e-3 * (1 - low))
    #expect(lower <= (1 - low) * (1 + 1e-9) && lower > 0.995 * (1 - low))
  }

  /// A regular polygon at constant speed and one arm: by symmetry a circle about the centre, of one unknown radius.
  @Test(arguments: 3...8)
  func oneArmForARegularPolygon(corners: Int) throws {
    let half = Double.pi / Double(corners)
    let curve = try FitShapeTests.polygon(
      (0..<corners).map { Complex(length: 1, phase: Angle(radians: 2 * half * Double($0))) })
    // From the middle of a side: distance and height along it against the arm at the same time.
    func worst(_ radius: Double) -> Double {
      (0...2000).reduce(0) { worst, j in
        let share = Double(j) / 2000
        let arm = Complex(length: radius, phase: Angle(radians: half * share))
        return max(worst, (Complex(cos(half), sin(half) * share) - arm).length)
      }
    }
    let best = stride(from: 0.3, to: 1.2, by: 1e-4).map(worst).min() ?? 0
    let fit = FitShapeTests.engine(curve, .fixed).fit(clocks: 1)
    let lower = try #require(fit.optimumLower)
    #expect(abs(fit.nodeError - best) < 4e-3 * best)
    #expect(lower <= best + 1e-4 && lower > 0.99 * best)
  }
}

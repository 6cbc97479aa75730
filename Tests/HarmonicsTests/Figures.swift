import Foundation
import PlaneCurves

/// A closed polygon at constant speed, with its exact Fourier coefficients.
struct Polygon {
  let vertices: [Complex]
  /// Arc lengths of the vertices, and at last of the end.
  let ends: [Double]

  init(_ vertices: [Complex]) {
    self.vertices = vertices
    var ends = [0.0]
    for (index, vertex) in vertices.enumerated() {
      ends.append((ends.last ?? 0) + (vertices[(index + 1) % vertices.count] - vertex).length)
    }
    self.ends = ends
  }

  static let square = Polygon([Complex(1, 1), Complex(-1, 1), Complex(-1, -1), Complex(1, -1)])

  static func random(_ count: Int, _ random: inout SplitMix64) -> Polygon {
    Polygon(
      (0..<count).map { _ in
        Complex(Double.random(in: -50...50, using: &random), Double.random(in: 0...30, using: &random))
      })
  }

  var length: Double { ends[ends.count - 1] }

  private func direction(_ side: Int) -> Complex {
    let vector = vertices[(side + 1) % vertices.count] - vertices[side]
    return vector / vector.length
  }

  /// The sum of the outer angles.
  var turning: Double {
    vertices.indices.reduce(0) { sum, side in
      let (a, b) = (direction(side), direction((side + 1) % vertices.count))
      return sum + abs(atan2(Complex.cross(a, b), Complex.dot(a, b)))
    }
  }

  /// cₙ as Kuhl and Giardina (1982) integrate it, in complex form:
  /// −L/(2πn)²·Σ uⱼ(exp(−2πin·tⱼ) − exp(−2πin·tⱼ₊₁)), u the directions of the sides, t = s/L; n ≠ 0.
  func coefficient(_ n: Int) -> Complex {
    func turned(_ s: Double) -> Complex {
      Complex(length: 1, phase: Angle(radians: -2 * .pi * (Double(n) * s / length).remainder(dividingBy: 1)))
    }
    let sum = vertices.indices.reduce(Complex.zero) {
      $0 + direction($1) * (turned(ends[$1]) - turned(ends[$1 + 1]))
    }
    let rate = 2 * .pi * Double(n)
    return sum * (-length / (rate * rate))
  }

  func samples(_ count: Int, start: Double = 0) -> [Complex] {
    var side = 0
    var wraps = 0.0
    return (0..<count).map { m in
      var s = start + length * Double(m) / Double(count) - wraps
      while s >= ends[side + 1] {
        side += 1
        if side == vertices.count {
          side = 0
          wraps += length
          s -= length
        }
      }
      return vertices[side] + direction(side) * (s - ends[side])
    }
  }
}

func randomComplex(_ random: inout SplitMix64) -> Complex {
  Complex(Double.random(in: -1...1, using: &random), Double.random(in: -1...1, using: &random))
}

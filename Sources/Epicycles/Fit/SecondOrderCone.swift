import PlaneCurves

/// A vector of the space of the second-order cone, head ≥ |tail|.
struct Cone {
  var head: Double
  var tail: Complex

  /// head² − |tail|², which is above 0 inside the cone.
  @inline(__always) var determinant: Double {
    let length = tail.length
    return (head - length) * (head + length)
  }

  /// The Jordan product.
  @inline(__always) func times(_ other: Cone) -> Cone {
    Cone(
      head: head * other.head + Complex.dot(tail, other.tail),
      tail: other.tail * head + tail * other.head)
  }

  /// The v with self.times(v) = `product`.
  @inline(__always) func quotient(_ product: Cone) -> Cone {
    let first = (head * product.head - Complex.dot(tail, product.tail)) / determinant
    return Cone(head: first, tail: (product.tail - tail * first) / head)
  }

  /// The largest share of `change` that keeps self + share·change in the cone.
  @inline(__always) func room(_ change: Cone) -> Double {
    let a = determinant
    let b = head * change.head - Complex.dot(tail, change.tail)
    let c = change.head * change.head - change.tail.lengthSquared
    let root = b * b - a * c
    if root < 0 { return .infinity }
    if b <= 0 { return a / (root.squareRoot() - b) }
    return c < 0 ? -(b + root.squareRoot()) / c : .infinity
  }
}

/// Nesterov and Todd's scaling of one row, W = β·[[w₀, wᵀ], [w, 1 + w·wᵀ/(1 + w₀)]], which takes the dual (weight,
/// y) and the inverse of which takes the primal (ε, r) to one and the same `point`.
struct ConicScaling {
  var beta: Double
  var head: Double
  var tail: Complex
  var point: Cone

  init(_ s: Cone, _ z: Cone) {
    let a = s.determinant
    let b = z.determinant
    let (ra, rb) = (a.squareRoot(), b.squareRoot())
    let gamma = (0.5 + 0.5 * (s.head * z.head + Complex.dot(s.tail, z.tail)) / (ra * rb)).squareRoot()
    head = (s.head / ra + z.head / rb) / (2 * gamma)
    tail = (s.tail / ra - z.tail / rb) / (2 * gamma)
    beta = (ra / rb).squareRoot()
    point = Cone(head: 0, tail: .zero)
    point = scaled(z)
  }

  /// W⁻² of a row: how ε costs, what it pulls at, and how the drawn point costs.
  var metric: (corner: Double, border: Complex, point: RowMetric) {
    let square = 1 / (beta * beta)
    let length = tail.length
    return (
      square * (2 * head * head - 1), tail * (-2 * head * square),
      RowMetric(
        direction: length > 1e-300 ? tail / length : .one, along: square * (1 + 2 * length * length),
        across: square)
    )
  }

  /// W⁻²·(0, −u), and its own part along −u.
  func slideColumn(_ direction: Complex) -> (v: Cone, along: Double) {
    let square = 1 / (beta * beta)
    let t = direction.conjugate * tail
    let along = square * (1 + 2 * t.real * t.real)
    return (
      Cone(
        head: 2 * head * t.real * square,
        tail: -direction * Complex(along, 2 * t.real * t.imaginary * square)), along
    )
  }

  /// The same when a slide of that stiffness is eliminated; written so that nothing cancels.
  func metric(_ direction: Complex, stiffness d: Double) -> (
    corner: Double, border: Complex, point: RowMetric
  ) {
    let square = 1 / (beta * beta)
    let t = direction.conjugate * tail
    let (along, across) = (1 + 2 * t.real * t.real, 1 + 2 * t.imaginary * t.imaginary)
    let k = square * along + d
    let share = square / k
    let determinant = 1 + 2 * tail.lengthSquared
    return (
      share * (square * across + (2 * head * head - 1) * d),
      direction * Complex(t.real * d, t.imaginary * (square + d)) * (-2 * head * share),
      RowMetric(
        axis: direction, along: along * d * share, mixed: 2 * t.real * t.imaginary * d * share,
        across: (square * determinant + across * d) * share, determinant: d * determinant * square * share)
    )
  }

  /// W·v.
  @inline(__always) func scaled(_ v: Cone) -> Cone {
    let along = Complex.dot(tail, v.tail)
    return Cone(
      head: beta * (head * v.head + along), tail: (v.tail + tail * (v.head + along / (1 + head))) * beta)
  }

  /// W⁻¹·v.
  @inline(__always) func unscaled(_ v: Cone) -> Cone {
    let along = Complex.dot(tail, v.tail)
    return Cone(
      head: (head * v.head - along) / beta, tail: (v.tail + tail * (along / (1 + head) - v.head)) / beta)
  }
}

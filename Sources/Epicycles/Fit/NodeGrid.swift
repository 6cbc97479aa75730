import PlaneCurves

/// Places on a curve, each with the time at which it is drawn, in the order of travel once round.
///
/// Points are in units of the curve's diagonal, from the centre of its box.
struct NodeGrid: Sendable {
  /// Rising arc lengths in user units, over less than one round.
  let lengths: [Double]
  /// Rising times in loops, over less than one loop.
  let times: [Double]
  let points: [Complex]
  /// The share of the curve's length from each node to the next; they sum to 1.
  let shares: [Double]

  /// The places reached at `count` equally spaced times, every corner, and places around each corner that are
  /// the denser the nearer they are, since a drawn corner is round on the scale of the error. Where there are more
  /// corners than equally spaced times, those stand for all of them.
  /// - Parameters:
  ///   - map: strictly rising, once round.
  ///   - resolution: the error to be resolved, in diagonals.
  init(curve: ScaledCurve, map: TimeMap, count: Int, resolution: Double) {
    let length = curve.curve.length
    let start = map.length[0]
    func wrapped(_ s: Double) -> Double { s + ((start - s) / length).rounded(.up) * length }
    let uniform = interpolate(
      (0..<count).map { Double($0) / Double(count) }, from: map.time, to: map.length)
    let corners = curve.curve.corners.count > count ? [] : curve.curve.corners.map(wrapped)
    var places: [(length: Double, isCorner: Bool)] = uniform.map { ($0, false) }
    places += corners.map { ($0, true) }
    let coarsest = length / Double(count)
    for (corner, turn) in zip(corners, curve.turns) {
      let finest = resolution * curve.diagonal / turn
      var (distance, spacing) = (finest, finest)
      while spacing < coarsest {
        places.append((wrapped(corner + distance), false))
        places.append((wrapped(corner - distance), false))
        spacing = max(finest, 0.25 * distance)
        distance += spacing
      }
    }
    places.sort { $0.length < $1.length }
    places.removeAll { $0.length >= start + length }
    let clearance = 0.3 * min(resolution * curve.diagonal / .pi, coarsest)
    var kept: [(length: Double, isCorner: Bool)] = []
    for place in places {
      if let last = kept.last, place.length - last.length < clearance {
        if !place.isCorner { continue }
        if !last.isCorner { kept.removeLast() }
        if let last = kept.last, place.length - last.length < 1e-12 * length { continue }
      }
      kept.append(place)
    }
    let lengths = kept.map(\.length)
    self.lengths = lengths
    times = interpolate(lengths, from: map.length, to: map.time)
    points = lengths.map { curve.point(atLength: $0) }
    shares = lengths.indices.map { j in
      let following = j + 1 < lengths.count ? lengths[j + 1] : lengths[0] + length
      return (following - lengths[j]) / length
    }
  }

  /// The piecewise linear map through all nodes when they are drawn at `times`.
  func map(times: [Double], length: Double) -> TimeMap {
    let shift = times[0].rounded(.down)
    let reduced = times.map { $0 - shift }
    let first = reduced.firstIndex { $0 >= 1 } ?? reduced.count
    var time = reduced[first...].map { $0 - 1 } + reduced[..<first]
    var arc = lengths[first...].map { $0 - length } + lengths[..<first]
    let (lastTime, lastLength) = (time[time.count - 1] - 1, arc[arc.count - 1] - length)
    if time[0] > 0 {
      let share = -lastTime / (time[0] - lastTime)
      arc.insert(lastLength + share * (arc[0] - lastLength), at: 0)
      time.insert(0, at: 0)
    }
    time.append(1)
    arc.append(arc[0] + length)
    return TimeMap(time: time, length: arc)
  }
}

/// A curve in units of its diagonal, from the centre of its box.
struct ScaledCurve: Sendable {
  let curve: Curve
  let centre: Complex
  let diagonal: Double
  /// The angle in radians, above 0, by which the tangent turns at each of the curve's corners.
  let turns: [Double]

  init(_ curve: Curve) {
    self.curve = curve
    centre = curve.bounds.centre
    diagonal = curve.bounds.diagonal
    let near = 1e-6 * curve.length
    turns = curve.corners.map { corner in
      let place = curve.point(atLength: corner)
      let before = place - curve.point(atLength: corner - near)
      let after = curve.point(atLength: corner + near) - place
      return max(abs((before.conjugate * after).phase.radians), 1e-3)
    }
  }

  func point(atLength s: Double) -> Complex { (curve.point(atLength: s) - centre) / diagonal }
}

/// The values at rising `queries` of the piecewise linear function through (x, y), x rising.
func interpolate(_ queries: [Double], from x: [Double], to y: [Double]) -> [Double] {
  var k = 0
  return queries.map { query in
    while k + 2 < x.count, x[k + 1] < query { k += 1 }
    let span = x[k + 1] - x[k]
    guard span > 0 else { return y[k + 1] }
    return y[k] + (y[k + 1] - y[k]) * ((query - x[k]) / span)
  }
}

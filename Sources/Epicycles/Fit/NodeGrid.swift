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

  /// The places reached at `count` equally spaced times, and every corner; other nodes are dropped where a
  /// corner is nearer in time than 0.3 steps.
  /// - Parameter map: strictly rising, once round.
  init(curve: ScaledCurve, map: TimeMap, count: Int) {
    let length = curve.curve.length
    let start = map.length[0]
    let corners = curve.curve.corners.map { corner in
      corner + ((start - corner) / length).rounded(.up) * length
    }.filter { $0 < start + length }.sorted()
    let cornerTimes = interpolate(corners, from: map.length, to: map.time)
    let uniform = (0..<count).map { Double($0) / Double(count) }
    let uniformLengths = interpolate(uniform, from: map.time, to: map.length)
    var nodes: [(time: Double, length: Double)] = []
    let clearance = 0.3 / Double(count)
    var next = 0
    for j in 0..<count {
      while next < corners.count, cornerTimes[next] <= uniform[j] {
        nodes.append((cornerTimes[next], corners[next]))
        next += 1
      }
      let before = next > 0 ? uniform[j] - cornerTimes[next - 1] : .infinity
      let after = next < corners.count ? cornerTimes[next] - uniform[j] : .infinity
      if before > clearance, after > clearance { nodes.append((uniform[j], uniformLengths[j])) }
    }
    while next < corners.count {
      nodes.append((cornerTimes[next], corners[next]))
      next += 1
    }
    var kept: [(time: Double, length: Double)] = []
    for node in nodes where kept.last.map({ node.length - $0.length > 1e-12 * length }) ?? true {
      kept.append(node)
    }
    lengths = kept.map(\.length)
    times = kept.map(\.time)
    points = kept.map { curve.point(atLength: $0.length) }
    shares = kept.indices.map { j in
      let following = j + 1 < kept.count ? kept[j + 1].length : kept[0].length + length
      return (following - kept[j].length) / length
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

  init(_ curve: Curve) {
    self.curve = curve
    centre = curve.bounds.centre
    diagonal = curve.bounds.diagonal
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

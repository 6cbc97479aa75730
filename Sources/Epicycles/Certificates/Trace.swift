import PlaneCurves

/// A curve that can be cut as finely as wanted: z by time, γ by arc length.
protocol Trace {
  /// The point at parameter `x`, which lies in the piece.
  func point(at x: Double, in piece: Int) -> Complex
  /// A bound, over the parameters between `from` and `to`, of the distance between the curve and the point of
  /// its chord at the same share of the way.
  func deviation(from: Double, to: Double, in piece: Int) -> Double
}

/// A part of a trace between two of its points, and the deviation from its chord.
struct TraceArc: Sendable {
  var piece: Int
  var from: Double
  var to: Double
  var start: Complex
  var end: Complex
  var deviation: Double
}

struct DrawnTrace: Trace {
  let z: HarmonicExpansion

  @inline(__always)
  func point(at x: Double, in piece: Int) -> Complex { z.point(atTime: x, in: piece) }
  @inline(__always)
  func deviation(from: Double, to: Double, in piece: Int) -> Double {
    let (value, spread) = z.bend(atTime: 0.5 * (from + to), in: piece, duration: to - from)
    return 0.5 * (value.length + spread) * (1 + 0x1p-40)
  }
}

struct ExactTrace: Trace {
  let path: PathPolynomials

  @inline(__always)
  func point(at x: Double, in piece: Int) -> Complex { path.point(atLength: x, in: piece) }
  @inline(__always)
  func deviation(from: Double, to: Double, in piece: Int) -> Double {
    let (value, spread) = path.bend(atLength: 0.5 * (from + to), in: piece, run: to - from)
    return 0.5 * (value.length + spread) * (1 + 0x1p-40)
  }
}

extension Trace {
  func arc(from: Double, to: Double, in piece: Int) -> TraceArc {
    TraceArc(
      piece: piece, from: from, to: to, start: point(at: from, in: piece), end: point(at: to, in: piece),
      deviation: deviation(from: from, to: to, in: piece))
  }

  /// The two halves; `nil` where the parameter can't be halved.
  @inline(__always)
  func halves(of arc: TraceArc) -> (TraceArc, TraceArc)? {
    let middle = 0.5 * (arc.from + arc.to)
    guard min(arc.from, arc.to) < middle, middle < max(arc.from, arc.to) else { return nil }
    let point = point(at: middle, in: arc.piece)
    var (first, second) = (arc, arc)
    (first.to, first.end) = (middle, point)
    (second.from, second.start) = (middle, point)
    first.deviation = deviation(from: first.from, to: first.to, in: arc.piece)
    second.deviation = deviation(from: second.from, to: second.to, in: arc.piece)
    return (first, second)
  }

  /// The arcs cut in order until each keeps to its chord within `tolerance`, or there are `limit` of them.
  func flattened(_ arcs: [TraceArc], tolerance: Double, limit: Int) -> [TraceArc] {
    var result: [TraceArc] = []
    result.reserveCapacity(arcs.count)
    var pending: [TraceArc] = []
    for (index, arc) in arcs.enumerated() {
      pending.append(arc)
      while let next = pending.popLast() {
        let waiting = result.count + pending.count + arcs.count - index
        if next.deviation > tolerance, waiting < limit, let (first, second) = halves(of: next) {
          pending.append(second)
          pending.append(first)
        } else {
          result.append(next)
        }
      }
    }
    return result
  }
}

extension Comparison {
  /// z once round, one arc for each cell.
  func drawnArcs() -> [TraceArc] {
    let trace = DrawnTrace(z: z)
    let count = Double(z.cellCount)
    return (0..<z.cellCount).map { cell in
      trace.arc(from: Double(cell) / count, to: Double(cell + 1) / count, in: cell)
    }
  }

  /// The way that γ runs, in order; a rest is an arc without length.
  func exactArcs() -> [TraceArc] {
    let trace = ExactTrace(path: path)
    return runs.map { trace.arc(from: $0.startLength, to: $0.endLength, in: $0.piece) }
  }
}

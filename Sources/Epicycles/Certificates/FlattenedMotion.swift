import PlaneCurves

/// A motion as a chain of chords in time, in common coordinates, cyclic: at every time the point of the chord lies
/// within `deviation` of the motion's. Where the motion jumps the chain is broken.
struct FlattenedMotion: Sendable {
  let deviation: Double
  /// From 0 to 1, never falling; two knots at one time are a jump.
  private let times: [Double]
  private let points: [SIMD2<Double>]

  /// A place of the motion: the time is any real number, counted on beyond the loop.
  struct Place {
    var time: Double
    var point: SIMD2<Double>
    /// From the point that was asked about.
    var distance: Double
  }

  /// - Parameters:
  ///   - tolerance: the deviation aimed at.
  ///   - limit: the most chords; `deviation` can be larger because of it.
  init(_ comparison: Comparison, tolerance: Double, limit: Int) {
    let trace = ExactTrace(path: comparison.path)
    var times: [Double] = []
    var points: [SIMD2<Double>] = []
    var deviation = 0.0
    let near = 4 * comparison.uncertainty
    func knot(_ time: Double, _ point: SIMD2<Double>) {
      if let last = points.last, times.last == time, ((last - point) * (last - point)).sum() <= near * near {
        return
      }
      times.append(time)
      points.append(point)
    }
    for (index, run) in comparison.runs.enumerated() where run.endTime > run.startTime {
      let whole = trace.arc(from: run.startLength, to: run.endLength, in: run.piece)
      let room = limit - times.count - (comparison.runs.count - index)
      let arcs = trace.flattened([whole], tolerance: tolerance, limit: max(1, room))
      knot(run.startTime, whole.start.vector)
      for arc in arcs {
        deviation = max(deviation, arc.deviation)
        let share =
          arc.to == run.endLength ? 1 : (arc.to - run.startLength) / (run.endLength - run.startLength)
        let time = share == 1 ? run.endTime : run.startTime + (run.endTime - run.startTime) * share
        knot(time, arc.end.vector)
      }
    }
    self.times = times
    self.points = points
    self.deviation = deviation
  }

  private var chordCount: Int { times.count - 1 }

  /// The chord that a time lies on, counted on beyond the loop.
  private func chord(at time: Double) -> Int {
    let turn = time.rounded(.down)
    let rest = time - turn
    let next = times.partitioningIndex { $0 > rest }
    return min(max(next - 1, 0), chordCount - 1) + Int(turn) * chordCount
  }

  /// Calls `visit` with the part of each chord that lies in the window, which has to have a length.
  @inline(__always)
  private func forEachChord(
    from: Double, to: Double,
    _ visit: (_ t0: Double, _ p0: SIMD2<Double>, _ t1: Double, _ p1: SIMD2<Double>) -> Void
  ) {
    var k = chord(at: from)
    while true {
      let turn = k >= 0 ? k / chordCount : (k - chordCount + 1) / chordCount
      let index = k - turn * chordCount
      let (t0, t1) = (times[index] + Double(turn), times[index + 1] + Double(turn))
      if t0 >= to { return }
      k += 1
      let (low, high) = (max(from, t0), min(to, t1))
      guard high > low else { continue }
      let (p0, p1) = (points[index], points[index + 1])
      let slope = (p1 - p0) / (t1 - t0)
      visit(
        low, low == t0 ? p0 : p0 + slope * (low - t0), high, high == t1 ? p1 : p0 + slope * (high - t0))
    }
  }

  /// The place nearest to `p` in a window of time.
  func nearest(to p: SIMD2<Double>, from: Double, to: Double) -> Place {
    var best = Place(time: from, point: p, distance: .infinity)
    forEachChord(from: from, to: to) { t0, p0, t1, p1 in
      let chord = p1 - p0
      let square = (chord * chord).sum()
      let share = square > 0 ? min(1, max(0, ((p - p0) * chord).sum() / square)) : 0.5
      let point = p0 + chord * share
      let distance = ((p - point) * (p - point)).sum()
      if distance < best.distance {
        best = Place(time: t0 + (t1 - t0) * share, point: point, distance: distance)
      }
    }
    best.distance = best.distance.squareRoot()
    return best
  }

  /// The largest distance in a window of time from `p`, or from `q` if that is larger.
  func farthest(from p: SIMD2<Double>, _ q: SIMD2<Double>, from: Double, to: Double) -> Double {
    var largest = 0.0
    forEachChord(from: from, to: to) { _, p0, _, p1 in
      for end in [p0, p1] {
        largest = max(largest, ((end - p) * (end - p)).sum(), ((end - q) * (end - q)).sum())
      }
    }
    return largest.squareRoot()
  }

  /// The largest distance between a point that goes evenly from `p` to `q` and the motion while that goes from one
  /// time to another, forwards or back.
  func largestDistance(_ p: SIMD2<Double>, _ q: SIMD2<Double>, from: Double, to: Double) -> Double {
    var largest = 0.0
    let span = to - from
    func visit(_ time: Double, _ point: SIMD2<Double>) {
      let meant = p + (q - p) * ((time - from) / span)
      largest = max(largest, ((meant - point) * (meant - point)).sum())
    }
    forEachChord(from: min(from, to), to: max(from, to)) { t0, p0, t1, p1 in
      visit(t0, p0)
      visit(t1, p1)
    }
    return largest.squareRoot()
  }
}

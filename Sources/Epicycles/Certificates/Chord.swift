import PlaneCurves

/// A straight line between two points of a curve, in the curve's direction.
///
/// Curve and chord can be run through side by side, neither ever turning back, so that no two places at a time are
/// further apart than `deviation`: the Fréchet distance between the two is no larger.
struct Chord: Sendable {
  var start: Complex
  var end: Complex
  var deviation: Double
}

extension TraceArc {
  var chord: Chord { Chord(start: start, end: end, deviation: deviation) }
}

extension Array where Element == TraceArc {
  /// Chords in the same order, as few as come easily, each for one arc or several that follow each other: a path of
  /// many short segments becomes few chords. None deviates by more than `tolerance`, or its only arc does.
  func chords(tolerance: Double) -> [Chord] {
    var chords: [Chord] = []
    var first = 0
    while first < count {
      var best = self[first].chord
      var (taken, step) = (1, 1)
      var growing = best.deviation <= tolerance
      // Ever longer while it goes well, then shorter.
      while step > 0, growing || taken > 1 {
        let wanted = taken + step
        if first + wanted <= count, let longer = chord(first..<first + wanted, tolerance: tolerance) {
          (best, taken) = (longer, wanted)
          step = growing ? 2 * step : step / 2
        } else {
          growing = false
          step /= 2
        }
      }
      chords.append(best)
      first += taken
    }
    return chords
  }

  /// The chord of several arcs; nil where they don't follow each other, or deviate by more than `tolerance`.
  ///
  /// Every end of an arc goes with the nearest place of the chord that isn't behind the last one's, and what lies
  /// between with what lies between: there no distance is above the larger of the ends' plus the arc's own.
  private func chord(_ range: Range<Int>, tolerance: Double) -> Chord? {
    let (start, end) = (self[range.lowerBound].start, self[range.upperBound - 1].end)
    let direction = (end - start).vector
    let square = (direction * direction).sum()
    var (share, distance, deviation) = (0.0, 0.0, 0.0)
    for index in range {
      let arc = self[index]
      if index > range.lowerBound, arc.start != self[index - 1].end { return nil }
      let offset = (arc.end - start).vector
      share =
        index == range.upperBound - 1 || !(square > 0)
        ? 1 : Swift.min(1, Swift.max(share, (offset * direction).sum() / square))
      let rest = offset - share * direction
      let next = (rest * rest).sum().squareRoot()
      deviation = Swift.max(deviation, Swift.max(distance, next) + arc.deviation)
      guard deviation <= tolerance else { return nil }
      distance = next
    }
    return Chord(start: start, end: end, deviation: deviation * (1 + 0x1p-40))
  }
}

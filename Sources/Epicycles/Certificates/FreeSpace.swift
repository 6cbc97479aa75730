import PlaneCurves

/// The free space of two closed chains of chords (Alt & Godau 1995): the pairs of places that lie within a given
/// distance of each other. Rows are the chords of `drawn`, columns those of `exact`, both cyclic.
///
/// The cyclic Fréchet distance is at most ε if a path that never falls leads from a pair (0, s) to (n, s + m).
/// Where `exact` jumps from the end of a chord to the start of another, the place in `drawn` at that moment has
/// to be within ε of both.
struct FreeSpace {
  enum Verdict { case within, beyond, unclear }

  private let rows: [Edge]
  private let columns: [Edge]

  /// A chord with what the distance to it needs.
  private struct Edge {
    var start: SIMD2<Double>
    var end: SIMD2<Double>
    var direction: SIMD2<Double>
    var inverseSquare: Double

    init(_ chord: Chord) {
      (start, end) = (chord.start.vector, chord.end.vector)
      direction = end - start
      let square = (direction * direction).sum()
      inverseSquare = square > 1e-200 ? 1 / square : 0
    }

    /// The shares of the chord that lie within the distance of `p`; empty where low > high.
    @inline(__always)
    func free(around p: SIMD2<Double>, square: Double) -> Interval {
      let offset = p - start
      let middle = (offset * direction).sum() * inverseSquare
      let rest = offset - middle * direction
      let room = square - (rest * rest).sum()
      guard room >= 0 else { return .empty }
      guard inverseSquare > 0 else { return Interval(low: 0, high: 1) }
      let half = (room * inverseSquare).squareRoot()
      return Interval(low: max(0, middle - half), high: min(1, middle + half))
    }

    /// The nearest share of the chord, and its squared distance.
    @inline(__always)
    func nearest(to p: SIMD2<Double>) -> (share: Double, square: Double) {
      let offset = p - start
      let share = min(1, max(0, (offset * direction).sum() * inverseSquare))
      let rest = offset - share * direction
      return (share, (rest * rest).sum())
    }
  }

  private struct Interval {
    var low: Double
    var high: Double
    static let empty = Interval(low: 1, high: 0)
    var isEmpty: Bool { low > high }
  }

  /// The part of a row's lower border in one column that can be reached; columns count on beyond one round.
  private struct Reached {
    var column: Int
    var part: Interval
  }

  private struct Place {
    var column: Int
    var share: Double
  }

  /// Columns next to each other that are free around one point, and the nearest place in them.
  private struct Strand {
    var parts: [Reached]
    var nearest: Place
    var square: Double
  }

  init(drawn: [Chord], exact: [Chord]) {
    rows = drawn.map(Edge.init)
    columns = exact.map(Edge.init)
  }

  /// Whether the cyclic Fréchet distance of the chains is at most `distance`.
  ///
  /// `within` and `beyond` are both certain: in the one case a path leads from some place to itself, in the other
  /// none leads even from any of the places that are left to any other.
  /// - Parameter budget: how many cells may be looked at; lowered by those that were.
  func decide(_ distance: Double, budget: inout Int) -> Verdict {
    guard distance > 0 else { return .unclear }
    let square = distance * distance
    var anchors: [(row: Int, strands: [Strand])] = []
    let tries = min(rows.count, 16)
    for k in 0..<tries {
      let row = k * rows.count / tries
      let strands = strands(around: rows[row].start, square: square)
      if strands.isEmpty { return .beyond }
      anchors.append((row, strands))
      budget -= columns.count / 4
    }
    // Few strands leave little to choose; among those, a near place is a good one.
    let order = anchors.indices.sorted { i, j in
      let (a, b) = (anchors[i].strands, anchors[j].strands)
      if a.count != b.count { return a.count < b.count }
      let (nearA, nearB) = (
        a.reduce(.infinity) { min($0, $1.square) }, b.reduce(.infinity) { min($0, $1.square) }
      )
      return nearA != nearB ? nearA < nearB : i < j
    }
    for index in order.prefix(3) {
      let (row, strands) = anchors[index]
      for strand in strands.sorted(by: { ($0.square, $0.nearest.column) < ($1.square, $1.nearest.column) })
        .prefix(8)
      {
        guard budget > 0 else { return .unclear }
        if closes(from: strand.nearest, row: row, square: square, budget: &budget) { return .within }
      }
    }
    guard let (row, strands) = order.first.map({ anchors[$0] }) else { return .unclear }
    var verdict = Verdict.beyond
    for strand in strands {
      switch narrowed(strand.parts, row: row, square: square, budget: &budget) {
      case .within: return .within
      case .unclear: verdict = .unclear
      case .beyond: break
      }
      guard budget > 0 else { return .unclear }
    }
    return verdict
  }

  /// Whether a path leads from `place` at `row` once round to itself.
  private func closes(from place: Place, row: Int, square: Double, budget: inout Int) -> Bool {
    let free = columns[place.column % columns.count].free(around: rows[row].start, square: square)
    guard !free.isEmpty else { return false }
    let share = min(max(place.share, free.low), free.high)
    let start = Reached(column: place.column, part: Interval(low: share, high: free.high))
    let last = place.column + columns.count
    let reached = swept(from: [start], row: row, lastColumn: last, square: square, budget: &budget)
    return reached.contains { $0.column == last && $0.part.low <= share && share <= $0.part.high }
  }

  /// Looks for a place in `parts` from which a path leads once round to itself.
  ///
  /// Such a place lies no lower than the lowest place that paths from any of the parts reach: what is below can
  /// be left out, again and again, until the lowest place is one, or nothing is left.
  private func narrowed(_ parts: [Reached], row: Int, square: Double, budget: inout Int) -> Verdict {
    var parts = parts
    for _ in 0..<12 {
      guard let first = parts.first, let last = parts.last else { return .beyond }
      let reached = swept(
        from: parts, row: row, lastColumn: last.column + columns.count, square: square, budget: &budget)
      guard budget > 0 else { return .unclear }
      guard let lowest = lowest(in: reached, of: parts) else { return .beyond }
      if closes(from: lowest, row: row, square: square, budget: &budget) { return .within }
      if lowest.column == first.column && lowest.share <= first.part.low { break }
      parts.removeAll { $0.column < lowest.column }
      if parts.first?.column == lowest.column {
        parts[0].part.low = max(parts[0].part.low, lowest.share)
      }
    }
    return .unclear
  }

  /// The lowest place of `parts` that is among `ends`, one round on.
  private func lowest(in ends: [Reached], of parts: [Reached]) -> Place? {
    var index = 0
    for end in ends {
      while index < parts.count, parts[index].column + columns.count < end.column { index += 1 }
      guard index < parts.count else { return nil }
      let part = parts[index]
      let low = max(part.part.low, end.part.low)
      if part.column + columns.count == end.column, low <= min(part.part.high, end.part.high) {
        return Place(column: part.column, share: low)
      }
    }
    return nil
  }

  private func strands(around p: SIMD2<Double>, square: Double) -> [Strand] {
    var found: [Strand] = []
    var joins = false
    for (column, edge) in columns.enumerated() {
      let free = edge.free(around: p, square: square)
      if free.isEmpty {
        joins = false
        continue
      }
      let near = edge.nearest(to: p)
      let part = Reached(column: column, part: free)
      if joins, free.low == 0 {
        let last = found.count - 1
        found[last].parts.append(part)
        if near.square < found[last].square {
          (found[last].nearest, found[last].square) = (Place(column: column, share: near.share), near.square)
        }
      } else {
        found.append(
          Strand(parts: [part], nearest: Place(column: column, share: near.share), square: near.square))
      }
      joins = free.high == 1
    }
    // The last strand goes on in the first.
    if found.count > 1, joins, let first = found.first, let part = first.parts.first, part.column == 0,
      part.part.low == 0
    {
      var whole = found.removeLast()
      for part in first.parts {
        whole.parts.append(Reached(column: part.column + columns.count, part: part.part))
      }
      if first.square < whole.square {
        (whole.nearest, whole.square) = (first.nearest, first.square)
      }
      found[0] = whole
    }
    return found
  }

  /// The places on the upper border of the last row, once round from `row`, that paths from `start` reach.
  private func swept(
    from start: [Reached], row: Int, lastColumn: Int, square: Double, budget: inout Int
  ) -> [Reached] {
    var reached = start
    var next: [Reached] = []
    let (n, m) = (rows.count, columns.count)
    for step in 0..<n where !reached.isEmpty {
      guard budget > 0 else { return [] }
      let edge = rows[(row + step) % n]
      let top = rows[(row + step + 1) % n].start
      next.removeAll(keepingCapacity: true)
      var index = 0
      var left = Interval.empty
      var column = 0
      while true {
        if left.isEmpty {
          guard index < reached.count else { break }
          column = reached[index].column
        }
        guard column <= lastColumn else { break }
        var bottom = Interval.empty
        if index < reached.count, reached[index].column == column {
          bottom = reached[index].part
          index += 1
        }
        let slot = column % m
        let chord = columns[slot]
        budget -= 1

        var upper = chord.free(around: top, square: square)
        if left.isEmpty { upper.low = max(upper.low, bottom.low) }
        if !upper.isEmpty { next.append(Reached(column: column, part: upper)) }

        var right = edge.free(around: chord.end, square: square)
        let beyond = columns[slot + 1 == m ? 0 : slot + 1].start
        if beyond != chord.end {
          let other = edge.free(around: beyond, square: square)
          right = Interval(low: max(right.low, other.low), high: min(right.high, other.high))
        }
        if bottom.isEmpty { right.low = max(right.low, left.low) }
        left = right
        column += 1
      }
      swap(&reached, &next)
    }
    return reached
  }
}

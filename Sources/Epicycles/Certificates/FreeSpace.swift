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

    init(_ arc: TraceArc) {
      (start, end) = (arc.start.vector, arc.end.vector)
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

  /// Columns next to each other that are free around one point, and the nearest place in them.
  private struct Strand {
    var parts: [Reached]
    var column: Int
    var share: Double
    var square: Double
  }

  init(drawn: [TraceArc], exact: [TraceArc]) {
    rows = drawn.map(Edge.init)
    columns = exact.map(Edge.init)
  }

  /// Whether the cyclic Fréchet distance of the chains is at most `distance`.
  ///
  /// `beyond` is certain, and so is `within`: the first because no path leads even from any start in a strand to
  /// any end in it, the second because one leads from the nearest place in a strand to itself.
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
    for (rank, index) in order.prefix(3).enumerated() {
      let (row, strands) = anchors[index]
      for strand in strands.sorted(by: { ($0.square, $0.column) < ($1.square, $1.column) }).prefix(8) {
        guard budget > 0 else { return .unclear }
        if closes(from: strand, row: row, square: square, budget: &budget) { return .within }
      }
      if rank == 0 {
        var possible = false
        for strand in strands where !possible {
          possible = returns(to: strand, row: row, square: square, budget: &budget)
          guard budget > 0 else { return .unclear }
        }
        if !possible { return .beyond }
      }
    }
    return .unclear
  }

  /// Whether a path leads from the nearest place of the strand at `row` once round to itself.
  private func closes(from strand: Strand, row: Int, square: Double, budget: inout Int) -> Bool {
    let free = columns[strand.column].free(around: rows[row].start, square: square)
    let share = min(max(strand.share, free.low), free.high)
    let start = Reached(column: strand.column, part: Interval(low: share, high: free.high))
    let last = strand.column + columns.count
    let reached = swept(from: [start], row: row, lastColumn: last, square: square, budget: &budget)
    return reached.contains { $0.column == last && $0.part.low <= share && share <= $0.part.high }
  }

  /// Whether a path leads from any place of the strand once round to any place of it.
  private func returns(to strand: Strand, row: Int, square: Double, budget: inout Int) -> Bool {
    guard let last = strand.parts.last else { return false }
    let reached = swept(
      from: strand.parts, row: row, lastColumn: last.column + columns.count, square: square,
      budget: &budget)
    var goals = strand.parts.makeIterator()
    var goal = goals.next()
    for end in reached {
      while let next = goal, next.column + columns.count < end.column { goal = goals.next() }
      if let goal, goal.column + columns.count == end.column, goal.part.low <= end.part.high,
        end.part.low <= goal.part.high
      {
        return true
      }
    }
    return false
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
          (found[last].column, found[last].share, found[last].square) = (column, near.share, near.square)
        }
      } else {
        found.append(Strand(parts: [part], column: column, share: near.share, square: near.square))
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
        (whole.column, whole.share, whole.square) = (first.column, first.share, first.square)
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

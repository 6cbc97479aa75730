import Harmonics
import PlaneCurves

/// The symmetric Hausdorff distance between the curve that z draws and the way that the motion runs (the whole
/// curve, where the motion goes round), in user units.
///
/// - Parameters:
///   - sum: z; y points down as in the curve.
///   - motion: γ, the curve and its timing.
///   - tightness: how far `upper` may lie above `lower`, relative to it.
///   - resolution: in user units; a gap smaller than that is never worked on. 1e-7 of the diagonal of the
///     curve's bounding box if not given.
///   - ceiling: an upper bound known already, such as that of `maximumDistance`.
public func hausdorffDistance(
  _ sum: HarmonicSum, _ motion: Motion, tightness: Double = 0.02, resolution: Double? = nil,
  ceiling: Double = .infinity
) -> CertifiedInterval {
  guard let comparison = Comparison(sum, motion) else { return .unknown }
  let unit = comparison.unit
  return comparison.hausdorff(
    tightness: tightness, resolution: resolution.map { $0 / unit } ?? 1e-7 * comparison.diagonal,
    ceiling: ceiling / unit
  ).scaled(by: unit)
}

extension Comparison {
  /// Arcs are cut until there are so many, or twice as many as there were.
  private static let leastArcLimit = 1 << 20

  /// `hausdorffDistance` in common coordinates.
  ///
  /// Both curves become chords with bounded deviations; the chords get finer until the interval is tight.
  func hausdorff(tightness: Double, resolution: Double, ceiling: Double) -> CertifiedInterval {
    let (drawn, exact) = (DrawnTrace(z: z), ExactTrace(path: path))
    var (drawnArcs, exactArcs) = (drawnArcs(), exactArcs())
    let limit = max(Self.leastArcLimit, 2 * max(drawnArcs.count, exactArcs.count))
    var (lower, upper) = (0.0, min(reach, ceiling))
    // Most often it is not far below the distance at equal times.
    var tolerance = ceiling.isFinite ? tightness * upper / 8 : 0.01 * upper
    while upper > max(resolution, 4 * uncertainty) {
      drawnArcs = drawn.flattened(drawnArcs, tolerance: tolerance / 2, limit: limit)
      exactArcs = exact.flattened(exactArcs, tolerance: tolerance / 2, limit: limit)
      let drawnTree = ChordTree(drawnArcs.chords(tolerance: tolerance))
      let exactTree = ChordTree(exactArcs.chords(tolerance: tolerance))
      var search = DirectedSearch(
        lower: lower, tightness: 0.9 * tightness, resolution: resolution, uncertainty: uncertainty)
      // The lower bound that the simpler target gives spares most searches in the other.
      search.run(exactArcs, on: exact, to: drawnTree)
      search.run(drawnArcs, on: drawn, to: exactTree)
      lower = max(lower, search.lower)
      upper = max(lower, min(upper, search.upper))
      let gap = max(tightness * lower, resolution, 4 * uncertainty)
      let full = max(drawnArcs.count, exactArcs.count) >= limit
      if upper - lower <= gap || full { break }
      let aim = max(tightness * max(lower, 0.25 * upper), resolution, 4 * uncertainty) / 8
      tolerance = min(0.3 * tolerance, max(aim, tolerance / 64))
    }
    return CertifiedInterval(lower: lower, upper: upper)
  }
}

/// Branch and bound for sup of the distance from the points of one trace to another, its chords given.
struct DirectedSearch {
  /// Certain bounds of the Hausdorff distance, as far as the searches went.
  private(set) var lower: Double
  private(set) var upper = 0.0
  private let tightness: Double
  private let resolution: Double
  private let uncertainty: Double

  private static let largestCount = 1 << 20

  private struct Candidate {
    var arc: TraceArc
    var start: (index: Int, distance: Double)
    var end: (index: Int, distance: Double)
  }

  init(lower: Double, tightness: Double, resolution: Double, uncertainty: Double) {
    self.lower = lower
    self.tightness = tightness
    self.resolution = resolution
    self.uncertainty = uncertainty
  }

  /// A point within the lower bound can't raise it, so any chord that shows this serves.
  mutating func run(_ arcs: [TraceArc], on trace: some Trace, to target: ChordTree) {
    let known = uncertainty + target.deviation
    var open: [Candidate] = []
    open.reserveCapacity(arcs.count)
    var last = (index: 0, distance: Double.infinity)
    var lastPoint: Complex?
    for arc in arcs {
      let start =
        lastPoint == arc.start ? last : target.nearest(to: arc.start, hint: last.index, enough: lower)
      let end = target.nearest(to: arc.end, hint: start.index, enough: lower)
      open.append(Candidate(arc: arc, start: start, end: end))
      (last, lastPoint) = (end, arc.end)
      lower = max(lower, start.distance - known, end.distance - known)
    }
    var count = open.count
    let most = max(Self.largestCount, 2 * count)
    while !open.isEmpty {
      var next: [Candidate] = []
      for candidate in open {
        let seen = max(candidate.start.distance, candidate.end.distance)
        let between = Self.bound(candidate, target) + candidate.arc.deviation
        let bound = between * (1 + 0x1p-40) + known
        let gap = max(tightness * lower, resolution, 4 * uncertainty)
        // Finer arcs don't help where the chords of the target leave most of the gap.
        if bound <= lower + gap || between - seen <= 0.125 * gap {
          upper = max(upper, bound)
          continue
        }
        guard count < most, let (first, second) = trace.halves(of: candidate.arc) else {
          upper = max(upper, bound)
          continue
        }
        let middle = target.nearest(to: first.end, hint: candidate.start.index, enough: lower)
        lower = max(lower, middle.distance - known)
        next.append(Candidate(arc: first, start: candidate.start, end: middle))
        next.append(Candidate(arc: second, start: middle, end: candidate.end))
        count += 1
      }
      open = next
    }
  }

  /// A bound of the distance from the arc's chord to the target: the distance to one chord is convex along
  /// another, and no distance grows faster than the way.
  @inline(__always)
  private static func bound(_ candidate: Candidate, _ target: ChordTree) -> Double {
    let (a, b) = (candidate.start, candidate.end)
    let ends = max(a.distance, b.distance)
    if a.index == b.index { return ends }
    let (start, end) = (candidate.arc.start, candidate.arc.end)
    let middle = (start + end) * 0.5
    let changing = max(
      ends, target.distance(from: middle, to: a.index), target.distance(from: middle, to: b.index))
    return min(changing, max(ends, 0.5 * (a.distance + b.distance + (end - start).length)))
  }
}

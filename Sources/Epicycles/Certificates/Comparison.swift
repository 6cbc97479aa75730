import Foundation
import Harmonics
import PlaneCurves

/// A stretch of a motion at constant speed on one polynomial piece of its curve; time in loops, arc length in
/// user units from the curve's start, falling where the motion runs backwards.
struct Run: Sendable {
  var piece: Int
  var startTime: Double
  var endTime: Double
  var startLength: Double
  var endLength: Double
}

/// A harmonic sum z beside a motion γ, both as polynomials in common coordinates of size about 1.
///
/// A point w stands for origin + unit·w in user units. Everything that is computed from the polynomials holds
/// for z and γ to within `uncertainty`, in the same unit.
struct Comparison: Sendable {
  let z: HarmonicExpansion
  let path: PathPolynomials
  let runs: [Run]
  /// How far the computed distance of any z(t) and γ(t) can be off: the accuracy of the measured path (four
  /// times what it publishes), machine precision times the largest coordinate, and the last bits of the time.
  let uncertainty: Double
  /// User units.
  let unit: Double
  /// The diagonal of the curve's bounding box, in common coordinates.
  let diagonal: Double
  /// A distance that z(t) and γ(t) never exceed, in common coordinates.
  let reach: Double

  private static let largestRunCount = 1 << 23

  /// `nil` where a number isn't finite, a harmonic is beyond 2^52, or the motion has too many stretches to look
  /// at.
  init?(_ sum: HarmonicSum, _ motion: Motion) {
    let bounds = motion.curve.bounds
    let box = [bounds.minimum, bounds.maximum]
    guard sum.centre.isFinite, box.allSatisfy(\.isFinite), let runs = Self.runs(of: motion) else {
      return nil
    }
    guard sum.terms.allSatisfy({ $0.harmonic.magnitude <= 1 << 52 }) else { return nil }
    let origin = Complex(bounds.minimum.vector * 0.5 + bounds.maximum.vector * 0.5)
    var size = max(bounds.width, bounds.height)
    for part in [sum.centre - origin] + sum.terms.map(\.coefficient) {
      size = max(size, abs(part.real), abs(part.imaginary))
    }
    guard size > 0, size.isFinite, abs(size.exponent) < 1000 else { return nil }
    let unit = Double(sign: .plus, exponent: Int(size.exponent) + 1, significand: 1)
    let scaled = HarmonicSum(
      centre: (sum.centre - origin) / unit,
      terms: sum.terms.map { Term(harmonic: $0.harmonic, coefficient: $0.coefficient / unit) })
    z = HarmonicExpansion(scaled)
    path = PathPolynomials(motion.curve.path, origin: origin, unit: unit)
    self.runs = runs
    self.unit = unit
    diagonal = Complex(bounds.width / unit, bounds.height / unit).length
    reach = scaled.centre.length + scaled.terms.reduce(0) { $0 + $1.coefficient.length } + diagonal

    let coordinates = ([sum.centre] + box).map { max(abs($0.real), abs($0.imaginary)) / unit }
    let lengths = motion.map.length.map { abs($0) / unit }
    let curve = 4 * motion.curve.path.accuracy * (motion.curve.length / unit)
    let rounding = 64 * (coordinates.max() ?? 0) + 16 * ((lengths.max() ?? 0) + motion.curve.length / unit)
    uncertainty =
      z.uncertainty + curve + motion.map.tolerance / unit + .ulpOfOne * (rounding + 64 * reach)
    guard uncertainty.isFinite, reach.isFinite else { return nil }
  }

  /// The motion cut at the knots of its map and the ends of its curve's pieces.
  private static func runs(of motion: Motion) -> [Run]? {
    let (time, length) = (motion.map.time, motion.map.length)
    let total = motion.curve.length
    let ends = motion.curve.path.polynomialPieces.map(\.end)
    guard let first = time.first, let last = time.last, first == 0, last == 1, let end = ends.last, end > 0,
      length.allSatisfy({ abs($0) <= 1e9 * total }), zip(time, time.dropFirst()).allSatisfy({ $0 <= $1 })
    else { return nil }
    var runs: [Run] = []
    for i in 1..<time.count where time[i] > time[i - 1] {
      let (from, to) = (length[i - 1], length[i])
      let base = (from / total).rounded(.down) * total
      var offset = base
      var here = min(max(0, from - base), end)
      var run = Run(piece: 0, startTime: time[i - 1], endTime: time[i], startLength: here, endLength: here)
      let forwards = to >= from
      var piece = forwards ? ends.partitioningIndex { $0 > here } : ends.partitioningIndex { $0 >= here }
      if piece == ends.count {
        piece = 0
        offset += total
        here = 0
      }
      while true {
        let start = piece == 0 ? 0 : ends[piece - 1]
        let wanted = to - offset
        let stops = forwards ? wanted <= ends[piece] : wanted >= start
        let next = stops ? min(max(start, wanted), ends[piece]) : (forwards ? ends[piece] : start)
        run.piece = piece
        run.startLength = here
        run.endLength = next
        let share = stops ? 1 : (next + offset - from) / (to - from)
        run.endTime =
          stops ? time[i] : min(time[i], max(run.startTime, time[i - 1] + (time[i] - time[i - 1]) * share))
        if run.endTime > run.startTime || run.endLength != run.startLength {
          guard runs.count < largestRunCount else { return nil }
          runs.append(run)
        }
        if stops { break }
        run.startTime = run.endTime
        if forwards {
          piece += 1
          here = next
          if piece == ends.count {
            piece = 0
            here = 0
            offset += total
          }
        } else {
          here = next
          if piece == 0 {
            piece = ends.count
            here = end
            offset -= total
          }
          piece -= 1
        }
      }
    }
    return runs.isEmpty ? nil : runs
  }
}

extension Array {
  /// The first index whose element satisfies `predicate`, which is false up to there and true from there on.
  func partitioningIndex(where predicate: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if predicate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

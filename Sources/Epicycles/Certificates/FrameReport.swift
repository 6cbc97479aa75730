import EpicycleSpec
import Harmonics
import PlaneCurves

/// What a device that shows a number of frames a second makes of a motion; lengths in user units.
struct FrameReport: Sendable {
  /// Harmonics n with 2|n| above the frames of one loop.
  var invisible: Spec.ErrorReport.InvisibleHarmonics
  /// sup over t of |z(t + f) − z(t)|, f the time between two frames.
  var step: CertifiedInterval
  /// sup over t and 0 ≤ h ≤ f of |z(t) − γ(t + h)|: a frame stays while the motion goes on.
  var shown: CertifiedInterval

  /// - Parameters:
  ///   - rate: frames a second, above 0.
  ///   - loop: seconds in a loop.
  init(sum: HarmonicSum, motion: Motion, rate: Double, loop seconds: Double) {
    let hidden = sum.terms.count { 2 * Double($0.harmonic.magnitude) > rate * seconds }
    invisible = Spec.ErrorReport.InvisibleHarmonics(frameRate: rate, number: hidden)
    let frame = 1 / (rate * seconds)
    guard let comparison = Comparison(sum, motion), frame.isFinite else {
      (step, shown) = (.unknown, .unknown)
      return
    }
    step = comparison.largestStep(frame).scaled(by: comparison.unit)
    shown = comparison.shown(frame).scaled(by: comparison.unit)
  }

  private init(
    invisible: Spec.ErrorReport.InvisibleHarmonics, step: CertifiedInterval, shown: CertifiedInterval
  ) {
    (self.invisible, self.step, self.shown) = (invisible, step, shown)
  }

  /// The worst of several.
  static func whole(of reports: [FrameReport]) -> FrameReport? {
    guard let first = reports.first, let step = CertifiedInterval.largest(of: reports.map(\.step)),
      let shown = CertifiedInterval.largest(of: reports.map(\.shown))
    else { return nil }
    let number = reports.reduce(0) { $0 + $1.invisible.number }
    return FrameReport(
      invisible: Spec.ErrorReport.InvisibleHarmonics(frameRate: first.invisible.frameRate, number: number),
      step: step, shown: shown)
  }
}

extension Comparison {
  private static let tightness = 0.01
  private static let largestCellCount = 1 << 17

  /// The difference of a sum and itself a moment later is a sum with coefficients cₙ·(exp(2πi·n·f) − 1).
  fileprivate func largestStep(_ frame: Double) -> CertifiedInterval {
    let difference = HarmonicSum(
      centre: .zero,
      terms: z.terms.map { term in
        // exp(iφ) − 1 = 2i·sin(φ/2)·exp(iφ/2).
        let half = (0.5 * Double(term.harmonic) * frame).remainder(dividingBy: 1)
        let turn = Angle(radians: 2 * .pi * half)
        let factor = Complex(0, 2 * turn.sine) * Complex(length: 1, phase: turn)
        return Term(harmonic: term.harmonic, coefficient: term.coefficient * factor)
      })
    let expansion = HarmonicExpansion(difference)
    let trace = DrawnTrace(z: expansion)
    let known = expansion.uncertainty + 16 * .ulpOfOne * reach
    return bracketed(trace, expansion.cellCount) { arc in
      (max(arc.start.length, arc.end.length), max(arc.start.length, arc.end.length))
    }.widened(by: known)
  }

  fileprivate func shown(_ frame: Double) -> CertifiedInterval {
    let frame = min(frame, 1)
    let chords = FlattenedMotion(
      self, tolerance: 1e-4 * diagonal, limit: Self.chordLimit(cells: z.cellCount, window: frame))
    return bracketed(DrawnTrace(z: z), z.cellCount) { arc in
      let (p, q) = (arc.start.vector, arc.end.vector)
      let seen = max(
        chords.farthest(from: p, p, from: arc.from, to: arc.from + frame),
        chords.farthest(from: q, q, from: arc.to, to: arc.to + frame))
      return (seen, chords.farthest(from: p, q, from: arc.from, to: arc.to + frame))
    }.widened(by: chords.deviation + uncertainty)
  }

  /// The largest of a figure over all times, by halving arcs of time.
  ///
  /// - Parameter figures: for an arc, a value that occurs, and a bound for the arc's chord.
  private func bracketed(
    _ trace: DrawnTrace, _ cellCount: Int, _ figures: (TraceArc) -> (seen: Double, bound: Double)
  ) -> CertifiedInterval {
    var open = (0..<cellCount).map {
      trace.arc(from: Double($0) / Double(cellCount), to: Double($0 + 1) / Double(cellCount), in: $0)
    }
    var (largest, settled) = (0.0, 0.0)
    var count = open.count
    while !open.isEmpty {
      let found = open.map(figures)
      largest = found.reduce(largest) { max($0, $1.seen) }
      let aim = max(largest * (1 + 0.9 * Self.tightness), 1e-9 * diagonal)
      var next: [TraceArc] = []
      for (arc, figure) in zip(open, found) {
        let bound = figure.bound + arc.deviation
        if bound > aim, count < Self.largestCellCount, let (first, second) = trace.halves(of: arc) {
          next += [first, second]
          count += 1
        } else {
          settled = max(settled, bound)
        }
      }
      open = next
    }
    return CertifiedInterval(lower: largest, upper: max(settled, largest) * (1 + 0x1p-40))
  }
}

extension CertifiedInterval {
  fileprivate func widened(by margin: Double) -> CertifiedInterval {
    CertifiedInterval(lower: lower - margin, upper: upper + margin)
  }
}

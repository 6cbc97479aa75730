import Harmonics
import PlaneCurves

/// A motion sampled finely enough for its coefficients to be trusted.
///
/// A motion that jumps by J at time a is a continuous one plus J times the sawtooth ½ − frac(t − a), whose
/// coefficients exp(−2πi·n·a)/(2πi·n) are known: only the continuous part is sampled.
struct SampledMotion: Sendable {
  let spectrum: Spectrum
  /// The largest |n| whose coefficient is kept, if it is among the largest.
  let bandwidth: Int
  /// A bound of ∫|dγ'|, the total change of velocity in a loop, in user units a loop.
  private let variation: Double

  /// The aliasing that a kept coefficient may have, as a share of the diagonal.
  static let tolerance = 1e-7
  /// Samples enough for any smooth outline, and the most that are taken.
  static let counts = 4096...(1 << 22)

  /// Takes the fewest samples for which aliasing stays within `tolerance` of the diagonal in every coefficient up
  /// to a quarter of the count, as far as the largest count allows; and enough for twice `arms` coefficients.
  init(_ motion: Motion, arms: Int) {
    let wanted = SampleCount.friendly(atLeast: 4 * min(arms, Self.counts.upperBound / 4)) ?? 0
    let variation = motion.velocityVariation
    let jumps = motion.jumps
    var count = Self.count(variation: variation, diagonal: motion.curve.bounds.diagonal)
    // Each jump costs as much as a sample, at every sample.
    if !jumps.isEmpty { count = min(count, max(Self.counts.lowerBound, (1 << 27) / jumps.count)) }
    self.init(motion, jumps, variation: variation, count: max(count, wanted))
  }

  private init(_ motion: Motion, _ jumps: [Motion.Jump], variation: Double, count: Int) {
    self.variation = variation
    bandwidth = count / 4
    guard !jumps.isEmpty else {
      spectrum = Spectrum(samples: motion.sample(count: count))
      return
    }
    var samples = motion.sample(count: count)
    for index in samples.indices {
      let time = Double(index) / Double(count)
      for jump in jumps {
        let since = time - jump.time
        samples[index] -= (jump.to - jump.from) * (0.5 - (since - since.rounded(.down)))
      }
    }
    var bins = Spectrum(samples: samples).bins
    for n in 1...(bandwidth + 1) {
      for jump in jumps {
        let turns = (Double(n) * jump.time).remainder(dividingBy: 1)
        let turn = Complex(length: 1, phase: Angle(radians: -2 * .pi * turns))
        let share = Complex(0, -1 / (2 * .pi * Double(n)))
        bins[n] += (jump.to - jump.from) * turn * share
        bins[count - n] -= (jump.to - jump.from) * turn.conjugate * share
      }
    }
    spectrum = Spectrum(bins: bins)
  }

  private static func count(variation: Double, diagonal: Double) -> Int {
    // The bound is proportional to M⁻² for a bandwidth of M/4.
    let unit = SampleCount.aliasingBound(
      length: variation, turning: 1, bandwidth: 1 << 10, count: 1 << 12)
    let wanted = 4096 * (unit / (tolerance * diagonal)).squareRoot()
    guard wanted < Double(counts.upperBound) else { return counts.upperBound }
    return SampleCount.friendly(atLeast: max(counts.lowerBound, Int(wanted.rounded(.up))))
      ?? counts.upperBound
  }

  /// The most by which aliasing may have changed any coefficient up to `bandwidth`, in user units.
  func aliasing(bandwidth: Int) -> Double {
    SampleCount.aliasingBound(length: variation, turning: 1, bandwidth: bandwidth, count: spectrum.count)
  }
}

extension Motion {
  /// γ(m/count) for m = 0…count − 1.
  func sample(count: Int) -> [Complex] {
    if map.time.count == 2, map.length[1] - map.length[0] == curve.length {
      return curve.sample(count: count, start: map.length[0])
    }
    var knot = 0
    return (0..<count).map { index in
      let time = Double(index) / Double(count)
      while knot + 2 < map.time.count, map.time[knot + 1] <= time { knot += 1 }
      let span = map.time[knot + 1] - map.time[knot]
      let share = span > 0 ? (time - map.time[knot]) / span : 1
      return curve.point(atLength: map.length[knot] + (map.length[knot + 1] - map.length[knot]) * share)
    }
  }

  /// A bound of the total change of velocity in a loop, jumps left out: at speed v along the curve the velocity is
  /// v times the unit tangent, so that it changes by |dv| and by v times the tangent's turning.
  var velocityVariation: Double {
    let (time, length) = (map.time, map.length)
    var fastest = 0.0
    var changes = 0.0
    var turnings = 0.0
    var stretch = 0.0
    var (first, last): (Double?, Double?)
    func rounds(_ way: Double) -> Double { (abs(way) / curve.length - 1e-9).rounded(.up) }
    for k in 1..<time.count where time[k] > time[k - 1] {
      let way = length[k] - length[k - 1]
      let speed = way / (time[k] - time[k - 1])
      fastest = max(fastest, abs(speed))
      if let last { changes += abs(speed - last) }
      first = first ?? speed
      last = speed
      // One way without a turn passes each bend of the curve once a round.
      if way * stretch < 0 {
        turnings += rounds(stretch)
        stretch = 0
      }
      stretch += way
    }
    turnings += rounds(stretch)
    if let first, let last { changes += abs(first - last) }
    return changes + fastest * curve.turning * turnings
  }
}

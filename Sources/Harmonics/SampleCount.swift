/// How many samples to take.
public enum SampleCount {
  /// The largest number that a transform takes.
  public static let maximum = Int(Int32.max)

  /// The smallest number of at least `bound` for which FFTW is fast: 2ᵃ3ᵇ5ᶜ7ᵈ, and a multiple of 16 from 256
  /// on; nil above `maximum`.
  ///
  /// A power of two would be up to twice the bound. An odd number takes FFTW up to 2.5 times as long for each
  /// sample as a power of two does, a multiple of 16 about 1.3 times.
  public static func friendly(atLeast bound: Int) -> Int? {
    guard bound <= maximum else { return nil }
    let count = bound > 256 ? 16 * smooth(atLeast: (bound + 15) / 16) : smooth(atLeast: bound)
    return count <= maximum ? count : nil
  }

  /// The smallest 2ᵃ3ᵇ5ᶜ7ᵈ of at least `bound`.
  private static func smooth(atLeast bound: Int) -> Int {
    var best = Int.max
    var sevens = 1
    while sevens < best {
      var fives = sevens
      while fives < best {
        var threes = fives
        while threes < best {
          var number = threes
          while number < bound { number *= 2 }
          best = min(best, number)
          if threes >= bound { break }
          threes *= 3
        }
        if fives >= bound { break }
        fives *= 5
      }
      if sevens >= bound { break }
      sevens *= 7
    }
    return best
  }

  /// The most by which aliasing can change any coefficient cₙ, |n| ≤ H, of a closed curve run through at
  /// constant speed and sampled M times: Σ_{k≠0} L·V/(2π(|k|M − H))², in the unit of `length`.
  ///
  /// With γ(t), t in loops, γ' = L·u where u is the unit tangent. Integrating by parts once,
  /// 2πin·cₙ = L·∫u(t)·exp(−2πint)dt; and once more, for the periodic u of bounded variation,
  /// 2πin·∫u·exp(−2πint)dt = ∫exp(−2πint)du, at most ∫|du|. The tangent's turning V bounds ∫|du|:
  /// a smooth piece adds its turning, and a corner of angle θ adds |du| = 2·sin(θ/2) ≤ θ.
  /// So |cₙ| ≤ L·V/(2πn)². Samples at m/M put cₙ₊ₖₘ on top of cₙ for all k ≠ 0, and |n + kM| ≥ |k|M − H.
  ///
  /// The first terms are added up; the rest is bounded by an integral, since the midpoint rule stays below
  /// the integral of a convex function.
  ///
  /// - Parameters:
  ///   - length: L.
  ///   - turning: V, the total absolute turning of the tangent in radians, corners and cusps included.
  ///   - bandwidth: H, at least 0.
  ///   - count: M; the bound is infinite unless M > H.
  public static func aliasingBound(length: Double, turning: Double, bandwidth: Int, count: Int) -> Double {
    guard count > bandwidth else { return .infinity }
    let m = Double(count)
    let h = Double(bandwidth)
    let terms = 16
    var sum = 1 / (m * ((Double(terms) + 0.5) * m - h))
    for k in stride(from: terms, through: 1, by: -1) {
      let distance = Double(k) * m - h
      sum += 1 / (distance * distance)
    }
    return length * turning / (2 * .pi * .pi) * sum
  }

  /// The smallest friendly number of samples above 2H for which `aliasingBound` is at most `tolerance`, in the
  /// unit of `length`; nil if none up to `limit` is enough.
  public static func friendly(
    length: Double, turning: Double, bandwidth: Int, tolerance: Double, limit: Int = maximum
  ) -> Int? {
    guard bandwidth >= 0, bandwidth < maximum / 2 else { return nil }
    func suffices(_ count: Int) -> Bool {
      aliasingBound(length: length, turning: turning, bandwidth: bandwidth, count: count) <= tolerance
    }
    // The bound falls as M grows.
    var low = 2 * bandwidth
    var high = min(limit, maximum)
    guard low < high, suffices(high) else { return nil }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if suffices(middle) { high = middle } else { low = middle }
    }
    guard let count = friendly(atLeast: high), count <= limit else { return nil }
    return count
  }
}

import PlaneCurves

/// The discrete Fourier coefficients of M samples of a closed curve at equal steps of time,
/// cₙ = (1/M)·Σₘ zₘ·exp(−2πi·nm/M), in user units.
///
/// A positive harmonic n turns **clockwise on the screen** (y down). Bins above M/2 are the negative harmonics.
/// For even M the samples of bin M/2, (−1)ᵐ, are those of both +M/2 and −M/2: they don't tell which way
/// such an arm would turn. So no harmonic ±M/2 is offered; its energy counts as discarded.
public struct Spectrum: Sendable, Hashable {
  /// The bins 0…M−1, divided by M.
  public let bins: [Complex]

  /// - Parameters:
  ///   - samples: z(0), z(1/M), …, at least one.
  ///   - transform: a forward plan for their number, to save planning it again.
  public init(samples: [Complex], transform: FourierTransform? = nil) {
    let transform = transform ?? FourierTransform.shared(count: samples.count, direction: .forward)
    precondition(transform.direction == .forward)
    let count = Double(samples.count)
    bins = transform(samples).map { $0 / count }
  }

  /// - Parameter bins: 0…M−1, at least one, divided by M.
  public init(bins: [Complex]) {
    precondition(!bins.isEmpty)
    self.bins = bins
  }

  /// M.
  public var count: Int { bins.count }
  /// The largest harmonic H that the samples determine: the largest integer below M/2.
  public var bandwidth: Int { (bins.count - 1) / 2 }
  /// c₀.
  public var centre: Complex { bins[0] }

  /// cₙ for n in −bandwidth…bandwidth.
  public func coefficient(_ n: Int) -> Complex {
    precondition(n.magnitude <= bandwidth)
    return bins[n < 0 ? n + bins.count : n]
  }

  /// Σ_{n≠0} |cₙ|², by Parseval the mean of |z − c₀|² over the samples; bin M/2 included.
  public var energy: Double { bins.dropFirst().reduce(0) { $0 + $1.lengthSquared } }
}

/// The part of a spectrum that was kept, and the size of the rest.
public struct Truncation: Sendable, Hashable {
  /// The kept terms, the largest |cₙ| first; equal ones by |n|, then the positive harmonic first.
  public var sum: HarmonicSum
  /// Σ |cₙ|² over all that was discarded, bin M/2 of an even number of samples included, added up directly:
  /// the mean square of the difference between samples and sum.
  public var discardedEnergy: Double
}

extension Spectrum {
  /// The `count` harmonics with the largest |cₙ|: no other choice of as many harmonics and coefficients has a
  /// smaller mean square deviation from the samples.
  ///
  /// Ties go to the smaller |n|, then to the positive harmonic. Time and memory are linear in M.
  ///
  /// - Parameters:
  ///   - count: N, at least 0. Fewer are kept if there are no more.
  ///   - limit: the largest |n| to keep; by default all up to `bandwidth`.
  ///   - floor: only coefficients with |cₙ| above it are kept, so that rounding makes no arms.
  public func truncated(to count: Int, limit: Int = .max, floor: Double = 0) -> Truncation {
    let limit = max(0, min(limit, bandwidth))
    let floorKey = (floor * floor).bitPattern
    // |c|² as bits, which order as the numbers do; 1, −1, 2, −2, …: the order that decides ties.
    let keys = [UInt64](unsafeUninitializedCapacity: 2 * limit) { keys, initialized in
      bins.withUnsafeBufferPointer { bins in
        for n in 0..<limit {
          keys[2 * n] = bins[n + 1].lengthSquared.bitPattern
          keys[2 * n + 1] = bins[bins.count - n - 1].lengthSquared.bitPattern
        }
      }
      initialized = 2 * limit
    }
    let cut = Cut(keys: keys, count: max(0, min(count, keys.count)))
    var equalsLeft = cut.equals
    var terms: [Term] = []
    var discarded = 0.0
    // From the highest harmonic down, so that small numbers are added first.
    for n in stride(from: limit + 1, through: self.count - limit - 1, by: 1) {
      discarded += bins[n].lengthSquared
    }
    var kept: [Int] = []
    for (index, key) in keys.enumerated() where key >= cut.value && key > floorKey {
      if key == cut.value {
        if equalsLeft == 0 { continue }
        equalsLeft -= 1
      }
      kept.append(index)
    }
    var next = kept.count - 1
    for index in stride(from: keys.count - 1, through: 0, by: -1) {
      if next >= 0, kept[next] == index {
        next -= 1
      } else {
        discarded += Double(bitPattern: keys[index])
      }
    }
    kept.sort { keys[$0] > keys[$1] || keys[$0] == keys[$1] && $0 < $1 }
    terms.reserveCapacity(kept.count)
    for index in kept {
      let n = index % 2 == 0 ? index / 2 + 1 : -(index / 2 + 1)
      terms.append(Term(harmonic: n, coefficient: coefficient(n)))
    }
    return Truncation(sum: HarmonicSum(centre: centre, terms: terms), discardedEnergy: discarded)
  }
}

/// Where the `count` largest of a list of keys end: all above `value`, and `equals` of those equal to it.
private struct Cut {
  var value: UInt64
  var equals: Int

  /// Selection by radix, from the highest digit: each pass looks at the keys that share all higher digits
  /// with the one sought.
  init(keys: [UInt64], count: Int) {
    guard count > 0 else {
      (value, equals) = (.max, 0)
      return
    }
    let digitBits = 11
    var candidates = keys
    var rank = count
    var shift = UInt64.bitWidth - digitBits
    while true {
      var histogram = [Int](repeating: 0, count: 1 << digitBits)
      let mask = UInt64(1 << digitBits - 1)
      for key in candidates { histogram[Int(key >> UInt64(shift) & mask)] += 1 }
      var digit = histogram.count - 1
      while histogram[digit] < rank {
        rank -= histogram[digit]
        digit -= 1
      }
      candidates.removeAll { Int($0 >> UInt64(shift) & mask) != digit }
      if shift == 0 { break }
      shift = max(0, shift - digitBits)
    }
    (value, equals) = (candidates[0], rank)
  }
}

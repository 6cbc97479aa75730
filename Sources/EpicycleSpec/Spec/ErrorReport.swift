extension Spec {
  /// How far the drawn curve is from the exact one, of one chain or of the whole; a figure that doesn't apply
  /// is absent.
  ///
  /// Lengths are in `units`. Bounds hold over continuous time and the exact curve, rounding included.
  public struct ErrorReport: SpecPart {
    /// A figure that lies between two bounds.
    public struct Bounds: SpecPart {
      public var lower: Double
      public var upper: Double

      public init(lower: Double, upper: Double) {
        self.lower = lower
        self.upper = upper
      }

      public init(json: JSON) throws(SpecError) {
        let fields = try Fields(json)
        lower = try fields("lower")
        upper = try fields("upper")
      }
      public var json: JSON { .object(("lower", lower.json), ("upper", upper.json)) }
    }

    /// What no choice of coefficients could go below.
    public struct Optimum: SpecPart {
      /// For the largest deviation, with the harmonics that were chosen.
      public var lower: Double

      public init(lower: Double) { self.lower = lower }
      public init(json: JSON) throws(SpecError) { lower = try Fields(json)("lower") }
      public var json: JSON { .object(("lower", lower.json)) }
    }

    /// The straight lines that join curves in one chain.
    public struct Joins: SpecPart {
      public var number: Int
      /// Of all joins together.
      public var length: Double

      public init(number: Int, length: Double) {
        self.number = number
        self.length = length
      }

      public init(json: JSON) throws(SpecError) {
        let fields = try Fields(json)
        number = try fields("number")
        length = try fields("length")
      }
      public var json: JSON { .object(("number", number.json), ("length", length.json)) }
    }

    /// Moments at which the motion is in two places.
    public struct Jumps: SpecPart {
      public var number: Int
      /// The distance of the longest, in `units`.
      public var largest: Double
      /// Half of it: no continuous motion has a smaller largest deviation.
      public var cost: Double

      public init(number: Int, largest: Double, cost: Double) {
        self.number = number
        self.largest = largest
        self.cost = cost
      }

      public init(json: JSON) throws(SpecError) {
        let fields = try Fields(json)
        number = try fields("number")
        largest = try fields("largest")
        cost = try fields("cost")
      }
      public var json: JSON {
        .object(("number", number.json), ("largest", largest.json), ("cost", cost.json))
      }
    }

    /// The shortest |period| that the same arms have in each order, the upright clock counted, in seconds.
    public struct FastestPeriods: SpecPart {
      public var slow: Double
      public var radius: Double
      /// With the harmonics in rising order.
      public var given: Double

      public init(slow: Double, radius: Double, given: Double) {
        self.slow = slow
        self.radius = radius
        self.given = given
      }

      public init(json: JSON) throws(SpecError) {
        let fields = try Fields(json)
        slow = try fields("slow")
        radius = try fields("radius")
        given = try fields("given")
      }
      public var json: JSON {
        .object(("slow", slow.json), ("radius", radius.json), ("given", given.json))
      }
    }

    /// Harmonics n with 2|n| above the frames of one loop: too fast to be seen.
    public struct InvisibleHarmonics: SpecPart {
      /// Frames a second.
      public var frameRate: Double
      public var number: Int

      public init(frameRate: Double, number: Int) {
        self.frameRate = frameRate
        self.number = number
      }

      public init(json: JSON) throws(SpecError) {
        let fields = try Fields(json)
        frameRate = try fields("frameRate")
        number = try fields("number")
      }
      public var json: JSON { .object(("frameRate", frameRate.json), ("number", number.json)) }
    }

    /// The error's upper bounds divided by the diagonal.
    public struct Relative: SpecPart {
      public var rms: Double?
      public var max: Double?
      public var hausdorff: Double?
      public var frechet: Double?
      public var maxWithSlack: Double?

      public init(
        rms: Double? = nil, max: Double? = nil, hausdorff: Double? = nil, frechet: Double? = nil,
        maxWithSlack: Double? = nil
      ) {
        self.rms = rms
        self.max = max
        self.hausdorff = hausdorff
        self.frechet = frechet
        self.maxWithSlack = maxWithSlack
      }

      public init(json: JSON) throws(SpecError) {
        let fields = try Fields(json)
        rms = try fields.optional("rms")
        max = try fields.optional("max")
        hausdorff = try fields.optional("hausdorff")
        frechet = try fields.optional("frechet")
        maxWithSlack = try fields.optional("maxWithSlack")
      }
      public var json: JSON {
        .object(
          ("rms", rms?.json), ("max", max?.json), ("hausdorff", hausdorff?.json), ("frechet", frechet?.json),
          ("maxWithSlack", maxWithSlack?.json))
      }
    }

    /// The unit of the lengths, as in `Spec.units`.
    public var unit: Units?
    /// The diagonal of the bounding box of all curves.
    public var diagonal: Double?
    /// The root of the mean over time of |z − γ|²; of the whole, weighted by length.
    public var rms: Double?
    /// 1 − rms²/mean|γ − c₀|².
    public var energy: Double?
    /// The largest |z(t) − γ(t)|; of the whole, the worst chain's.
    public var max: Bounds?
    /// Between the drawn and the exact curve as sets, symmetric.
    public var hausdorff: Bounds?
    /// Between the drawn and the exact curve, each run through once in its own time.
    public var frechet: Bounds?
    /// The largest deviation where the point may be early or late by `Timing.slack`.
    public var maxWithSlack: Bounds?
    public var optimum: Optimum?
    /// A bound for the error that sampling put into any one coefficient.
    public var aliasing: Double?
    /// The shortest |period| of any clock, in seconds.
    public var fastestPeriod: Double?
    public var fastestPeriods: FastestPeriods?
    public var invisibleHarmonics: InvisibleHarmonics?
    /// The largest distance between the points of two successive frames at the frame rate, whenever the frames are.
    public var largestStep: Bounds?
    /// The largest deviation as a device shows it: each frame stays until the next, while the motion goes on.
    public var shown: Bounds?
    public var joins: Joins?
    public var jumps: Jumps?
    /// The slowest and the fastest speed along the curve, in units of the mean speed.
    public var speedRange: Bounds?
    public var relative: Relative?

    public init(
      unit: Units? = nil, diagonal: Double? = nil, rms: Double? = nil, energy: Double? = nil,
      max: Bounds? = nil, hausdorff: Bounds? = nil, frechet: Bounds? = nil, maxWithSlack: Bounds? = nil,
      optimum: Optimum? = nil, aliasing: Double? = nil, fastestPeriod: Double? = nil,
      fastestPeriods: FastestPeriods? = nil, invisibleHarmonics: InvisibleHarmonics? = nil,
      largestStep: Bounds? = nil, shown: Bounds? = nil, joins: Joins? = nil, jumps: Jumps? = nil,
      speedRange: Bounds? = nil,
      relative: Relative? = nil
    ) {
      self.unit = unit
      self.diagonal = diagonal
      self.rms = rms
      self.energy = energy
      self.max = max
      self.hausdorff = hausdorff
      self.frechet = frechet
      self.maxWithSlack = maxWithSlack
      self.optimum = optimum
      self.aliasing = aliasing
      self.fastestPeriod = fastestPeriod
      self.fastestPeriods = fastestPeriods
      self.invisibleHarmonics = invisibleHarmonics
      self.largestStep = largestStep
      self.shown = shown
      self.joins = joins
      self.jumps = jumps
      self.speedRange = speedRange
      self.relative = relative
    }

    public init(json: JSON) throws(SpecError) {
      let fields = try Fields(json)
      unit = try fields.optional("unit")
      diagonal = try fields.optional("diagonal")
      rms = try fields.optional("rms")
      energy = try fields.optional("energy")
      max = try fields.optional("max")
      hausdorff = try fields.optional("hausdorff")
      frechet = try fields.optional("frechet")
      maxWithSlack = try fields.optional("maxWithSlack")
      optimum = try fields.optional("optimum")
      aliasing = try fields.optional("aliasing")
      fastestPeriod = try fields.optional("fastestPeriod")
      invisibleHarmonics = try fields.optional("invisibleHarmonics")
      joins = try fields.optional("joins")
      fastestPeriods = try fields.optional("fastestPeriods")
      largestStep = try fields.optional("largestStep")
      shown = try fields.optional("shown")
      jumps = try fields.optional("jumps")
      speedRange = try fields.optional("speedRange")
      relative = try fields.optional("relative")
    }
    public var json: JSON {
      .object(
        ("unit", unit?.json), ("diagonal", diagonal?.json), ("rms", rms?.json), ("energy", energy?.json),
        ("max", max?.json), ("hausdorff", hausdorff?.json), ("frechet", frechet?.json),
        ("maxWithSlack", maxWithSlack?.json), ("optimum", optimum?.json), ("aliasing", aliasing?.json),
        ("fastestPeriod", fastestPeriod?.json), ("fastestPeriods", fastestPeriods?.json),
        ("invisibleHarmonics", invisibleHarmonics?.json), ("largestStep", largestStep?.json),
        ("shown", shown?.json), ("joins", joins?.json), ("jumps", jumps?.json),
        ("speedRange", speedRange?.json), ("relative", relative?.json))
    }
  }
}

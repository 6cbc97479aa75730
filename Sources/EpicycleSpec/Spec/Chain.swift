extension Spec {
  /// One closed curve as nested clocks.
  ///
  /// z(t) = centre + Σₖ radiusₖ·exp(i·(phaseₖ + 2πt·Σ_{j≤k} 1/periodⱼ)), t in seconds, x right, **y down**,
  /// positive angles **clockwise on the screen**. Every clock stands at angle 0 at t = 0.
  public struct Chain: SpecPart {
    /// Distinct among the chains of a spec.
    public var id: String
    public var curve: CurveReference
    public var timing: Timing
    /// c₀, a static offset that needs no clock.
    public var centre: Point
    /// Outermost first.
    public var clocks: [Clock]
    /// The clock that turns the carried view back, so that it never turns, or turns as often as asked for.
    public var upright: Upright?
    public var error: ErrorReport

    public init(
      id: String, curve: CurveReference, timing: Timing, centre: Point, clocks: [Clock],
      upright: Upright? = nil, error: ErrorReport = ErrorReport()
    ) {
      self.id = id
      self.curve = curve
      self.timing = timing
      self.centre = centre
      self.clocks = clocks
      self.upright = upright
      self.error = error
    }

    public init(json: JSON) throws(SpecError) {
      let fields = try Fields(json)
      id = try fields("id")
      curve = try fields("curve")
      timing = try fields("timing")
      centre = try fields("centre")
      clocks = try fields("clocks")
      upright = try fields.optional("upright")
      error = try fields("error")
    }
    public var json: JSON {
      .object(
        ("id", id.json), ("curve", curve.json), ("timing", timing.json), ("centre", centre.json),
        ("clocks", clocks.json), ("upright", upright?.json), ("error", error.json))
    }

    /// The rotating views of the chain: its clocks, and one more for `upright`.
    public var clockCount: Int { clocks.count + (upright == nil ? 0 : 1) }
  }

  /// One rotation and the arm that it carries.
  public struct Clock: SpecPart {
    /// Seconds for one turn relative to the parent: T/(n_k − n_{k−1}). Positive turns clockwise on the screen,
    /// negative counter-clockwise; never 0.
    public var period: Double
    /// The length |c| of the arm.
    public var radius: Double
    /// The direction arg c of the arm in the parent's frame at t = 0, in radians, clockwise from the x axis.
    public var phase: Double
    /// n_k: the turns that the arm makes in one loop as seen from outside; positive is clockwise.
    public var harmonic: Int

    public init(period: Double, radius: Double, phase: Double, harmonic: Int) {
      self.period = period
      self.radius = radius
      self.phase = phase
      self.harmonic = harmonic
    }

    public init(json: JSON) throws(SpecError) {
      let fields = try Fields(json)
      period = try fields("period")
      radius = try fields("radius")
      phase = try fields("phase")
      harmonic = try fields("harmonic")
    }
    public var json: JSON {
      .object(
        ("period", period.json), ("radius", radius.json), ("phase", phase.json), ("harmonic", harmonic.json))
    }
  }

  /// The clock that turns the carried view back, or on to a net turn of its own.
  public struct Upright: SpecPart {
    /// T/(K − n_K) seconds for one turn, n_K the innermost harmonic and K the spin; positive turns clockwise on the
    /// screen.
    public var period: Double
    /// K: the turns that the carried view makes in one loop as seen from outside, positive clockwise on the screen;
    /// nil for 0, a view that never turns.
    public var spin: Int?

    public init(period: Double, spin: Int? = nil) {
      self.period = period
      self.spin = spin
    }
    public init(json: JSON) throws(SpecError) {
      let fields = try Fields(json)
      period = try fields("period")
      spin = try fields.optional("spin")
    }
    public var json: JSON { .object(("period", period.json), ("spin", spin?.json)) }
  }

  /// All that is needed to find the chain's curve again in the input.
  public struct CurveReference: SpecPart {
    /// Which of an element's sub-paths.
    public enum Subpath: SpecPart {
      /// Counted from 0 in the element.
      case index(Int)
      /// All that the selection holds, joined in one chain; written as `"join"`.
      case join

      public init(json: JSON) throws(SpecError) {
        if json.string == "join" {
          self = .join
        } else if let index = json.integer, index >= 0 {
          self = .index(index)
        } else {
          throw SpecError(found: json.summary, expected: "an index from 0 or \"join\"")
        }
      }
      public var json: JSON {
        switch self {
        case .index(let index): index.json
        case .join: "join"
        }
      }
    }

    /// What was done with an open curve.
    public enum OpenClosure: String, SpecPart, CaseIterable { case retrace, ease, line, error }

    /// The selector that picks elements of the document; nil for all.
    public var select: String?
    /// The index, from 0, among the selected elements that draw a path; nil when several are joined.
    public var element: Int?
    /// The index, from 0, among the document's `animateMotion` elements whose path the curve is, in place of a
    /// drawn one; nil for what is drawn.
    public var motion: Int?
    public var subpath: Subpath
    /// How the curve is closed if it is open.
    public var open: OpenClosure
    /// The arc length at t = 0 along the transformed curve, in `units`.
    public var start: Double
    /// From the document's user space to the spec's: the six numbers of SVG's `matrix`.
    public var transform: [Double]
    /// The arc length of the closed, transformed curve, in `units`.
    public var length: Double

    public init(
      select: String? = nil, element: Int? = 0, motion: Int? = nil, subpath: Subpath = .index(0),
      open: OpenClosure = .retrace,
      start: Double = 0, transform: [Double] = [1, 0, 0, 1, 0, 0], length: Double
    ) {
      self.select = select
      self.element = element
      self.motion = motion
      self.subpath = subpath
      self.open = open
      self.start = start
      self.transform = transform
      self.length = length
    }

    public init(json: JSON) throws(SpecError) {
      let fields = try Fields(json)
      select = try fields.optional("select")
      element = try fields.optional("element")
      motion = try fields.optional("motion")
      subpath = try fields("subpath")
      open = try fields("open")
      start = try fields("start")
      transform = try fields("transform")
      length = try fields("length")
    }
    public var json: JSON {
      .object(
        ("select", select?.json), ("element", element?.json), ("motion", motion?.json),
        ("subpath", subpath.json), ("open", open.json), ("start", start.json), ("transform", transform.json),
        ("length", length.json))
    }
  }
}

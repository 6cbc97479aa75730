/// A closed curve, or several, as chains of nested rotating clocks: the file that `epicycle solve` writes,
/// version 1 of its format.
///
/// Coordinates are SVG user space: x right, **y down**. A positive period and a positive angle turn
/// **clockwise on the screen**. Lengths are in `units`, times in seconds, angles in radians.
///
/// Reading ignores fields that it doesn't know: a new field is no new version, a changed meaning is.
public struct Spec: SpecPart {
  public static let format = "epicycle-spec"
  public static let version = 1

  /// The program that wrote the spec, with its version.
  public var generator: String
  public var source: Source
  public var units: Units
  public var frame: Frame
  public var loop: Loop
  public var budget: Budget
  public var method: Method
  public var chains: [Chain]
  /// The error of the whole, with `unit` and `diagonal`.
  public var error: ErrorReport
  public var warnings: [Warning]

  public init(
    generator: String, source: Source = Source(), units: Units = .user, frame: Frame, loop: Loop,
    budget: Budget, method: Method, chains: [Chain], error: ErrorReport = ErrorReport(),
    warnings: [Warning] = []
  ) {
    self.generator = generator
    self.source = source
    self.units = units
    self.frame = frame
    self.loop = loop
    self.budget = budget
    self.method = method
    self.chains = chains
    self.error = error
    self.warnings = warnings
  }

  /// Reads and validates a spec.
  public init(json: JSON) throws(SpecError) {
    let fields = try Fields(json)
    let format: String = try fields("format")
    guard format == Self.format else {
      throw SpecError(found: quoted(format), expected: quoted(Self.format)).inside("format")
    }
    let version: Int = try fields("version")
    guard version == Self.version else {
      throw SpecError(
        found: "version \(version)", expected: "version \(Self.version), the only one known here"
      )
      .inside("version")
    }
    generator = try fields("generator")
    source = try fields("source")
    units = try fields("units")
    frame = try fields("frame")
    loop = try fields("loop")
    budget = try fields("budget")
    method = try fields("method")
    chains = try fields("chains")
    error = try fields("error")
    warnings = try fields("warnings")
    try validate()
  }

  public var json: JSON {
    .object(
      ("format", Self.format.json), ("version", Self.version.json), ("generator", generator.json),
      ("source", source.json), ("units", units.json), ("frame", frame.json), ("loop", loop.json),
      ("budget", budget.json), ("method", method.json), ("chains", chains.json), ("error", error.json),
      ("warnings", warnings.json))
  }

  /// Reads and validates a spec from UTF-8 text. The error names line and column of the fault.
  public static func parse(_ bytes: some Sequence<UInt8>) throws(SpecError) -> Spec {
    let bytes = Array(bytes)
    let json: JSON
    do { json = try JSON(parsing: bytes) } catch { throw SpecError(error) }
    do { return try Spec(json: json) } catch { throw error.located(in: bytes) }
  }

  /// The JSON Schema (draft 2020-12) of the format.
  public static var schema: String {
    String(decoding: PackageResources.epicycle_spec_1_schema_json, as: UTF8.self)
  }
}

extension SpecError {
  /// The error with the line and column at which its value stands in the well-formed text `bytes`.
  func located(in bytes: [UInt8]) -> SpecError {
    bytes.withUnsafeBufferPointer { buffer in
      var parser = JSONParser(buffer)
      guard let offset = try? parser.offset(of: steps) else { return self }
      var error = self
      let (line, column) = parser.position(of: offset)
      error.line = line
      error.column = column
      return error
    }
  }
}

extension Spec {
  /// Where the curves come from.
  public struct Source: SpecPart {
    /// The name of the input file; nil for a path given on the command line or from a pipe.
    public var file: String?
    /// The path data itself, where it was given in place of a file.
    public var path: String?

    public init(file: String? = nil, path: String? = nil) {
      self.file = file
      self.path = path
    }
    public init(json: JSON) throws(SpecError) {
      let fields = try Fields(json)
      file = try fields.optional("file")
      path = try fields.optional("path")
    }
    public var json: JSON { .object(("file", file?.json), ("path", path?.json)) }
  }

  /// The unit of every length: SVG user units of the source, or the points of the view that it was scaled into.
  public enum Units: String, SpecPart, CaseIterable { case user, points }

  /// The drawing's box: an SVG view box, or the view's. Sides along the axes, y down, in `units`.
  public struct Frame: SpecPart {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }

    public init(json: JSON) throws(SpecError) {
      let fields = try Fields(json)
      x = try fields("x")
      y = try fields("y")
      width = try fields("width")
      height = try fields("height")
    }
    public var json: JSON {
      .object(("x", x.json), ("y", y.json), ("width", width.json), ("height", height.json))
    }
  }

  /// The loop's length, and the moment of t = 0, which is the same for every spec.
  public struct Loop: SpecPart {
    /// t = 0.
    public static let epoch = "2001-01-01T00:00:00Z"
    /// The zone in which no clock ever jumps.
    public static let timeZone = "GMT"

    /// T, above 0.
    public var seconds: Double

    public init(seconds: Double) { self.seconds = seconds }

    public init(json: JSON) throws(SpecError) {
      let fields = try Fields(json)
      seconds = try fields("seconds")
      for (key, value) in [("epoch", Self.epoch), ("timeZone", Self.timeZone)] {
        let found: String = try fields(key)
        guard found == value else {
          throw SpecError(found: quoted(found), expected: quoted(value)).inside(key)
        }
      }
    }
    public var json: JSON {
      .object(("seconds", seconds.json), ("epoch", Self.epoch.json), ("timeZone", Self.timeZone.json))
    }
  }

  /// Rotating views: the arms of all chains, and one for each upright clock.
  public struct Budget: SpecPart {
    /// How many were allowed.
    public var clocks: Int
    /// How many there are.
    public var used: Int

    public init(clocks: Int, used: Int) {
      self.clocks = clocks
      self.used = used
    }

    public init(json: JSON) throws(SpecError) {
      let fields = try Fields(json)
      clocks = try fields("clocks")
      used = try fields("used")
    }
    public var json: JSON { .object(("clocks", clocks.json), ("used", used.json)) }
  }

  /// How the arms were chosen.
  public struct Method: SpecPart {
    public enum Fit: String, SpecPart, CaseIterable {
      /// The harmonics with the largest coefficients: least mean square for the timing.
      case truncate
      /// Least largest deviation within the freedom of the timing.
      case minimax
    }

    public var fit: Fit

    public init(fit: Fit) { self.fit = fit }
    public init(json: JSON) throws(SpecError) { fit = try Fields(json)("fit") }
    public var json: JSON { .object(("fit", fit.json)) }
  }

  public struct Warning: SpecPart {
    /// A word that programs can rely on.
    public var code: String
    /// A line for people.
    public var message: String

    public init(code: String, message: String) {
      self.code = code
      self.message = message
    }

    public init(json: JSON) throws(SpecError) {
      let fields = try Fields(json)
      code = try fields("code")
      message = try fields("message")
    }
    public var json: JSON { .object(("code", code.json), ("message", message.json)) }
  }

  /// A point, in `units`; y down.
  public struct Point: SpecPart {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }

    public init(json: JSON) throws(SpecError) {
      let fields = try Fields(json)
      x = try fields("x")
      y = try fields("y")
    }
    public var json: JSON { .object(("x", x.json), ("y", y.json)) }
  }
}

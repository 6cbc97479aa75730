import EpicycleSpec

/// A format that a spec can be written in: one file a format, all behind this protocol.
public protocol Exporter: Sendable {
  /// The word for `--format`, such as `svg`.
  var format: String { get }
  /// Endings of file names that pick this format, without the dot.
  var fileExtensions: [String] { get }
  /// One line for people: what it is, and what has to be installed for it.
  var summary: String { get }
  /// The largest distance, in the spec's unit, between what the file draws and the spec's formula, for as long as
  /// the file's numbers are rounded; nil where nothing is rounded beyond doubles.
  func rounding(of job: ExportJob) -> Double?
  /// The file, whole.
  func export(_ job: ExportJob) throws(ExportError) -> [UInt8]
}

/// What to write, and how.
public struct ExportJob: Sendable {
  public var spec: Spec
  /// The exact curve behind each chain, where it is known: SVG path data in the spec's coordinates.
  public var targets: [String]
  /// The same curves with other budgets or by another method, for formats that let people compare; the chains
  /// stand in the order of `spec`.
  public var variants: [Spec]
  public var show: Set<Layer>
  /// Frames a second, for formats made of frames.
  public var frameRate: Double
  /// Pixels of the longer side, for formats made of pixels.
  public var pixels: Int
  /// Told the share that is done, 0…1, by exporters that take long.
  public var progress: @Sendable (Double) -> Void

  public enum Layer: String, Sendable, CaseIterable { case arms, circles, trail, target }

  public init(
    spec: Spec, targets: [String] = [], variants: [Spec] = [], show: Set<Layer> = Set(Layer.allCases),
    frameRate: Double = 30, pixels: Int = 640, progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) {
    self.spec = spec
    self.targets = targets
    self.variants = variants
    self.show = show
    self.frameRate = frameRate
    self.pixels = pixels
    self.progress = progress
  }

  /// Throws `.unsuitable` with the first fault of the spec or of a variant, so that exporters meet valid ones.
  func validate() throws(ExportError) {
    do {
      try spec.validate()
      for variant in variants { try variant.validate() }
    } catch { throw .unsuitable("the spec is not valid: \(error)") }
  }
}

/// Why a file could not be made, in one line for people.
public enum ExportError: Error, Sendable, Hashable {
  /// A program or library is missing; the package that brings it.
  case missingTool(String, package: String)
  /// The spec can't be written in this format.
  case unsuitable(String)
  /// A program that was run failed.
  case failed(String)
}

import EpicycleSpec
import Foundation

/// A format that a spec can be written in: one file a format, all behind this protocol.
public protocol Exporter: Sendable {
  /// The word for `--format`, such as `svg`.
  var format: String { get }
  /// Endings of file names that pick this format, without the dot.
  var fileExtensions: [String] { get }
  /// One line for people: what it is, and what has to be installed for it.
  var summary: String { get }
  /// Whether `ExportJob.variants` are of use.
  var takesVariants: Bool { get }
  /// Throws `.missingTool` where a program is missing that `export` runs: to be asked before long work.
  func requireTools() throws(ExportError)
  /// The file, whole.
  func export(_ job: ExportJob) throws(ExportError) -> [UInt8]
  /// The motion that the file says, read back from its bytes; nil where no number is rounded beyond doubles.
  ///
  /// What the spec says of its error is not that of this motion, and stays as it was: it has to be computed anew.
  func written(_ file: [UInt8], of job: ExportJob) -> Spec?
}

extension Exporter {
  public var takesVariants: Bool { false }
  public func requireTools() throws(ExportError) {}
  public func written(_ file: [UInt8], of job: ExportJob) -> Spec? { nil }
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
  /// Where an exporter may make files for as long as it works; it makes the folder and removes it.
  public var scratch: URL
  /// Told the share that is done, 0…1, by exporters that take long.
  public var progress: @Sendable (Double) -> Void

  public enum Layer: String, Sendable, CaseIterable { case arms, circles, trail, target }

  public init(
    spec: Spec, targets: [String] = [], variants: [Spec] = [], show: Set<Layer> = Set(Layer.allCases),
    frameRate: Double = 30, pixels: Int = 640, scratch: URL = ExportJob.newScratch(),
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) {
    self.spec = spec
    self.targets = targets
    self.variants = variants
    self.show = show
    self.frameRate = frameRate
    self.pixels = pixels
    self.scratch = scratch
    self.progress = progress
  }

  /// The name of a folder that doesn't exist, among the temporary ones.
  public static func newScratch() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("epicycle-\(UUID().uuidString)")
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

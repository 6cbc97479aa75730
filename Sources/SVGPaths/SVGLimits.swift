/// What an input may cost; beyond it, reading ends with an error of kind `limit` that names the limit.
///
/// The defaults keep hostile input within a minute and a few gigabytes: curves that are solved take 700 bytes for a
/// line and up to 8000 for a cubic Bézier.
public struct SVGLimits: Sendable, Hashable {
  /// Bytes of an input, before decompression and after it.
  public var bytes = 256 << 20
  /// Elements within elements, counted with what `use` puts in place.
  public var depth = 5_000
  /// Elements of a document.
  public var elements = 4_000_000
  /// Attributes of an element, and attributes for which a document declares defaults.
  public var attributes = 1_000
  /// Bytes that entities expand to, in all; each reference counts as 16 more, or as 1024 outside attributes.
  public var entityBytes = 16 << 20
  /// Elements visited while drawing, counted each time that a `use` repeats them.
  public var placedElements = 1_000_000
  /// Segments of all placed shapes, and moves.
  public var segments = 300_000
  /// Comparisons of an element with a part of a selector.
  public var selectorSteps = 20_000_000
  /// Warnings that are kept.
  public var warnings = 1_000

  public init() {}

  /// Each limit by a word.
  public enum Name: String, CaseIterable, Sendable {
    case bytes, depth, elements, attributes
    case entityBytes = "entity-bytes"
    case placedElements = "placed-elements"
    case segments
    case selectorSteps = "selector-steps"
    case warnings
  }

  public subscript(name: Name) -> Int {
    get { self[keyPath: Self.path(of: name)] }
    set { self[keyPath: Self.path(of: name)] = newValue }
  }

  private static func path(of name: Name) -> WritableKeyPath<SVGLimits, Int> {
    switch name {
    case .bytes: \.bytes
    case .depth: \.depth
    case .elements: \.elements
    case .attributes: \.attributes
    case .entityBytes: \.entityBytes
    case .placedElements: \.placedElements
    case .segments: \.segments
    case .selectorSteps: \.selectorSteps
    case .warnings: \.warnings
    }
  }
}

/// How an input is read.
public struct SVGOptions: Sendable, Hashable {
  /// Refuse path data with an error, a comma at the end included, instead of using what stands before it.
  public var strict = false
  /// Languages of the reader, as BCP 47 tags, for `systemLanguage`.
  public var languages = ["en"]
  public var limits = SVGLimits()

  public init() {}
}

/// What an input may cost; beyond it, reading ends with an error of kind `limit`.
///
/// The defaults let a path of several million segments through and keep hostile input within seconds and within
/// a small multiple of the input's size in memory.
public struct SVGLimits: Sendable, Hashable {
  /// Bytes of an input, before decompression and after it.
  public var bytes = 256 << 20
  /// Elements within elements, counted with what `use` puts in place.
  public var depth = 5_000
  /// Elements of a document.
  public var elements = 4_000_000
  /// Bytes that entities expand to, in all; each reference counts as 16 more, or as 1024 outside attributes.
  public var entityBytes = 16 << 20
  /// Elements visited while drawing, counted each time that a `use` repeats them.
  public var placedElements = 1_000_000
  /// Segments of all placed shapes.
  public var segments = 16_000_000
  /// Comparisons of an element with a part of a selector.
  public var selectorSteps = 20_000_000
  /// Warnings that are kept.
  public var warnings = 1_000

  public init() {}
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

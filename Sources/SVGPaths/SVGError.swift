/// Why an input can't be used, or what was left out of it.
public struct SVGError: Error, Sendable, Hashable {
  public enum Kind: String, Sendable {
    /// The file does not exist.
    case fileNotFound
    /// The file can't be read.
    case fileUnreadable
    /// There is nothing, or nothing but white space.
    case empty
    /// Neither path data nor an SVG document.
    case notSVG
    /// The document's bytes are not text in the encoding that it declares.
    case encoding
    /// The document is not well-formed XML.
    case xml
    /// Path data that leaves the grammar, where `strict` was asked for, or with nothing usable before the error.
    case pathData
    /// Compressed data that is damaged.
    case compression
    /// One of `SVGLimits` was exceeded.
    case limit
  }

  public var kind: Kind
  /// One line for people, without the position.
  public var message: String
  /// Where, in the file for documents, in the text for bare path data.
  public var position: TextPosition?
  /// What stands there, for errors of syntax.
  public var found: String?
  /// What should stand there, for errors of syntax.
  public var expected: String?
  /// Which of `SVGLimits` was exceeded, for errors of kind `limit`.
  public var limit: SVGLimits.Name?

  public var line: Int? { position?.line }
  public var column: Int? { position?.column }

  init(
    _ kind: Kind, _ message: String, at position: TextPosition? = nil, found: String? = nil,
    expected: String? = nil, limit: SVGLimits.Name? = nil
  ) {
    self.limit = limit
    self.kind = kind
    self.message = message
    self.position = position
    self.found = found
    self.expected = expected
  }
}

/// Something in an input that was left out or taken as well as could be.
public struct SVGWarning: Sendable, Hashable {
  public enum Code: String, Sendable {
    /// Path data was used up to an error.
    case pathData
    /// A list of points was used up to an error.
    case points
    /// A transform that can't be understood was ignored.
    case transform
    /// A length or another attribute that can't be understood was ignored.
    case attribute
    /// An element has a size that can't be drawn.
    case size
    /// An animation has no effect, as one of its attributes can't be understood.
    case animation
    /// A reference leads nowhere, outside the document, or back to itself.
    case reference
    /// An external entity was not loaded.
    case externalEntity
    /// A shape's coordinates aren't finite numbers after its transforms.
    case notFinite
    /// The root has no namespace, or percentages have nothing to refer to.
    case document
    /// There were more warnings than are kept.
    case more
  }

  public var code: Code
  /// One line for people, without the position.
  public var message: String
  public var position: TextPosition?
  /// What stands there and what should, for errors of syntax.
  public var found: String?
  public var expected: String?

  public var line: Int? { position?.line }
  public var column: Int? { position?.column }
}

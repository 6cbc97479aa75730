/// Elements that are drawn, or that decide what is drawn.
enum ElementName: String, Sendable {
  case path, rect, circle, ellipse, line, polyline, polygon
  case svg, g, a, use, symbol, defs, style
  case conditional = "switch"
  case animateMotion, mpath
  /// Every other element of SVG.
  case unrendered
  /// Elements of other namespaces.
  case foreign
}

/// Attributes that matter here; those of other names are not kept.
enum AttributeName: String, Sendable {
  case d, points, x, y, width, height, rx, ry, cx, cy, r, x1, y1, x2, y2
  case viewBox, preserveAspectRatio, transform
  case id, `class`, style, display, visibility, type, media, requiredExtensions, systemLanguage
  case path, keyPoints, keyTimes, keySplines, calcMode, values, from, to, by, dur, rotate
  case fontSize = "font-size"
  case href
  case xlinkHref = "xlink:href"
}

/// The elements of a document, in document order, as one flat list.
struct XMLTree: Sendable {
  struct Element: Sendable {
    var name: ElementName
    /// Indices into `elements`; −1 for none.
    var parent: Int32
    var firstChild: Int32 = -1
    var nextSibling: Int32 = -1
    /// Indices into `attributes`.
    var attributes: Range<Int32>
    /// Where its tag begins in the source, or the reference to the entity that it stands in.
    var offset: Int
  }
  struct Attribute: Sendable {
    var name: AttributeName
    var value: String
  }

  /// The document in UTF-8, without a byte order mark.
  var source: [UInt8]
  var elements: [Element] = []
  var attributes: [Attribute] = []
  /// The text in each `style` element, in document order.
  var styleTexts: [(element: Int32, text: String)] = []
  /// The replacement texts of the general entities that the document declares.
  var entities: [String: String] = [:]
  /// Names of external entities, with the offset of their declaration, and of undeclared ones.
  var missingEntities: [(name: String, offset: Int)] = []
  /// Whether the root is in no namespace; its elements are taken for SVG then.
  var lacksNamespace = false

  func value(_ name: AttributeName, of element: Int32) -> String? {
    for index in elements[Int(element)].attributes where attributes[Int(index)].name == name {
      return attributes[Int(index)].value
    }
    return nil
  }

  /// The elements by their `id`; the first in document order wins.
  func elementsByID() -> [String: Int32] {
    var found: [String: Int32] = [:]
    for (index, element) in elements.enumerated() {
      for attribute in element.attributes where attributes[Int(attribute)].name == .id {
        let id = attributes[Int(attribute)].value
        if found[id] == nil { found[id] = Int32(index) }
      }
    }
    return found
  }
}

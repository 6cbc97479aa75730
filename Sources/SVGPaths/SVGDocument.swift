import PlaneCurves

/// A shape as an SVG document draws it.
public struct PlacedShape: Sendable {
  /// The element's name: `path`, `rect`, `circle`, `ellipse`, `line`, `polyline` or `polygon`.
  public var tag: String
  public var id: String?
  /// Its number among the document's shapes, in the order in which they are drawn.
  public var elementIndex: Int
  /// In the root's user space: the units of its `viewBox`, y down.
  public var subpaths: [Subpath]
  /// Whether a `use` element put it there.
  public var viaUse: Bool
  /// What was wrong with the element; also among the document's warnings.
  public var warnings: [SVGWarning]
  /// The innermost of `SVGDocument.scopes` around it.
  var scope: Int?
}

/// The shapes that an SVG document draws, or those of bare path data.
public struct SVGDocument: Sendable {
  /// The root's `viewBox`, or its width and height, or else the box around all shapes; nil if there are none.
  public var frame: Box?
  public var shapes: [PlacedShape]
  public var warnings: [SVGWarning]
  /// Whether the input was path data alone.
  public var isBarePathData: Bool
  /// The ids around the shapes, each with the next one outwards.
  var scopes: [Scope]
  /// The `animateMotion` elements whose moved element is drawn, in the order in which it is.
  public var motions: [AnimatedMotion] = []

  struct Scope: Sendable {
    var id: String
    var outer: Int?
  }

  /// The shapes whose element has an id, stands within one that has it, or is put there by a `use` that is one.
  ///
  /// - Parameter selector: `#id` or `id`.
  public func shapes(selecting selector: String) -> [PlacedShape] {
    let id = selector.hasPrefix("#") ? String(selector.dropFirst()) : selector
    let isWithin = scopes(within: id)
    return shapes.filter { shape in shape.scope.map { isWithin[$0] } ?? false }
  }

  /// The smallest box around all shapes.
  public var bounds: Box? {
    shapes.lazy.flatMap(\.subpaths).reduce(nil) { box, subpath in box?.union(subpath.bounds) ?? subpath.bounds
    }
  }
}

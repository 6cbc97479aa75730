import PlaneCurves

/// Walks the elements of a document in drawing order and places its shapes. The walk keeps its own stack, so
/// that no document can overflow the thread's.
struct DocumentReader {
  /// What an element passes on to its children.
  struct Context {
    /// From the children's user space to the root's.
    var transform = AffineTransform.identity
    var viewport: Viewport
    var fontSize = 16.0
    var isVisible = true
    var scope: Int?
    var isViaUse = false
  }
  /// An element whose children are being visited, or a `use` on its way to its target.
  private struct Frame {
    var element: Int32
    var next: Int32
    /// Whether only that one child is visited.
    var isSingle: Bool
    var context: Context
  }

  struct WarnedPlace: Hashable {
    var element: Int32
    var code: SVGWarning.Code
    var offset: Int
  }

  let tree: XMLTree
  let options: SVGOptions
  var warnings: WarningList
  var locator: AttributeLocator
  let source: UnsafeBufferPointer<UInt8>
  let ids: [String: Int32]
  /// What moves an element.
  let motionsByTarget: [Int32: [Int32]]
  private var styles = StyleSheet()
  private var selectorSteps: Int
  /// Properties by element, for elements that are visited more than once.
  private var knownStyles: [Int32: StyleDeclarations] = [:]
  /// Subpaths that don't depend on where the element is placed, for the same.
  var knownPaths: [Int32: [Subpath]] = [:]

  /// Whether percentages refer to a size that the document doesn't give, and nobody was told.
  var percentagesAreUnfounded = false
  /// What was warned of already.
  var warnedPlaces: Set<WarnedPlace> = []

  private var stack: [Frame] = []
  /// The elements on the stack, so that a `use` of one of them is seen.
  private var isOpen: [Bool]
  private var placed = 0
  var segments = 0
  private(set) var shapes: [PlacedShape] = []
  var motions: [AnimatedMotion] = []
  private(set) var scopes: [SVGDocument.Scope] = []

  private init(_ tree: XMLTree, _ source: UnsafeBufferPointer<UInt8>, _ options: SVGOptions) {
    self.tree = tree
    self.source = source
    self.options = options
    warnings = WarningList(limit: options.limits.warnings)
    locator = AttributeLocator(source: source, entities: tree.entities)
    ids = tree.elementsByID()
    motionsByTarget = Self.motions(of: tree, ids: ids)
    selectorSteps = options.limits.selectorSteps
    isOpen = Array(repeating: false, count: tree.elements.count)
    for (element, text) in tree.styleTexts {
      let type = tree.value(.type, of: element)?.trimmed.lowercased() ?? ""
      let media = tree.value(.media, of: element)?.trimmed.lowercased() ?? ""
      if ["", "text/css"].contains(type), ["", "all", "screen"].contains(media) { styles.add(text) }
    }
  }

  /// The shapes of the document `tree`.
  static func read(_ tree: XMLTree, _ options: SVGOptions) throws(SVGError) -> SVGDocument {
    try tree.source.withUnsafeBufferPointer { source throws(SVGError) in
      var reader = DocumentReader(tree, source, options)
      return try reader.document()
    }
  }

  private mutating func document() throws(SVGError) -> SVGDocument {
    for entity in tree.missingEntities {
      let message = "entity '\(entity.name)' lies outside the document and counts as empty"
      warnings.add(.init(code: .externalEntity, message: message, offset: entity.offset))
    }
    if tree.lacksNamespace {
      let message = "the root lacks xmlns=\"\(svgNamespace)\"; taken as SVG all the same"
      warnings.add(.init(code: .document, message: message, offset: tree.elements[0].offset))
    }
    let (frame, viewport) = rootFrame()
    try visit(0, Context(viewport: viewport), from: nil)
    try walk()
    let resolved = warnings.resolved(in: source)
    for (warning, shape) in resolved {
      if let shape, shape < shapes.count { shapes[shape].warnings.append(warning) }
    }
    var document = SVGDocument(
      frame: frame, shapes: shapes, warnings: resolved.map(\.warning), isBarePathData: false, scopes: scopes,
      motions: motions)
    if frame == nil { document.frame = document.bounds }
    for subpath in motions.flatMap(\.subpaths) where document.frame == nil {
      document.frame = motions.flatMap(\.subpaths).reduce(subpath.bounds) { $0.union($1.bounds) }
    }
    return document
  }

  /// The root's `viewBox`, or its size in user units; and what percentages refer to.
  private mutating func rootFrame() -> (Box?, Viewport) {
    if let box = viewBox(of: 0), box.width > 0, box.height > 0 {
      let frame = Box(Complex(box.x, box.y), Complex(box.x + box.width, box.y + box.height))
      return (frame, Viewport(width: box.width, height: box.height))
    }
    // Without any size, style sheets give a replaced element 300 by 150.
    let outer = Viewport(width: 300, height: 150)
    let width = size(.width, of: 0, .horizontal, Context(viewport: outer))
    let height = size(.height, of: 0, .vertical, Context(viewport: outer))
    let hasSize = [AttributeName.width, .height].allSatisfy { name in
      tree.value(name, of: 0).flatMap { Length(parsing: $0) }.map { $0.unit != .percent && $0.value > 0 }
        ?? false
    }
    percentagesAreUnfounded = !hasSize
    let frame = hasSize ? Box(.zero, Complex(width, height)) : nil
    return (frame, Viewport(width: width, height: height))
  }

  // MARK: The walk

  private mutating func walk() throws(SVGError) {
    while let frame = stack.last {
      guard frame.next >= 0 else {
        isOpen[Int(frame.element)] = false
        stack.removeLast()
        continue
      }
      let child = frame.next
      stack[stack.count - 1].next = frame.isSingle ? -1 : tree.elements[Int(child)].nextSibling
      try visit(child, frame.context, from: frame.isSingle ? frame.element : nil)
    }
  }

  /// Draws an element, or puts it on the stack to have its children drawn.
  ///
  /// - Parameter parent: a `use` that puts the element in place, or a `switch` that chose it.
  private mutating func visit(_ element: Int32, _ outer: Context, from parent: Int32?) throws(SVGError) {
    placed += 1
    if placed > options.limits.placedElements {
      throw failure(
        .placedElements, "more than \(options.limits.placedElements) elements are to be drawn", element)
    }
    let node = tree.elements[Int(element)]
    let use = parent.flatMap { tree.elements[Int($0)].name == .use ? $0 : nil }
    switch node.name {
    case .animateMotion, .mpath, .foreign, .defs, .style: return
    case .unrendered:
      try readMotions(of: element, outer)
      return
    case .symbol where use == nil: return
    default: break
    }
    let style = try style(of: element, isRepeated: outer.isViaUse)
    guard style.display != "none", isAcceptable(element) else { return }
    try readMotions(of: element, outer)
    var context = outer
    inherit(style, element, &context)
    switch node.name {
    case .g, .a:
      try push(element, from: node.firstChild, isSingle: false, context)
    case .svg, .symbol:
      guard let inner = viewportContext(element, use: use, context) else { return }
      try push(element, from: node.firstChild, isSingle: false, inner)
    case .conditional:
      var child = node.firstChild
      while child >= 0, !isCandidate(child) { child = tree.elements[Int(child)].nextSibling }
      try push(element, from: child, isSingle: true, context)
    case .use:
      guard let target = target(of: element) else { return }
      let x = length(.x, of: element, .horizontal, context)
      let y = length(.y, of: element, .vertical, context)
      context.transform = context.transform * .translation(x, y)
      context.isViaUse = true
      try push(element, from: target, isSingle: true, context)
    default:
      try place(element, context)
    }
  }

  private mutating func push(
    _ element: Int32, from first: Int32, isSingle: Bool, _ context: Context
  ) throws(SVGError) {
    guard first >= 0 else { return }
    if stack.count >= options.limits.depth {
      throw failure(.depth, "elements are nested more than \(options.limits.depth) deep", element)
    }
    isOpen[Int(element)] = true
    stack.append(Frame(element: element, next: first, isSingle: isSingle, context: context))
  }

  private mutating func place(_ element: Int32, _ context: Context) throws(SVGError) {
    guard context.isVisible, let local = try subpaths(of: element, context), !local.isEmpty else { return }
    segments += local.reduce(0) { $0 + $1.segments.count + 1 }
    if segments > options.limits.segments {
      throw tooManySegments(element)
    }
    let moved = context.transform == .identity ? local : local.map { $0.transformed(by: context.transform) }
    guard moved.allSatisfy({ $0.start.isFinite && $0.segments.allSatisfy(\.isFinite) }) else {
      warn(.notFinite, "its coordinates are not finite numbers after its transforms", element)
      return
    }
    shapes.append(
      PlacedShape(
        tag: tree.elements[Int(element)].name.rawValue, id: tree.value(.id, of: element),
        elementIndex: shapes.count, subpaths: moved, viaUse: context.isViaUse, warnings: [],
        scope: context.scope))
  }

  // MARK: What is inherited

  private mutating func style(of element: Int32, isRepeated: Bool) throws(SVGError) -> StyleDeclarations {
    if let known = knownStyles[element] { return known }
    var style = StyleDeclarations()
    style.display = tree.value(.display, of: element)?.trimmed.lowercased()
    style.visibility = tree.value(.visibility, of: element)?.trimmed.lowercased()
    style.fontSize = tree.value(.fontSize, of: element)
    guard let declared = styles.declarations(for: element, in: tree, steps: &selectorSteps) else {
      throw failure(
        .selectorSteps, "the style sheet takes more than \(options.limits.selectorSteps) comparisons", element
      )
    }
    style.override(with: declared)
    if isRepeated { knownStyles[element] = style }
    return style
  }

  private mutating func inherit(_ style: StyleDeclarations, _ element: Int32, _ context: inout Context) {
    switch style.visibility {
    case "visible", "initial": context.isVisible = true
    case "hidden", "collapse": context.isVisible = false
    default: break
    }
    if let text = style.fontSize, let size = SVGPaths.fontSize(parsing: text, inherited: context.fontSize) {
      context.fontSize = size
    }
    if let id = tree.value(.id, of: element) {
      scopes.append(.init(id: id, outer: context.scope))
      context.scope = scopes.count - 1
    }
    // The root's own transform places it in its surroundings; its user space lies inside.
    if element != 0 { context.transform = context.transform * transform(of: element, style) }
  }

  /// A transform of a style sheet comes before the attribute; one that can't be understood is left out.
  private mutating func transform(of element: Int32, _ style: StyleDeclarations) -> AffineTransform {
    if var text = style.transform {
      if text.lowercased() == "none" { return .identity }
      switch text.withUTF8({ TransformList.parse($0, .style) }) {
      case .success(let transform): return transform
      case .failure(let error):
        warn(.transform, "the transform '\(text.prefix(40))' of a style: expected \(error.expected)", element)
      }
    }
    guard var text = tree.value(.transform, of: element) else { return .identity }
    switch text.withUTF8({ TransformList.parse($0, .attribute) }) {
    case .success(let transform): return transform
    case .failure(let error):
      let found = text.withUTF8 { excerpt(of: $0, at: error.offset) }
      let diagnosis = Diagnosis(found: found, expected: error.expected, subject: "transform ignored")
      warn(diagnosis, .transform, .transform, element, at: error.offset)
      return .identity
    }
  }

  // MARK: Viewports

  /// The user space inside an `svg` or `symbol`; nil when its size disables drawing.
  private mutating func viewportContext(_ element: Int32, use: Int32?, _ outer: Context) -> Context? {
    if element == 0 && use == nil {
      let isEmpty = viewBox(of: 0).map { $0.width == 0 || $0.height == 0 } ?? false
      return isEmpty ? nil : outer
    }
    let x = length(.x, of: element, .horizontal, outer)
    let y = length(.y, of: element, .vertical, outer)
    let widthOwner = use.flatMap { tree.value(.width, of: $0) == nil ? nil : $0 } ?? element
    let heightOwner = use.flatMap { tree.value(.height, of: $0) == nil ? nil : $0 } ?? element
    let width = size(.width, of: widthOwner, .horizontal, outer)
    let height = size(.height, of: heightOwner, .vertical, outer)
    guard width > 0, height > 0 else {
      warn(.size, "has no area, so nothing in it is drawn", element)
      return nil
    }
    var inner = outer
    inner.viewport = Viewport(width: width, height: height)
    inner.transform = outer.transform * .translation(x, y)
    guard let box = viewBox(of: element) else { return inner }
    guard box.width > 0, box.height > 0 else { return nil }
    inner.viewport = Viewport(width: box.width, height: box.height)
    inner.transform = inner.transform * box.transform(width: width, height: height, aspectRatio(of: element))
    return inner
  }

  /// A width or height of a viewport, which is all of the outer one where it isn't given.
  private mutating func size(
    _ name: AttributeName, of element: Int32, _ axis: LengthAxis, _ context: Context
  ) -> Double {
    let all = context.viewport.extent(axis)
    if let text = tree.value(name, of: element), text.trimmed == "auto" { return all }
    let value = length(name, of: element, axis, context, default: all)
    guard value < 0 else { return value }
    warn(.size, "\(name.rawValue) is negative", element, name)
    return all
  }

  private mutating func viewBox(of element: Int32) -> ViewBox? {
    guard let text = tree.value(.viewBox, of: element), text.trimmed != "none" else { return nil }
    let box = ViewBox(parsing: text)
    if box == nil {
      warn(
        .attribute, "viewBox '\(text.prefix(40))' is ignored: it is not x, y and a size", element, .viewBox)
    }
    return box
  }

  private mutating func aspectRatio(of element: Int32) -> AspectRatio {
    guard let text = tree.value(.preserveAspectRatio, of: element) else { return .middle }
    if let aspect = AspectRatio(parsing: text) { return aspect }
    warn(.attribute, "preserveAspectRatio '\(text.prefix(40))' is ignored", element, .preserveAspectRatio)
    return .middle
  }

  // MARK: References and conditions

  /// The element that a `use` refers to; nil, with a warning, if there is none that can be drawn.
  private mutating func target(of use: Int32) -> Int32? {
    let name: AttributeName = tree.value(.href, of: use) == nil ? .xlinkHref : .href
    guard let reference = tree.value(name, of: use)?.trimmed, !reference.isEmpty else { return nil }
    guard reference.hasPrefix("#") else {
      warn(.reference, "'\(reference.prefix(80))' lies outside the document and is not loaded", use, name)
      return nil
    }
    guard let target = ids[String(reference.dropFirst())] else {
      warn(.reference, "there is no element '\(reference.prefix(80))'", use, name)
      return nil
    }
    if isOpen[Int(target)] || target == use {
      warn(.reference, "'\(reference.prefix(80))' contains this use of itself, which is not drawn", use, name)
      return nil
    }
    return target
  }

  /// Whether a child of a `switch` is the one to choose.
  private func isCandidate(_ element: Int32) -> Bool {
    tree.elements[Int(element)].name != .foreign && isAcceptable(element)
  }

  /// The conditions of `requiredExtensions` (none is known here) and `systemLanguage`.
  private func isAcceptable(_ element: Int32) -> Bool {
    if tree.value(.requiredExtensions, of: element) != nil { return false }
    guard let wanted = tree.value(.systemLanguage, of: element) else { return true }
    return wanted.lowercased().split(separator: ",").contains { tag in
      let tag = String(tag).trimmed
      return !tag.isEmpty
        && options.languages.contains { language in
          let language = language.lowercased()
          return tag == language || tag.hasPrefix(language + "-") || language.hasPrefix(tag + "-")
        }
    }
  }
}

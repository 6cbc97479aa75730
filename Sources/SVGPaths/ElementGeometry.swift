import PlaneCurves

/// From the attributes of a shape to its subpaths, and from an attribute to a warning with its place.
extension DocumentReader {
  /// The subpaths of a shape in its own user space; nil when it isn't drawn.
  mutating func subpaths(of element: Int32, _ context: Context) throws(SVGError) -> [Subpath]? {
    if let known = knownPaths[element] { return known }
    let name = tree.elements[Int(element)].name
    switch name {
    case .path, .polyline, .polygon:
      let subpaths = name == .path ? try path(element) : try polygon(element, closed: name == .polygon)
      if context.isViaUse { knownPaths[element] = subpaths ?? [] }
      return subpaths
    case .rect: return rectangle(element, context).map { [$0] }
    case .circle: return circle(element, context).map { [$0] }
    case .ellipse: return ellipse(element, context).map { [$0] }
    case .line:
      let start = Complex(
        length(.x1, of: element, .horizontal, context), length(.y1, of: element, .vertical, context))
      let end = Complex(
        length(.x2, of: element, .horizontal, context), length(.y2, of: element, .vertical, context))
      return [Shapes.line(from: start, to: end)]
    default: return nil
    }
  }

  private mutating func path(_ element: Int32) throws(SVGError) -> [Subpath]? {
    guard var text = tree.value(.d, of: element), text != "none" else { return nil }
    var builder = SubpathBuilder(most: options.limits.segments - segments)
    let strict = options.strict
    let failure = text.withUTF8 { bytes in
      PathGrammar.parse(bytes, strict: strict, into: &builder).map { ($0.offset, $0.diagnosis(in: bytes)) }
    }
    if builder.isFull { throw tooManySegments(element) }
    if let (place, diagnosis) = failure {
      if options.strict {
        let offset = locator.locate(.d, tag: tree.elements[Int(element)].offset, place: place)
        throw SVGError(
          .pathData, describe(element) + diagnosis.message,
          at: TextPosition.locate([offset], in: source).first,
          found: diagnosis.found, expected: diagnosis.expected)
      }
      warn(diagnosis, .pathData, .d, element, at: place)
    }
    return builder.subpaths
  }

  private mutating func polygon(_ element: Int32, closed: Bool) throws(SVGError) -> [Subpath]? {
    guard var text = tree.value(.points, of: element) else { return nil }
    let (points, failure) = text.withUTF8 { bytes in
      let (points, error) = Shapes.points(bytes)
      let diagnosis = error.map { error in
        (
          error.offset,
          Diagnosis(found: excerpt(of: bytes, at: error.offset), expected: "a number", subject: "points")
        )
      }
      return (points, diagnosis)
    }
    if points.count > options.limits.segments - segments { throw tooManySegments(element) }
    if let (place, diagnosis) = failure { warn(diagnosis, .points, .points, element, at: place) }
    return Shapes.polygon(points, closed: closed).map { [$0] }
  }

  private mutating func rectangle(_ element: Int32, _ context: Context) -> Subpath? {
    let width = length(.width, of: element, .horizontal, context)
    let height = length(.height, of: element, .vertical, context)
    guard isDrawable(width, .width, element), isDrawable(height, .height, element) else { return nil }
    let (rx, ry) = radii(element, context)
    return Shapes.rectangle(
      x: length(.x, of: element, .horizontal, context), y: length(.y, of: element, .vertical, context),
      width: width, height: height, rx: rx, ry: ry)
  }

  private mutating func circle(_ element: Int32, _ context: Context) -> Subpath? {
    let radius = length(.r, of: element, .diagonal, context)
    guard isDrawable(radius, .r, element) else { return nil }
    return Shapes.ellipse(centre: centre(element, context), rx: radius, ry: radius)
  }

  private mutating func ellipse(_ element: Int32, _ context: Context) -> Subpath? {
    let (rx, ry) = radii(element, context)
    guard isDrawable(rx, .rx, element), isDrawable(ry, .ry, element) else { return nil }
    return Shapes.ellipse(centre: centre(element, context), rx: rx, ry: ry)
  }

  private mutating func centre(_ element: Int32, _ context: Context) -> Complex {
    Complex(length(.cx, of: element, .horizontal, context), length(.cy, of: element, .vertical, context))
  }

  /// rx and ry, where one that is missing, `auto` or negative is as large as the other.
  private mutating func radii(_ element: Int32, _ context: Context) -> (Double, Double) {
    let rx = radius(.rx, element, .horizontal, context)
    let ry = radius(.ry, element, .vertical, context)
    return (rx ?? ry ?? 0, ry ?? rx ?? 0)
  }

  private mutating func radius(
    _ name: AttributeName, _ element: Int32, _ axis: LengthAxis, _ context: Context
  ) -> Double? {
    guard let text = tree.value(name, of: element), text.trimmed != "auto" else { return nil }
    let value = length(name, of: element, axis, context, default: -1)
    if value < 0, Length(parsing: text) != nil {
      warn(.size, "\(name.rawValue) is negative and ignored", element, name)
    }
    return value < 0 ? nil : value
  }

  /// Whether a size is positive; one of 0 is silent, a negative one an error.
  private mutating func isDrawable(_ size: Double, _ name: AttributeName, _ element: Int32) -> Bool {
    if size < 0 { warn(.size, "\(name.rawValue) is negative, so it is not drawn", element, name) }
    return size > 0
  }

  // MARK: Attributes

  /// A length in user units; with a warning, `default` for one that can't be understood.
  mutating func length(
    _ name: AttributeName, of element: Int32, _ axis: LengthAxis, _ context: Context,
    default missing: Double = 0
  ) -> Double {
    guard let text = tree.value(name, of: element) else { return missing }
    if let length = Length(parsing: text) {
      if length.unit == .percent, percentagesAreUnfounded {
        percentagesAreUnfounded = false
        warn(.document, "the root has no size, so percentages are taken of 300 by 150", element, name)
      }
      return length.resolved(axis, in: context.viewport, fontSize: context.fontSize)
    }
    warn(.attribute, "\(name.rawValue) '\(text.prefix(40))' is no length and is ignored", element, name)
    return missing
  }

  // MARK: Warnings

  /// "<path id="a">: ", for messages.
  func describe(_ element: Int32) -> String {
    let id = tree.value(.id, of: element).map { " id=\"\($0.prefix(40))\"" } ?? ""
    return "<\(tree.elements[Int(element)].name.rawValue)\(id)>: "
  }

  /// Notes a warning at an attribute, or at the element's tag. An element that is visited again says it once.
  mutating func warn(
    _ code: SVGWarning.Code, _ message: String, _ element: Int32, _ attribute: AttributeName? = nil
  ) {
    let tag = tree.elements[Int(element)].offset
    let offset = attribute.map { locator.locate($0, tag: tag, place: 0) } ?? tag
    add(.init(code: code, message: describe(element) + message, offset: offset), element)
  }

  /// Notes an error of syntax at byte `place` of an attribute's value.
  mutating func warn(
    _ diagnosis: Diagnosis, _ code: SVGWarning.Code, _ attribute: AttributeName, _ element: Int32,
    at place: Int
  ) {
    let offset = locator.locate(attribute, tag: tree.elements[Int(element)].offset, place: place)
    add(
      .init(code: code, message: describe(element) + diagnosis.message, offset: offset, diagnosis: diagnosis),
      element)
  }

  private mutating func add(_ warning: WarningList.Pending, _ element: Int32) {
    var warning = warning
    guard
      warnedPlaces.insert(WarnedPlace(element: element, code: warning.code, offset: warning.offset)).inserted
    else { return }
    switch tree.elements[Int(element)].name {
    case .path, .rect, .circle, .ellipse, .line, .polyline, .polygon: warning.shape = shapes.count
    default: break
    }
    warnings.add(warning)
  }

  func failure(_ limit: SVGLimits.Name, _ message: String, _ element: Int32) -> SVGError {
    let position = TextPosition.locate([tree.elements[Int(element)].offset], in: source).first
    return SVGError(.limit, message, at: position, limit: limit)
  }

  func tooManySegments(_ element: Int32) -> SVGError {
    failure(.segments, "the shapes have more than \(options.limits.segments) segments", element)
  }
}

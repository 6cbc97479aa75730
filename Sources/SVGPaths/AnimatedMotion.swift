import PlaneCurves

/// An `animateMotion` element as the document writes it: a path, and when the animated element is where on it.
public struct AnimatedMotion: Sendable {
  public enum CalcMode: String, Sendable { case discrete, linear, paced, spline }

  /// The element's own id.
  public var id: String?
  /// The id of the element that it moves.
  public var targetID: String?
  /// Its number among the document's motions, from 0.
  public var index: Int
  /// The path in the root's user space, y down: what `mpath` refers to, or `path`, `values`, or `from`, `to` and
  /// `by`.
  public var subpaths: [Subpath]
  /// Whether the keyframes are the path's vertices, as with `values`; else they are `keyPoints`.
  public var isByVertices: Bool
  /// `paced` where the document doesn't say.
  public var calcMode: CalcMode
  /// As written, not checked against each other; nil where the attribute is missing.
  public var keyTimes: [Double]?
  public var keyPoints: [Double]?
  public var keySplines: [[Double]]?
  /// `dur` in seconds; nil where it is missing or indefinite.
  public var duration: Double?
  /// Whether `rotate` turns the element with the path.
  public var turnsWithPath: Bool
  /// Whether the transforms around it stretch one direction more than another, so that shares of the length are
  /// not those that the document means.
  public var isStretched: Bool
  public var position: TextPosition?
  /// The innermost of `SVGDocument.scopes` around the element that it moves.
  var scope: Int?
}

extension SVGDocument {
  /// The motions whose own id, or whose moved element's, it is, or that stand within an element with the id.
  ///
  /// - Parameter selector: `#id` or `id`; nil for all.
  public func motions(selecting selector: String?) -> [AnimatedMotion] {
    guard let selector else { return motions }
    let id = selector.hasPrefix("#") ? String(selector.dropFirst()) : selector
    let isWithin = scopes(within: id)
    return motions.filter { motion in
      motion.id == id || motion.targetID == id || motion.scope.map { isWithin[$0] } ?? false
    }
  }

  /// Of each scope whether it is the id's own or lies within it.
  func scopes(within id: String) -> [Bool] {
    // An outer scope always has the smaller number.
    var isWithin: [Bool] = []
    for scope in scopes { isWithin.append(scope.id == id || scope.outer.map { isWithin[$0] } ?? false) }
    return isWithin
  }
}

extension DocumentReader {
  /// The `animateMotion` elements by the element that each moves: what it refers to, or else its parent.
  static func motions(of tree: XMLTree, ids: [String: Int32]) -> [Int32: [Int32]] {
    var found: [Int32: [Int32]] = [:]
    for (index, element) in tree.elements.enumerated() where element.name == .animateMotion {
      let own = Int32(index)
      var target = element.parent
      if let reference = (tree.value(.href, of: own) ?? tree.value(.xlinkHref, of: own))?.trimmed {
        guard let other = ids[String(reference.drop { $0 == "#" })] else { continue }
        target = other
      }
      if target > 0 { found[target, default: []].append(own) }
    }
    return found
  }

  /// Reads what moves an element whose parent's user space is `outer`.
  mutating func readMotions(of element: Int32, _ outer: Context) throws(SVGError) {
    for own in motionsByTarget[element] ?? [] where motions.count < options.limits.placedElements {
      if let motion = try motion(own, of: element, outer) { motions.append(motion) }
    }
  }

  private mutating func motion(
    _ own: Int32, of element: Int32, _ outer: Context
  ) throws(SVGError) -> AnimatedMotion? {
    guard let (local, isByVertices) = try motionPath(own, outer) else { return nil }
    segments += local.reduce(0) { $0 + $1.segments.count + 1 }
    if segments > options.limits.segments {
      throw tooManySegments(own)
    }
    let drawn = local.filter { !$0.segments.isEmpty }.map { $0.transformed(by: outer.transform) }
    guard !drawn.isEmpty else { return nil }
    guard drawn.allSatisfy({ $0.segments.allSatisfy(\.isFinite) }) else {
      warn(.notFinite, "its path's coordinates are not finite numbers after its transforms", own)
      return nil
    }
    let t = outer.transform
    let (x, y) = (Complex(t.a, t.b), Complex(t.c, t.d))
    let isStretched =
      abs(x.length - y.length) > 1e-9 * x.length || abs(Complex.dot(x, y)) > 1e-9 * x.length * y.length
    let rotate = tree.value(.rotate, of: own)?.trimmed
    let mode = calcMode(of: own)
    let duration = tree.value(.dur, of: own).flatMap(clockValue)
    if duration == nil, let text = tree.value(.dur, of: own)?.trimmed, text != "indefinite" {
      warn(.animation, "dur '\(text.prefix(40))' is no time above 0, so it has no effect", own, .dur)
    }
    guard let times = lists(.keyTimes, of: own, 1), let points = lists(.keyPoints, of: own, 1),
      let splines = lists(.keySplines, of: own, 4)
    else { return nil }
    return AnimatedMotion(
      id: tree.value(.id, of: own), targetID: tree.value(.id, of: element), index: motions.count,
      subpaths: drawn, isByVertices: isByVertices,
      calcMode: mode,
      keyTimes: times.map { $0.map { $0[0] } }, keyPoints: points.map { $0.map { $0[0] } },
      keySplines: splines, duration: duration,
      turnsWithPath: rotate == "auto" || rotate == "auto-reverse", isStretched: isStretched,
      position: TextPosition.locate([tree.elements[Int(own)].offset], in: source).first,
      scope: outer.scope)
  }

  private mutating func calcMode(of own: Int32) -> AnimatedMotion.CalcMode {
    guard let text = tree.value(.calcMode, of: own)?.trimmed else { return .paced }
    if let mode = AnimatedMotion.CalcMode(rawValue: text) { return mode }
    warn(
      .animation,
      "calcMode '\(text.prefix(40))' is none of discrete, linear, paced and spline, so it has no effect",
      own, .calcMode)
    return .paced
  }

  /// The path in the moved element's parent's user space, and whether its vertices are keyframes.
  private mutating func motionPath(
    _ own: Int32, _ outer: Context
  ) throws(SVGError) -> ([Subpath], isByVertices: Bool)? {
    var child = tree.elements[Int(own)].firstChild
    while child >= 0, tree.elements[Int(child)].name != .mpath {
      child = tree.elements[Int(child)].nextSibling
    }
    if child >= 0 {
      let reference = (tree.value(.href, of: child) ?? tree.value(.xlinkHref, of: child))?.trimmed ?? ""
      guard reference.hasPrefix("#"), let target = ids[String(reference.dropFirst())] else {
        warn(.reference, "there is no path '\(reference.prefix(80))'", child)
        return nil
      }
      return try subpaths(of: target, outer).map { ($0, false) }
    }
    if let text = tree.value(.path, of: own) {
      var text = text
      let most = options.limits.segments
      let data = text.withUTF8 { PathData(parsing: $0, strict: false, most: most) }
      if let error = data.error { warn(.pathData, error.message, own, .path) }
      return (data.subpaths, false)
    }
    guard let values = lists(.values, of: own, 2), let from = lists(.from, of: own, 2),
      let to = lists(.to, of: own, 2), let by = lists(.by, of: own, 2)
    else { return nil }
    var vertices = (values ?? []).map { Complex($0[0], $0[1]) }
    if vertices.isEmpty {
      let start = from?.first.map { Complex($0[0], $0[1]) } ?? .zero
      if let end = to?.first.map({ Complex($0[0], $0[1]) }) {
        vertices = [start, end]
      } else if let way = by?.first.map({ Complex($0[0], $0[1]) }) {
        vertices = [start, start + way]
      }
    }
    guard let first = vertices.first else { return nil }
    let lines = zip(vertices, vertices.dropFirst()).map { Segment.line(LineSegment(start: $0, end: $1)) }
    return ([Subpath(start: first, segments: lines)], true)
  }

  /// A list whose entries, separated by semicolons, are `count` numbers each: nil inside for a missing attribute, nil
  /// with a warning for one that can't be read.
  private mutating func lists(_ name: AttributeName, of element: Int32, _ count: Int) -> [[Double]]?? {
    guard let text = tree.value(name, of: element) else { return .some(nil) }
    if let lists = numberLists(text, of: count) { return .some(lists) }
    warn(
      .animation, "\(name.rawValue) '\(text.prefix(40))' can't be read, so it has no effect", element, name)
    return nil
  }
}

/// Entries of `count` numbers each, separated by semicolons, which may end the list as well; the numbers by white space
/// or commas. Nil for anything else.
public func numberLists(_ text: String, of count: Int) -> [[Double]]? {
  var text = text
  return text.withUTF8 { bytes in
    var cursor = ByteCursor(bytes)
    var found: [[Double]] = []
    cursor.skipSpace()
    while !cursor.isAtEnd {
      var entry: [Double] = []
      for k in 0..<count {
        if k > 0 { cursor.skipSpaceOrComma() }
        guard let number = cursor.scanNumber() else { return nil }
        entry.append(number)
      }
      found.append(entry)
      cursor.skipSpace()
      guard cursor.isAtEnd || cursor.skip(UInt8(ascii: ";")) else { return nil }
      cursor.skipSpace()
    }
    return found
  }
}

/// Seconds of a SMIL clock value: `2.5s`, `400ms`, `1.5min`, `1h`, `3`, `02:30`, `01:02:30.5`; nil for others.
private func clockValue(_ text: String) -> Double? {
  let text = text.trimmed
  if text.contains(":") {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { number(String($0)) }
    guard (2...3).contains(parts.count) else { return nil }
    var seconds = 0.0
    for part in parts {
      guard let part, part >= 0 else { return nil }
      seconds = 60 * seconds + part
    }
    return seconds > 0 ? seconds : nil
  }
  for (unit, factor) in [("ms", 0.001), ("min", 60), ("s", 1), ("h", 3600), ("", 1)]
  where text.hasSuffix(unit) {
    guard let value = number(String(text.dropLast(unit.count))), value > 0 else { return nil }
    return value * factor
  }
  return nil
}

private func number(_ text: String) -> Double? {
  let found = numberLists(text, of: 1)
  return found?.count == 1 ? found?.first?.first : nil
}

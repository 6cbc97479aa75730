import PlaneCurves

/// One sub-path of a document, as something to trace.
public struct Outline: Sendable {
  /// Unique in the document: the element's id, or its name and number, with the sub-path's number where the
  /// element has several.
  public var id: String
  /// The id in the file, if the element has one.
  public var elementID: String?
  /// The element's number among the document's shapes, from 0.
  public var element: Int
  /// The sub-path's number in its element, from 0.
  public var number: Int
  public var subpath: Subpath
}

extension SVGDocument {
  /// The sub-paths of all shapes, or of those that `selector` names (see `shapes(selecting:)`), as drawn.
  public func outlines(selecting selector: String? = nil) -> [Outline] {
    var seen: [String: Int] = [:]
    var taken: Set<String> = []
    var outlines: [Outline] = []
    for shape in selector.map({ shapes(selecting: $0) }) ?? shapes {
      let name = shape.id ?? "\(shape.tag)-\(shape.elementIndex)"
      let times = seen[name, default: 0]
      seen[name] = times + 1
      let base = times == 0 ? name : "\(name)~\(times + 1)"
      for (number, subpath) in shape.subpaths.enumerated() {
        let wanted = shape.subpaths.count == 1 ? base : "\(base)/\(number)"
        // An id of the document may look like one that is made here.
        var id = wanted
        while !taken.insert(id).inserted {
          seen[wanted, default: 1] += 1
          id = "\(wanted)~\(seen[wanted, default: 1])"
        }
        outlines.append(
          Outline(
            id: id, elementID: shape.id, element: shape.elementIndex, number: number, subpath: subpath))
      }
    }
    return outlines
  }
}

import EpicycleSpec
import Epicycles
import PlaneCurves
import SVGPaths

/// Which curves of a document are meant, and how they are closed and scaled.
struct CurveChoice: Sendable {
  enum Subpaths: Sendable, Hashable {
    case all, join, largest
    /// By its number in the list that `inspect` shows, from 0.
    case number(Int)
  }

  var select: String?
  var subpaths = Subpaths.all
  var closure = Spec.CurveReference.OpenClosure.retrace
  var size: (width: Double, height: Double)?
  /// Nil where the timing isn't by keyframes.
  var keyframes: KeyframeSource?
}

/// A document's curves, ready to be drawn.
struct ChosenCurves: Sendable {
  var targets: [Target]
  var frame: Spec.Frame
  var units: Spec.Units
  var warnings: [Spec.Warning]
  /// The loop that the document itself asks for, in seconds.
  var duration: Double?
}

extension CurveChoice {
  /// - Parameter most: more curves than this are refused before they are measured.
  /// - Throws: `Failure` with `.badInput` if nothing is left to trace.
  func curves(of document: SVGDocument, most: Int) throws(Failure) -> ChosenCurves {
    let isFromMotions = keyframes == .document
    let outlines = isFromMotions ? [] : document.outlines(selecting: select)
    if subpaths == .all {
      let count = outlines.count { $0.subpath.segments.contains { $0.bounds.diagonal > 0 } }
      guard count <= most else { throw Failure(.tooFewClocks(given: most, curves: count, least: count)) }
    }
    if let select, outlines.isEmpty, !isFromMotions || document.motions(selecting: select).isEmpty {
      throw Failure(
        .badInput, "not-selected", "nothing drawn has the id '\(select)', or stands in an element that has it"
      )
    }
    guard let frame = document.frame else { throw Self.noCurve("nothing is drawn", document) }
    let transform = try transform(of: frame)
    var warnings = document.warnings.map { Spec.Warning($0) }
    var targets: [Target]
    var duration: Double?
    var pointlike: [String] = []
    if isFromMotions {
      let found = try motionCurves(of: document, transform)
      (targets, duration) = (found.targets, found.duration)
      warnings += found.warnings
      guard !targets.isEmpty else { throw Self.noMotion(warnings) }
    } else {
      (targets, pointlike) = try self.targets(of: outlines, transform)
    }
    if case .given(let keyframes) = keyframes {
      for index in targets.indices { targets[index].keyframes = keyframes }
    }
    warnings += pointlike.map {
      Spec.Warning(code: "zero-length", message: "\($0) has no length and is left out")
    }
    guard !targets.isEmpty else {
      throw Self.noCurve(outlines.isEmpty ? "nothing is drawn" : "every path has length 0", document)
    }
    switch subpaths {
    case .all, .join: break
    case .largest:
      // The first of equally large ones.
      let largest = targets.reduce(targets[0]) {
        $1.curve.bounds.diagonal > $0.curve.bounds.diagonal ? $1 : $0
      }
      targets = [largest]
    case .number(let number):
      guard targets.indices.contains(number) else {
        throw Failure(
          .badInput, "no-such-subpath",
          "there is no sub-path \(number); there \(targets.count == 1 ? "is only number 0" : "are numbers 0 to \(targets.count - 1)")"
        )
      }
      targets = [targets[number]]
    }
    let corner = transform(frame.minimum)
    let far = transform(frame.maximum)
    let scaled = size.map { Spec.Frame(x: 0, y: 0, width: $0.width, height: $0.height) }
    return ChosenCurves(
      targets: targets,
      frame: scaled
        ?? Spec.Frame(
          x: corner.real, y: corner.imaginary, width: far.real - corner.real,
          height: far.imaginary - corner.imaginary),
      units: size == nil ? .user : .points, warnings: warnings, duration: duration)
  }

  /// The closed curves, and the ids of those that have no length.
  func targets(
    of outlines: [Outline], _ transform: AffineTransform
  ) throws(Failure) -> (targets: [Target], pointlike: [String]) {
    if subpaths == .join { return ([try joined(outlines, transform)], []) }
    var targets: [Target] = []
    var pointlike: [String] = []
    for outline in outlines {
      if let target = try target(outline, transform) {
        targets.append(target)
      } else {
        pointlike.append(outline.id)
      }
    }
    return (targets, pointlike)
  }

  /// The first warning tells why, where something was left out.
  static func noCurve(_ reason: String, _ document: SVGDocument? = nil) -> Failure {
    let warning = document?.warnings.first.map { "; " + Spec.Warning($0).message } ?? ""
    return Failure(.badInput, "no-curve", "no curve to trace: \(reason)\(warning)")
  }

  private static func noMotion(_ warnings: [Spec.Warning]) -> Failure {
    Failure(
      .badInput, "no-motion",
      "no animateMotion that moves something drawn"
        + (warnings.last.map { "; " + $0.message } ?? ": give keyframes with --key-points and --key-times"))
  }

  /// Scales the frame uniformly into the size, centred.
  private func transform(of frame: Box) throws(Failure) -> AffineTransform {
    guard let size else { return .identity }
    let extent = max(frame.width / size.width, frame.height / size.height)
    guard extent > 0, extent.isFinite else {
      throw Failure(.badInput, "no-size", "the drawing has no size that could be scaled")
    }
    let scale = 1 / extent
    return AffineTransform(
      scale, 0, 0, scale, size.width / 2 - frame.centre.real * scale,
      size.height / 2 - frame.centre.imaginary * scale)
  }

  /// Nil where the sub-path has no length.
  private func target(_ outline: Outline, _ transform: AffineTransform) throws(Failure) -> Target? {
    let reference = reference(
      select: outline.elementID.map { "#" + $0 }, element: outline.element, subpath: .index(outline.number),
      transform)
    let subpath = transform == .identity ? outline.subpath : outline.subpath.transformed(by: transform)
    guard let curve = try closed(subpath, outline.id, by: closure) else { return nil }
    let drawn = curve.path.segmentEnds[subpath.segments.count - 1]
    return Target(id: outline.id, curve: curve, reference: reference, strokes: [0...drawn])
  }

  private func reference(
    select: String?, element: Int?, subpath: Spec.CurveReference.Subpath, _ transform: AffineTransform
  ) -> Spec.CurveReference {
    let t = transform
    return Spec.CurveReference(
      select: select, element: element, subpath: subpath, open: closure, start: 0,
      transform: [t.a, t.b, t.c, t.d, t.e, t.f], length: 0)
  }

  func closed(
    _ subpath: Subpath, _ id: String, by closure: Spec.CurveReference.OpenClosure
  ) throws(Failure) -> Curve? {
    do throws(CurveError) {
      return try Curve(closing: subpath, by: OpenClosure(closure))
    } catch {
      switch error {
      case .zeroLength: return nil
      case .open: throw Failure(.badInput, "open-curve", "\(id) is open, and --open error refuses it")
      case .notFinite:
        throw Failure(
          .badInput, "not-finite", "\(id) has coordinates or a length that are not finite numbers")
      }
    }
  }

  /// One closed curve through all sub-paths in order, each closed one whole, with straight lines between.
  private func joined(_ outlines: [Outline], _ transform: AffineTransform) throws(Failure) -> Target {
    let subpaths = outlines.map(\.subpath).filter { !$0.segments.isEmpty }
    guard let first = subpaths.first else { throw Self.noCurve("every path has length 0") }
    var segments: [Segment] = []
    var joins = Spec.ErrorReport.Joins(number: 0, length: 0)
    var place = first.start
    var ranges: [Range<Int>] = []
    for next in subpaths + [Subpath(start: first.start, segments: [])] {
      let line = LineSegment(start: place, end: next.start)
      if place != next.start {
        segments.append(.line(line))
        joins.number += 1
        joins.length += (transform.linear(next.start - place)).length
      }
      if !next.segments.isEmpty { ranges.append(segments.count..<segments.count + next.segments.count) }
      segments += next.segments
      place = next.end
    }
    let whole = Subpath(start: first.start, segments: segments, closedByZ: true).transformed(by: transform)
    guard let curve = try closed(whole, "join", by: closure) else {
      throw Self.noCurve("every path has length 0")
    }
    let ends = curve.path.segmentEnds
    let strokes = ranges.map { range in
      (range.lowerBound == 0 ? 0 : ends[range.lowerBound - 1])...ends[range.upperBound - 1]
    }
    return Target(
      id: "join", curve: curve, reference: reference(select: select, element: nil, subpath: .join, transform),
      joins: joins, strokes: strokes)
  }
}

extension OpenClosure {
  init(_ closure: Spec.CurveReference.OpenClosure) {
    switch closure {
    case .retrace, .ease: self = .retrace
    case .line: self = .line
    case .error: self = .error
    }
  }
}

extension Spec.Warning {
  init(_ warning: SVGWarning) {
    let place = warning.line.map { "line \($0), column \(warning.column ?? 1): " } ?? ""
    self.init(code: kebabCase(warning.code.rawValue), message: place + warning.message)
  }
}

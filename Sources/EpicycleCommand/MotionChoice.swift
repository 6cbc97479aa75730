import EpicycleSpec
import Epicycles
import PlaneCurves
import SVGPaths

/// Where keyframes come from.
enum KeyframeSource: Sendable, Hashable {
  /// From the document's `animateMotion` elements, whose paths are the curves.
  case document
  /// From the command line, for every curve.
  case given(Keyframes)
}

extension CurveChoice {
  /// The paths of the document's `animateMotion` elements as curves, with their keyframes.
  func motionCurves(
    of document: SVGDocument, _ transform: AffineTransform
  ) throws(Failure) -> (targets: [Target], warnings: [Spec.Warning], duration: Double?) {
    var targets: [Target] = []
    var warnings: [Spec.Warning] = []
    var durations: [Double] = []
    var seen: [String: Int] = [:]
    for motion in document.motions(selecting: select) {
      let name = motion.name
      let times = seen[name, default: 0]
      seen[name] = times + 1
      let id = times == 0 ? name : "\(name)~\(times + 1)"
      guard var target = try target(of: motion, id: id, transform) else {
        warnings.append(Spec.Warning(code: "zero-length", message: "\(id) has no length and is left out"))
        continue
      }
      do throws(KeyframeError) {
        target.keyframes = try motion.keyframes(on: target)
      } catch {
        warnings.append(
          motion.warning(
            "animation",
            "\(error.part.rawValue): found \(error.found), expected \(error.expected); it has no effect"))
        continue
      }
      warnings += motion.warnings(id)
      if let duration = motion.duration {
        if Limits.duration.contains(duration) {
          durations.append(duration)
        } else {
          warnings.append(
            motion.warning(
              "animation",
              "dur is \(duration) s, not in \(Limits.duration.lowerBound)…\(Limits.duration.upperBound); it has no effect"
            ))
        }
      }
      targets.append(target)
    }
    if let first = durations.first, durations.contains(where: { $0 != first }) {
      warnings.append(
        Spec.Warning(
          code: "durations",
          message:
            "the motions last differently long; all are given \(first) s, as the first: make a spec of each"))
    }
    return (targets, warnings, durations.first)
  }

  /// The closed curve on a motion's path; nil where it has no length.
  func target(of motion: AnimatedMotion, id: String, _ transform: AffineTransform) throws(Failure) -> Target?
  {
    let subpaths = motion.subpaths.map { $0.transformed(by: transform) }
    guard var whole = subpaths.first else { return nil }
    // Segments of each sub-path among those of the whole.
    var ranges = [0..<whole.segments.count]
    for next in subpaths.dropFirst() {
      whole.segments.append(.line(LineSegment(start: whole.end, end: next.start)))
      ranges.append(whole.segments.count..<whole.segments.count + next.segments.count)
      whole.segments += next.segments
      whole.closedByZ = false
    }
    let t = transform
    let reference = Spec.CurveReference(
      select: motion.id.map { "#" + $0 }, element: nil, motion: motion.index, subpath: .index(0),
      open: closure == .error ? .retrace : closure, start: 0, transform: [t.a, t.b, t.c, t.d, t.e, t.f],
      length: 0)
    guard let curve = try closed(whole, id, by: closure == .error ? .retrace : closure) else { return nil }
    let ends = curve.path.segmentEnds
    let strokes = ranges.map { range in
      (range.lowerBound == 0 ? 0 : ends[range.lowerBound - 1])...ends[range.upperBound - 1]
    }
    return Target(id: id, curve: curve, reference: reference, strokes: strokes)
  }
}

extension AnimatedMotion {
  /// Its own id, or that of what it moves, or else its number.
  var name: String { id ?? targetID ?? "motion-\(index)" }

  /// The motion's keyframes on its curve.
  ///
  /// Without key points a path is run through at constant speed, eased by a single spline, or with `discrete` from
  /// vertex to vertex; `paced` takes no notice of them.
  fileprivate func keyframes(on target: Target) throws(KeyframeError) -> Keyframes {
    let mode = Keyframes.Mode(rawValue: calcMode.rawValue) ?? .paced
    guard mode != .paced else { return .paced }
    var points = keyPoints
    if let keyPoints, keyTimes == nil, !isByVertices {
      throw KeyframeError(.times, "none", "as many as there are key points, \(keyPoints.count)")
    }
    if isByVertices || (keyPoints == nil && mode == .discrete) { points = vertices(of: target) }
    let isBarePath = points == nil
    return try Keyframes(
      mode: mode, times: isBarePath && mode == .linear ? nil : keyTimes, points: points, splines: keySplines)
  }

  /// The path's vertices as shares of its length.
  private func vertices(of target: Target) -> [Double] {
    let drawn = target.strokes.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) }
    let path = target.curve.path
    var shares = [0.0]
    var segment = 0
    var skipped = 0.0
    for (index, subpath) in subpaths.enumerated() {
      if index > 0 {
        skipped += path.segmentEnds[segment] - path.segmentEnds[segment - 1]
        segment += 1
      }
      for _ in subpath.segments {
        shares.append(min(1, max(0, (path.segmentEnds[segment] - skipped) / drawn)))
        segment += 1
      }
    }
    return shares
  }

  fileprivate func warning(_ code: String, _ message: String) -> Spec.Warning {
    let place = position.map { "line \($0.line), column \($0.column): " } ?? ""
    return Spec.Warning(code: code, message: place + "<animateMotion>: " + message)
  }

  fileprivate func warnings(_ id: String) -> [Spec.Warning] {
    var found: [Spec.Warning] = []
    if turnsWithPath {
      found.append(
        warning(
          "rotate-auto",
          "rotate=\"auto\" is left out: a chain can't turn with the tangent; use --upright, or --spin for whole turns"
        ))
    }
    if isStretched {
      found.append(
        warning(
          "stretched",
          "the transforms around it stretch the path, and shares of its length are taken after that; flatten the transform for the document's own timing"
        ))
    }
    if calcMode == .paced, keyPoints != nil {
      found.append(
        warning(
          "animation",
          "calcMode paced, which is the default, takes no notice of keyPoints; write calcMode=\"linear\" for them"
        ))
    } else if isByVertices, keyPoints != nil {
      found.append(warning("animation", "keyPoints don't go with values, from, to and by, and are left out"))
    }
    return found
  }
}

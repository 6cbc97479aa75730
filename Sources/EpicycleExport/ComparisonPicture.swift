import EpicycleSpec

/// Two specs of the same curves side by side at one scale, as a still SVG: what each draws, over the exact curves
/// where they are known.
public struct ComparisonPicture: Sendable {
  public var specs: [Spec]
  /// A line of text under each.
  public var captions: [String]
  /// SVG path data in the specs' coordinates (y down).
  public var targets: [String]

  public init(specs: [Spec], captions: [String], targets: [String] = []) {
    self.specs = specs
    self.captions = captions
    self.targets = targets
  }

  /// The document; what it draws lies within 1e-4 of the picture's diagonal of each spec's curve.
  ///
  /// - Throws: `ExportError.unsuitable` for a spec that isn't valid, and for numbers that can't be drawn.
  public func svg() throws(ExportError) -> [UInt8] {
    for spec in specs { try ExportJob(spec: spec).validate() }
    guard let first = specs.first else { throw .unsuitable("there is nothing to compare") }
    var view = specs.dropFirst().reduce(first.frameAroundCurves) { $0.union($1.frameAroundCurves) }
    var (specs, targets) = (specs, targets)
    if let place = try view.nearPlace() {
      specs = specs.map { place($0) }
      for index in targets.indices { targets[index] = try place(targets[index]) }
      view = place(view)
    }
    let line = max(view.width, view.height) / 400
    let size = 12 * line
    let longest = captions.map(\.count).max() ?? 0
    let width = max(view.width, 0.6 * size * Double(longest)) + 2 * size
    let box = [
      view.x - (width - view.width) / 2, view.y, width * Double(specs.count), view.height + 4 * size,
    ]
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="\(box.map(decimal).joined(separator: " "))" role="img">
      <title>\(markup(captions.joined(separator: "; ")))</title>
      <style>
      svg { background: #fff }
      path { fill: none; stroke-linejoin: round }
      .target { stroke: #bbb; stroke-width: \(decimal(5 * line)) }
      .curve { stroke: #000; stroke-width: \(decimal(line)) }
      text { font: \(decimal(size))px sans-serif; text-anchor: middle }
      </style>

      """
    for (number, (spec, caption)) in zip(specs, captions).enumerated() {
      text += "<g transform=\"translate(\(decimal(Double(number) * width)) 0)\">\n"
      for target in targets { text += "<path class=\"target\" d=\"\(markup(target))\"/>\n" }
      for chain in spec.chains {
        let trail = SVGTrail(chain, tolerance: 1e-4 * (view.width + view.height))
        text += "<path class=\"curve\" d=\"\(trail.data)\"/>\n"
      }
      let place =
        "x=\"\(decimal(view.x + view.width / 2))\" y=\"\(decimal(view.y + view.height + 2.5 * size))\""
      text += "<text \(place)>\(markup(caption))</text>\n</g>\n"
    }
    return Array((text + "</svg>\n").utf8)
  }
}

extension Spec {
  /// The frame, made larger where a curve leaves it, with a margin.
  fileprivate var frameAroundCurves: Frame {
    var low = SIMD2(frame.x, frame.y)
    var high = low + SIMD2(frame.width, frame.height)
    for chain in chains {
      for step in 0..<720 {
        let point = chain.position(at: loop.seconds * Double(step) / 720, loop: loop)
        low = pointwiseMin(low, SIMD2(point.x, point.y))
        high = pointwiseMax(high, SIMD2(point.x, point.y))
      }
    }
    let size = high - low
    let margin = size.max() > 0 ? size.max() * 0.04 : 1
    return Frame(
      x: low.x - margin, y: low.y - margin, width: size.x + 2 * margin, height: size.y + 2 * margin)
  }
}

extension Spec.Frame {
  fileprivate func union(_ other: Spec.Frame) -> Spec.Frame {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return Spec.Frame(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }
}

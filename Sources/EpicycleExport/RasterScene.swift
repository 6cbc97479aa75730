import CCairo
import EpicycleSpec

/// What is drawn of a spec, and where: the curve that the chains draw, the exact one behind it, arms, circles and
/// the carried points, fitted into a rectangle of pixels.
struct RasterScene {
  /// Colours of one theme: dark ink on paper.
  enum Ink {
    static let paper = Color(0xFBFAF7)
    static let edge = Color(0xDDD8CE)
    static let target = Color(0xE6DFD0)
    static let trail = Color(0x2F4B7C)
    static let circle = Color(0x8C9099, alpha: 0.45)
    static let arm = Color(0x6B7078)
    static let leaf = Color(0xE4572E)
    static let text = Color(0x33373D)
    static let note = Color(0x7A7F87)
  }

  struct Color {
    let red, green, blue, alpha: Double
    init(_ rgb: UInt32, alpha: Double = 1) {
      red = Double(rgb >> 16 & 0xFF) / 255
      green = Double(rgb >> 8 & 0xFF) / 255
      blue = Double(rgb & 0xFF) / 255
      self.alpha = alpha
    }
  }

  /// From the spec's coordinates to pixels: (x, y) + scale·(point − middle), exact however far off the drawing is.
  struct Placement {
    var scale: Double
    var middle: SIMD2<Double>
    var x: Double
    var y: Double

    func callAsFunction(_ point: Spec.Point) -> (x: Double, y: Double) {
      (x + scale * (point.x - middle.x), y + scale * (point.y - middle.y))
    }
  }

  let chains: [Spec.Chain]
  let show: Set<ExportJob.Layer>
  /// The box of all that is drawn, in the spec's coordinates.
  let box: (low: SIMD2<Double>, high: SIMD2<Double>)
  /// The drawn curve of each chain, at equally spaced times.
  let trails: [[Spec.Point]]
  let targets: [RasterTarget]

  /// - Parameter times: in loops, those at which arms and circles are to fit.
  init(_ job: ExportJob, times: [Double]) throws(ExportError) {
    chains = job.spec.chains
    show = job.show
    var targets: [RasterTarget] = []
    if job.show.contains(.target) {
      for data in job.targets { targets.append(try RasterTarget(data)) }
    }
    self.targets = targets

    let size = chains.reduce(0) { size, chain in max(size, chain.clocks.reduce(0) { $0 + $1.radius }) }
    let trails = chains.map { chain in
      chain.polygon(within: max(size / Double(40 * job.pixels), .leastNormalMagnitude), limit: 16384)
    }
    self.trails = trails
    var low = SIMD2(repeating: Double.infinity)
    var high = -low
    func include(_ point: Spec.Point, _ radius: Double) {
      low = pointwiseMin(low, SIMD2(point.x, point.y) - radius)
      high = pointwiseMax(high, SIMD2(point.x, point.y) + radius)
    }
    for trail in trails { for point in trail { include(point, 0) } }
    let circles = job.show.contains(.circles)
    for chain in chains where circles || job.show.contains(.arms) {
      for time in times {
        for (joint, radius) in chain.jointsByRadius(atLoops: time) { include(joint, circles ? radius : 0) }
      }
    }
    for target in targets { for point in target.points { include(point, 0) } }
    guard (high - low).max().isFinite else { throw .unsuitable("the numbers are too large to be drawn") }
    box = (low, high)
  }

  /// Width over height of what is drawn, kept between 1/4 and 4 so that a straight line has room.
  var aspect: Double {
    let size = box.high - box.low
    return min(4, max(0.25, size.max() > 0 ? size.x / size.y : 1))
  }

  /// Fitted into the rectangle with its corner at (x, y) and the given sides, in the middle.
  func placement(x: Double, y: Double, width: Double, height: Double) -> Placement {
    let size = box.high - box.low
    let middle = box.low + size / 2
    let scale = size.max() > 0 ? min(width / size.x, height / size.y) : 1
    return Placement(scale: scale, middle: middle, x: x + width / 2, y: y + height / 2)
  }
}

// MARK: Drawing

extension RasterScene {
  /// The exact curves, as broad pale bands.
  func drawTargets(_ surface: RasterSurface, _ placement: Placement, unit: Double) {
    for target in targets {
      for step in target.steps {
        switch step {
        case .move(let point):
          let at = placement(point)
          cairo_move_to(surface.pen, at.x, at.y)
        case .line(let point):
          let at = placement(point)
          cairo_line_to(surface.pen, at.x, at.y)
        case .cubic(let first, let second, let end):
          let (a, b, c) = (placement(first), placement(second), placement(end))
          cairo_curve_to(surface.pen, a.x, a.y, b.x, b.y, c.x, c.y)
        case .close: cairo_close_path(surface.pen)
        }
      }
      surface.stroke(Ink.target, width: 7 * unit)
    }
  }

  /// The drawn curves, whole.
  func drawTrails(_ surface: RasterSurface, _ placement: Placement, unit: Double, alpha: Double) {
    for trail in trails {
      surface.trace(trail.lazy.map { placement($0) })
      surface.stroke(Ink.trail, width: 2 * unit, alpha: alpha)
    }
  }

  /// The last part of the way up to the time `loops`, ever stronger: a stroke from each of twelve times to now.
  func drawComets(_ surface: RasterSurface, _ placement: Placement, unit: Double, atLoops loops: Double) {
    let layers = 12
    for (chain, trail) in zip(chains, trails) {
      let sides = trail.count - 1
      let now = (loops - loops.rounded(.down)) * Double(sides)
      let tip = chain.point(atLoops: loops)
      for layer in 1...layers {
        let length = 0.4 * Double(sides) * Double(layer) / Double(layers)
        let first = Int((now - length).rounded(.up))
        let last = Int(now.rounded(.down))
        guard first <= last else { continue }
        let points = (first...last).lazy.map { trail[($0 % sides + sides) % sides] }
        surface.trace(points.map { placement($0) } + [placement(tip)])
        surface.stroke(Ink.trail, width: 2 * unit, alpha: 0.13)
      }
    }
  }

  /// Circles, arms and carried points at the time `loops`, those that are shown.
  func drawArms(_ surface: RasterSurface, _ placement: Placement, unit: Double, atLoops loops: Double) {
    for chain in chains {
      let joints = chain.jointsByRadius(atLoops: loops)
      let tip = placement(chain.point(atLoops: loops))
      if show.contains(.circles) {
        for (joint, radius) in joints where radius * placement.scale > 0.5 {
          let centre = placement(joint)
          cairo_new_sub_path(surface.pen)
          cairo_arc(surface.pen, centre.x, centre.y, radius * placement.scale, 0, 2 * .pi)
        }
        surface.stroke(Ink.circle, width: unit)
      }
      if show.contains(.arms) {
        surface.trace(joints.map { placement($0.joint) } + [tip])
        surface.stroke(Ink.arm, width: 1.5 * unit)
        for (joint, radius) in joints where radius * placement.scale > 6 * unit {
          surface.disc(placement(joint), radius: 2 * unit, Ink.arm)
        }
      }
      surface.disc(tip, radius: 5.5 * unit, Ink.paper)
      surface.disc(tip, radius: 4.5 * unit, Ink.leaf)
    }
  }
}

extension RasterTarget {
  /// The points that bound the path: ends and controls.
  var points: [Spec.Point] {
    steps.flatMap { step -> [Spec.Point] in
      switch step {
      case .move(let point), .line(let point): [point]
      case .cubic(let first, let second, let end): [first, second, end]
      case .close: []
      }
    }
  }
}

extension RasterSurface {
  func use(_ color: RasterScene.Color, alpha: Double = 1) {
    cairo_set_source_rgba(pen, color.red, color.green, color.blue, color.alpha * alpha)
  }

  func fill(_ color: RasterScene.Color) {
    use(color)
    cairo_paint(pen)
  }

  func trace(_ points: some Sequence<(x: Double, y: Double)>) {
    cairo_new_path(pen)
    for point in points { cairo_line_to(pen, point.x, point.y) }
  }

  func stroke(_ color: RasterScene.Color, width: Double, alpha: Double = 1) {
    use(color, alpha: alpha)
    cairo_set_line_width(pen, width)
    cairo_set_line_join(pen, CAIRO_LINE_JOIN_ROUND)
    cairo_set_line_cap(pen, CAIRO_LINE_CAP_ROUND)
    cairo_stroke(pen)
  }

  func disc(_ centre: (x: Double, y: Double), radius: Double, _ color: RasterScene.Color) {
    cairo_new_path(pen)
    cairo_arc(pen, centre.x, centre.y, radius, 0, 2 * .pi)
    use(color)
    cairo_fill(pen)
  }
}

import EpicycleSpec
import Foundation

/// SVG path data as moves, lines and cubic Bézier segments, for a pen that draws no others.
///
/// Each quarter of an elliptic arc becomes one cubic, at most 2.8e-4 of its larger radius off.
struct RasterTarget {
  enum Step {
    case move(Spec.Point)
    case line(Spec.Point)
    case cubic(Spec.Point, Spec.Point, Spec.Point)
    case close
  }

  private(set) var steps: [Step] = []
  private var start = Spec.Point(x: 0, y: 0)
  private var point = Spec.Point(x: 0, y: 0)

  /// Throws `.unsuitable` at the first thing that can't be read.
  init(_ data: String) throws(ExportError) {
    for step in try TargetPath(data).steps { add(step) }
  }

  private mutating func add(_ step: TargetPath.Step) {
    switch step {
    case .move(let end):
      steps.append(.move(end))
      (start, point) = (end, end)
    case .line(let end):
      steps.append(.line(end))
      point = end
    case .quadratic(let control, let end):
      steps.append(.cubic(mix(point, control, 2 / 3), mix(end, control, 2 / 3), end))
      point = end
    case .cubic(let first, let second, let end):
      steps.append(.cubic(first, second, end))
      point = end
    case .arc(let rx, let ry, let degrees, let isLarge, let isSweep, let end):
      arc(rx, ry, degrees, isLarge, isSweep, to: end)
      point = end
    case .close:
      steps.append(.close)
      point = start
    }
  }

  /// From end points to the centre as SVG's implementation notes say (radii that are too small are scaled up), in
  /// the coordinates in which the ellipse is the unit circle and `point` the origin.
  private mutating func arc(
    _ rx: Double, _ ry: Double, _ degrees: Double, _ isLarge: Bool, _ isSweep: Bool, to end: Spec.Point
  ) {
    guard rx != 0, ry != 0, point != end else { return steps.append(.line(end)) }
    let origin = point
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    func toCircle(_ point: Spec.Point) -> SIMD2<Double> {
      let (x, y) = (point.x - origin.x, point.y - origin.y)
      return SIMD2((cosine * x + sine * y) / rx.magnitude, (cosine * y - sine * x) / ry.magnitude)
    }
    let (from, to) = (SIMD2<Double>.zero, toCircle(end))
    let half = to / 2
    let size = (half * half).sum()
    let radius = max(1, size.squareRoot())
    let height = max(0, radius * radius / size - 1).squareRoot() * (isLarge == isSweep ? -1 : 1)
    let centre = half + SIMD2(-half.y, half.x) * height
    func toPlane(_ point: SIMD2<Double>) -> Spec.Point {
      let (x, y) = (point.x * rx.magnitude, point.y * ry.magnitude)
      return Spec.Point(x: origin.x + cosine * x - sine * y, y: origin.y + sine * x + cosine * y)
    }
    let first = atan2(from.y - centre.y, from.x - centre.x)
    var sweep = atan2(to.y - centre.y, to.x - centre.x) - first
    if isSweep, sweep < 0 { sweep += 2 * .pi }
    if !isSweep, sweep > 0 { sweep -= 2 * .pi }
    let pieces = max(1, Int((sweep.magnitude / (.pi / 2)).rounded(.up)))
    let step = sweep / Double(pieces)
    let handle = 4 / 3 * tan(step / 4)
    for piece in 0..<pieces {
      let (a, b) = (first + step * Double(piece), first + step * Double(piece + 1))
      let (p, q) = (SIMD2(cos(a), sin(a)) * radius, SIMD2(cos(b), sin(b)) * radius)
      steps.append(
        .cubic(
          toPlane(centre + p + SIMD2(-p.y, p.x) * handle), toPlane(centre + q - SIMD2(-q.y, q.x) * handle),
          piece == pieces - 1 ? end : toPlane(centre + q)))
    }
  }
}

private func mix(_ a: Spec.Point, _ b: Spec.Point, _ share: Double) -> Spec.Point {
  Spec.Point(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share)
}

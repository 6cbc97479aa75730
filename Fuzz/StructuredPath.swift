import EpicycleSpec
import Epicycles
import Foundation
import PlaneCurves
import SVGPaths

/// Bytes as choices: a valid path, and how to solve it. What is true of every path is checked end to end.
enum StructuredPath {
  static func check(_ bytes: [UInt8]) {
    var choices = Choices(bytes)
    let subpath = choices.subpath()
    requireReadable([subpath])
    let closure: OpenClosure = choices.below(2) == 0 ? .retrace : .line
    guard let curve = try? Curve(closing: subpath, by: closure) else { return }
    let options = choices.options()
    let reference = Spec.CurveReference(
      select: nil, element: 0, subpath: .index(0), open: closure == .retrace ? .retrace : .line, start: 0,
      transform: [1, 0, 0, 1, 0, 0], length: 0)
    let target = Target(id: "a", curve: curve, reference: reference)
    let frame = Spec.Frame(x: 0, y: 0, width: 1, height: 1)
    guard let spec = try? solve([target], options: options, generator: "fuzz", frame: frame) else { return }
    guard let text = try? spec.json.bytes(), let read = try? Spec.parse(text) else {
      return require(false, "a spec that is read again")
    }
    require(read == spec, "the same spec again")
    let wrong = read.discrepancies(against: [target])
    require(wrong.isEmpty, "verify: \(wrong.map(\.description)) of \(PathPrinter.print([subpath]))")
    requireBounds(read, curve, path: PathPrinter.print([subpath]))
  }

  /// No distance that occurs on a dense grid is above its certified bound, nor every one below its lower one.
  private static func requireBounds(_ spec: Spec, _ curve: Curve, path: String) {
    let chain = spec.chains[0]
    let map = chain.timing.map.map { TimeMap(time: $0.time, length: $0.length) }
    let motion = Motion(
      curve: curve, map: map ?? .constant(length: curve.length, start: chain.curve.start))
    let diagonal = curve.bounds.diagonal
    // Rounding of the evaluation here: coordinates far from the origin have few digits left.
    let rounding = 1e-9 * diagonal + 1e-13 * (size(of: curve.bounds.centre) + diagonal)
    let count = 2003
    var worst = 0.0
    var squares = 0.0
    var drawn: [Complex] = []
    for index in 0..<count {
      let t = Double(index) / Double(count)
      let point = chain.position(at: t * spec.loop.seconds, loop: spec.loop)
      let distance = size(of: Complex(point.x, point.y) - motion.point(atTime: t))
      drawn.append(Complex(point.x, point.y))
      worst = max(worst, distance)
      squares += (distance / diagonal) * (distance / diagonal)
    }
    guard let max = chain.error.max, let hausdorff = chain.error.hausdorff, let frechet = chain.error.frechet
    else { return require(false, "bounds") }
    require(worst <= max.upper + rounding, "max.upper \(max.upper) >= \(worst) of \(path)")
    require(frechet.upper <= max.upper * (1 + 1e-12), "frechet.upper <= max.upper of \(path)")
    require(hausdorff.lower <= frechet.upper * (1 + 1e-12), "hausdorff.lower <= frechet.upper of \(path)")
    require((squares / Double(count)).squareRoot() * diagonal <= max.upper + rounding, "rms <= max.upper")
    // Each drawn point lies within hausdorff.upper of the curve, so of its nearest sample and half a step.
    let dense = curve.sample(count: 4001)
    let step = 0.5 * curve.length / 4001
    for point in drawn.enumerated().filter({ $0.offset % 23 == 0 }).map(\.element) {
      let nearest = dense.reduce(Double.infinity) { min($0, size(of: $1 - point)) }
      require(
        nearest <= hausdorff.upper + step + rounding,
        "hausdorff.upper \(hausdorff.upper) >= \(nearest - step) of \(path)")
    }
  }
}

/// |z| without overflow or underflow on the way.
func size(of z: Complex) -> Double { hypot(z.real, z.imaginary) }

/// Decisions read from bytes, all zero after their end.
struct Choices {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func byte() -> UInt8 {
    defer { index += 1 }
    return index < bytes.count ? bytes[index] : 0
  }

  mutating func below(_ count: Int) -> Int { Int(byte()) % count }

  mutating func subpath() -> Subpath {
    // Size and place of the whole: mostly plain, now and then extreme.
    let scale = [1.0, 1, 1, 100, 1e-12, 1e12, 1e-3][below(7)]
    let place = [0.0, 0, 0, 10, 1e6][below(5)] * scale
    let origin = Complex(place, -place)
    func placed(_ point: Complex) -> Complex { Complex(scale * point.real, scale * point.imaginary) + origin }
    var here = placed(point())
    let start = here
    var segments: [Segment] = []
    for _ in 0..<(1 + below(9)) {
      let kind = below(5)
      let end = placed(point())
      switch kind {
      case 0, 1: segments.append(.line(LineSegment(start: here, end: end)))
      case 2: segments.append(.quadratic(QuadraticBezier(start: here, control: placed(point()), end: end)))
      case 3:
        segments.append(
          .cubic(CubicBezier(start: here, control1: placed(point()), control2: placed(point()), end: end)))
      default:
        let text =
          "M\(here.real) \(here.imaginary)A\(Double(1 + below(40)) * scale) \(Double(1 + below(40)) * scale) \(below(180)) "
          + "\(below(2)) \(below(2)) \(end.real) \(end.imaginary)"
        segments += PathData(parsing: text).subpaths.first?.segments ?? []
      }
      here = segments.last?.end ?? here
    }
    // Half of the paths are closed.
    let isClosed = below(2) == 0
    if isClosed, here != start { segments.append(.line(LineSegment(start: here, end: start))) }
    return Subpath(start: start, segments: segments, closedByZ: isClosed)
  }

  /// Both coordinates in −16…16 in steps of an eighth, so that points coincide and line up often.
  private mutating func point() -> Complex {
    Complex((Double(byte()) - 128) / 8, (Double(byte()) - 128) / 8)
  }

  mutating func options() -> SolveOptions {
    var options = SolveOptions()
    options.effort = .fast
    options.isUpright = below(4) == 0
    let clocks = 1 + below(12) + (options.isUpright ? 1 : 0)
    options.goal = .clocks(clocks)
    options.order = below(2) == 0 ? .slow : .radius
    switch below(4) {
    case 0: options.timing = .free(0.25...4)
    case 1: options.fit = .minimax
    default: options.fit = .truncate
    }
    return options
  }
}

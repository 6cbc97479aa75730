import EpicycleSpec
import Foundation

/// A Lottie animation: null layers, each the parent of the next, carry the arms; a shape rides on the last.
///
/// Layer k stands in the frame of layer k−1, at the end of its arm, and turns from 0° to 360°·(n_k − n_{k−1}) by
/// one pair of linear keyframes over the loop (positive: clockwise on the screen, as in the spec): at the last frame
/// every angle is a whole number of turns, so that the loop is exact. The frames are as many as are nearest to T times
/// the asked rate; the rate written is frames/T. Of `show`, the trail and the arms are drawn.
/// Doubles are written with all their digits; players reckon in single precision.
public struct LottieExporter: Exporter {
  public let format = "lottie"
  /// `.json` alone means the spec.
  public let fileExtensions = ["lottie.json"]
  public let summary = "Lottie animation: null layers carry the arms"

  public init() {}

  /// Throws `.unsuitable` for a spec that isn't valid, for sides beyond 16…8192 and for more than 100 000 frames.
  public func export(_ job: ExportJob) throws(ExportError) -> [UInt8] {
    try job.validate()
    try job.requirePixels()
    let timing = try FilmTiming(video: job.spec.loop, rate: job.frameRate)
    let scene = try LottieScene(job, frames: Double(timing.frames))
    let animation: JSON = .object(
      ("v", "5.7.0"), ("nm", .string(RasterCaption(job.spec).title)),
      ("fr", .number(Double(timing.frames) / job.spec.loop.seconds)),
      ("ip", 0), ("op", .number(Double(timing.frames))), ("w", .number(scene.width)),
      ("h", .number(scene.height)),
      ("ddd", 0), ("assets", []), ("layers", .array(scene.layers(job.spec))))
    do { return try animation.bytes() } catch { throw .unsuitable("the numbers are too large: \(error)") }
  }
}

/// The composition's size, its place in the spec's coordinates, and its layers.
private struct LottieScene {
  let width: Double
  let height: Double
  private let placement: RasterScene.Placement
  private let unit: Double
  private let frames: Double
  private let show: Set<ExportJob.Layer>

  init(_ job: ExportJob, frames: Double) throws(ExportError) {
    let scene = try RasterScene(job, times: (0..<120).map { Double($0) / 120 })
    let side = Double(job.pixels)
    width = (scene.aspect >= 1 ? side : side * scene.aspect).rounded()
    height = (scene.aspect >= 1 ? side / scene.aspect : side).rounded()
    unit = side / 640
    placement = scene.placement(
      x: 24 * unit, y: 24 * unit, width: width - 48 * unit, height: height - 48 * unit)
    self.frames = frames
    show = job.show
  }

  /// The first layer lies on top.
  func layers(_ spec: Spec) -> [JSON] {
    var layers: [JSON] = []
    var trails: [JSON] = []
    var index = 1
    for chain in spec.chains {
      var parent: Int?
      var arms: [JSON] = []
      var end = placement(chain.centre)
      for clock in chain.clocks {
        arms.append(
          layer(
            kind: 3, name: "\(chain.id) \(clock.harmonic)", index: index, parent: parent, at: end,
            turns: spec.loop.seconds / clock.period, shapes: nil))
        parent = index
        index += 1
        let arm = clock.radius * placement.scale
        end = (arm * cos(clock.phase), arm * sin(clock.phase))
        if show.contains(.arms) {
          arms.append(
            layer(
              kind: 4, name: "\(chain.id) arm \(clock.harmonic)", index: index, parent: parent, at: (0, 0),
              turns: 0, shapes: [group(path([(0, 0), end], closed: false), stroke(1.2, RasterScene.Ink.arm))])
          )
          index += 1
        }
      }
      let turnsBack = chain.upright.map { spec.loop.seconds / $0.period } ?? 0
      layers.append(
        layer(
          kind: 4, name: chain.id, index: index, parent: parent, at: end, turns: turnsBack, shapes: [leaf]))
      index += 1
      layers += arms.reversed()
      if show.contains(.trail) {
        trails.append(
          layer(
            kind: 4, name: "\(chain.id) trail", index: index, parent: nil, at: (0, 0), turns: 0,
            shapes: [group(trail(chain), stroke(2, RasterScene.Ink.trail))]))
        index += 1
      }
    }
    return layers + trails
  }

  /// - Parameters:
  ///   - kind: 3 a null, 4 shapes.
  ///   - turns: in one loop, clockwise.
  private func layer(
    kind: Int, name: String, index: Int, parent: Int?, at: (x: Double, y: Double), turns: Double,
    shapes: [JSON]?
  ) -> JSON {
    .object(
      ("ty", .number(Double(kind))), ("nm", .string(name)), ("ind", .number(Double(index))),
      ("parent", parent.map { .number(Double($0)) }), ("ip", 0), ("op", .number(frames)), ("st", 0),
      ("sr", 1),
      ("ddd", 0), ("ao", 0), ("bm", 0),
      (
        "ks",
        .object(
          ("o", fixed(100)), ("r", turns == 0 ? fixed(0) : rotation(turns)),
          ("p", fixed([.number(at.x), .number(at.y), 0])), ("a", fixed([0, 0, 0])),
          ("s", fixed([100, 100, 100])))
      ),
      ("shapes", shapes.map { .array($0) }))
  }

  private func rotation(_ turns: Double) -> JSON {
    // Periods are rounded doubles of T/k: k is a whole number.
    let degrees = 360 * (abs(turns - turns.rounded()) < 1e-6 ? turns.rounded() : turns)
    return .object(
      ("a", 1),
      (
        "k",
        [
          .object(
            ("t", 0), ("s", [0]), ("e", [.number(degrees)]), ("i", ["x": [1], "y": [1]]),
            ("o", ["x": [0], "y": [0]])),
          .object(("t", .number(frames)), ("s", [.number(degrees)])),
        ]
      ))
  }

  private var leaf: JSON {
    let size = 11 * unit
    return group(
      .object(("ty", "el"), ("d", 1), ("p", fixed([0, 0])), ("s", fixed([.number(size), .number(size)]))),
      .object(("ty", "fl"), ("c", color(RasterScene.Ink.leaf)), ("o", fixed(100)), ("r", 1)))
  }

  /// The drawn curve: cubic Bézier segments that meet it in place and velocity, within a twentieth of a pixel at
  /// equal times (h⁴/384·max|z⁗|, with |z⁗| ≤ Σ|cₙ|·(2πn)⁴ in loops), but no more than 4096 of them.
  private func trail(_ chain: Spec.Chain) -> JSON {
    let bend = chain.clocks.reduce(0) {
      $0 + $1.radius * placement.scale * pow(2 * .pi * Double($1.harmonic), 4)
    }
    let wanted = pow(bend / (384 * 0.05), 0.25)
    let count = wanted < 4096 ? max(16, Int(wanted.rounded(.up))) : 4096
    let knots = (0..<count).map { knot -> (x: Double, y: Double) in
      placement(chain.point(atLoops: Double(knot) / Double(count)))
    }
    let handles = (0..<count).map { knot -> (x: Double, y: Double) in
      let velocity = chain.velocity(atLoops: Double(knot) / Double(count))
      let share = placement.scale / (3 * Double(count))
      return (velocity.x * share, velocity.y * share)
    }
    return path(knots, handles: handles, closed: true)
  }

  // MARK: Pieces

  private func path(
    _ points: [(x: Double, y: Double)], handles: [(x: Double, y: Double)]? = nil, closed: Bool
  ) -> JSON {
    func list(_ points: [(x: Double, y: Double)], sign: Double = 1) -> JSON {
      .array(points.map { [.number(sign * $0.x), .number(sign * $0.y)] })
    }
    let handles = handles ?? points.map { _ in (0, 0) }
    return .object(
      ("ty", "sh"),
      (
        "ks",
        fixed(
          .object(
            ("c", .bool(closed)), ("v", list(points)), ("i", list(handles, sign: -1)), ("o", list(handles))))
      ))
  }

  private func stroke(_ width: Double, _ color: RasterScene.Color) -> JSON {
    .object(
      ("ty", "st"), ("c", self.color(color)), ("o", fixed(.number(100 * color.alpha))),
      ("w", fixed(.number(width * unit))), ("lc", 2), ("lj", 2))
  }

  private func group(_ items: JSON...) -> JSON {
    let stay: JSON = .object(
      ("ty", "tr"), ("p", fixed([0, 0])), ("a", fixed([0, 0])), ("s", fixed([100, 100])), ("r", fixed(0)),
      ("o", fixed(100)))
    return .object(("ty", "gr"), ("it", .array(items + [stay])))
  }

  private func color(_ color: RasterScene.Color) -> JSON {
    fixed([.number(color.red), .number(color.green), .number(color.blue), 1])
  }

  private func fixed(_ value: JSON) -> JSON { .object(("a", 0), ("k", value)) }
}

extension Spec.Chain {
  /// The carried point's velocity in units a loop, at the time `loops`·T, y down.
  fileprivate func velocity(atLoops loops: Double) -> Spec.Point {
    clocks.reduce(into: Spec.Point(x: 0, y: 0)) { sum, clock in
      let harmonic = Double(clock.harmonic)
      let angle = clock.phase + 2 * .pi * (harmonic * loops).remainder(dividingBy: 1)
      sum.x -= clock.radius * sin(angle) * 2 * .pi * harmonic
      sum.y += clock.radius * cos(angle) * 2 * .pi * harmonic
    }
  }
}

import EpicycleSpec
import Epicycles
import PlaneCurves
import SVGPaths

struct NothingDrawn: Error {}

let document = try SVGInput.read(path: "heart.svg")
let side = 170.0
guard let box = document.frame, max(box.width, box.height) > 0 else { throw NothingDrawn() }
let scale = side / max(box.width, box.height)
let toPoints = AffineTransform(
  scale, 0, 0, scale, side / 2 - scale * box.centre.real, side / 2 - scale * box.centre.imaginary)

let targets = try document.outlines().map { outline in
  let curve = try Curve(closing: outline.subpath.transformed(by: toPoints), by: .retrace)
  let reference = Spec.CurveReference(
    select: outline.elementID.map { "#" + $0 }, element: outline.element,
    subpath: .index(outline.number),
    transform: [toPoints.a, toPoints.b, toPoints.c, toPoints.d, toPoints.e, toPoints.f],
    length: curve.length)
  return Target(id: outline.id, curve: curve, reference: reference)
}

var options = SolveOptions()
options.goal = .error(.share(0.0025), metric: .frechet, ceiling: 40)
options.timing = .free(TimingChoice.defaultRange)
options.duration = 10
options.isUpright = true

let spec = try solve(
  targets, options: options, generator: "tutorial 1",
  source: Spec.Source(file: "heart.svg"),
  frame: Spec.Frame(x: 0, y: 0, width: side, height: side), units: .points)
print(spec.budget.used, "clocks")
if let frechet = spec.error.frechet { print("the shape is off by \(frechet.upper) points at most") }

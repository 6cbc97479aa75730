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

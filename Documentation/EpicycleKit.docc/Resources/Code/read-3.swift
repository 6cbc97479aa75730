import PlaneCurves
import SVGPaths

let document = try SVGInput.read(path: "heart.svg")
for warning in document.warnings {
  print("line \(warning.line ?? 0): \(warning.message)")
}
for outline in document.outlines() {
  let curve = try Curve(closing: outline.subpath, by: .retrace)
  print(outline.id, curve.length, curve.corners)
}

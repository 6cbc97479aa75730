import SVGPaths

let document = try SVGInput.read(path: "heart.svg")
for warning in document.warnings {
  print("line \(warning.line ?? 0): \(warning.message)")
}
for outline in document.outlines() {
  print(outline.id, outline.subpath.isClosed ? "closed" : "open", outline.subpath.segments.count)
}

import SVGPaths

let document = try SVGInput.read(path: "heart.svg")
for warning in document.warnings {
  print("line \(warning.line ?? 0): \(warning.message)")
}

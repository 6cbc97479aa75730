// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "epicycle",
  platforms: [.macOS(.v13), .iOS(.v16), .watchOS(.v9)],
  products: [
    .library(
      name: "EpicycleKit", targets: ["PlaneCurves", "SVGPaths", "Harmonics", "Epicycles", "EpicycleExport"]),
    .library(name: "EpicycleSpec", targets: ["EpicycleSpec"]),
    .executable(name: "epicycle", targets: ["epicycle"]),
    .executable(name: "epicycle-bench", targets: ["epicycle-bench"]),
  ],
  targets: [
    .systemLibrary(
      name: "CFFTW", pkgConfig: "fftw3", providers: [.apt(["libfftw3-dev"]), .brew(["fftw"])]),
    .systemLibrary(
      name: "CLibXML2", pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(name: "CBLIS", providers: [.apt(["libblis-serial-dev"])]),
    .systemLibrary(
      name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"]), .brew(["cairo"])]),
    .target(name: "EpicycleSpec", resources: [.embedInCode("epicycle-spec-1.schema.json")]),
    .target(name: "PlaneCurves"),
    .target(name: "SVGPaths", dependencies: ["PlaneCurves", "CLibXML2", "CZlib"]),
    .target(name: "Harmonics", dependencies: ["PlaneCurves", "CFFTW"]),
    .target(
      name: "Epicycles", dependencies: ["PlaneCurves", "Harmonics", "EpicycleSpec", "CBLIS"]),
    .target(
      name: "EpicycleExport", dependencies: ["EpicycleSpec", "CCairo"], resources: [.embedInCode("HTMLPage")]),
    .target(name: "EpicycleCommand", dependencies: ["Epicycles", "SVGPaths", "EpicycleExport"]),
    .executableTarget(name: "epicycle", dependencies: ["EpicycleCommand"]),
    .executableTarget(name: "epicycle-bench", dependencies: ["EpicycleSpec", "Epicycles", "SVGPaths"]),
    .testTarget(name: "EpicycleSpecTests", dependencies: ["EpicycleSpec"]),
    .testTarget(name: "PlaneCurvesTests", dependencies: ["PlaneCurves"]),
    .testTarget(name: "SVGPathsTests", dependencies: ["SVGPaths"]),
    .testTarget(name: "HarmonicsTests", dependencies: ["Harmonics"]),
    .testTarget(name: "EpicyclesTests", dependencies: ["Epicycles", "SVGPaths"]),
    .testTarget(
      name: "EpicycleExportTests", dependencies: ["EpicycleExport", "EpicycleCommand"],
      exclude: ["chromium.py", "firefox.py", "SwiftUIStandIn"]),
    .testTarget(name: "CommandTests", dependencies: ["EpicycleCommand"]),
  ],
  swiftLanguageModes: [.v6]
)

// It needs libFuzzer, which only scripts/fuzz asks the compiler for.
if Context.environment["EPICYCLE_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "epicycle-fuzz", dependencies: ["EpicycleCommand"], path: "Fuzz",
      exclude: ["corpus", "dictionaries"]))
}

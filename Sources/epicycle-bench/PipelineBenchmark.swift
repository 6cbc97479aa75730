import Epicycles
import Foundation
import Harmonics
import PlaneCurves
import SVGPaths

/// The whole way from path data to chosen terms, beside FFTW's own transform of the same size.
enum PipelineBenchmark {
  static let heart =
    "M50 88 C20 66 6 48 6 31 C6 16 17 8 28 8 C38 8 46 14 50 24 C54 14 62 8 72 8 C83 8 94 16 94 31 C94 48 80 66 50 88 Z"

  static func rows() throws -> [Row] {
    var rows: [Row] = []
    for exponent in [12, 16, 20] {
      let count = 1 << exponent
      let curve = try Curve(closing: PathData(parsing: heart).subpaths[0])
      let samples = curve.sample(count: count)
      let plan = FourierTransform(count: count, direction: .forward)
      var output = [Complex](repeating: .zero, count: count)
      var kept = HarmonicSum(centre: .zero, terms: [])
      let times = Stopwatch.medians(
        rounds: exponent == 20 ? 9 : 31,
        [
          {
            samples.withUnsafeBufferPointer { source in
              output.withUnsafeMutableBufferPointer { target in
                if let from = source.baseAddress, let into = target.baseAddress {
                  plan.execute(from, into: into)
                }
              }
            }
          },
          {
            guard let curve = try? Curve(closing: PathData(parsing: heart).subpaths[0]) else { return }
            kept = Spectrum(samples: curve.sample(count: count)).truncated(to: 200).sum
          },
          {
            _ = certify(sum: kept, motion: Motion(constantSpeed: curve), diagonal: curve.bounds.diagonal)
          },
        ])
      let size = "2^\(exponent)"
      rows.append(Row(name: "fftw execute", size: size, value: times[0] * 1e3, unit: "ms", ratio: "1"))
      for (name, time) in [("parse sample transform choose", times[1]), ("report", times[2])] {
        rows.append(
          Row(
            name: name, size: size, value: time * 1e3, unit: "ms",
            ratio: String(format: "%.2f", time / times[0])))
      }
    }
    return rows
  }
}

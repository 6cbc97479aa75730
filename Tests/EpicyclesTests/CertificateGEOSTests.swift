import Foundation
import Harmonics
import PlaneCurves
import Testing

@testable import Epicycles

/// GEOS through shapely as the other implementation. The environment variable EPICYCLE_PYTHON names a Python that
/// has shapely; without it these tests are skipped.
@Suite struct CertificateGEOSTests {
  static let python = ProcessInfo.processInfo.environment["EPICYCLE_PYTHON"]

  private static let script = """
    import json, sys
    import shapely
    answers = []
    for case in json.load(sys.stdin):
        drawn, exact = case["drawn"], case["exact"]
        ring = lambda points: shapely.LineString(points + points[:1])
        hausdorff = shapely.hausdorff_distance(ring(drawn), ring(exact), densify=0.25)
        step = case["step"]
        a, b = drawn[::step], exact[::step]
        frechet = min(
            shapely.frechet_distance(ring(a), ring(b[k:] + b[:k])) for k in range(len(b)))
        answers.append({"hausdorff": hausdorff, "frechet": frechet})
    json.dump(answers, sys.stdout)
    """

  private struct Question: Encodable {
    var drawn: [[Double]]
    var exact: [[Double]]
    var step: Int
  }
  private struct Answer: Decodable {
    var hausdorff: Double
    var frechet: Double
  }

  private static func ask(_ questions: [Question], python: String) throws -> [Answer] {
    let folder = FileManager.default.temporaryDirectory
    let input = folder.appendingPathComponent("epicycle-geos-\(UUID().uuidString).json")
    try JSONEncoder().encode(questions).write(to: input)
    defer { try? FileManager.default.removeItem(at: input) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = ["-c", script]
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = try FileHandle(forReadingFrom: input)
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode([Answer].self, from: data)
  }

  @Test(.enabled(if: python != nil, "EPICYCLE_PYTHON names no Python with shapely"))
  func agreesWithPolylines() throws {
    let python = try #require(Self.python)
    let (count, step) = (1200, 24)
    let entries = CertificateFixtures.all.filter {
      !$0.name.contains("restless") && !$0.name.contains("tiny") && !$0.name.contains("huge")
    }
    let pairs = { (points: [Complex]) in points.map { [$0.real, $0.imaginary] } }
    let questions = entries.map { entry in
      let times = (0..<count).map { Double($0) / Double(count) }
      return Question(
        drawn: pairs(times.map { entry.sum.point(atTime: $0) }),
        exact: pairs(times.map { entry.motion.point(atTime: $0) }), step: step)
    }
    let answers = try Self.ask(questions, python: python)
    #expect(answers.count == entries.count)
    for (entry, answer) in zip(entries, answers) {
      let speed = entry.sum.terms.reduce(0) {
        $0 + 2 * .pi * abs(Double($1.harmonic)) * $1.coefficient.length
      }
      // Polylines of `count` vertices stray by half a step at most, GEOS's own samples by an eighth; the discrete
      // Fréchet distance is too large by two steps of every `step`-th vertex at most.
      let (drawnStep, exactStep) = (speed / Double(count), entry.motion.curve.length / Double(count))
      let stray = 0.5 * (drawnStep + exactStep) + 0.125 * max(drawnStep, exactStep)
      let hausdorff = hausdorffDistance(entry.sum, entry.motion)
      #expect(hausdorff.lower <= answer.hausdorff + stray, "\(entry.name)")
      #expect(hausdorff.upper >= answer.hausdorff - stray, "\(entry.name)")
      let frechet = frechetDistance(entry.sum, entry.motion)
      let coarse = Double(step) * max(drawnStep, exactStep)
      #expect(frechet.lower <= answer.frechet + coarse, "\(entry.name)")
      #expect(frechet.upper >= answer.frechet - 2 * coarse, "\(entry.name)")
    }
  }
}

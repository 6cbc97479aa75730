import EpicycleExport
import EpicycleSpec
import Foundation
import Testing

@Suite struct CSVTests {
  private func lines(_ job: ExportJob) throws -> [String] {
    String(decoding: try CSVExporter().export(job), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// A circle of radius 3 about (50, 40), once round clockwise in 4 s.
  private func circle(id: String = "circle", seconds: Double = 4) -> Spec {
    var chain = WebExample.chain(id, harmonics: [1], seconds: seconds)
    chain.centre = Spec.Point(x: 50, y: 40)
    chain.clocks[0].radius = 3
    chain.clocks[0].phase = 0
    return WebExample.spec([chain], seconds: seconds)
  }

  @Test func aCircleIsWhereItsClosedFormSays() throws {
    let lines = try lines(ExportJob(spec: circle(), frameRate: 2))
    #expect(lines.count == 1 + 8)
    #expect(lines[0] == "t,chain,x,y,angle")
    for (frame, line) in lines.dropFirst().enumerated() {
      let fields = line.split(separator: ",")
      let turned = Double(frame) * .pi / 4
      #expect(Double(fields[0]) == Double(frame) / 2)
      #expect(fields[1] == "circle")
      #expect(abs(try #require(Double(fields[2])) - (50 + 3 * cos(turned))) < 1e-12)
      #expect(abs(try #require(Double(fields[3])) - (40 + 3 * sin(turned))) < 1e-12)
      let angle = try #require(Double(fields[4]))
      #expect(abs(sin(angle) - sin(turned)) < 1e-12 && abs(cos(angle) - cos(turned)) < 1e-12)
    }
  }

  @Test func eachFrameHasALineAChainAndTheLoopEndsBeforeItsStart() throws {
    let chains = ["a", "b"].map { WebExample.chain($0, harmonics: [1, -2], seconds: 0.1) }
    let lines = try lines(ExportJob(spec: WebExample.spec(chains, seconds: 0.1), frameRate: 30))
    #expect(lines.count == 1 + 3 * 2)
    #expect(lines.dropFirst().map { $0.split(separator: ",")[1] } == ["a", "b", "a", "b", "a", "b"])
  }

  @Test func idsKeepToTheirFieldAndAreNoFormulas() throws {
    let named = { (id: String) in
      String(
        decoding: try CSVExporter().export(ExportJob(spec: self.circle(id: id), frameRate: 0.25)),
        as: UTF8.self
      )
      .replacing("t,chain,x,y,angle\n0,", with: "")
    }
    #expect(try named("a,b").hasPrefix("\"a,b\",53,40,0"))
    #expect(try named("say \"x\"\n").hasPrefix("\"say \"\"x\"\"\n\",53,"))
    #expect(try named("=1+1").hasPrefix("'=1+1,53,"))
  }

  @Test(arguments: [0, -1, .nan, .infinity, 1e300])
  func refusesFrameRatesThatCannotBeServed(frameRate: Double) {
    #expect(throws: ExportError.self) {
      try CSVExporter().export(ExportJob(spec: circle(), frameRate: frameRate))
    }
  }

  @Test func progressRisesTo1() throws {
    let shares = Shares()
    _ = try CSVExporter().export(ExportJob(spec: circle(), frameRate: 2, progress: shares.add))
    #expect(shares.all == (1...8).map { Double($0) / 8 })
  }
}

private final class Shares: @unchecked Sendable {
  private let lock = NSLock()
  private var shares: [Double] = []

  var all: [Double] { lock.withLock { shares } }
  @Sendable func add(_ share: Double) { lock.withLock { shares.append(share) } }
}

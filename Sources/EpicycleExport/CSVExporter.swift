import EpicycleSpec

/// Positions at a frame rate as comma-separated values (RFC 4180), for notebooks, plotters and films.
///
/// The first line is `t,chain,x,y,angle`; then for each frame of one loop, 0 ≤ t < T, one line for each chain:
/// - `t`: seconds, the frame's number divided by the frame rate;
/// - `chain`: the chain's id, with an apostrophe before it where a spreadsheet would take it for a formula;
/// - `x`, `y`: the carried point in the spec's unit, **y down**;
/// - `angle`: by how much the carried view is turned, in radians, −π…π, positive **clockwise on the screen**.
///
/// Every number is the shortest decimal that reads back as the same double. Lines end with a line feed.
public struct CSVExporter: Exporter {
  /// More lines than this are refused.
  public static let mostLines = 10_000_000

  public let format = "csv"
  public let fileExtensions = ["csv"]
  public let summary = "positions at a frame rate: t,chain,x,y,angle"

  public init() {}

  public func export(_ job: ExportJob) throws(ExportError) -> [UInt8] {
    try job.validate()
    let spec = job.spec
    guard job.frameRate > 0, job.frameRate.isFinite else {
      throw .unsuitable("a frame rate of \(job.frameRate): it has to be above 0")
    }
    let frames = (spec.loop.seconds * job.frameRate).rounded(.up)
    guard frames * Double(spec.chains.count) <= Double(Self.mostLines) else {
      throw .unsuitable(
        "\(decimal(frames)) frames of \(spec.chains.count) chains: at most \(Self.mostLines) lines are written"
      )
    }
    let names = spec.chains.map { Self.field($0.id) }
    var bytes = Array("t,chain,x,y,angle\n".utf8)
    for frame in 0..<Int(frames) {
      let t = Double(frame) / job.frameRate
      if t >= spec.loop.seconds { break }
      for (chain, name) in zip(spec.chains, names) {
        let point = chain.position(at: t, loop: spec.loop)
        let angle = chain.orientation(at: t, loop: spec.loop)
        bytes += "\(decimal(t)),\(name),\(decimal(point.x)),\(decimal(point.y)),\(decimal(angle))\n".utf8
      }
      job.progress(Double(frame + 1) / frames)
    }
    return bytes
  }

  private static func field(_ id: String) -> String {
    var text = ""
    if let first = id.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first) { text = "'" }
    var isPlain = true
    for scalar in id.unicodeScalars {
      if scalar == "\"" { text += "\"" }
      text.unicodeScalars.append(scalar)
      if "\",\r\n".unicodeScalars.contains(scalar) { isPlain = false }
    }
    return isPlain ? text : "\"\(text)\""
  }
}

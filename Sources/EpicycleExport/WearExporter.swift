import EpicycleSpec
import Foundation

/// A Watch Face Format file (`watchface.xml`, version 1 of the format) for Wear OS: nested groups whose angles are
/// expressions of the time.
///
/// A group's place and size are integers, but its pivot is not. So all groups of a chain are the same square, and
/// the pivots alone carry the arms: group k turns about the joint at which arm k begins in the pose of t = 0, given
/// as a share of the square with nine decimals. The square has room for the whole chain stretched out, so that
/// nothing would be cut even if a group cut its content. The spec's frame lies within the round screen.
///
/// The time comes from `[SECOND_MILLISECOND]` where T divides a minute, with `[MINUTE]` where it divides a quarter
/// of an hour (the step between time zones), else from `[UTC_TIMESTAMP]`, whose remainder needs a watch that reckons
/// in doubles or long integers. In ambient mode, where a watch face is drawn once a minute, the arms are hidden and
/// the trail stays. Of `show`, the trail and the arms are drawn.
///
/// No watch and no emulator has shown this. The tests evaluate the expressions as the format's documentation
/// describes them, which shows that the file says what the spec says, and hold elements and attributes against the
/// rules of the format's published schema.
public struct WearExporter: Exporter {
  public let format = "wear"
  /// `.xml` alone could be anything.
  public let fileExtensions = ["wear.xml"]
  public let summary = "Watch Face Format for Wear OS (res/raw/watchface.xml); needs the Android SDK there"

  public init() {}

  /// The joints are about 1e-6 of a pixel of 450 from the spec's. Single precision in the watch adds to that.
  public func written(_ file: [UInt8], of job: ExportJob) -> Spec? {
    guard let screen = WearScreen(job.spec.frame) else { return nil }
    return WearReader(screen).spec(file, of: job.spec)
  }

  /// Throws `.unsuitable` for a spec that isn't valid or whose numbers don't fit a screen.
  public func export(_ job: ExportJob) throws(ExportError) -> [UInt8] {
    try job.validate()
    guard let screen = WearScreen(job.spec.frame) else {
      throw .unsuitable("the frame is too large for a watch face")
    }
    var writer = WearWriter(loop: job.spec.loop.seconds, show: job.show)
    let chains = job.spec.chains.map { WearChain($0, screen) }
    guard chains.allSatisfy({ $0.side < 1_000_000 }) else {
      throw .unsuitable("the arms reach too far beyond the frame for a watch face")
    }
    writer.write(chains)
    return Array(writer.text.utf8)
  }
}

/// The virtual screen of 450 × 450, round, with the spec's frame inscribed.
struct WearScreen {
  static let size = 450.0
  let scale: Double
  let middle: SIMD2<Double>

  init?(_ frame: Spec.Frame) {
    let diagonal = SIMD2(frame.width, frame.height)
    let length = (diagonal * diagonal).sum().squareRoot()
    scale = length > 0 ? 0.96 * Self.size / length : 1
    middle = SIMD2(frame.x, frame.y) + diagonal / 2
    guard scale.isFinite, scale > 0, middle.x.isFinite, middle.y.isFinite else { return nil }
  }

  func callAsFunction(_ point: Spec.Point) -> SIMD2<Double> {
    (SIMD2(point.x, point.y) - middle) * scale + Self.size / 2
  }
}

/// A chain in pixels of the virtual screen, as it is written.
private struct WearChain {
  let chain: Spec.Chain
  /// Corner and side of the square that all groups share.
  let corner: SIMD2<Double>
  let side: Double
  /// The joints at t = 0 as shares of the square, the carried point last.
  let pivots: [(x: String, y: String)]
  /// The joints in pixels from the square's corner.
  let joints: [SIMD2<Double>]
  let trail: [SIMD2<Double>]

  init(_ chain: Spec.Chain, _ screen: WearScreen) {
    self.chain = chain
    let arms = chain.clocks.map { clock in
      SIMD2(cos(clock.phase), sin(clock.phase)) * (clock.radius * screen.scale)
    }
    let centre = screen(chain.centre)
    // Half a pixel more, since the corner is rounded to the nearest pixel.
    let reach = (arms.reduce(0) { $0 + ($1 * $1).sum().squareRoot() } + WearWriter.leaf + 0.5).rounded(.up)
    let corner = (centre - reach).rounded(.toNearestOrAwayFromZero)
    let side = 2 * reach
    let joints = arms.reduce(into: [centre - corner]) { $0.append($0[$0.count - 1] + $1) }
    self.corner = corner
    self.side = side
    self.joints = joints
    pivots = joints.map { (x: share($0.x / side), y: share($0.y / side)) }
    trail = chain.polygon(within: 0.4 / screen.scale, limit: 240).map { screen($0) }
  }
}

private func share(_ value: Double) -> String { String(format: "%.9f", value) }
private func pixels(_ value: Double) -> String { String(format: "%.6f", value) }
private func whole(_ value: Double) -> String { String(format: "%.0f", value) }

private struct WearWriter {
  /// The carried point's radius in pixels.
  static let leaf = 11.0

  private(set) var text = ""
  private let show: Set<ExportJob.Layer>
  /// T in seconds, and an expression of the time that runs through it without a jump.
  private let loop: Double
  private let seconds: String

  init(loop: Double, show: Set<ExportJob.Layer>) {
    self.show = show
    self.loop = loop
    if 60.0.truncatingRemainder(dividingBy: loop) == 0 {
      seconds = "[SECOND_MILLISECOND]"
    } else if 900.0.truncatingRemainder(dividingBy: loop) == 0 {
      seconds = "([MINUTE] * 60 + [SECOND_MILLISECOND])"
    } else {
      let milliseconds = 1000 * loop
      let divisor =
        milliseconds == milliseconds.rounded() && milliseconds < 0x1p53
        ? String(Int64(milliseconds)) : milliseconds.description
      // Milliseconds since 2001-01-01T00:00:00Z.
      seconds = "((([UTC_TIMESTAMP] - 978307200000) % \(divisor)) * 0.001)"
    }
  }

  mutating func write(_ chains: [WearChain]) {
    line(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!-- Belongs in res/raw/watchface.xml of a bundle without code: in AndroidManifest.xml
           <application android:hasCode="false"> with
           <property android:name="com.google.wear.watchface.format.version" android:value="1"/>,
           and res/xml/watch_face_info.xml beside it. -->
      <WatchFace width="450" height="450" clipShape="CIRCLE">
      <Metadata key="CLOCK_TYPE" value="ANALOG"/>
      <Scene backgroundColor="#FF101216">
      """)
    if show.contains(.trail) { for chain in chains { writeTrail(chain) } }
    for chain in chains { write(chain) }
    line("</Scene>\n</WatchFace>")
  }

  private mutating func writeTrail(_ chain: WearChain) {
    line(#"<PartDraw x="0" y="0" width="450" height="450" name="\#(markup(chain.chain.id)) trail">"#)
    for (from, to) in zip(chain.trail, chain.trail.dropFirst()) {
      writeLine(from, to, color: "#FF44506A", thickness: "3")
    }
    line("</PartDraw>")
  }

  /// Groups from the outermost clock to the carried point.
  private mutating func write(_ chain: WearChain) {
    let name = markup(chain.chain.id)
    var corner = (x: whole(chain.corner.x), y: whole(chain.corner.y))
    var turns = chain.chain.clocks.map { loop / $0.period }
    if let upright = chain.chain.upright { turns.append(loop / upright.period) }
    for (index, turn) in turns.enumerated() {
      let pivot = chain.pivots[index]
      line(
        #"<Group x="\#(corner.x)" y="\#(corner.y)" width="\#(whole(chain.side))" height="\#(whole(chain.side))" "#
          + #"name="\#(name) \#(index + 1)" pivotX="\#(pivot.x)" pivotY="\#(pivot.y)">"#)
      if index == 0 { line(#"<Variant mode="AMBIENT" target="alpha" value="0"/>"#) }
      line(#"<Transform target="angle" value="\#(angle(turns: turn.rounded()))"/>"#)
      if show.contains(.arms), index < chain.chain.clocks.count {
        openPart(chain, at: ("0", "0"), name: "\(name) arm \(index + 1)")
        writeLine(chain.joints[index], chain.joints[index + 1], color: "#FF8C9099", thickness: "1.5")
        line("</PartDraw>")
      }
      // The next square lies on this one.
      corner = ("0", "0")
    }
    openPart(chain, at: corner, name: "\(name) leaf")
    let tip = chain.joints[chain.joints.count - 1]
    let size = pixels(2 * Self.leaf)
    line(
      #"<Ellipse x="\#(pixels(tip.x - Self.leaf))" y="\#(pixels(tip.y - Self.leaf))" width="\#(size)" "#
        + ##"height="\##(size)"><Fill color="#FFFF7A50"/></Ellipse>"##)
    line("</PartDraw>")
    for _ in turns { line("</Group>") }
  }

  private mutating func openPart(_ chain: WearChain, at corner: (x: String, y: String), name: String) {
    let side = whole(chain.side)
    line(#"<PartDraw x="\#(corner.x)" y="\#(corner.y)" width="\#(side)" height="\#(side)" name="\#(name)">"#)
  }

  private mutating func writeLine(
    _ from: SIMD2<Double>, _ to: SIMD2<Double>, color: String, thickness: String
  ) {
    line(
      #"<Line startX="\#(pixels(from.x))" startY="\#(pixels(from.y))" endX="\#(pixels(to.x))" "#
        + #"endY="\#(pixels(to.y))"><Stroke color="\#(color)" thickness="\#(thickness)" cap="ROUND"/></Line>"#
    )
  }

  /// Degrees, clockwise, of a clock with that many turns in a loop.
  private func angle(turns: Double) -> String {
    let times = turns.magnitude == 1 ? "" : " * \(whole(turns.magnitude))"
    return "\(turns < 0 ? "-360" : "360") * fract(\(seconds)\(times) / \(loop))"
  }

  private mutating func line(_ line: String) { text += line + "\n" }
}

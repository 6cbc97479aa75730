import EpicycleSpec

/// An animated SVG that any browser plays without a script (SMIL).
///
/// Each clock is a group that turns; the next one is nested in it, moved by the arm's vector, so that the phases
/// stand in the vectors and every clock starts at angle 0. All animations have the same duration T and turn by a
/// multiple of 360°, which keeps them in step for ever; browsers round T itself to a microsecond. y down, positive
/// angles clockwise. Numbers have the full precision of doubles, browsers reckon in single precision.
///
/// Coordinates are the spec's as long as single precision can tell them apart (`sizes`, `farthest`). Beyond that the
/// drawing is moved to the origin and made 1000 long, which its place on the page doesn't show.
///
/// The carried element of chain k, counted from 1, has the id `tip-k`: put there what is to be carried. With an
/// upright clock it never turns.
public struct SVGExporter: Exporter {
  /// Groups nested deeper than this are refused: browsers give up on them.
  public static let deepestChain = 1000
  /// How long a drawing may be that keeps its coordinates: browsers cut what is larger, and take what is smaller for
  /// a point.
  public static let sizes = 0.01...1e6
  /// How far from the origin such a drawing may reach, in units of its length.
  public static let farthest = 10.0
  /// Loops, in seconds, that SMIL's clock values can say exactly enough.
  public static let loops = 0.001...1e9

  public let format = "svg"
  public let fileExtensions = ["svg"]
  public let summary = "animated SVG (SMIL), plays in any browser"

  public init() {}

  /// Throws `.unsuitable` for a spec that isn't valid and for loops, depths and numbers beyond what browsers play.
  public func export(_ job: ExportJob) throws(ExportError) -> [UInt8] {
    try job.validate()
    let spec = job.spec
    guard Self.loops.contains(spec.loop.seconds) else {
      throw .unsuitable("a loop of \(spec.loop.seconds) s: SVG animates \(Self.loops) s")
    }
    for chain in spec.chains where chain.clocks.count > Self.deepestChain {
      throw .unsuitable(
        "a chain of \(chain.clocks.count) clocks: browsers draw at most \(Self.deepestChain) nested groups")
    }
    return Array(try SVGDrawing(job).text.utf8)
  }
}

extension Spec.Frame {
  /// Where to draw what this frame is around; nil where its own coordinates will do.
  ///
  /// Throws `.unsuitable` where there is no such place.
  func nearPlace() throws(ExportError) -> NearPlace? {
    let size = max(width, height)
    let reach = [x, y, x + width, y + height].reduce(0) { max($0, $1.magnitude) }
    if SVGExporter.sizes.contains(size), reach <= SVGExporter.farthest * size { return nil }
    guard let place = NearPlace(self) else {
      throw .unsuitable("the numbers are too large or too small to be drawn")
    }
    return place
  }
}

/// The document for one job.
private struct SVGDrawing {
  let job: ExportJob
  let view: Spec.Frame
  /// The width of a thin line.
  let line: Double

  init(_ job: ExportJob) throws(ExportError) {
    var job = job
    var view = job.spec.frameAroundArms(withCircles: job.show.contains(.circles))
    if let place = try view.nearPlace() {
      job.spec = place(job.spec)
      for index in job.targets.indices { job.targets[index] = try place(job.targets[index]) }
      view = place(view)
    }
    self.job = job
    self.view = view
    line = max(view.width, view.height) / 500
  }

  var text: String {
    let spec = job.spec
    let viewBox = [view.x, view.y, view.width, view.height].map(decimal).joined(separator: " ")
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" class="epicycle" viewBox="\(viewBox)" role="img">
      <title>\(markup(spec.title))</title>
      <desc>\(markup(spec.caption))</desc>
      <style>\(style)</style>

      """
    if job.show.contains(.target) {
      for target in job.targets { text += "<path class=\"target\" d=\"\(markup(target))\"/>\n" }
    }
    if job.show.contains(.trail) {
      for (index, chain) in spec.chains.enumerated() { text += trail(chain, number: index + 1) }
    }
    for (index, chain) in spec.chains.enumerated() { text += arms(chain, number: index + 1) }
    return text + "</svg>\n"
  }

  private var style: String {
    """

    .epicycle { --paper: #fbfaf7; --ink: #1c1b19; --accent: #c73a1d; background: var(--paper) }
    @media (prefers-color-scheme: dark) {
      .epicycle { --paper: #141312; --ink: #ece8e1; --accent: #ff7657 }
    }
    .epicycle * { fill: none; stroke-linecap: round; stroke-linejoin: round }
    .epicycle .target { stroke: var(--ink); stroke-opacity: .16; stroke-width: \(decimal(5 * line)) }
    .epicycle .curve { stroke: var(--accent); stroke-opacity: .3; stroke-width: \(decimal(1.5 * line)) }
    .epicycle .trail { stroke: var(--accent); stroke-width: \(decimal(1.5 * line)) }
    .epicycle .circle { stroke: var(--ink); stroke-opacity: .16; stroke-width: \(decimal(line / 2)) }
    .epicycle .arm { stroke: var(--ink); stroke-opacity: .75; stroke-width: \(decimal(line)) }
    .epicycle .tip { fill: var(--accent) }

    """
  }

  /// The drawn curve, faint, and bright the half of it that was drawn last: a dash that ends at the tip.
  private func trail(_ chain: Spec.Chain, number: Int) -> String {
    let trail = SVGTrail(
      chain, tolerance: 1e-5 * (view.width * view.width + view.height * view.height).squareRoot())
    guard let shares = trail.shares else { return "" }
    let offsets = shares.map { decimal(((1.5 - $0) * 1e7).rounded() / 1e7) }.joined(separator: ";")
    return """
      <defs><path id="curve-\(number)" pathLength="1" d="\(trail.data)"/></defs>
      <use class="curve" href="#curve-\(number)"/>
      <use class="trail" href="#curve-\(number)" stroke-dasharray=".5 .5">\
      <animate attributeName="stroke-dashoffset" values="\(offsets)" dur="\(duration)" repeatCount="indefinite"/></use>

      """
  }

  /// The nested groups of one chain, outermost first, and the tip.
  private func arms(_ chain: Spec.Chain, number: Int) -> String {
    var text = ""
    var offset = chain.centre
    var harmonic = 0.0
    for clock in chain.clocks {
      text += "<g transform=\"translate(\(decimal(offset.x)) \(decimal(offset.y)))\">"
      text += rotation(turns: Double(clock.harmonic) - harmonic)
      harmonic = Double(clock.harmonic)
      offset = clock.arm
      if job.show.contains(.circles) { text += "<circle class=\"circle\" r=\"\(decimal(clock.radius))\"/>" }
      if job.show.contains(.arms) {
        text += "<line class=\"arm\" x2=\"\(decimal(offset.x))\" y2=\"\(decimal(offset.y))\"/>"
      }
      text += "\n"
    }
    text += "<g id=\"tip-\(number)\" transform=\"translate(\(decimal(offset.x)) \(decimal(offset.y)))\">"
    if let upright = chain.upright { text += rotation(turns: Double(upright.spin ?? 0) - harmonic) }
    text += "<circle class=\"tip\" r=\"\(decimal(4 * line))\"/></g>"
    return text + String(repeating: "</g>", count: chain.clocks.count) + "\n"
  }

  /// Turns its group `turns` times a loop, positive clockwise, after the group's own translation.
  private func rotation(turns: Double) -> String {
    """
    <animateTransform attributeName="transform" type="rotate" additive="sum" from="0" to="\(decimal(360 * turns))" \
    dur="\(duration)" repeatCount="indefinite"/>
    """
  }

  private var duration: String { decimal(job.spec.loop.seconds) + "s" }
}

import CCairo
import EpicycleSpec
import Foundation

/// A poster as PNG: the curve, the arms at t = 0, and below them the number of clocks and the error.
///
/// A card of light paper with round corners on a transparent ground, so that it can lie on a light or a dark page.
/// Coordinates are doubles up to the pixels.
public struct RasterExporter: Exporter {
  public let format = "png"
  public let fileExtensions = ["png"]
  public let summary = "poster: the curve, the arms at t = 0 and the error below them"

  public init() {}

  /// Throws `.unsuitable` for a spec that isn't valid and for sides beyond 16…8192 pixels.
  public func export(_ job: ExportJob) throws(ExportError) -> [UInt8] {
    try job.validate()
    try job.requirePixels()
    let poster = Poster(scene: try RasterScene(job, times: [0]), pixels: job.pixels)
    guard let surface = RasterSurface(width: poster.width, height: poster.height) else {
      throw .failed("there is no memory for \(poster.width) × \(poster.height) pixels")
    }
    poster.draw(surface, caption: RasterCaption(job.spec))
    guard let png = surface.png() else { throw .failed("cairo could not write the PNG") }
    return png
  }
}

extension ExportJob {
  func requirePixels() throws(ExportError) {
    guard (16...8192).contains(pixels) else {
      throw .unsuitable("a picture of \(pixels) pixels: the longer side can have 16 to 8192")
    }
  }
}

/// The two lines below the picture.
struct RasterCaption {
  let title: String
  let note: String

  init(_ spec: Spec) {
    let name = spec.source.file ?? spec.chains.map(\.id).joined(separator: ", ")
    title = String(
      String.UnicodeScalarView(name.unicodeScalars.filter { $0.properties.generalCategory != .control }))
    let error = spec.error
    let figures: [(String, Double?, Double?)] = [
      ("largest error", error.max?.upper, error.relative?.max),
      ("Fréchet distance", error.frechet?.upper, error.relative?.frechet),
      ("RMS error", error.rms, error.relative?.rms),
    ]
    var parts = [
      spec.budget.used == 1 ? "1 clock" : "\(spec.budget.used) clocks", "\(short(spec.loop.seconds)) s",
    ]
    if case (let name, let length?, let share)? = figures.first(where: { $0.1 != nil }) {
      let percent = share.map { " (\(short($0 * 100)) %)" } ?? ""
      parts.append("\(name) \(short(length))\(spec.units == .points ? " pt" : "")\(percent)")
    }
    note = parts.joined(separator: "  ·  ")
  }
}

/// Three significant digits.
private func short(_ number: Double) -> String { String(format: "%.3g", number) }

/// Where picture and caption stand on the card.
private struct Poster {
  let scene: RasterScene
  let width: Int
  let height: Int
  private let unit: Double
  private let margin: Double
  private let captionHeight: Double

  init(scene: RasterScene, pixels: Int) {
    self.scene = scene
    let side = Double(pixels)
    unit = side / 640
    margin = 36 * unit
    captionHeight = 64 * unit
    // The picture has the scene's shape; the longer side of all is `side`.
    let inner = min(side - 2 * margin, (side - 2 * margin - captionHeight) * scene.aspect)
    let outerWidth = max(inner + 2 * margin, 0.6 * side)
    width = Int(outerWidth.rounded())
    height = Int((inner / scene.aspect + 2 * margin + captionHeight).rounded())
  }

  func draw(_ surface: RasterSurface, caption: RasterCaption) {
    drawCard(surface)
    let placement = scene.placement(
      x: margin, y: margin, width: Double(width) - 2 * margin,
      height: Double(height) - 2 * margin - captionHeight)
    scene.drawTargets(surface, placement, unit: unit)
    if scene.show.contains(.trail) { scene.drawTrails(surface, placement, unit: unit, alpha: 1) }
    scene.drawArms(surface, placement, unit: unit, atLoops: 0)
    let base = Double(height) - margin - captionHeight
    drawLine(surface, caption.title, y: base + 38 * unit, size: 17 * unit, RasterScene.Ink.text, bold: true)
    drawLine(surface, caption.note, y: base + 62 * unit, size: 14 * unit, RasterScene.Ink.note, bold: false)
  }

  private func drawCard(_ surface: RasterSurface) {
    let (pen, radius, inset) = (surface.pen, 18 * unit, 0.5 * unit)
    let (right, bottom) = (Double(width) - inset - radius, Double(height) - inset - radius)
    let left = inset + radius
    cairo_new_path(pen)
    cairo_arc(pen, right, left, radius, -.pi / 2, 0)
    cairo_arc(pen, right, bottom, radius, 0, .pi / 2)
    cairo_arc(pen, left, bottom, radius, .pi / 2, .pi)
    cairo_arc(pen, left, left, radius, .pi, 1.5 * .pi)
    cairo_close_path(pen)
    surface.use(RasterScene.Ink.paper)
    cairo_fill_preserve(pen)
    surface.stroke(RasterScene.Ink.edge, width: unit)
  }

  /// One line in the middle, smaller where it is too long, cut where it would be too small.
  private func drawLine(
    _ surface: RasterSurface, _ text: String, y: Double, size: Double, _ color: RasterScene.Color, bold: Bool
  ) {
    let pen = surface.pen
    cairo_select_font_face(
      pen, "sans-serif", CAIRO_FONT_SLANT_NORMAL, bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
    cairo_set_font_size(pen, size)
    func advance(_ text: String) -> Double {
      var extents = cairo_text_extents_t()
      cairo_text_extents(pen, text, &extents)
      return extents.x_advance
    }
    let room = Double(width) - 2 * margin
    var line = String(text.prefix(200))
    let shrink = min(1, max(0.7, room / max(advance(line), 1)))
    cairo_set_font_size(pen, size * shrink)
    if line.count < text.count || advance(line) > room {
      while !line.isEmpty, advance(line + "…") > room { line.removeLast() }
      line += "…"
    }
    surface.use(color)
    cairo_move_to(pen, (Double(width) - advance(line)) / 2, y)
    cairo_show_text(pen, line)
  }
}

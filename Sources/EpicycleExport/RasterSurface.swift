import CCairo

/// A picture in memory and a pen for it, in pixels; y down.
final class RasterSurface {
  let width: Int
  let height: Int
  let pen: OpaquePointer
  private let surface: OpaquePointer

  /// A transparent picture; nil where there is no memory for it.
  init?(width: Int, height: Int) {
    guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)) else {
      return nil
    }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let pen = cairo_create(surface) else {
      cairo_surface_destroy(surface)
      return nil
    }
    self.width = width
    self.height = height
    self.surface = surface
    self.pen = pen
  }

  deinit {
    cairo_destroy(pen)
    cairo_surface_destroy(surface)
  }

  /// Rows from the top, pixels from the left, each a blue, a green, a red and an alpha byte, colours times alpha.
  func withPixels<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    cairo_surface_flush(surface)
    // Four bytes a pixel need no padding at the end of a row.
    let bytes = UnsafeRawBufferPointer(
      start: cairo_image_surface_get_data(surface), count: 4 * width * height)
    return try body(bytes)
  }

  /// Draws `other` over the whole, its corner on this one's.
  func paint(_ other: RasterSurface) {
    cairo_set_source_surface(pen, other.surface, 0, 0)
    cairo_paint(pen)
  }

  /// The picture as a PNG file; nil where cairo can't write one.
  func png() -> [UInt8]? {
    var file: [UInt8] = []
    let status = withUnsafeMutablePointer(to: &file) { file in
      cairo_surface_write_to_png_stream(
        surface,
        { file, bytes, count in
          guard let file, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
          file.assumingMemoryBound(to: [UInt8].self).pointee
            .append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
          return CAIRO_STATUS_SUCCESS
        }, file)
    }
    return status == CAIRO_STATUS_SUCCESS ? file : nil
  }
}

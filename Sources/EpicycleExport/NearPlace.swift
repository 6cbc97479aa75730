import EpicycleSpec

/// A place where single precision, in which browsers reckon, is enough: about the middle of what is drawn, which is
/// 1000 long there.
struct NearPlace {
  /// In the spec's coordinates.
  let middle: Spec.Point
  let scale: Double

  /// Nil where doubles are not enough either.
  ///
  /// - Parameter frame: what is drawn, not without area.
  init?(_ frame: Spec.Frame) {
    middle = Spec.Point(x: frame.x + frame.width / 2, y: frame.y + frame.height / 2)
    scale = 1000 / max(frame.width, frame.height)
    guard middle.x.isFinite, middle.y.isFinite, scale.isFinite, scale > 0 else { return nil }
  }

  func callAsFunction(_ point: Spec.Point) -> Spec.Point {
    Spec.Point(x: (point.x - middle.x) * scale, y: (point.y - middle.y) * scale)
  }

  func callAsFunction(_ frame: Spec.Frame) -> Spec.Frame {
    let corner = self(Spec.Point(x: frame.x, y: frame.y))
    return Spec.Frame(x: corner.x, y: corner.y, width: frame.width * scale, height: frame.height * scale)
  }

  func callAsFunction(_ spec: Spec) -> Spec {
    var spec = spec
    spec.frame = self(spec.frame)
    for chain in spec.chains.indices {
      spec.chains[chain].centre = self(spec.chains[chain].centre)
      for clock in spec.chains[chain].clocks.indices { spec.chains[chain].clocks[clock].radius *= scale }
    }
    return spec
  }

  /// SVG path data.
  func callAsFunction(_ data: String) throws(ExportError) -> String { try TargetPath(data).data(at: self) }
}

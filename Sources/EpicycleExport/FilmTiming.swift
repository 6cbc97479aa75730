import EpicycleSpec

/// The frames of one loop: frame i shows the time T·i/`frames`, so that the first frame follows the last without a
/// jump.
struct FilmTiming: Hashable {
  /// A film longer than this is refused.
  static let limit = 100_000

  let frames: Int
  /// Frames a second, as ffmpeg reads it.
  let rate: String
  /// How long the frames are shown together.
  let seconds: Double

  /// The number of frames nearest to T·`rate`, shown in T seconds.
  init(video loop: Spec.Loop, rate: Double) throws(ExportError) {
    let frames = try Self.count(loop.seconds * rate)
    self.frames = frames
    let exact = Double(frames) / rate == loop.seconds
    self.rate = exact ? decimal(rate) : "\(frames)/\(decimal(loop.seconds))"
    seconds = loop.seconds
  }

  /// A GIF's frames last whole hundredths of a second, two or more. Of the delays that divide the loop the one
  /// nearest to the asked rate (within a factor of 1.5), so that the loop takes T seconds exactly; where there is
  /// none, the nearest delay, and the loop is at most half a delay off.
  init(gif loop: Spec.Loop, rate: Double) throws(ExportError) {
    let hundredths = 100 * loop.seconds
    _ = try Self.count(loop.seconds * rate)
    let wanted = max(2, 100 / rate)
    let dividing = (2...100).map(Double.init).filter { delay in
      hundredths.truncatingRemainder(dividingBy: delay) == 0 && delay < 1.5 * wanted && wanted < 1.5 * delay
    }
    let nearest = dividing.min { (abs($0 - wanted), $0) < (abs($1 - wanted), $1) }
    let delay = nearest ?? min(100, wanted.rounded())
    frames = try Self.count(hundredths / delay)
    self.rate = "100/\(decimal(delay))"
    seconds = Double(frames) * delay / 100
  }

  private static func count(_ frames: Double) throws(ExportError) -> Int {
    guard frames > 0, frames < Double(limit) else {
      throw .unsuitable("a film of more than \(limit) frames (or none): ask for fewer frames a second")
    }
    return max(1, Int(frames.rounded()))
  }
}

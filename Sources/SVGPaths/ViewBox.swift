import PlaneCurves

/// A rectangle of user space that is fitted into a viewport.
struct ViewBox: Equatable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  /// Four numbers; nil when they are not, or the size is negative. A size of 0 means that nothing is drawn.
  init?(parsing text: String) {
    var text = text
    let numbers = text.withUTF8 { bytes -> [Double]? in
      var cursor = ByteCursor(bytes)
      var numbers: [Double] = []
      cursor.skipSpace()
      while numbers.count < 4 {
        guard let number = cursor.scanNumber() else { return nil }
        numbers.append(number)
        if cursor.skipSpaceOrComma(), numbers.count == 4 { return nil }
      }
      return cursor.isAtEnd ? numbers : nil
    }
    guard let numbers, numbers[2] >= 0, numbers[3] >= 0 else { return nil }
    (x, y, width, height) = (numbers[0], numbers[1], numbers[2], numbers[3])
  }

  /// The map of this box into a viewport of `width` by `height` with its corner in the origin (SVG 2, 8.2).
  func transform(width: Double, height: Double, _ aspect: AspectRatio) -> AffineTransform {
    var scaleX = width / self.width
    var scaleY = height / self.height
    if aspect.scaling != .none {
      let scale = aspect.scaling == .meet ? min(scaleX, scaleY) : max(scaleX, scaleY)
      (scaleX, scaleY) = (scale, scale)
    }
    let left = (width - self.width * scaleX) * (aspect.scaling == .none ? 0 : aspect.alignX)
    let top = (height - self.height * scaleY) * (aspect.scaling == .none ? 0 : aspect.alignY)
    return AffineTransform(scaleX, 0, 0, scaleY, left - x * scaleX, top - y * scaleY)
  }
}

/// `preserveAspectRatio`.
struct AspectRatio: Equatable {
  enum Scaling { case none, meet, slice }
  var scaling = Scaling.meet
  /// The share of the free room that lies before the box: 0 for Min, 0.5 for Mid, 1 for Max.
  var alignX = 0.5
  var alignY = 0.5

  static let middle = AspectRatio()

  private init() {}

  init?(parsing text: String) {
    var words = text.utf8.split(whereSeparator: isSpace).map { String(Substring($0)) }
    if words.first == "defer" { words.removeFirst() }
    guard let alignment = words.first, words.count <= 2 else { return nil }
    switch words.dropFirst().first {
    case nil, "meet": scaling = .meet
    case "slice": scaling = .slice
    default: return nil
    }
    if alignment == "none" {
      scaling = .none
      return
    }
    let shares = ["Min": 0, "Mid": 0.5, "Max": 1]
    guard alignment.utf8.count == 8, alignment.hasPrefix("x"), alignment.dropFirst(4).first == "Y",
      let shareX = shares[String(alignment.dropFirst().prefix(3))],
      let shareY = shares[String(alignment.suffix(3))]
    else { return nil }
    (alignX, alignY) = (shareX, shareY)
  }
}

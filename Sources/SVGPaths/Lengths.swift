/// What percentages refer to: the size of the nearest viewport in its own user units.
struct Viewport {
  var width: Double
  var height: Double

  /// What a percentage along `axis` is a part of (SVG 2, 8.9).
  func extent(_ axis: LengthAxis) -> Double {
    switch axis {
    case .horizontal: width
    case .vertical: height
    case .diagonal: ((width * width + height * height) / 2).squareRoot()
    }
  }
}

enum LengthAxis { case horizontal, vertical, diagonal }

/// A length with its unit, as SVG attributes hold it.
struct Length {
  enum Unit { case user, percent, em, ex }
  var value: Double
  var unit: Unit

  /// User units; absolute units are taken at 96 to the inch.
  init?(parsing text: String) {
    var text = text
    guard let length = text.withUTF8(Self.parse) else { return nil }
    self = length
  }

  private init(_ value: Double, _ unit: Unit) { (self.value, self.unit) = (value, unit) }

  private static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Length? {
    var cursor = ByteCursor(bytes)
    cursor.skipSpace()
    guard let value = cursor.scanNumber() else { return nil }
    let unit = cursor.skip(UInt8(ascii: "%")) ? "%" : cursor.scanName().lowercased()
    cursor.skipSpace()
    guard cursor.isAtEnd else { return nil }
    switch unit {
    case "", "px": return Length(value, .user)
    case "%": return Length(value, .percent)
    case "em": return Length(value, .em)
    case "ex", "ch": return Length(value, .ex)
    case "rem": return Length(value * 16, .user)
    case "in": return Length(value * 96, .user)
    case "cm": return Length(value * (96 / 2.54), .user)
    case "mm": return Length(value * (96 / 25.4), .user)
    case "q": return Length(value * (96 / 101.6), .user)
    case "pt": return Length(value * (96.0 / 72), .user)
    case "pc": return Length(value * 16, .user)
    default: return nil
    }
  }

  /// In user units; an `ex` is half an `em`.
  func resolved(_ axis: LengthAxis, in viewport: Viewport, fontSize: Double) -> Double {
    switch unit {
    case .user: value
    case .percent: value / 100 * viewport.extent(axis)
    case .em: value * fontSize
    case .ex: value * fontSize / 2
    }
  }
}

/// A `font-size` in user units; nil for one that can't be understood.
func fontSize(parsing text: String, inherited: Double) -> Double? {
  let keywords: [String: Double] = [
    "xx-small": 9, "x-small": 10, "small": 13, "medium": 16, "large": 18, "x-large": 24, "xx-large": 32,
    "smaller": inherited / 1.2, "larger": inherited * 1.2,
  ]
  if let size = keywords[text.trimmed.lowercased()] { return size }
  let em = Viewport(width: inherited, height: inherited)
  let size = Length(parsing: text)?.resolved(.horizontal, in: em, fontSize: inherited)
  return size.flatMap { $0 >= 0 ? $0 : nil }
}

extension String {
  /// Without white space at its ends.
  var trimmed: String {
    let bytes = utf8
    guard let first = bytes.firstIndex(where: { !isSpace($0) }),
      let last = bytes.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(self[first...last])
  }
}

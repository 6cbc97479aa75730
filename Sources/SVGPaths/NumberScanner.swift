/// Numbers as SVG writes them: sign, digits, fraction, exponent; no locale has a say.
extension ByteCursor {
  /// Reads a number, correctly rounded to a double; the cursor stays where it was if there is none.
  ///
  /// A fraction needs a digit after its dot (`5.` is no number), an exponent needs one after its sign. The `e` of
  /// the units `em` and `ex` is left alone. Numbers beyond the range of single precision are refused, as browsers
  /// do; those too small for a double are 0.
  @inline(__always)
  mutating func scanNumber() -> Double? {
    var at = offset
    var negative = false
    if at < count, base[at] == UInt8(ascii: "-") || base[at] == UInt8(ascii: "+") {
      negative = base[at] == UInt8(ascii: "-")
      at += 1
    }
    // Exact as long as there are at most 19 digits, and thrown away otherwise.
    var significand: UInt64 = 0
    let start = at
    while at < count, isDigit(base[at]) {
      significand = significand &* 10 &+ UInt64(base[at] &- UInt8(ascii: "0"))
      at += 1
    }
    var digits = at - start
    var exponent = 0
    if at < count, base[at] == UInt8(ascii: ".") {
      at += 1
      let fraction = at
      while at < count, isDigit(base[at]) {
        significand = significand &* 10 &+ UInt64(base[at] &- UInt8(ascii: "0"))
        at += 1
      }
      exponent = fraction - at
      digits -= exponent
      guard exponent < 0 else { return nil }
    } else if digits == 0 {
      return nil
    }
    if at < count, base[at] | 0x20 == UInt8(ascii: "e"), !isUnit(at) {
      guard let written = scanExponent(&at) else { return nil }
      exponent += written
    }
    let short = digits <= 19 ? scaled(significand, exponent) : nil
    let magnitude = short ?? roundedSlowly(from: start, to: at)
    guard magnitude <= Double(Float.greatestFiniteMagnitude) else { return nil }
    offset = at
    return negative ? -magnitude : magnitude
  }

  /// Whether the `e` at `at` begins `em` or `ex`.
  private func isUnit(_ at: Int) -> Bool {
    guard at + 1 < count else { return false }
    let next = base[at + 1] | 0x20
    return next == UInt8(ascii: "m") || next == UInt8(ascii: "x")
  }

  /// Reads an exponent whose `e` stands at `at`; values beyond ±100 000 000 are cut to that.
  private func scanExponent(_ at: inout Int) -> Int? {
    at += 1
    var negative = false
    if at < count, base[at] == UInt8(ascii: "-") || base[at] == UInt8(ascii: "+") {
      negative = base[at] == UInt8(ascii: "-")
      at += 1
    }
    guard at < count, isDigit(base[at]) else { return nil }
    var value = 0
    while at < count, isDigit(base[at]) {
      if value < 100_000_000 { value = value * 10 + Int(base[at] &- UInt8(ascii: "0")) }
      at += 1
    }
    value = min(value, 100_000_000)
    return negative ? -value : value
  }

  /// The double nearest to the decimal number in `range`, which has no sign, however many digits it has.
  ///
  /// Digits after the 800th only decide between "exactly" and "a little more" (a double has at most 767), so that
  /// one `1` can stand for them all.
  private func roundedSlowly(from: Int, to: Int) -> Double {
    var digits: [UInt8] = []
    var exponent = 0
    var afterDot = false
    var at = from
    while at < to, base[at] | 0x20 != UInt8(ascii: "e") {
      let byte = base[at]
      at += 1
      if byte == UInt8(ascii: ".") {
        afterDot = true
        continue
      }
      if digits.isEmpty && byte == UInt8(ascii: "0") {
        exponent -= afterDot ? 1 : 0
      } else if digits.count < 800 {
        digits.append(byte)
        exponent -= afterDot ? 1 : 0
      } else {
        if byte != UInt8(ascii: "0") { digits[799] = UInt8(ascii: "1") }
        exponent += afterDot ? 0 : 1
      }
    }
    if digits.isEmpty { return 0 }
    if at < to, let written = scanExponent(&at) { exponent += written }
    return Double(String(decoding: digits, as: UTF8.self) + "e\(exponent)") ?? .infinity
  }
}

/// `significand`·10^`exponent`, correctly rounded, or nil where this short way can't tell.
///
/// With |exponent| ≤ 22 the power is exact; the product or quotient is formed with its rounding error (by fused
/// multiplication) to about 100 bits, which decides the rounding unless it lies next to half a unit.
@inline(__always)
private func scaled(_ significand: UInt64, _ exponent: Int) -> Double? {
  guard exponent >= -22 && exponent <= 22 else { return nil }
  if significand <= 1 << 53 {
    let value = Double(significand)
    return exponent < 0 ? value / powersOfTen[-exponent] : value * powersOfTen[exponent]
  }
  let high = Double(significand & ~0x7FF)
  let low = Double(significand & 0x7FF)
  let first: Double
  let rest: Double
  if exponent < 0 {
    let power = powersOfTen[-exponent]
    first = high / power
    rest = (high.addingProduct(-first, power) + low) / power
  } else {
    let power = powersOfTen[exponent]
    first = high * power
    rest = (-first).addingProduct(high, power) + low * power
  }
  let value = first + rest
  let left = rest - (value - first)
  let half = value.ulp * 0.5
  // Below a power of two the steps are half as wide, so a quarter of a unit is a tie as well.
  let isClear = abs(abs(left) - half) > half * 0x1p-30 && abs(abs(left) - half * 0.5) > half * 0x1p-30
  return isClear ? value : nil
}

private let powersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
  1e19, 1e20, 1e21, 1e22,
]

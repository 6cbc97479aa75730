import EpicycleSpec
import Foundation

/// Reads the motion back from a watch face that `WearExporter` wrote: the pivots and turns of its groups, and where
/// its carried points lie.
struct WearReader {
  let screen: WearScreen

  init(_ screen: WearScreen) { self.screen = screen }

  /// `spec` with the centres, arms and rates of the file; nil where the file is not one of its watch faces.
  func spec(_ file: [UInt8], of spec: Spec) -> Spec? {
    var written = spec
    written.chains = []
    var origin = SIMD2<Double>.zero
    var part = SIMD2<Double>.zero
    var joints: [SIMD2<Double>] = []
    var turns: [Double] = []
    for line in String(decoding: file, as: UTF8.self).split(separator: "\n") {
      if line.hasPrefix("<Group "), let corner = pair("x", "y", line), let side = number("width", line),
        let pivot = pair("pivotX", "pivotY", line)
      {
        origin += corner
        joints.append(origin + pivot * side)
      } else if line.hasPrefix("<Transform ") {
        guard let value = text("value", line), let rate = rate(value) else { return nil }
        turns.append(rate)
      } else if line.hasPrefix("<PartDraw "), let corner = pair("x", "y", line) {
        part = corner
      } else if line.hasPrefix("<Ellipse "), let corner = pair("x", "y", line),
        let size = number("width", line)
      {
        guard written.chains.count < spec.chains.count else { return nil }
        let template = spec.chains[written.chains.count]
        guard let chain = chain(template, joints, turns, tip: origin + part + corner + size / 2, spec.loop)
        else { return nil }
        written.chains.append(chain)
        (origin, joints, turns) = (.zero, [], [])
      }
    }
    return written.chains.count == spec.chains.count ? written : nil
  }

  /// - Parameters:
  ///   - joints: on the screen at t = 0, with that of the upright clock.
  ///   - turns: of the same groups in one loop, clockwise.
  private func chain(
    _ template: Spec.Chain, _ joints: [SIMD2<Double>], _ turns: [Double], tip: SIMD2<Double>,
    _ loop: Spec.Loop
  ) -> Spec.Chain? {
    let count = template.clocks.count
    guard joints.count == template.clockCount, turns.count == template.clockCount else { return nil }
    var chain = template
    // An upright view doesn't turn: what it is off by is a shift of the whole.
    let ends = template.upright == nil ? joints + [tip] : joints
    let start = ends[0] + (template.upright == nil ? .zero : tip - joints[count])
    let centre = (start - WearScreen.size / 2) / screen.scale + screen.middle
    chain.centre = Spec.Point(x: centre.x, y: centre.y)
    var harmonic = 0.0
    for index in 0..<count {
      let arm = (ends[index + 1] - ends[index]) / screen.scale
      harmonic += turns[index]
      guard let whole = Int(exactly: harmonic) else { return nil }
      chain.clocks[index] = Spec.Clock(
        period: loop.seconds / turns[index], radius: (arm * arm).sum().squareRoot(),
        phase: atan2(arm.y, arm.x),
        harmonic: whole)
    }
    if template.upright != nil { chain.upright = Spec.Upright(period: loop.seconds / turns[count]) }
    return chain
  }

  /// Turns in a loop, from `360 * fract(TIME * TURNS / LOOP)`.
  private func rate(_ expression: some StringProtocol) -> Double? {
    let sign: Double = expression.hasPrefix("-") ? -1 : 1
    guard let slash = expression.lastIndex(of: "/") else { return nil }
    let product = expression[..<slash]
    guard let time = product.lastIndex(where: { $0 == ")" || $0 == "]" }) else { return nil }
    let factor = String(product[product.index(after: time)...].filter { $0 != " " && $0 != "*" })
    return factor.isEmpty ? sign : Double(factor).map { sign * $0 }
  }

  private func text(_ name: String, _ line: Substring) -> Substring? {
    guard let start = line.firstRange(of: " \(name)=\"")?.upperBound else { return nil }
    return line[start...].prefix { $0 != "\"" }
  }

  private func number(_ name: String, _ line: Substring) -> Double? {
    text(name, line).flatMap { Double($0) }
  }

  private func pair(_ x: String, _ y: String, _ line: Substring) -> SIMD2<Double>? {
    guard let x = number(x, line), let y = number(y, line) else { return nil }
    return SIMD2(x, y)
  }
}

/// Warnings gathered while a document is read; their places are worked out once, at the end.
struct WarningList {
  struct Pending {
    var code: SVGWarning.Code
    var message: String
    var offset: Int
    var diagnosis: Diagnosis?
    /// The number of the shape that it belongs to.
    var shape: Int?
  }

  private var pending: [Pending] = []
  private var dropped = 0
  private let limit: Int

  init(limit: Int) { self.limit = max(limit, 0) }

  mutating func add(_ warning: Pending) {
    if pending.count < limit { pending.append(warning) } else { dropped += 1 }
  }

  /// The warnings in the order in which they arose, each with the number of its shape.
  func resolved(in source: UnsafeBufferPointer<UInt8>) -> [(warning: SVGWarning, shape: Int?)] {
    let order = pending.indices.sorted { pending[$0].offset < pending[$1].offset }
    let found = TextPosition.locate(order.map { pending[$0].offset }, in: source)
    var positions = [TextPosition?](repeating: nil, count: pending.count)
    for (place, position) in zip(order, found) { positions[place] = position }
    var result = pending.indices.map { index in
      let item = pending[index]
      let warning = SVGWarning(
        code: item.code, message: item.message, position: positions[index], found: item.diagnosis?.found,
        expected: item.diagnosis?.expected)
      return (warning, item.shape)
    }
    if dropped > 0 {
      result.append((SVGWarning(code: .more, message: "\(dropped) more warnings are not shown"), nil))
    }
    return result
  }
}

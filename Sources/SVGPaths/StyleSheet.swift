/// The properties of style sheets that decide where something is drawn, or whether.
struct StyleDeclarations: Equatable {
  var display: String?
  var visibility: String?
  var transform: String?
  var fontSize: String?

  var isEmpty: Bool { self == StyleDeclarations() }

  /// Takes what `other` declares, leaving the rest.
  mutating func override(with other: StyleDeclarations) {
    display = other.display ?? display
    visibility = other.visibility ?? visibility
    transform = other.transform ?? transform
    fontSize = other.fontSize ?? fontSize
  }

  fileprivate mutating func set(_ property: String, _ value: String) {
    switch property {
    case "display": display = value.lowercased()
    case "visibility":
      let known = ["visible", "hidden", "collapse", "inherit", "initial", "unset", "revert"]
      if known.contains(value.lowercased()) { visibility = value.lowercased() }
    case "transform": transform = value
    case "font-size": fontSize = value
    default: break
    }
  }
}

/// A list of declarations, parted by whether they are `!important`.
struct StyleBlock: Equatable {
  var normal = StyleDeclarations()
  var important = StyleDeclarations()

  /// Reads `property: value; …`; what can't be understood is left out.
  init(parsing text: some Collection<UInt8>) {
    for declaration in splitOutside(Array(text), at: UInt8(ascii: ";")) {
      guard let colon = declaration.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let property = String(decoding: declaration[..<colon], as: UTF8.self).trimmed.lowercased()
      var value = String(decoding: declaration[(colon + 1)...], as: UTF8.self).trimmed
      if let mark = value.utf8.lastIndex(of: UInt8(ascii: "!")),
        String(value[mark...].dropFirst()).trimmed.lowercased() == "important"
      {
        value = String(value[..<mark]).trimmed
        important.set(property, value)
      } else if !value.isEmpty {
        normal.set(property, value)
      }
    }
  }
}

/// The rules of a document's `style` elements: type, class, id and universal selectors, compound, grouped, and
/// joined by descendant and child combinators. Rules of other kinds, and those after an `@`, are skipped.
struct StyleSheet {
  struct Rule {
    var selector: Selector
    var block: StyleBlock
    var order: Int
  }

  private(set) var rules: [Rule] = []
  /// The rules by what their last compound asks for: an id, else a class, else a type, else anything.
  private var rulesByKey: [String: [Int]] = [:]

  var isEmpty: Bool { rules.isEmpty }

  /// Adds the rules of one `style` element.
  mutating func add(_ text: String) {
    let bytes = withoutComments(Array(text.utf8))
    var at = 0
    while at < bytes.count {
      if isSpace(bytes[at]) {
        at += 1
      } else if bytes[at...].starts(with: "<!--".utf8) {
        at += 4
      } else if bytes[at...].starts(with: "-->".utf8) {
        at += 3
      } else {
        let end = endOfRule(bytes, from: at)
        if bytes[at] != UInt8(ascii: "@") { addRule(bytes[at..<end]) }
        at = end
      }
    }
  }

  private mutating func addRule(_ rule: ArraySlice<UInt8>) {
    guard let brace = rule.firstIndex(of: UInt8(ascii: "{")) else { return }
    let body = rule[(brace + 1)...]
    let block = StyleBlock(parsing: body.last == UInt8(ascii: "}") ? body.dropLast() : body)
    guard !block.normal.isEmpty || !block.important.isEmpty else { return }
    for part in splitOutside(Array(rule[..<brace]), at: UInt8(ascii: ",")) {
      guard let selector = Selector(parsing: part) else { continue }
      rulesByKey[selector.key, default: []].append(rules.count)
      rules.append(Rule(selector: selector, block: block, order: rules.count))
    }
  }

  /// What the rules and the attribute `style` declare for an element, in the order of the cascade.
  ///
  /// - Parameter steps: counts comparisons, and makes the answer nil when it falls below 0.
  func declarations(for element: Int32, in tree: XMLTree, steps: inout Int) -> StyleDeclarations? {
    var result = StyleDeclarations()
    let inline = tree.value(.style, of: element).map { StyleBlock(parsing: withoutComments(Array($0.utf8))) }
    var matching: [Rule] = []
    if !rules.isEmpty {
      for key in Selector.keys(of: element, in: tree) {
        for index in rulesByKey[key] ?? [] {
          if rules[index].selector.matches(element, in: tree, steps: &steps) { matching.append(rules[index]) }
          if steps < 0 { return nil }
        }
      }
      matching.sort { ($0.selector.specificity, $0.order) < ($1.selector.specificity, $1.order) }
    }
    for rule in matching { result.override(with: rule.block.normal) }
    if let inline { result.override(with: inline.normal) }
    for rule in matching { result.override(with: rule.block.important) }
    if let inline { result.override(with: inline.important) }
    return result
  }
}

/// The end of the rule that begins at `from`: after its block, or after a semicolon for an `@` rule without one.
private func endOfRule(_ bytes: [UInt8], from: Int) -> Int {
  var depth = 0
  var at = from
  while at < bytes.count {
    switch bytes[at] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): at = endOfString(bytes, from: at)
    case UInt8(ascii: "\\"): at += 1
    case UInt8(ascii: "{"): depth += 1
    case UInt8(ascii: "}"):
      depth -= 1
      if depth <= 0 { return at + 1 }
    case UInt8(ascii: ";") where depth == 0 && bytes[from] == UInt8(ascii: "@"): return at + 1
    default: break
    }
    at += 1
  }
  return bytes.count
}

/// The closing quotation mark of the string that opens at `from`, or the last byte.
private func endOfString(_ bytes: [UInt8], from: Int) -> Int {
  var at = from + 1
  while at < bytes.count, bytes[at] != bytes[from] { at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1 }
  return min(at, bytes.count - 1)
}

/// The parts between separators that are not in a string or in brackets.
private func splitOutside(_ bytes: [UInt8], at separator: UInt8) -> [ArraySlice<UInt8>] {
  var parts: [ArraySlice<UInt8>] = []
  var depth = 0
  var start = 0
  var at = 0
  while at < bytes.count {
    switch bytes[at] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): at = endOfString(bytes, from: at)
    case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"): depth = max(0, depth - 1)
    case separator where depth == 0:
      parts.append(bytes[start..<at])
      start = at + 1
    default: break
    }
    at += 1
  }
  parts.append(bytes[start...])
  return parts
}

/// The text with each comment replaced by a space.
private func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
  guard bytes.contains(UInt8(ascii: "*")) else { return bytes }
  var result: [UInt8] = []
  result.reserveCapacity(bytes.count)
  var at = 0
  while at < bytes.count {
    let byte = bytes[at]
    if byte == UInt8(ascii: "/"), at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "*") {
      at += 3
      while at < bytes.count, bytes[at] != UInt8(ascii: "/") || bytes[at - 1] != UInt8(ascii: "*") { at += 1 }
      at += 1
      result.append(UInt8(ascii: " "))
    } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      let end = endOfString(bytes, from: at)
      result.append(contentsOf: bytes[at...end])
      at = end + 1
    } else {
      result.append(byte)
      at += 1
    }
  }
  return result
}

/// A selector of style sheets: compounds joined by descendant and child combinators.
struct Selector {
  /// What one element must be: its type, its ids and its classes.
  struct Compound {
    var type: String?
    var ids: [String] = []
    var classes: [String] = []
  }
  enum Combinator { case descendant, child }

  /// The subject first, then what must stand above it.
  private var compounds: [Compound] = []
  /// How compound k + 1 stands above compound k.
  private var combinators: [Combinator] = []

  /// Ids, then classes, then types.
  var specificity: Int {
    compounds.reduce(0) { sum, compound in
      sum + compound.ids.count << 40 + compound.classes.count << 20 + (compound.type == nil ? 0 : 1)
    }
  }

  /// Nil for selectors of kinds that are not understood.
  init?(parsing text: ArraySlice<UInt8>) {
    var combinator: Combinator?
    var at = text.startIndex
    while at < text.endIndex {
      let byte = text[at]
      if isSpace(byte) {
        combinator = combinator ?? .descendant
        at += 1
      } else if byte == UInt8(ascii: ">") {
        guard combinator != .child, !compounds.isEmpty else { return nil }
        combinator = .child
        at += 1
      } else {
        guard let compound = Self.compound(text, &at) else { return nil }
        if !compounds.isEmpty { combinators.append(combinator ?? .descendant) }
        compounds.append(compound)
        combinator = nil
      }
    }
    guard !compounds.isEmpty, combinator != .child else { return nil }
    compounds.reverse()
    combinators.reverse()
  }

  private static func compound(_ text: ArraySlice<UInt8>, _ at: inout Int) -> Compound? {
    var compound = Compound()
    let start = at
    if text[at] == UInt8(ascii: "*") {
      at += 1
    } else if isNameByte(text[at]) {
      compound.type = name(text, &at)
    }
    while at < text.endIndex, !isSpace(text[at]), text[at] != UInt8(ascii: ">") {
      let mark = text[at]
      at += 1
      guard let name = name(text, &at) else { return nil }
      switch mark {
      case UInt8(ascii: "#"): compound.ids.append(name)
      case UInt8(ascii: "."): compound.classes.append(name)
      default: return nil
      }
    }
    return at > start ? compound : nil
  }

  private static func name(_ text: ArraySlice<UInt8>, _ at: inout Int) -> String? {
    var bytes: [UInt8] = []
    while at < text.endIndex {
      if text[at] == UInt8(ascii: "\\"), at + 1 < text.endIndex, !isHexadecimal(text[at + 1]) {
        bytes.append(text[at + 1])
        at += 2
      } else if isNameByte(text[at]) {
        bytes.append(text[at])
        at += 1
      } else {
        break
      }
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 6
  }

  // MARK: Matching

  /// Under what a rule is filed: the rarest thing that its subject must have.
  var key: String {
    let subject = compounds[0]
    if let id = subject.ids.first { return "#" + id }
    if let name = subject.classes.first { return "." + name }
    return subject.type ?? "*"
  }

  /// Every key whose rules can match an element.
  static func keys(of element: Int32, in tree: XMLTree) -> [String] {
    var keys = ["*", tree.elements[Int(element)].name.rawValue]
    if let id = tree.value(.id, of: element) { keys.append("#" + id) }
    var seen: Set<Substring> = []
    for name in classes(of: element, in: tree) where seen.insert(name).inserted { keys.append("." + name) }
    return keys
  }

  private static func classes(of element: Int32, in tree: XMLTree) -> [Substring] {
    (tree.value(.class, of: element) ?? "").utf8.split(whereSeparator: isSpace).map { Substring($0) }
  }

  func matches(_ element: Int32, in tree: XMLTree, steps: inout Int) -> Bool {
    guard Self.fits(compounds[0], element, tree, &steps) else { return false }
    // A descendant combinator may have to try several ancestors; `retry` is where the last one goes on.
    var place = 1
    var candidate = tree.elements[Int(element)].parent
    var retry: (place: Int, candidate: Int32)?
    while place < compounds.count {
      guard candidate >= 0, steps >= 0 else { return false }
      let parent = tree.elements[Int(candidate)].parent
      if Self.fits(compounds[place], candidate, tree, &steps) {
        if combinators[place - 1] == .descendant { retry = (place, parent) }
        place += 1
        candidate = parent
      } else if combinators[place - 1] == .descendant {
        candidate = parent
      } else if let again = retry {
        (place, candidate) = again
      } else {
        return false
      }
    }
    return true
  }

  private static func fits(
    _ compound: Compound, _ element: Int32, _ tree: XMLTree, _ steps: inout Int
  ) -> Bool {
    steps -= 1 + compound.classes.count
    if let type = compound.type, type != tree.elements[Int(element)].name.rawValue { return false }
    if !compound.ids.isEmpty {
      let id = tree.value(.id, of: element)
      guard compound.ids.allSatisfy({ $0 == id }) else { return false }
    }
    if !compound.classes.isEmpty {
      let classes = classes(of: element, in: tree)
      steps -= classes.count
      guard compound.classes.allSatisfy({ classes.contains(Substring($0)) }) else { return false }
    }
    return true
  }
}

/// What stood on the command line, not yet interpreted.
struct Arguments: Sendable {
  let command: Command
  var operands: [String] = []
  var values: [Option: String] = [:]

  func has(_ option: Option) -> Bool { values[option] != nil }
}

/// What a command line asks for.
enum Invocation: Sendable {
  case run(Arguments)
  case help(Command?)
  case version
}

enum ArgumentParser {
  /// Reads the words after the program's name.
  ///
  /// Long options take their value as `--name value` or `--name=value`, short ones as `-n value` or
  /// `-nvalue`; `--` ends the options, and a lone `-` is an operand.
  /// - Throws: `Failure` with `.usage`.
  static func parse(_ words: [String]) throws(Failure) -> Invocation {
    guard let first = words.first else {
      throw .usage("no command given; one of: \(names(Command.allCases))")
    }
    switch first {
    case "--version": return .version
    case "--help", "-h": return .help(nil)
    case "help":
      guard words.count > 1 else { return .help(nil) }
      return .help(try command(words[1]))
    default: break
    }
    var arguments = Arguments(command: try command(first))
    let allowed = arguments.command.row.options
    var rest = words.dropFirst()
    while let word = rest.popFirst() {
      if word == "--" {
        arguments.operands += rest
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        arguments.operands.append(word)
        continue
      }
      let (option, spelled, attached) = try split(word, allowed: allowed, command: arguments.command)
      if option == .help { return .help(arguments.command) }
      guard arguments.values[option] == nil else { throw .usage("\(spelled) is given twice") }
      switch option.row.value {
      case .none:
        if let attached { throw .usage("\(spelled) takes no value, but was given '\(attached)'") }
        arguments.values[option] = ""
      case .word(let words):
        let value = if let attached { attached } else { try next(&rest, for: option, spelled) }
        guard words.contains(value) else {
          throw .usage("\(spelled): found '\(value)', expected one of: \(words.joined(separator: ", "))")
        }
        arguments.values[option] = value
      case .text, .file:
        if case .file(let name) = option.row.value, (attached ?? rest.first)?.isEmpty == true {
          throw .usage("\(spelled): found an empty name, expected \(name)")
        }
        arguments.values[option] = if let attached { attached } else { try next(&rest, for: option, spelled) }
      }
    }
    return .run(arguments)
  }

  private static func next(
    _ rest: inout ArraySlice<String>, for option: Option, _ spelled: String
  ) throws(Failure) -> String {
    guard let value = rest.popFirst() else {
      throw .usage("\(spelled) needs a value: \(option.row.value.placeholder ?? "")")
    }
    return value
  }

  private static func command(_ word: String) throws(Failure) -> Command {
    if let command = Command(rawValue: word) { return command }
    if word.hasPrefix("-") {
      throw .usage("found '\(word)' before a command; expected one of: \(names(Command.allCases))")
    }
    let near = nearest(to: word, among: Command.allCases.map(\.rawValue))
    throw .usage(
      "unknown command '\(word)'"
        + (near.map { "; did you mean '\($0)'?" } ?? "; one of: \(names(Command.allCases))"))
  }

  private static func names(_ commands: [Command]) -> String {
    commands.map(\.rawValue).joined(separator: ", ")
  }

  /// The option that `word` names, as it was spelled, and a value attached to it.
  private static func split(
    _ word: String, allowed: [Option], command: Command
  ) throws(Failure) -> (Option, String, String?) {
    if word.hasPrefix("--") {
      let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      let spelled = "--" + name
      guard let option = Option(rawValue: name), allowed.contains(option) else {
        throw unknown(spelled, near: nearest(to: name, among: allowed.map(\.rawValue)), command)
      }
      return (option, spelled, parts.count > 1 ? String(parts[1]) : nil)
    }
    let letter = word.dropFirst().first
    guard let option = allowed.first(where: { $0.row.short == letter }) else {
      throw unknown(word, near: nil, command)
    }
    let spelled = String(word.prefix(2))
    let attached = word.dropFirst(2)
    if case .none = option.row.value, !attached.isEmpty {
      throw .usage("\(spelled) takes no value, but was given '\(attached)'")
    }
    return (option, spelled, attached.isEmpty ? nil : String(attached))
  }

  private static func unknown(_ spelled: String, near: String?, _ command: Command) -> Failure {
    .usage(
      "unknown option '\(spelled)' for \(command.rawValue)"
        + (near.map { "; did you mean '--\($0)'?" } ?? "; see: epicycle \(command.rawValue) --help"))
  }

  /// The candidate within two edits of `word` that is nearest to it.
  private static func nearest(to word: String, among candidates: [String]) -> String? {
    let ranked = candidates.map { (name: $0, distance: editDistance(Array(word), Array($0))) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }), best.distance <= 2 else { return nil }
    return best.name
  }

  /// Levenshtein's distance.
  private static func editDistance(_ a: [Character], _ b: [Character]) -> Int {
    guard a.count <= 64 else { return .max }
    var row = Array(0...b.count)
    for (i, x) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, y) in b.enumerated() {
        let substituted = diagonal + (x == y ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(substituted, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[b.count]
  }
}

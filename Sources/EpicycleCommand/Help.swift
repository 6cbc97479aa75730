/// Help texts, made from the option table.
enum Help {
  static func general() -> String {
    var text = """
      epicycle draws an SVG path with the fewest rotating clocks.

      Usage: epicycle COMMAND [OPTIONS] INPUT...

      Commands:

      """
    let width = Command.allCases.map(\.rawValue.count).max() ?? 0
    for command in Command.allCases {
      text += "  \(padded(command.rawValue, width))  \(command.row.summary)\n"
    }
    return text + """

      epicycle COMMAND --help shows a command's options and examples; epicycle --version the version.
      Exit status: \(ExitStatus.allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: "; ")).

      """
  }

  static func of(_ command: Command) -> String {
    let row = command.row
    var text = "\(row.summary).\n\nUsage: epicycle \(command.rawValue) [OPTIONS]"
    if let operands = row.operands { text += " \(operands)" }
    text += "\n"
    if !row.notes.isEmpty { text += "\n\(row.notes)\n" }
    text += "\nOptions:\n"
    let heads = row.options.map(head)
    let width = min(heads.map(\.count).max() ?? 0, 34)
    for (option, head) in zip(row.options, heads) {
      let fallback = option.row.fallback.map { " (default: \($0))" } ?? ""
      let body = option.row.summary + fallback
      let lead = "  " + padded(head, width)
      if head.count > width {
        text += lead + "\n" + String(repeating: " ", count: width + 2)
      } else {
        text += lead
      }
      text += "  " + wrapped(body, indent: width + 4) + "\n"
    }
    text += "\nExamples:\n"
    for example in row.examples { text += "  \(example.line)\n      \(example.meaning)\n" }
    return text
  }

  private static func head(_ option: Option) -> String {
    let short = option.row.short.map { "-\($0), " } ?? "    "
    return short + "--" + option.rawValue + (option.row.value.placeholder.map { " " + $0 } ?? "")
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func wrapped(_ text: String, indent: Int, width: Int = 100) -> String {
    var lines: [String] = [""]
    for word in text.split(separator: " ") {
      let line = lines[lines.count - 1]
      if !line.isEmpty, indent + line.count + 1 + word.count > width {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] = line.isEmpty ? String(word) : line + " " + word
      }
    }
    return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
  }
}

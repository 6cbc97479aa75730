/// The manual page epicycle(1), made from the option table.
enum ManualPage {
  static func text() -> String {
    var page = """
      .TH EPICYCLE 1 "" "epicycle \(Version.number)" "User Commands"
      .SH NAME
      epicycle \\- draw an SVG path with the fewest rotating clocks
      .SH SYNOPSIS
      .B epicycle
      .I COMMAND
      [\\fIOPTIONS\\fR] [\\fIINPUT\\fR...]
      .SH DESCRIPTION
      Any closed path is a sum of rotating arms.
      .B epicycle
      reads an SVG path exactly, fits within a budget of clocks, and writes nested rotations with a certified
      error report.
      Data goes to standard output or the named file, everything else to standard error.

      """
    for command in Command.allCases {
      let row = command.row
      page += ".SH \(command.rawValue.uppercased())\n.B epicycle \(command.rawValue)\n"
      page += "[\\fIOPTIONS\\fR]" + (row.operands.map { " \\fI\(escaped($0))\\fR" } ?? "") + "\n.PP\n"
      page += escaped(row.summary) + ".\n"
      // Running text, and after an empty line a table.
      for (number, part) in escaped(row.notes).split(separator: "\n\n").enumerated() {
        page += number == 0 ? part + "\n" : ".PP\n.nf\n\(part)\n.fi\n"
      }
      for option in row.options {
        let names = (option.row.short.map { ["\\-\($0)"] } ?? []) + ["\\-\\-" + escaped(option.rawValue)]
        let value = option.row.value.placeholder.map { " \\fI\(escaped($0))\\fR" } ?? ""
        let fallback = option.row.fallback.map { " (default: \($0))" } ?? ""
        page += ".TP\n\\fB\(names.joined(separator: "\\fR, \\fB"))\\fR\(value)\n"
        page += escaped(option.row.summary + fallback) + ".\n"
      }
      for example in row.examples {
        page += ".PP\n.nf\n    \(escaped(example.line))\n.fi\n\(escaped(example.meaning)).\n"
      }
    }
    page += ".SH EXIT STATUS\n"
    for status in ExitStatus.allCases { page += ".TP\n.B \(status.rawValue)\n\(escaped(status.meaning)).\n" }
    return page
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("-", with: "\\-").replacing("'", with: "\\(aq")
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix(".") ? "\\&" + $0 : $0 }.joined(separator: "\n")
  }
}

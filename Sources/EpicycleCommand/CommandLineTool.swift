import EpicycleSpec

/// The command line, from the words after the program's name to the exit status.
public enum CommandLineTool {
  public static func run(_ words: [String]) -> Int32 {
    Interruption.install()
    do throws(Failure) {
      switch try ArgumentParser.parse(words) {
      case .version: try OutputWriter.toStandardOutput(Array("epicycle \(Version.number)\n".utf8))
      case .help(let command):
        try OutputWriter.toStandardOutput(Array((command.map(Help.of) ?? Help.general()).utf8))
      case .run(let arguments): try run(arguments)
      }
      return ExitStatus.done.rawValue
    } catch {
      Console(quiet: true).error(error.text)
      return error.status.rawValue
    }
  }

  private static func run(_ arguments: Arguments) throws(Failure) {
    let console = Console(quiet: arguments.has(.quiet))
    switch arguments.command {
    case .solve: try SolveCommand(arguments, console).run()
    case .sweep: try SweepCommand(arguments, console).run()
    case .inspect: try InspectCommand(arguments, console).run()
    case .render: try RenderCommand(arguments, console).run()
    case .verify: try VerifyCommand(arguments, console).run()
    case .compare: try CompareCommand(arguments, console).run()
    case .completions:
      guard arguments.operands.count == 1, Completions.shells.contains(arguments.operands[0]) else {
        throw .usage("completions takes one of: \(Completions.shells.joined(separator: ", "))")
      }
      try OutputWriter.toStandardOutput(Array(Completions.script(for: arguments.operands[0]).utf8))
    case .manual:
      try arguments.refuseOperands()
      try OutputWriter.toStandardOutput(Array(ManualPage.text().utf8))
    case .schema:
      try arguments.refuseOperands()
      try OutputWriter.toStandardOutput(Array(Spec.schema.utf8))
    }
  }
}

extension Arguments {
  func refuseOperands() throws(Failure) {
    if let first = operands.first {
      throw .usage("\(command.rawValue) takes no input, but '\(first)' is given")
    }
  }
}

/// Shell completions, made from the option table.
enum Completions {
  static let shells = ["bash", "zsh", "fish"]

  static func script(for shell: String) -> String {
    switch shell {
    case "zsh": zsh()
    case "fish": fish()
    default: bash()
    }
  }

  private static func flags(_ command: Command) -> [String] {
    command.row.options.flatMap { option in
      ["--" + option.rawValue] + (option.row.short.map { ["-\($0)"] } ?? [])
    }
  }

  private static let commands = Command.allCases.map(\.rawValue).joined(separator: " ")

  private static func bash() -> String {
    var values = ""
    for option in Option.allCases {
      let names = (["--" + option.rawValue] + (option.row.short.map { ["-\($0)"] } ?? []))
        .joined(separator: "|")
      switch option.row.value {
      case .none: continue
      case .word(let words):
        values +=
          "    \(names)) COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$word\")); return ;;\n"
      case .file: values += "    \(names)) COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n"
      case .text: values += "    \(names)) return ;;\n"
      }
    }
    var options = ""
    for command in Command.allCases {
      options += "      \(command.rawValue)) flags='\(flags(command).joined(separator: " "))' ;;\n"
    }
    return """
      # bash completion for epicycle
      _epicycle() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} flags=
        if [ "$COMP_CWORD" = 1 ]; then
          COMPREPLY=($(compgen -W '\(commands) help --help --version' -- "$word")); return
        fi
        case "$before" in
      \(values)  esac
        case "$word" in
          -*)
            case "${COMP_WORDS[1]}" in
      \(options)      esac
            COMPREPLY=($(compgen -W "$flags" -- "$word")) ;;
          *) COMPREPLY=($(compgen -f -- "$word")) ;;
        esac
      }
      complete -o filenames -F _epicycle epicycle

      """
  }

  private static func zsh() -> String {
    var cases = ""
    for command in Command.allCases {
      cases += "    \(command.rawValue))\n      _arguments"
      for option in command.row.options {
        let summary = escaped(option.row.summary)
        let action: String =
          switch option.row.value {
          case .none: ""
          case .word(let words): ":value:(\(words.joined(separator: " ")))"
          case .text(let name): ":\(escaped(name)):"
          case .file(let name): ":\(escaped(name)):_files"
          }
        if let short = option.row.short { cases += " \\\n        '-\(short)[\(summary)]\(action)'" }
        cases += " \\\n        '--\(option.rawValue)[\(summary)]\(action)'"
      }
      cases += " \\\n        '*:input:_files' ;;\n"
    }
    let list = Command.allCases.map { "'\($0.rawValue):\(escaped($0.row.summary))'" }.joined(separator: " ")
    return """
      #compdef epicycle
      if (( CURRENT == 2 )); then
        local -a commands
        commands=(\(list))
        _describe command commands
      else
        local command=$words[2]
        shift words
        (( CURRENT-- ))
        case $command in
      \(cases)  esac
      fi

      """
  }

  private static func fish() -> String {
    var text = "# fish completion for epicycle\n"
    for command in Command.allCases {
      text +=
        "complete -c epicycle -n __fish_use_subcommand -a \(command.rawValue) -d '\(escaped(command.row.summary))'\n"
      for option in command.row.options {
        text +=
          "complete -c epicycle -n '__fish_seen_subcommand_from \(command.rawValue)' -l \(option.rawValue)"
        if let short = option.row.short { text += " -s \(short)" }
        switch option.row.value {
        case .none: break
        case .word(let words): text += " -x -a '\(words.joined(separator: " "))'"
        case .text: text += " -x"
        case .file: text += " -r"
        }
        text += " -d '\(escaped(option.row.summary))'\n"
      }
    }
    return text
  }

  /// Text for a single-quoted string in which brackets and colons mean something too.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "'": result += "’"
      case "[", "]", ":": result += "\\\(character)"
      default: result.append(character)
      }
    }
  }
}

import Foundation
import Testing

@testable import EpicycleCommand

/// Completions and the manual page are made from the option table; the shells and man themselves judge them.
struct CompletionTests {
  private func has(_ program: String) -> Bool {
    (try? Tool.execute("/bin/bash", ["-c", "command -v \(program)"]).status) == 0
  }

  @Test func bashOffersOptionsAndWords() throws {
    try Tool.withFolder { folder in
      let script = folder.appendingPathComponent("completion")
      try Tool.run(["completions", "bash"]).output.write(to: script)
      func offered(_ words: [String]) throws -> [String] {
        let list = words.map { "'\($0)'" }.joined(separator: " ")
        let line =
          "source '\(script.path)'; COMP_WORDS=(\(list)); COMP_CWORD=\(words.count - 1); _epicycle; printf '%s\\n' \"${COMPREPLY[@]}\""
        return try Tool.execute("/bin/bash", ["-c", line]).text.split(separator: "\n").map(String.init)
      }
      #expect(try offered(["epicycle", "so"]) == ["solve"])
      #expect(try offered(["epicycle", "solve", "--order", ""]) == ["slow", "radius", "given"])
      let flags = try offered(["epicycle", "inspect", "--"])
      #expect(Set(flags) == Set(Command.inspect.row.options.map { "--" + $0.rawValue }))
    }
  }

  @Test(arguments: ["zsh", "fish"]) func othersParse(_ shell: String) throws {
    let script = try Tool.run(["completions", shell])
    #expect(script.status == 0)
    for option in Command.solve.row.options { #expect(script.text.contains(option.rawValue)) }
    guard has(shell) else { return }
    try Tool.withFolder { folder in
      try script.output.write(to: folder.appendingPathComponent("script"))
      #expect(try Tool.execute("/usr/bin/env", [shell, "-n", "script"], folder: folder).status == 0)
    }
  }

  @Test func manualPageHasEveryOptionAndNoWarning() throws {
    let page = try Tool.run(["manual"])
    #expect(page.status == 0)
    for option in Option.allCases where option != .version {
      #expect(page.text.contains("\\-\\-" + option.rawValue.replacingOccurrences(of: "-", with: "\\-")))
    }
    guard has("groff") else { return }
    try Tool.withFolder { folder in
      try page.output.write(to: folder.appendingPathComponent("page"))
      let outcome = try Tool.execute(
        "/usr/bin/env", ["groff", "-man", "-Tutf8", "-ww", "-z", "page"], folder: folder)
      #expect(outcome.status == 0)
      #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    }
  }

  @Test func otherShellsAreRefused() throws {
    #expect(try Tool.run(["completions", "tcsh"]).status == 64)
  }
}

import Foundation

/// Whole processes: the binary's own start, the launcher's, and a small solve.
enum StartBenchmark {
  static func rows() -> [Row] {
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let binary = folder.appendingPathComponent("epicycle").path
    let root = folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let jobs: [(String, String, [String])] = [
      ("an empty process", "/bin/true", []), ("epicycle --version", binary, ["--version"]),
      ("./epicycle --version", root.appendingPathComponent("epicycle").path, ["--version"]),
      (
        "solve a heart by truncation", binary,
        ["solve", "--path", PipelineBenchmark.heart, "--fit-method", "truncate"]
      ),
      ("solve a heart", binary, ["solve", "--path", PipelineBenchmark.heart]),
    ].filter { FileManager.default.isExecutableFile(atPath: $0.1) }
    let times = Stopwatch.medians(rounds: 11, jobs.map { job in { run(job.1, job.2) } })
    return zip(jobs, times).map { job, time in
      Row(
        name: job.0, size: "process", value: time * 1e3, unit: "ms",
        ratio: String(format: "%.1f", time / times[0]))
    }
  }

  /// Starts the program and waits for its end, with no more around it than the system's own calls.
  private static func run(_ program: String, _ words: [String]) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
    }
    var arguments = ([program] + words).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    guard posix_spawn(&child, program, &actions, nil, &arguments, environ) == 0 else { return }
    waitpid(child, nil, 0)
  }
}

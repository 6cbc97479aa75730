import Foundation

/// What working on one input gave.
struct Answer: Sendable {
  /// The data, whole.
  var data: [UInt8]
  /// For people, after the data is out.
  var summary: String?
  var warnings: [String] = []
}

/// Runs one piece of work on every input, in parallel, and writes the answers in the inputs' order.
///
/// One input's failure never stops the rest.
struct Batch {
  let inputs: [Input]
  let output: Output
  /// The ending of files in a folder, without the dot.
  let fileExtension: String
  let jobs: Int
  let console: Console

  /// - Throws: the failure of a single input, one of writing, or `.someFailed`.
  func run(_ work: @escaping @Sendable (Input) throws(Failure) -> Answer) throws(Failure) {
    let names = try fileNames()
    for (input, name) in zip(inputs, names) {
      guard let target = path(name), case .file(let source) = input, OutputWriter.isSameFile(source, target)
      else { continue }
      throw .usage("'\(source)' is an input, and would be overwritten")
    }
    if case .file(let path) = output { try OutputWriter.check(path) }
    let progress = BatchProgress(count: inputs.count, console: console)
    let source = ItemSource(Array(zip(inputs, names)))
    try OrderedStream.run(
      threads: min(jobs, inputs.count), next: source.next,
      work: { (item: (Input, String?)) -> (Input, String?, Result<Answer, Failure>) in
        do throws(Failure) { return (item.0, item.1, .success(try work(item.0))) } catch {
          return (item.0, item.1, .failure(error))
        }
      },
      deliver: { (input, name, result) throws(Failure) in
        switch result {
        case .success(let answer):
          try write(answer.data, name)
          for warning in answer.warnings { console.warning(input.name + ": " + warning) }
          if let summary = answer.summary { progress.note(summary) }
        case .failure(let failure):
          if inputs.count == 1 { throw failure }
          progress.failed(failure)
        }
        progress.advance()
      })
    try progress.finish()
  }

  /// Where an answer goes; nil for standard output.
  private func path(_ name: String?) -> String? {
    switch output {
    case .standard: nil
    case .file(let path): path
    case .folder(let folder): (folder as NSString).appendingPathComponent(name ?? "output")
    }
  }

  private func write(_ data: [UInt8], _ name: String?) throws(Failure) {
    if let path = path(name) {
      try OutputWriter.write(data, to: path)
    } else {
      try OutputWriter.toStandardOutput(data)
    }
  }

  /// The name of each input's file in the output folder.
  private func fileNames() throws(Failure) -> [String?] {
    switch output {
    case .standard: return inputs.map { _ in nil }
    case .file(let path):
      guard inputs.count == 1 else {
        throw .usage(
          "-o \(path) is one file, but there are \(inputs.count) inputs: name a folder, ending in /")
      }
      return [nil]
    case .folder(let folder):
      var owners: [String: String] = [:]
      var names: [String?] = []
      for input in inputs {
        let stem = input.fileName.map { ($0 as NSString).deletingPathExtension } ?? "path"
        let name = stem + "." + fileExtension
        if let other = owners.updateValue(input.name, forKey: name) {
          throw .usage("'\(other)' and '\(input.name)' would both be written to \(name) in \(folder)")
        }
        names.append(name)
      }
      try OutputWriter.makeFolder(folder)
      return names
    }
  }
}

/// Hands out the items of an array, to be called on one thread at a time.
final class ItemSource<Item: Sendable>: Sendable {
  private let items: [Item]
  private nonisolated(unsafe) var index = 0

  init(_ items: [Item]) { self.items = items }

  var next: @Sendable () -> Item? {
    { [self] in
      guard index < items.count else { return nil }
      defer { index += 1 }
      return items[index]
    }
  }
}

/// Counts and failures of a batch; used on one thread at a time.
final class BatchProgress: Sendable {
  private let count: Int
  private let console: Console
  private let start = Date()
  private nonisolated(unsafe) var done = 0
  private nonisolated(unsafe) var failures: [Failure] = []

  init(count: Int, console: Console) {
    self.count = count
    self.console = console
  }

  func note(_ text: String) {
    console.progress("")
    console.note(text)
  }

  func failed(_ failure: Failure) {
    console.progress("")
    console.error(failure.text)
    failures.append(failure)
  }

  func advance() {
    done += 1
    guard count > 1 else { return }
    let rate = Double(done) / max(1e-3, -start.timeIntervalSinceNow)
    let left = Double(count - done) / rate
    console.progress(
      "\(done) of \(count)  \(rate.formatted(digits: 1)) a second, \(left.formatted(digits: 0)) s left")
  }

  func finish() throws(Failure) {
    console.progress("")
    guard !failures.isEmpty else { return }
    let names = failures.map { $0.source ?? "?" }.joined(separator: ", ")
    throw Failure(.someFailed, "some-failed", "\(failures.count) of \(count) inputs failed: \(names)")
  }
}

extension Double {
  /// Fixed decimals, the same in every locale.
  func formatted(digits: Int) -> String { String(format: "%.\(digits)f", locale: nil, self) }
  /// About `digits` significant digits, the same in every locale.
  func significant(_ digits: Int = 4) -> String { String(format: "%.\(digits)g", locale: nil, self) }
}

import EpicycleSpec
import SVGPaths

/// The filter: a JSON record a line in, an answer a line out, in order.
///
/// Records are `{"id": …, "d": "path data"}` or `{"id": …, "svg": "document"}`; an answer begins with the same `id`,
/// and a record that can't be used is answered by `{"id": …, "error": {…}}`.
enum Records {
  /// Refuses what has no meaning beside records.
  static func check(_ arguments: Arguments) throws(Failure) {
    if let other = arguments.operands.first(where: { $0 != "-" }) {
      throw .usage("--ndjson reads standard input, but '\(other)' is given")
    }
    for option in [Option.path, .output] where arguments.has(option) {
      throw .usage(
        "--ndjson reads standard input and writes standard output: --\(option.rawValue) does not go with it")
    }
  }

  /// - Parameter work: gives the answer's members after `id`.
  static func run(
    jobs: Int, options: SVGOptions, work: @escaping @Sendable (SVGDocument) throws(Failure) -> JSON
  ) throws(Failure) {
    let lines = LineReader(limit: options.limits.bytes)
    try OrderedStream.run(
      threads: jobs, next: { lines.next() },
      work: { (line: Result<[UInt8], Failure>) -> [UInt8] in answer(to: line, options, work: work) },
      deliver: { (bytes) throws(Failure) in try OutputWriter.toStandardOutput(bytes) })
  }

  /// The line that answers `line`.
  static func answer(
    to line: Result<[UInt8], Failure>, _ options: SVGOptions,
    work: (SVGDocument) throws(Failure) -> JSON
  ) -> [UInt8] {
    var id = JSON.null
    let answer: JSON
    do throws(Failure) {
      let record = try record(in: try line.get())
      id = record["id"] ?? .null
      answer = try work(try document(in: record, options))
    } catch {
      answer = .object(("error", error.json))
    }
    return text(id, answer)
  }

  private static func record(in line: [UInt8]) throws(Failure) -> JSON {
    do throws(JSON.SyntaxError) {
      let record = try JSON(parsing: line)
      if record.object != nil { return record }
    } catch {
      throw Failure(
        .badInput, "json", "found \(error.found), expected \(error.expected)", line: error.line,
        column: error.column)
    }
    throw Failure(.badInput, "record", "a record is an object with \"id\" and one of \"d\" and \"svg\"")
  }

  private static func document(in record: JSON, _ options: SVGOptions) throws(Failure) -> SVGDocument {
    do throws(SVGError) {
      switch (record["d"]?.string, record["svg"]?.string) {
      case (let data?, nil): return try SVGInput.read(pathData: Array(data.utf8), options: options)
      case (nil, let text?): return try SVGInput.read(bytes: Array(text.utf8), options: options)
      default: break
      }
    } catch {
      throw Failure(error, source: nil)
    }
    throw Failure(.badInput, "record", "a record has one of \"d\" and \"svg\", a string")
  }

  private static func text(_ id: JSON, _ answer: JSON) -> [UInt8] {
    let members = [JSON.Member("id", id)] + (answer.object?.members ?? [])
    do throws(JSON.NotFinite) {
      return try JSON.object(JSON.Object(members)).bytes() + [UInt8(ascii: "\n")]
    } catch {
      return text(id, .object(("error", Failure(.badInput, "not-finite", "\(error)").json)))
    }
  }
}

extension Failure {
  var json: JSON {
    .object(
      ("code", .string(code)), ("message", .string(message)),
      ("line", line.map { .number(Double($0)) } ?? .null),
      ("column", column.map { .number(Double($0)) } ?? .null))
  }
}

import EpicycleSpec
import Foundation

/// Reads back the rows that a sweep wrote, in bounded memory.
struct RowReader {
  let format: SweepFormat
  let columns: [SweepColumn]

  /// Calls `body` with each whole line's row and the offset at which it begins; a last line without its end is
  /// passed over.
  ///
  /// - Returns: the number of the first line that can't be read, or nil.
  func read(
    _ path: String, _ body: (SweepRow, _ offset: Int, _ line: Int) throws(Failure) -> Void
  ) throws(Failure) -> Int? {
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw Failure(.notFound, "not-found", "\(path) can't be read")
    }
    defer { try? handle.close() }
    var (buffer, offset, number): ([UInt8], Int, Int) = ([], 0, 0)
    while let chunk = try? handle.read(upToCount: 1 << 20), !chunk.isEmpty {
      buffer += chunk
      var start = 0
      while let end = buffer[start...].firstIndex(of: UInt8(ascii: "\n")) {
        number += 1
        let line = buffer[start..<end]
        if format == .csv, number == 1 {
          guard Array(line) + [UInt8(ascii: "\n")] == format.header(columns) else { return number }
        } else {
          guard let row = row(line) else { return number }
          try body(row, offset + start, number)
        }
        start = end + 1
      }
      buffer.removeFirst(start)
      offset += start
      // No row is so long.
      guard buffer.count < 1 << 24 else { return number + 1 }
    }
    return nil
  }

  private func row(_ line: ArraySlice<UInt8>) -> SweepRow? {
    var row = SweepRow()
    switch format {
    case .ndjson:
      guard let object = (try? JSON(parsing: Array(line)))?.object else { return nil }
      for column in columns { row[column] = object[column.name] }
    case .csv:
      let fields = Self.fields(line)
      guard fields.count == columns.count else { return nil }
      for (column, field) in zip(columns, fields) where !field.isEmpty {
        row[column] = column.isText ? .string(field) : Double(field).map(JSON.number)
      }
    }
    return row
  }

  private static func fields(_ line: ArraySlice<UInt8>) -> [String] {
    let quote = UInt8(ascii: "\"")
    var fields: [[UInt8]] = [[]]
    var (isQuoted, hasClosed) = (false, false)
    for byte in line {
      if byte == quote {
        // A doubled quote within quotes is one: the first closes, the second opens again.
        if hasClosed { fields[fields.count - 1].append(quote) }
        hasClosed = isQuoted
        isQuoted.toggle()
        continue
      }
      hasClosed = false
      if byte == UInt8(ascii: ","), !isQuoted {
        fields.append([])
      } else {
        fields[fields.count - 1].append(byte)
      }
    }
    return fields.map { String(decoding: $0, as: UTF8.self) }
  }
}

extension SweepColumn {
  var isText: Bool {
    [.file, .curve, .unit, .method, .metric, .target, .failure, .message, .version, .options].contains(self)
  }
}

/// A sweep's table as a file holds it: the columns, and what every row ends with.
struct SweepTable: Sendable {
  let format: SweepFormat
  let columns: [SweepColumn]
  /// The version and the options.
  let stamp: [SweepColumn: JSON]

  func line(_ row: SweepRow) throws(Failure) -> [UInt8] {
    var row = row
    for (column, value) in stamp { row[column] = value }
    return try format.line(row, columns)
  }

  /// The inputs that a file holds, and how many of its bytes hold them. The last input is left out: its rows may not
  /// be complete. Nothing of a file that isn't there.
  ///
  /// - Parameter each: takes the rows that stay.
  /// - Throws: `Failure` with `.usage` if the file was made by another version or with other options.
  func finished(
    in path: String, each: (SweepRow) -> Void
  ) throws(Failure) -> (inputs: Set<String>, bytes: Int) {
    guard FileManager.default.fileExists(atPath: path) else { return ([], 0) }
    var (done, last, start): (Set<String>, String?, Int) = ([], nil, 0)
    var pending: [SweepRow] = []
    let fault = try RowReader(format: format, columns: columns).read(path) {
      (row, offset, line) throws(Failure) in
      for (column, value) in stamp.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        let found = row[column] ?? .string("")
        guard found == value else {
          throw .usage(
            "--resume: \(path), line \(line), was made with \(column.name) '\(found.string ?? "")', "
              + "but this is '\(value.string ?? "")': name another file, or leave --resume out to begin anew")
        }
      }
      let name = row[.file]?.string ?? ""
      if name != last {
        if let last { done.insert(last) }
        pending.forEach(each)
        (last, start, pending) = (name, offset, [])
      }
      pending.append(row)
    }
    if let fault {
      throw .usage(
        "--resume: \(path), line \(fault), is no row of this table: name another file, or leave --resume out to begin anew"
      )
    }
    return (done, start)
  }
}

import Foundation

/// Many inputs: files, what lies in folders, and lists of files.
extension Arguments {
  /// The inputs, each once: operands, where a folder stands for the drawings in it and below, sorted by path; then
  /// the lines of the file that `--files-from` names; or the data of `--path`.
  func manyInputs() throws(Failure) -> [Input] {
    var paths: [String] = []
    for operand in operands where operand != "-" {
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: operand, isDirectory: &isFolder), isFolder.boolValue {
        let found = Self.drawings(below: operand)
        guard !found.isEmpty else {
          throw Failure(.badInput, "empty-folder", "no .svg or .svgz file is in it", source: operand)
        }
        paths += found
      } else {
        paths.append(operand)
      }
    }
    if let list = values[.filesFrom] {
      guard list != "-" || !operands.contains("-") else { throw .usage("standard input (-) is given twice") }
      let text = String(decoding: try Input.bytes(of: list), as: UTF8.self)
      let names = text.split(whereSeparator: \.isNewline).map(String.init)
      guard !names.isEmpty else { throw Failure(.badInput, "empty-list", "it names no file", source: list) }
      paths += names
    }
    var seen: Set<String> = []
    let files = paths.filter { seen.insert($0).inserted }.map(Input.file)
    if files.isEmpty { return try inputs() }
    guard !has(.path) else {
      throw .usage("--path takes the place of an input, but '\(paths[0])' is given too")
    }
    return (operands.contains("-") ? [.standardInput] : []) + files
  }

  private static func drawings(below folder: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter {
      ["svg", "svgz"].contains(($0 as NSString).pathExtension.lowercased())
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { (folder as NSString).appendingPathComponent($0) }
  }
}

/// Every format that a spec can be written in.
public enum Exporters {
  public static let all: [any Exporter] = [
    JSONExporter(), SVGExporter(), HTMLExporter(), CSVExporter(), SwiftExporter(), WearExporter(),
    LottieExporter(),
    RasterExporter(), FilmExporter(.gif), FilmExporter(.mp4),
  ]

  public static func named(_ format: String) -> (any Exporter)? { all.first { $0.format == format } }

  /// The format that a file's ending asks for.
  public static func forFile(_ name: String) -> (any Exporter)? {
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    return all.first { $0.fileExtensions.contains(ending) }
  }
}

/// Every format that a spec can be written in.
public enum Exporters {
  public static let all: [any Exporter] = [
    JSONExporter(), SVGExporter(), HTMLExporter(), CSVExporter(), SwiftExporter(), WearExporter(),
    LottieExporter(),
    RasterExporter(), FilmExporter(.gif), FilmExporter(.mp4),
  ]

  public static func named(_ format: String) -> (any Exporter)? { all.first { $0.format == format } }

  /// The format that a file's ending asks for; of two that fit the longer one.
  public static func forFile(_ name: String) -> (any Exporter)? {
    let name = name.lowercased()
    func fit(_ exporter: any Exporter) -> Int {
      exporter.fileExtensions.filter { name.hasSuffix("." + $0) }.map(\.count).max() ?? 0
    }
    return all.filter { fit($0) > 0 }.max { fit($0) < fit($1) }
  }
}

import EpicycleSpec

/// The spec itself. Every number is the shortest decimal that reads back as the same double.
public struct JSONExporter: Exporter {
  public let format = "json"
  public let fileExtensions = ["json"]
  public let summary = "the spec itself: periods, radii and phases with the error report"

  public init() {}

  public func export(_ job: ExportJob) throws(ExportError) -> [UInt8] {
    do throws(JSON.NotFinite) { return try job.spec.json.bytes(.pretty) + [UInt8(ascii: "\n")] } catch {
      throw .unsuitable("a figure of the spec is not a finite number: the coordinates are too large")
    }
  }
}

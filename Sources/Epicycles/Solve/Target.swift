import EpicycleSpec
import PlaneCurves

/// A closed curve to draw, and how to find it again in its file.
public struct Target: Sendable {
  /// Unique among the targets.
  public var id: String
  public var curve: Curve
  public var reference: Spec.CurveReference
  /// The straight lines that join sub-paths, where the curve was made from several.
  public var joins: Spec.ErrorReport.Joins?

  public init(
    id: String, curve: Curve, reference: Spec.CurveReference, joins: Spec.ErrorReport.Joins? = nil
  ) {
    self.id = id
    self.curve = curve
    self.reference = reference
    self.joins = joins
  }
}

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
  /// The parts of `curve` that the path draws, in arc length, rising: without the way back along an open path,
  /// a closing line, and joins. Key points are shares of these.
  public var strokes: [ClosedRange<Double>]
  /// For `TimingChoice.keyframes`; nil for once along the strokes at constant speed.
  public var keyframes: Keyframes?

  public init(
    id: String, curve: Curve, reference: Spec.CurveReference, joins: Spec.ErrorReport.Joins? = nil,
    strokes: [ClosedRange<Double>]? = nil, keyframes: Keyframes? = nil
  ) {
    self.id = id
    self.curve = curve
    self.reference = reference
    self.joins = joins
    self.strokes = strokes ?? [0...curve.length]
    self.keyframes = keyframes
  }

  /// The law that a choice of timing means for this curve; with `free` the one that the search starts from.
  func law(_ timing: TimingChoice) -> TimingLaw {
    switch timing {
    case .constant: isEased ? .ease : .constant
    case .keyframes: .keyframes(keyframes ?? .paced)
    case .parameter: .parameter
    case .free: .constant
    }
  }

  /// Whether the way back along an open path slows at the ends, where nothing else is said.
  var isEased: Bool {
    guard reference.open == .ease, strokes.count == 1, let stroke = strokes.first else { return false }
    return stroke.upperBound < 0.75 * curve.length
  }
}

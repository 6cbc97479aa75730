import Harmonics
import PlaneCurves

/// What is certain about a harmonic sum beside the motion that it draws; lengths in user units.
public struct ChainCertificate: Sendable, Hashable {
  public let means: MeanSquares
  public let max: CertifiedInterval
}

/// - Parameter diagonal: of the box around all curves of the drawing; figures below 1e-9 of it are zero to rounding.
public func certify(sum: HarmonicSum, motion: Motion, diagonal: Double) -> ChainCertificate {
  ChainCertificate(
    means: rootMeanSquare(sum, motion) ?? MeanSquares(rootMeanSquare: .greatestFiniteMagnitude, spread: 1),
    max: maximumDistance(sum, motion, floor: 1e-9 * diagonal))
}

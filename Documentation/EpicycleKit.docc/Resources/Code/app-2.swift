import EpicycleSpec
import Foundation

func loadSpec() throws -> Spec {
  guard let url = Bundle.main.url(forResource: "heart", withExtension: "json") else {
    throw CocoaError(.fileReadNoSuchFile)
  }
  return try Spec.parse(Data(contentsOf: url))
}

extension Spec {
  /// Where the first chain's point is, in points from the frame's upper left corner, y down.
  func place(at date: Date) -> CGPoint {
    guard let chain = chains.first else { return .zero }
    let point = chain.position(at: date.timeIntervalSinceReferenceDate, loop: loop)
    return CGPoint(x: point.x - frame.x, y: point.y - frame.y)
  }
}

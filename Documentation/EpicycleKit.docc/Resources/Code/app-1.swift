import EpicycleSpec
import Foundation

func loadSpec() throws -> Spec {
  guard let url = Bundle.main.url(forResource: "heart", withExtension: "json") else {
    throw CocoaError(.fileReadNoSuchFile)
  }
  return try Spec.parse(Data(contentsOf: url))
}

import Foundation

/// Medians of interleaved runs: a machine that slows down slows all candidates alike.
enum Stopwatch {
  /// Median seconds of each candidate over `rounds` rounds, after one that does not count.
  static func medians(rounds: Int, _ candidates: [() -> Void]) -> [Double] {
    var times = candidates.map { _ in [Double]() }
    for round in 0...rounds {
      for (index, candidate) in candidates.enumerated() {
        let start = DispatchTime.now().uptimeNanoseconds
        candidate()
        let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) * 1e-9
        if round > 0 { times[index].append(seconds) }
      }
    }
    return times.map { $0.sorted()[$0.count / 2] }
  }
}

/// One line of the result: what, at which size, the figure with its unit, and the ratio where there is one.
struct Row {
  var name: String
  var size: String
  var value: Double
  var unit: String
  var ratio: String = ""

  static func write(_ rows: [Row]) {
    print("name,size,value,unit,ratio")
    for row in rows {
      print("\(row.name),\(row.size),\(String(format: "%.4g", row.value)),\(row.unit),\(row.ratio)")
    }
  }
}

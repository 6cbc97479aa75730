/// Numbers of clocks as the command line says them: `40`, `1:300`, `10:300:10`, and lists of these with commas.
enum BudgetList {
  /// What a sweep asks where it isn't told: about eight budgets from one power of ten to the next.
  static let standard = [
    1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 18, 22, 27, 33, 40, 50, 60, 75, 90, 110, 135, 165, 200, 245, 300,
  ]

  /// The budgets, rising, each once.
  static func parse(_ text: String, option: Option) throws(Failure) -> [Int] {
    var budgets: Set<Int> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let numbers = part.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
      guard (1...3).contains(numbers.count), let first = numbers[0],
        let last = numbers[min(1, numbers.count - 1)],
        let step = numbers.count == 3 ? numbers[2] : 1, 1 <= first, first <= last, last <= Limits.clocks,
        step > 0
      else {
        throw .usage(
          "--\(option.rawValue): found '\(text)', expected numbers of clocks from 1 to \(Limits.clocks), "
            + "such as 40, 1:300, 10:300:10 or 5,10,20:40")
      }
      budgets.formUnion(stride(from: first, through: last, by: step))
    }
    return budgets.sorted()
  }
}

import Dispatch
import EpicycleSpec
import Foundation

/// A time limit that the search asks for between its stages.
final class Deadline: Sendable {
  private let limit: Double?
  private let end: DispatchTime?
  private let lock = NSLock()
  private nonisolated(unsafe) var stopped = false

  init(seconds: Double?) {
    limit = seconds
    end = seconds.map { .now() + $0 }
  }

  var isOver: @Sendable () -> Bool {
    { [self] in
      guard let end, DispatchTime.now() >= end else { return false }
      lock.withLock { stopped = true }
      return true
    }
  }

  /// Whether a search was cut short.
  var hasStopped: Bool { lock.withLock { stopped } }

  var warning: Spec.Warning {
    Spec.Warning(
      code: "time-limit",
      message: "the search ended at its time limit of \(limit ?? 0) s; a longer one may find a better fit")
  }
}

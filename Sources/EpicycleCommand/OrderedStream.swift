import Foundation

/// Works on a stream of items on several threads and delivers the answers in the items' order.
///
/// At most a few items for each thread are held at a time, so that memory stays flat however long the
/// stream is.
final class OrderedStream<Item: Sendable, Answer: Sendable>: Sendable {
  private struct State {
    var nextIndex = 0
    var ended = false
    var delivered = 0
    var waiting: [Int: Answer] = [:]
    var stopped: Failure?
  }

  private nonisolated(unsafe) var state = State()
  private let condition = NSCondition()
  /// Held while the next item is awaited, which must not keep answers from being delivered.
  private let source = NSLock()
  private let window: Int
  private let work: @Sendable (Item) -> Answer

  private init(window: Int, work: @escaping @Sendable (Item) -> Answer) {
    self.window = window
    self.work = work
  }

  /// - Parameters:
  ///   - threads: at least 1.
  ///   - next: the next item, nil at the end; called on one thread at a time.
  ///   - deliver: takes the answers in order, one at a time; what it throws ends the stream.
  static func run(
    threads: Int, next: @escaping @Sendable () -> Item?, work: @escaping @Sendable (Item) -> Answer,
    deliver: @escaping @Sendable (Answer) throws(Failure) -> Void
  ) throws(Failure) {
    let stream = OrderedStream(window: 4 * threads, work: work)
    DispatchQueue.concurrentPerform(iterations: max(1, threads)) { _ in
      stream.loop(next: next, deliver: deliver)
    }
    if let failure = stream.state.stopped { throw failure }
  }

  /// Waits until another item may be held; false at the end of the stream.
  private func hasRoom() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while !state.ended, state.nextIndex - state.delivered >= window { condition.wait() }
    return !state.ended
  }

  private func end() {
    condition.lock()
    state.ended = true
    condition.broadcast()
    condition.unlock()
  }

  private func loop(next: () -> Item?, deliver: (Answer) throws(Failure) -> Void) {
    while true {
      source.lock()
      guard hasRoom(), let item = next() else {
        end()
        source.unlock()
        return
      }
      condition.lock()
      let index = state.nextIndex
      state.nextIndex += 1
      condition.unlock()
      source.unlock()

      let answer = work(item)

      condition.lock()
      state.waiting[index] = answer
      while let ready = state.waiting.removeValue(forKey: state.delivered) {
        if state.stopped == nil {
          do throws(Failure) { try deliver(ready) } catch {
            state.stopped = error
            state.ended = true
          }
        }
        state.delivered += 1
      }
      condition.broadcast()
      condition.unlock()
    }
  }
}

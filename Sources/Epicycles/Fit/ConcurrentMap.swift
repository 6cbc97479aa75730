import Dispatch

/// The results in the order of `inputs`, whatever thread each comes from.
func concurrentMap<Input: Sendable, Output: Sendable>(
  _ inputs: [Input], _ transform: @Sendable (Input) -> Output
) -> [Output] {
  guard inputs.count > 1 else { return inputs.map(transform) }
  let slots = UnsafeMutablePointer<Output?>.allocate(capacity: inputs.count)
  slots.initialize(repeating: nil, count: inputs.count)
  defer {
    slots.deinitialize(count: inputs.count)
    slots.deallocate()
  }
  nonisolated(unsafe) let shared = slots
  DispatchQueue.concurrentPerform(iterations: inputs.count) { index in
    shared[index] = transform(inputs[index])
  }
  return (0..<inputs.count).compactMap { slots[$0] }
}

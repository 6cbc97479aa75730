import CFFTW
import Foundation
import PlaneCurves

/// A plan for the discrete Fourier transform of a fixed size, made once and executed from any thread.
///
/// `forward` computes F[n] = Σₘ z[m]·exp(−2πi·nm/M), `backward` z[m] = Σₙ F[n]·exp(+2πi·nm/M);
/// neither divides by M. FFTW is planned with ESTIMATE, so that planning is fast and repeatable.
public final class FourierTransform: Sendable {
  public enum Direction: Sendable { case forward, backward }

  public let count: Int
  public let direction: Direction
  // FFTW's execute functions are safe to call on one plan from many threads; only planning is not.
  private nonisolated(unsafe) let plan: fftw_plan

  private static let planner = NSLock()
  private static let plans = PlanCache()

  /// - Parameters:
  ///   - count: M, at least 1.
  ///   - direction: the sign of the exponent.
  public init(count: Int, direction: Direction) {
    precondition(count > 0 && count <= Int(Int32.max))
    self.count = count
    self.direction = direction
    let input = UnsafeMutablePointer<Complex>.allocate(capacity: count)
    let output = UnsafeMutablePointer<Complex>.allocate(capacity: count)
    defer {
      input.deallocate()
      output.deallocate()
    }
    let sign = direction == .forward ? FFTW_FORWARD : FFTW_BACKWARD
    Self.planner.lock()
    plan = fftw_plan_dft_1d(
      Int32(count), UnsafeMutableRawPointer(input).assumingMemoryBound(to: fftw_complex.self),
      UnsafeMutableRawPointer(output).assumingMemoryBound(to: fftw_complex.self), sign,
      UInt32(FFTW_ESTIMATE) | UInt32(FFTW_PRESERVE_INPUT) | UInt32(FFTW_UNALIGNED))
    Self.planner.unlock()
  }

  deinit {
    Self.planner.lock()
    fftw_destroy_plan(plan)
    Self.planner.unlock()
  }

  /// A transform of that size that may have been made before: planning costs several executions.
  public static func shared(count: Int, direction: Direction) -> FourierTransform {
    plans.transform(count: count, direction: direction)
  }

  /// Transforms `input` into `output`; both hold `count` numbers and do not overlap.
  public func execute(
    _ input: UnsafePointer<Complex>, into output: UnsafeMutablePointer<Complex>
  ) {
    let source = UnsafeMutableRawPointer(mutating: UnsafeRawPointer(input))
    fftw_execute_dft(
      plan, source.assumingMemoryBound(to: fftw_complex.self),
      UnsafeMutableRawPointer(output).assumingMemoryBound(to: fftw_complex.self))
  }

  public func callAsFunction(_ input: [Complex]) -> [Complex] {
    precondition(input.count == count)
    return [Complex](unsafeUninitializedCapacity: count) { output, initialized in
      input.withUnsafeBufferPointer { source in
        if let from = source.baseAddress, let into = output.baseAddress { execute(from, into: into) }
      }
      initialized = count
    }
  }
}

/// The plans made so far, as long as they are small together.
private final class PlanCache: @unchecked Sendable {
  private struct Key: Hashable {
    var count: Int
    var direction: FourierTransform.Direction
  }

  /// The numbers that all kept plans transform together; a plan's tables take about as much memory.
  private static let capacity = 1 << 20

  private let lock = NSLock()
  private var kept: [Key: FourierTransform] = [:]
  private var size = 0

  func transform(count: Int, direction: FourierTransform.Direction) -> FourierTransform {
    lock.withLock {
      let key = Key(count: count, direction: direction)
      if let known = kept[key] { return known }
      let made = FourierTransform(count: count, direction: direction)
      guard count <= Self.capacity / 4 else { return made }
      if size + count > Self.capacity {
        kept.removeAll()
        size = 0
      }
      kept[key] = made
      size += count
      return made
    }
  }
}

// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import Synchronization

/// Makes values on several cores, and passes them in order to the calling thread: for the first load of many files. The
/// threads live for one call.
package struct WorkerThreads: Sendable {
  /// The number of threads, including the caller's.
  package let count: Int

  /// More threads do not help: linking on one thread is the bottleneck.
  private static let maximumThreads = 8
  /// The number of values of each thread for which it is worth starting. A value is meant to take a tenth of a millisecond or more.
  private static let minimumValues = 4

  /// One thread for each processor of this process, 8 at most.
  package init() { self.init(count: min(Int(livery_processor_count()), Self.maximumThreads)) }

  package init(count: Int) { self.count = max(1, count) }

  /// Calls `make` with each number below `count` on any thread, and `consume` with each result in order on the calling
  /// thread. The calling thread makes values too while it waits. Threads that cannot be started are left out.
  package func inOrder<Value: Sendable>(
    _ count: Int, make: @escaping @Sendable (Int) -> Value, take consume: (Int, Value) -> Void
  ) {
    let line = AssemblyLine(count: count, capacity: self.count * 16, make: make)
    let workers = min(self.count, count / Self.minimumValues)
    var started = 0
    let ended = Semaphore()
    for _ in 1..<max(1, workers) {
      let work: @Sendable () -> Void = {
        line.work()
        ended.signal()
      }
      if (try? startThread(named: "livery-parse", work)) != nil { started += 1 }
    }
    for number in 0..<count { consume(number, line.value(number)) }
    for _ in 0..<started { ended.wait() }
  }
}

/// Values that are made ahead of their consumer, at most `capacity`.
private final class AssemblyLine<Value: Sendable>: Sendable {
  private struct State {
    /// The next number to make.
    var next = 0
    /// The number of consumed values.
    var consumed = 0
    var made: [Int: Value] = [:]
    /// Workers that wait for capacity.
    var waiting = 0
  }

  private enum Step {
    case make(Int)
    case wait
    case end
  }

  private let count: Int
  private let capacity: Int
  private let make: @Sendable (Int) -> Value
  private let state = Mutex(State())
  private let isMade = Semaphore()
  private let hasCapacity = Semaphore()

  init(count: Int, capacity: Int, make: @escaping @Sendable (Int) -> Value) {
    self.count = count
    self.capacity = capacity
    self.make = make
  }

  /// The work of one thread until all values are made.
  func work() {
    while true {
      let step: Step = state.withLock { state in
        if state.next == count { return .end }
        if state.next - state.consumed < capacity {
          state.next += 1
          return .make(state.next - 1)
        }
        state.waiting += 1
        return .wait
      }
      switch step {
      case .make(let number): put(make(number), number)
      case .wait: hasCapacity.wait()
      case .end: return
      }
    }
  }

  private func put(_ value: Value, _ number: Int) {
    state.withLock { $0.made[number] = value }
    isMade.signal()
  }

  /// Waits for the value of a number. One thread asks for the numbers in order.
  func value(_ number: Int) -> Value {
    while true {
      let (value, own) = state.withLock { state -> (Value?, Int?) in
        if let value = state.made.removeValue(forKey: number) {
          noteConsumed(&state)
          return (value, nil)
        }
        guard state.next < count, state.next - state.consumed < capacity else { return (nil, nil) }
        state.next += 1
        return (nil, state.next - 1)
      }
      if let value { return value }
      if let own { put(make(own), own) } else { isMade.wait() }
    }
  }

  private func noteConsumed(_ state: inout State) {
    state.consumed += 1
    guard state.waiting > 0, state.next - state.consumed <= capacity / 2 || state.next == count else { return }
    for _ in 0..<state.waiting { hasCapacity.signal() }
    state.waiting = 0
  }
}

/// A semaphore for the threads of this process: sem_overview(7).
private final class Semaphore: @unchecked Sendable {
  // sem_t is made for use from several threads. Its address belongs to this object and stays the same until `deinit`.
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() {
    let isMade = sem_init(semaphore, 0, 0) == 0
    precondition(isMade, "sem_init(3) fails for values past SEM_VALUE_MAX only")
  }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  func signal() { sem_post(semaphore) }

  func wait() {
    // The only error is EINTR.
    while sem_wait(semaphore) != 0 {}
  }
}

// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import Synchronization

/// Makes results on several cores, and passes them in order to the calling thread: for the first load of many files. The
/// threads live for one call.
package struct WorkerThreads: Sendable {
  /// The number of threads, including the caller's.
  package let count: Int

  /// More threads do not help: linking on one thread is the bottleneck.
  private static let maximumThreads = 8
  /// The number of results of each thread for which it is worth starting. A result is meant to take a tenth of a millisecond or more.
  private static let minimumResults = 4

  /// One thread for each processor of this process, 8 at most.
  package init() { self.init(count: min(Int(livery_processor_count()), Self.maximumThreads)) }

  package init(count: Int) { self.count = max(1, count) }

  /// The maximum number of results that are made and not taken yet.
  package var capacity: Int { count * 16 }

  /// Calls `make` with each number below `count` on any thread, and `take` with each number when its `make` has returned, in order and on
  /// the calling thread. The calling thread makes results too while it waits. Threads that cannot be started are left out.
  package func perform(_ count: Int, make: @escaping @Sendable (Int) -> Void, take: (Int) -> Void) {
    let line = AssemblyLine(count: count, capacity: capacity, make: make)
    let workers = min(self.count, count / Self.minimumResults)
    var started = 0
    let ended = Semaphore()
    for _ in 1..<max(1, workers) {
      let work: @Sendable () -> Void = {
        line.work()
        ended.signal()
      }
      if (try? startThread(named: "livery-parse", work)) != nil { started += 1 }
    }
    for number in 0..<count {
      line.finish(number)
      take(number)
    }
    for _ in 0..<started { ended.wait() }
  }
}

/// Results that are made ahead of their consumer, at most `capacity`.
private final class AssemblyLine: Sendable {
  private struct State {
    /// The next number to make.
    var next = 0
    /// The number of taken results.
    var taken = 0
    /// Whether a result is made, by its number modulo `capacity`.
    var isMade: [Bool]
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
  private let make: @Sendable (Int) -> Void
  private let state: Mutex<State>
  private let madeResults = Semaphore()
  private let hasCapacity = Semaphore()

  init(count: Int, capacity: Int, make: @escaping @Sendable (Int) -> Void) {
    self.count = count
    self.capacity = capacity
    self.make = make
    state = Mutex(State(isMade: Array(repeating: false, count: capacity)))
  }

  /// The work of one thread until all results are made.
  func work() {
    while true {
      let step: Step = state.withLock { state in
        if let number = begin(&state) { return .make(number) }
        if state.next == count { return .end }
        state.waiting += 1
        return .wait
      }
      switch step {
      case .make(let number): makeResult(number)
      case .wait: hasCapacity.wait()
      case .end: return
      }
    }
  }

  private func makeResult(_ number: Int) {
    make(number)
    state.withLock { $0.isMade[number % capacity] = true }
    madeResults.signal()
  }

  /// Returns when the result of a number is made. One thread asks for the numbers in order, when it has taken the result before.
  func finish(_ number: Int) {
    while true {
      let step: Step = state.withLock { state in
        noteTaken(number, &state)
        if state.isMade[number % capacity] {
          state.isMade[number % capacity] = false
          return .end
        }
        return begin(&state).map { .make($0) } ?? .wait
      }
      switch step {
      case .make(let number): makeResult(number)
      case .wait: madeResults.wait()
      case .end: return
      }
    }
  }

  /// The next number to make. Nil while there is no capacity, and after the last one.
  private func begin(_ state: inout State) -> Int? {
    guard state.next < count, state.next - state.taken < capacity else { return nil }
    state.next += 1
    return state.next - 1
  }

  private func noteTaken(_ count: Int, _ state: inout State) {
    state.taken = count
    guard state.waiting > 0, state.next - count <= capacity / 2 || state.next == self.count else { return }
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

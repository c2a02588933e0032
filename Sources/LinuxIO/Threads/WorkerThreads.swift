// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import Synchronization

/// Has values made on several cores for a caller that takes them in order on its own thread: for the first load of many
/// files. The threads live as long as one call.
package struct WorkerThreads: Sendable {
  /// How many threads work, the caller's included.
  package let count: Int

  /// More than this many make nothing faster that is linked on one thread.
  private static let most = 8
  /// Fewer values a thread than this are not worth starting it.
  private static let fewest = 16

  /// As many threads as there are processors for this process, 8 at most.
  package init() { self.init(count: min(Int(livery_processor_count()), Self.most)) }

  package init(count: Int) { self.count = max(1, count) }

  /// Calls `make` with each number below `count`, on whatever thread, and `take` with what came of it, in order and on the
  /// calling thread, which makes values too while it waits. A thread that cannot be started is done without.
  package func inOrder<Value: Sendable>(
    _ count: Int, make: @escaping @Sendable (Int) -> Value, take: (Int, Value) -> Void
  ) {
    let line = AssemblyLine(count: count, room: self.count * 16, make: make)
    let workers = min(self.count, count / Self.fewest)
    var started = 0
    let ended = Semaphore()
    for _ in 1..<max(1, workers) {
      let work: @Sendable () -> Void = {
        line.work()
        ended.signal()
      }
      if (try? startThread(named: "livery-parse", work)) != nil { started += 1 }
    }
    for number in 0..<count { take(number, line.value(number)) }
    for _ in 0..<started { ended.wait() }
  }
}

/// Values that are made ahead of who takes them, by `room` at most.
private final class AssemblyLine<Value: Sendable>: Sendable {
  private struct State {
    /// The number that is made next.
    var next = 0
    /// How many were taken.
    var taken = 0
    var made: [Int: Value] = [:]
    /// Workers that wait for room.
    var waiting = 0
  }

  private enum Step {
    case make(Int)
    case wait
    case end
  }

  private let count: Int
  private let room: Int
  private let make: @Sendable (Int) -> Value
  private let state = Mutex(State())
  private let isMade = Semaphore()
  private let hasRoom = Semaphore()

  init(count: Int, room: Int, make: @escaping @Sendable (Int) -> Value) {
    self.count = count
    self.room = room
    self.make = make
  }

  /// What a worker does until all is made.
  func work() {
    while true {
      let step: Step = state.withLock { state in
        if state.next == count { return .end }
        if state.next - state.taken < room {
          state.next += 1
          return .make(state.next - 1)
        }
        state.waiting += 1
        return .wait
      }
      switch step {
      case .make(let number): put(make(number), number)
      case .wait: hasRoom.wait()
      case .end: return
      }
    }
  }

  private func put(_ value: Value, _ number: Int) {
    state.withLock { $0.made[number] = value }
    isMade.signal()
  }

  /// Takes the value of a number; the numbers are asked for in order, by one thread.
  func value(_ number: Int) -> Value {
    while true {
      let (value, own) = state.withLock { state -> (Value?, Int?) in
        if let value = state.made.removeValue(forKey: number) {
          take(&state)
          return (value, nil)
        }
        guard state.next < count, state.next - state.taken < room else { return (nil, nil) }
        state.next += 1
        return (nil, state.next - 1)
      }
      if let value { return value }
      if let own { put(make(own), own) } else { isMade.wait() }
    }
  }

  private func take(_ state: inout State) {
    state.taken += 1
    guard state.waiting > 0, state.next - state.taken <= room / 2 || state.next == count else { return }
    for _ in 0..<state.waiting { hasRoom.signal() }
    state.waiting = 0
  }
}

/// sem_overview(7), between the threads of this process.
private final class Semaphore: @unchecked Sendable {
  // Made for use from several threads; the address is this object's alone, and stays the same until `deinit`.
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
    // It fails for EINTR only.
    while sem_wait(semaphore) != 0 {}
  }
}

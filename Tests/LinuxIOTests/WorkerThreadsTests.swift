// SPDX-License-Identifier: MIT

import Synchronization
import Testing

@testable import LinuxIO

/// Values are made on any thread and consumed in order on one.
@Suite struct WorkerThreadsTests {
  private func check(threads: Int, count: Int, _ location: SourceLocation = #_sourceLocation) {
    let made = Mutex<[Int]>([])
    var taken: [Int] = []
    WorkerThreads(count: threads).perform(count) { number in
      made.withLock { $0.append(number) }
    } take: { number in
      #expect(made.withLock { $0.contains(number) }, sourceLocation: location)
      taken.append(number)
    }
    #expect(taken == Array(0..<count), sourceLocation: location)
    #expect(made.withLock { $0.sorted() } == Array(0..<count), "each is made once", sourceLocation: location)
  }

  @Test func valuesComeInOrder() {
    for threads in [0, 1, 2, 8] {
      for count in [0, 1, 7, 8, 33, 2_000] { check(threads: threads, count: count) }
    }
  }

  @Test func fewAreMadeAhead() {
    let threads = 4
    let made = Mutex(0)
    var most = 0
    let workers = WorkerThreads(count: threads)
    workers.perform(1_000) { _ in
      made.withLock { $0 += 1 }
    } take: { number in
      most = max(most, made.withLock { $0 } - number)
    }
    #expect(most <= workers.capacity)
  }

  @Test func otherThreadsMakeTheValueThatTheCallerWaitsFor() {
    // The first value waits for the second, which requires a second thread.
    let isMade = Mutex(false)
    WorkerThreads(count: 2).perform(8) { number in
      if number == 0 { while !isMade.withLock({ $0 }) {} }
      if number == 1 { isMade.withLock { $0 = true } }
    } take: { _ in
    }
    #expect(isMade.withLock { $0 })
  }
}

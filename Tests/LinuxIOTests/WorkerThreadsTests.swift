// SPDX-License-Identifier: MIT

import Synchronization
import Testing

@testable import LinuxIO

/// Values are made on any thread and consumed in order on one.
@Suite struct WorkerThreadsTests {
  private func check(threads: Int, count: Int, _ location: SourceLocation = #_sourceLocation) {
    let made = Mutex<[Int]>([])
    var taken: [Int] = []
    WorkerThreads(count: threads).inOrder(count) { number in
      made.withLock { $0.append(number) }
      return number * 2
    } take: { number, value in
      #expect(value == number * 2, sourceLocation: location)
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
    WorkerThreads(count: threads).inOrder(1_000) { number in
      made.withLock { $0 += 1 }
      return number
    } take: { number, _ in
      most = max(most, made.withLock { $0 } - number)
    }
    #expect(most <= threads * 16 + 1)
  }

  @Test func otherThreadsMakeTheValueThatTheCallerWaitsFor() {
    // The first value waits for the second, which requires a second thread.
    let isMade = Mutex(false)
    WorkerThreads(count: 2).inOrder(8) { number in
      if number == 0 { while !isMade.withLock({ $0 }) {} }
      if number == 1 { isMade.withLock { $0 = true } }
      return number
    } take: { _, _ in
    }
    #expect(isMade.withLock { $0 })
  }
}

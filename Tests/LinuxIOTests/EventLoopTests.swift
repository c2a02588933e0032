// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

@testable import LinuxIO

@Suite struct EventLoopTests {
  let loop: EventLoop
  let pair: UnixStreamPair

  /// Suites can have copyable values only.
  final class UnixStreamPair {
    var pair: UnixStream.Pair
    init() throws { pair = try UnixStream.pair() }
  }

  init() throws {
    loop = try EventLoop()
    pair = try UnixStreamPair()
  }

  private typealias Ready = EventLoop.Ready

  @Test func descriptorsAreReportedByToken() throws {
    try loop.register(pair.pair.first.descriptor, token: 7, for: .reading)
    #expect(try loop.poll() == [])
    _ = try pair.pair.second.send([1])
    #expect(try loop.wait() == [Ready(token: 7, what: .readable)])
    #expect(try loop.wait() == [Ready(token: 7, what: .readable)], "level-triggered")

    try loop.change(pair.pair.first.descriptor, token: 8, to: [.reading, .writing])
    #expect(try loop.wait() == [Ready(token: 8, what: [.readable, .writable])])
    try loop.change(pair.pair.first.descriptor, token: 8, to: [])
    #expect(try loop.poll() == [])
    try loop.remove(pair.pair.first.descriptor)
    #expect(throws: SystemError.self) { try loop.change(pair.pair.first.descriptor, token: 8, to: .reading) }
  }

  @Test func aHangUpIsReportedWithoutInterest() throws {
    let directory = try ScratchDirectory()
    let listener = try UnixListener(path: directory("s"), mode: 0o600)
    _ = try UnixStream(connectingTo: directory("s"))
    guard let abandoned = try listener.accept() else {
      Issue.record("no connection")
      return
    }
    try loop.register(abandoned.descriptor, token: 3, for: [])
    #expect(try loop.wait() == [Ready(token: 3, what: .hungUp)])
  }

  @Test func deadlinesInThePastComeAtOnceInOrder() throws {
    let now = MonotonicClock.system.now()
    loop.setDeadline(1, at: now)
    loop.setDeadline(2, at: now - 1_000)
    loop.setDeadline(3, at: 0)
    loop.setDeadline(4, at: now - 1_000)
    loop.setDeadline(5, at: now + 3_600_000_000_000)
    #expect(try loop.wait() == [3, 2, 4, 1].map { Ready(token: $0, what: .deadline) })
    #expect(try loop.poll() == [])
  }

  @Test func deadlinesInTheFutureAreWaitedFor() throws {
    let start = MonotonicClock.system.now()
    loop.setDeadline(2, at: start + 4_000_000)
    loop.setDeadline(1, at: start + 2_000_000)
    loop.setDeadline(3, at: start + 3_000_000)
    loop.clearDeadline(3)
    #expect(try loop.poll() == [] || MonotonicClock.system.now() >= start + 2_000_000)
    var tokens: [UInt64] = []
    while tokens.count < 2 { tokens += try loop.wait().map(\.token) }
    #expect(tokens == [1, 2])
    #expect(MonotonicClock.system.now() >= start + 4_000_000)
  }

  /// Deadlines follow the given clock. Its owner wakes the loop.
  @Test func deadlinesComeByTheClock() throws {
    let time = DrivenClock()
    let loop = try EventLoop(clock: time.clock)
    let waker = try Waker()
    try loop.register(waker.descriptor, token: 9, for: .reading)
    loop.setDeadline(1, at: time.clock.now() + 5_000_000)
    time.advance(milliseconds: 4)
    waker.wake()
    #expect(try loop.wait() == [Ready(token: 9, what: .readable)])
    waker.reset()
    #expect(try loop.poll() == [])
    time.advance(milliseconds: 1)
    #expect(try loop.wait() == [Ready(token: 1, what: .deadline)])
  }

  @Test func aDeadlineThatIsMovedComesOnce() throws {
    let now = MonotonicClock.system.now()
    loop.setDeadline(1, at: now + 1)
    loop.setDeadline(1, at: now + 3_600_000_000_000)
    loop.setDeadline(2, at: now + 1_000_000)
    #expect(try loop.wait() == [Ready(token: 2, what: .deadline)])
    loop.setDeadline(1, at: 0)
    #expect(try loop.wait() == [Ready(token: 1, what: .deadline)])
    #expect(try loop.poll() == [])
  }

  @Test func descriptorsComeWithDueDeadlines() throws {
    try loop.register(pair.pair.first.descriptor, token: 1, for: .writing)
    loop.setDeadline(1, at: 0)
    #expect(try loop.wait() == [Ready(token: 1, what: .writable), Ready(token: 1, what: .deadline)])
  }

  @Test func anotherThreadWakesIt() throws {
    let waker = try Waker()
    try loop.register(waker.descriptor, token: 9, for: .reading)
    let thread = OwnThread { waker.wake() }
    #expect(try loop.wait() == [Ready(token: 9, what: .readable)])
    thread.join()
    waker.reset()
    #expect(try loop.poll() == [])
  }

  @Test func signalsComeAsReadiness() async {
    // A separate process: all threads of a process share signals and masks.
    await #expect(processExitsWith: .success) {
      let signals = try SignalDescriptor([.terminate, .windowChanged])
      #expect(try signals.read() == [])
      // To this thread: other threads of the test process do not block the signals.
      pthread_kill(pthread_self(), SIGTERM)
      pthread_kill(pthread_self(), SIGWINCH)
      let loop = try EventLoop()
      try loop.register(signals.descriptor, token: 1, for: .reading)
      var received: Set<Signal> = []
      while received.count < 2 {
        _ = try loop.wait()
        received.formUnion(try signals.read())
      }
      #expect(received == [.terminate, .windowChanged])
    }
  }
}

@Suite struct DeadlineQueueTests {
  /// Compares with a sorted list over a fixed series of operations.
  @Test func agreesWithASortedList() {
    var queue = DeadlineQueue()
    var model: [UInt64: (time: UInt64, order: Int)] = [:]
    var random: UInt64 = 42
    func next(_ bound: UInt64) -> UInt64 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (random >> 33) % bound
    }
    for step in 0..<20_000 {
      let token = next(200)
      switch next(4) {
      case 0, 1:
        let time = next(1_000) + UInt64(step)
        queue.set(token, at: time)
        model[token] = (time, step)
      case 2:
        queue.clear(token)
        model[token] = nil
      default:
        let expected = model.min { ($0.value.time, $0.value.order) < ($1.value.time, $1.value.order) }
        #expect(queue.next == expected?.value.time)
        #expect(queue.removeDue(UInt64(step)) == expected.flatMap { $0.value.time <= step ? $0.key : nil })
        if let expected, expected.value.time <= step { model[expected.key] = nil }
      }
    }
  }
}

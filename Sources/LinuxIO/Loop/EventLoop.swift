// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// Waits for descriptors and deadlines on one thread: epoll(7) and one timerfd.
///
/// Descriptors are level-triggered. The loop borrows them: remove a descriptor before it is closed.
package final class EventLoop {
  package struct Ready: Hashable, Sendable {
    package let token: UInt64
    package let what: Readiness
  }

  package struct Readiness: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let readable = Readiness(rawValue: 1)
    package static let writable = Readiness(rawValue: 2)
    /// The peer has closed both directions, or the descriptor failed. Reported for each interest.
    package static let hungUp = Readiness(rawValue: 4)
    /// The deadline of this token has passed. It is cleared.
    package static let deadline = Readiness(rawValue: 8)
  }

  /// The events that a descriptor is watched for. An empty set still reports a hang-up.
  package struct Interest: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let reading = Interest(rawValue: 1)
    package static let writing = Interest(rawValue: 2)
    package static let hangUpOnly: Interest = []
  }

  /// The maximum number of descriptors in one batch. The next `wait` reports the others.
  private static let batchSize = 256
  /// The token of the timer. Tokens of callers count upwards and never reach it.
  private static let timerToken = UInt64.max

  private let epoll: FileDescriptor
  private let timer: FileDescriptor
  private let clock: MonotonicClock
  private var events = [epoll_event](repeating: epoll_event(), count: EventLoop.batchSize)
  private var deadlines = DeadlineQueue()
  /// The time that the timer is set to, 0 when it is off.
  private var armed: UInt64 = 0

  /// - Parameter clock: decides which deadlines have passed. `wait` sleeps by the system clock, so that only `poll` is useful
  ///   with a clock of a test.
  package init(clock: MonotonicClock = .system) throws(SystemError) {
    self.clock = clock
    epoll = try descriptor(SystemCalls.epollCreate(), of: "epoll_create1")
    timer = try descriptor(SystemCalls.timerCreate(), of: "timerfd_create")
    try control(EPOLL_CTL_ADD, timer.raw, token: Self.timerToken, interest: .reading)
  }

  // MARK: Descriptors

  /// Starts watching a descriptor. The caller chooses the token, which may also have a deadline.
  package func register(
    _ descriptor: borrowing FileDescriptor, token: UInt64, for interest: Interest
  ) throws(SystemError) {
    try control(EPOLL_CTL_ADD, descriptor.raw, token: token, interest: interest)
  }

  package func change(
    _ descriptor: borrowing FileDescriptor, token: UInt64, to interest: Interest
  ) throws(SystemError) {
    try control(EPOLL_CTL_MOD, descriptor.raw, token: token, interest: interest)
  }

  /// Stops watching a descriptor. The current batch may still contain its token, so use each token once.
  package func remove(_ descriptor: borrowing FileDescriptor) throws(SystemError) {
    try control(EPOLL_CTL_DEL, descriptor.raw, token: 0, interest: [])
  }

  /// Starts watching a descriptor that a C library owns.
  package func register(foreignDescriptor number: Int32, token: UInt64, for interest: Interest) throws(SystemError) {
    try control(EPOLL_CTL_ADD, number, token: token, interest: interest)
  }

  package func remove(foreignDescriptor number: Int32) throws(SystemError) {
    try control(EPOLL_CTL_DEL, number, token: 0, interest: [])
  }

  private func control(
    _ operation: Int32, _ number: Int32, token: UInt64, interest: Interest
  ) throws(SystemError) {
    var mask: UInt32 = 0
    if interest.contains(.reading) { mask |= EPOLLIN.rawValue }
    if interest.contains(.writing) { mask |= EPOLLOUT.rawValue }
    var event = epoll_event(events: mask, data: epoll_data_t(u64: token))
    try value(SystemCalls.epollControl(epoll.raw, operation, number, &event), of: "epoll_ctl")
  }

  // MARK: Deadlines

  /// Sets the deadline of a token, in place of an earlier one. A deadline in the past is in the next batch.
  package func setDeadline(_ token: UInt64, at nanoseconds: UInt64) {
    deadlines.set(token, at: nanoseconds)
  }

  package func clearDeadline(_ token: UInt64) {
    deadlines.clear(token)
  }

  // MARK: Waiting

  /// Sleeps until something is ready. Never returns an empty batch. Descriptors come first, then deadlines in the order of
  /// time.
  package func wait() throws(SystemError) -> [Ready] {
    while true {
      let batch = try collect(blocking: !deadlines.isDue(clock.now()))
      if !batch.isEmpty { return batch }
    }
  }

  /// The ready descriptors and deadlines now, possibly none.
  package func poll() throws(SystemError) -> [Ready] {
    try collect(blocking: false)
  }

  /// Prepares the loop for an outer event loop that waits for it: the returned descriptor is readable when `poll` has
  /// something, including deadlines. Call it after each `poll`.
  ///
  /// - Returns: a descriptor that the loop owns. It leaves this target because the other loop belongs to a program of the
  ///   user.
  package func prepareForWaitingElsewhere() throws(SystemError) -> Int32 {
    try arm()
    return epoll.raw
  }

  private func collect(blocking: Bool) throws(SystemError) -> [Ready] {
    if blocking, clock.isSystem { try arm() }
    let count = try value(SystemCalls.epollWait(epoll.raw, &events, blocking ? -1 : 0), of: "epoll_wait")
    var batch: [Ready] = []
    batch.reserveCapacity(count)
    for event in events.prefix(count) {
      let token = event.data.u64
      if token == Self.timerToken {
        disarm()
      } else {
        batch.append(Ready(token: token, what: Self.readiness(event.events)))
      }
    }
    let now = clock.now()
    while let token = deadlines.removeDue(now) {
      batch.append(Ready(token: token, what: .deadline))
    }
    return batch
  }

  private static func readiness(_ mask: UInt32) -> Readiness {
    var readiness: Readiness = []
    if mask & EPOLLIN.rawValue != 0 { readiness.insert(.readable) }
    if mask & EPOLLOUT.rawValue != 0 { readiness.insert(.writable) }
    if mask & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 { readiness.insert(.hungUp) }
    return readiness
  }

  /// Sets the timer to the next deadline. Turns it off without deadlines, so that it never wakes the loop.
  private func arm() throws(SystemError) {
    let next = deadlines.next.map { max($0, 1) } ?? 0
    guard next != armed else { return }
    var time = itimerspec()
    time.it_value.tv_sec = Int(next / 1_000_000_000)
    time.it_value.tv_nsec = Int(next % 1_000_000_000)
    try value(SystemCalls.timerSet(timer.raw, &time), of: "timerfd_settime")
    armed = next
  }

  /// Reads the expiry, which turns the timer off.
  private func disarm() {
    var expirations: UInt64 = 0
    _ = withUnsafeMutableBytes(of: &expirations) { SystemCalls.read(timer.raw, $0) }
    armed = 0
  }
}

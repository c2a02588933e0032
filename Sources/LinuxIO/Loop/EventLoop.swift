// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// Waits for descriptors and deadlines on one thread: epoll(7) and one timerfd.
///
/// Descriptors are level-triggered. The loop borrows them: remove one before it is closed.
package final class EventLoop {
  /// What became ready.
  package struct Ready: Hashable, Sendable {
    package let token: UInt64
    package let what: Readiness
  }

  package struct Readiness: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let readable = Readiness(rawValue: 1)
    package static let writable = Readiness(rawValue: 2)
    /// The other side is gone altogether, or the descriptor failed. Reported whatever the interest is.
    package static let hungUp = Readiness(rawValue: 4)
    /// The deadline of this token has come; it is not set any more.
    package static let deadline = Readiness(rawValue: 8)
  }

  /// What a descriptor is watched for. An empty set still hears of a hang-up.
  package struct Interest: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let reading = Interest(rawValue: 1)
    package static let writing = Interest(rawValue: 2)
    package static let hangUpAlone: Interest = []
  }

  /// The most descriptors that one `wait` reports; the others come with the next.
  private static let batchSize = 256
  /// The timer's own token. No caller can choose it by accident, since counting never gets there.
  private static let timerToken = UInt64.max

  private let epoll: FileDescriptor
  private let timer: FileDescriptor
  private let clock: MonotonicClock
  private var events = [epoll_event](repeating: epoll_event(), count: EventLoop.batchSize)
  private var deadlines = DeadlineQueue()
  /// What the timer is set to: 0 when it is off.
  private var armed: UInt64 = 0

  /// - Parameter clock: says which deadlines have come. `wait` sleeps by the system's, so that with another one only
  ///   `poll` makes sense.
  package init(clock: MonotonicClock = .system) throws(SystemError) {
    self.clock = clock
    epoll = try descriptor(SystemCalls.epollCreate(), of: "epoll_create1")
    timer = try descriptor(SystemCalls.timerCreate(), of: "timerfd_create")
    try control(EPOLL_CTL_ADD, timer.raw, token: Self.timerToken, interest: .reading)
  }

  // MARK: Descriptors

  /// Starts watching. Tokens are the caller's; one token may also have a deadline.
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

  /// Stops watching. Events of the batch that is being handled may still bear the token: use each token once.
  package func remove(_ descriptor: borrowing FileDescriptor) throws(SystemError) {
    try control(EPOLL_CTL_DEL, descriptor.raw, token: 0, interest: [])
  }

  /// Starts watching a descriptor that a C library owns and that cannot be wrapped.
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

  /// Sets the one deadline of a token, in place of an earlier one. One in the past comes with the next `wait`.
  package func setDeadline(_ token: UInt64, at nanoseconds: UInt64) {
    deadlines.set(token, at: nanoseconds)
  }

  package func clearDeadline(_ token: UInt64) {
    deadlines.clear(token)
  }

  // MARK: Waiting

  /// Sleeps until something is ready: never returns an empty batch. Descriptors come first, then deadlines in the order
  /// of their time.
  package func wait() throws(SystemError) -> [Ready] {
    while true {
      let batch = try collect(blocking: !deadlines.isDue(clock.now()))
      if !batch.isEmpty { return batch }
    }
  }

  /// What is ready now; perhaps nothing.
  package func poll() throws(SystemError) -> [Ready] {
    try collect(blocking: false)
  }

  /// Makes the loop something that another one can wait for, perhaps one that we know nothing of: the descriptor that is
  /// handed out is readable when `poll` has something, deadlines included. To be called after each `poll`.
  ///
  /// - Returns: a number that stays the loop's own and lives as long as it. It leaves this module because the other loop
  ///   belongs to a program that has no other name for it.
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
    while let token = deadlines.takeDue(now) {
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

  /// Sets the timer to the next deadline, or off: a loop without deadlines is never woken by it.
  private func arm() throws(SystemError) {
    let next = deadlines.next.map { max($0, 1) } ?? 0
    guard next != armed else { return }
    var time = itimerspec()
    time.it_value.tv_sec = Int(next / 1_000_000_000)
    time.it_value.tv_nsec = Int(next % 1_000_000_000)
    try value(SystemCalls.timerSet(timer.raw, &time), of: "timerfd_settime")
    armed = next
  }

  /// Takes the expiry out of the timer, which is off from then on.
  private func disarm() {
    var expirations: UInt64 = 0
    _ = withUnsafeMutableBytes(of: &expirations) { SystemCalls.read(timer.raw, $0) }
    armed = 0
  }
}

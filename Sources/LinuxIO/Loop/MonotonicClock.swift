// SPDX-License-Identifier: MIT

import Glibc

/// A monotonic source of time. Tests pass a clock that they drive.
package struct MonotonicClock: Sendable {
  /// Nanoseconds since a fixed moment. Deadlines of `EventLoop` are times of `system`.
  package let now: @Sendable () -> UInt64
  /// Whether it advances by itself, as the timers of the kernel do.
  let isSystem: Bool

  /// A clock driven by its owner. An `EventLoop` with this clock does not wake at a deadline: the owner wakes it.
  package init(now: @escaping @Sendable () -> UInt64) {
    self.init(isSystem: false, now: now)
  }

  private init(isSystem: Bool, now: @escaping @Sendable () -> UInt64) {
    self.now = now
    self.isSystem = isSystem
  }

  /// CLOCK_MONOTONIC of clock_gettime(2).
  package static let system = MonotonicClock(isSystem: true) {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

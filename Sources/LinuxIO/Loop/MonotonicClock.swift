// SPDX-License-Identifier: MIT

import Glibc

/// A source of time that only goes forward; tests hand in one that they drive.
package struct MonotonicClock: Sendable {
  /// Nanoseconds since some fixed moment; those of `system` are what `EventLoop` deadlines are made of.
  package let now: @Sendable () -> UInt64
  /// Whether it goes on by itself, as the kernel's timers do.
  let isSystem: Bool

  /// A clock that somebody drives. An `EventLoop` that goes by it does not wake when a deadline comes: who drives it wakes it.
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

// SPDX-License-Identifier: MIT

import Glibc

/// A source of time that only goes forward; tests hand in one that they drive.
package struct MonotonicClock: Sendable {
  /// Nanoseconds since some fixed moment; those of `system` are what `EventLoop` deadlines are made of.
  package let now: @Sendable () -> UInt64

  package init(now: @escaping @Sendable () -> UInt64) {
    self.now = now
  }

  /// CLOCK_MONOTONIC of clock_gettime(2).
  package static let system = MonotonicClock {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

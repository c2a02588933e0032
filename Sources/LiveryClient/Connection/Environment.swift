// SPDX-License-Identifier: MIT

import LinuxIO

/// The clocks and random numbers of a client. Tests replace them.
struct Environment: Sendable {
  var clock = MonotonicClock.system
  /// Seconds since 1970.
  var secondsSince1970: @Sendable () -> Int = { LinuxIO.secondsSince1970() }
  var random: @Sendable (ClosedRange<UInt64>) -> UInt64 = { UInt64.random(in: $0) }

  static let system = Environment()
}

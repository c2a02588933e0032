// SPDX-License-Identifier: MIT

import LinuxIO

/// What a client takes from the world beside sockets and files; tests drive all of it.
struct Surroundings: Sendable {
  var clock = MonotonicClock.system
  /// Seconds since 1970.
  var secondsSince1970: @Sendable () -> Int = { LinuxIO.secondsSince1970() }
  var random: @Sendable (ClosedRange<UInt64>) -> UInt64 = { UInt64.random(in: $0) }

  static let system = Surroundings()
}

// SPDX-License-Identifier: MIT

import LinuxIO

extension Theme {
  /// A time of the wall clock, in whole seconds.
  public struct Timestamp: Sendable, Hashable, Comparable {
    /// Seconds since 1970 began, UTC, without leap seconds.
    public var secondsSince1970: Int

    /// A moment.
    public init(secondsSince1970: Int) { self.secondsSince1970 = secondsSince1970 }

    /// The time since then; at least zero, even when the clock was set back.
    public var age: Duration { age(at: Timestamp(secondsSince1970: LinuxIO.secondsSince1970())) }

    func age(at now: Timestamp) -> Duration {
      let (age, isTooLong) = now.secondsSince1970.subtractingReportingOverflow(secondsSince1970)
      if isTooLong { return .seconds(secondsSince1970 < 0 ? Int.max : 0) }
      return .seconds(max(age, 0))
    }

    /// Whether a time is earlier.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
      left.secondsSince1970 < right.secondsSince1970
    }
  }
}

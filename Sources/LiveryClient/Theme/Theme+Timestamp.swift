// SPDX-License-Identifier: MIT

import LinuxIO

extension Theme {
  /// A moment on the wall clock, in whole seconds.
  public struct Timestamp: Sendable, Hashable, Comparable {
    /// Seconds since 1970 began, UTC, without leap seconds.
    public var secondsSince1970: Int

    /// A moment.
    public init(secondsSince1970: Int) { self.secondsSince1970 = secondsSince1970 }

    /// How long ago the moment is; never less than nothing, whatever has become of the clock.
    public var age: Duration { age(at: Timestamp(secondsSince1970: LinuxIO.secondsSince1970())) }

    func age(at now: Timestamp) -> Duration { .seconds(max(now.secondsSince1970 - secondsSince1970, 0)) }

    /// Whether a moment is before another.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
      left.secondsSince1970 < right.secondsSince1970
    }
  }
}

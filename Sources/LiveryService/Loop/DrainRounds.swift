// SPDX-License-Identifier: GPL-2.0-or-later

/// Limits how often file events are drained before a publication, so that a program that never stops writing delays nothing else.
/// Times are nanoseconds.
struct DrainRounds {
  private let start: UInt64
  private let maximum: Int
  private var done = 0

  /// The maximum number of rounds if no lock of git was released.
  private static let maximumWithoutReleasedLock = 3
  /// Rounds that run in any case while there are changes.
  private static let minimum = 2
  /// Nanoseconds after which only `minimum` rounds run if no lock of git was released.
  private static let longest: UInt64 = 10_000_000
  /// The maximum number of rounds, which only released locks of git lead to.
  static let maximum = 8

  init(maximum: Int, start: UInt64) {
    self.maximum = maximum
    self.start = start
  }

  enum Next {
    case drain
    /// Drains again only if a lock of git was released: the last round may have missed changes under the lock.
    case drainAfterReleasedLock
    case end
  }

  /// The step after a round.
  ///
  /// - Parameter isDrained: the round found no changes, and no events are left.
  mutating func next(isDrained: Bool, now: UInt64) -> Next {
    done += 1
    if isDrained || done >= maximum { return .end }
    let isEnough = done >= Self.maximumWithoutReleasedLock || now - start > Self.longest
    return done >= Self.minimum && isEnough ? .drainAfterReleasedLock : .drain
  }
}

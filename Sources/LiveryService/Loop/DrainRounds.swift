// SPDX-License-Identifier: GPL-2.0-or-later

/// Limits how often file events are drained before a publication, also if a program never stops writing. Times
/// are nanoseconds.
struct DrainRounds {
  private let start: UInt64
  private let maximum: Int
  private var done = 0

  /// Rounds after which no more follow without a reason.
  private static let usual = 3
  /// Rounds that always follow as long as there are changes.
  private static let minimum = 2
  /// Time after which no more than `minimum` rounds follow without a reason.
  private static let longest: UInt64 = 10_000_000
  /// Rounds at most while locks of git are released.
  static let maximumUnderLocks = 8

  init(maximum: Int, start: UInt64) {
    self.maximum = maximum
    self.start = start
  }

  enum Next {
    case drain
    /// Drains again only if a lock of git was released: more may have been written under it than the last round saw.
    case drainAfterReleasedLock
    case end
  }

  /// The step after a round.
  ///
  /// - Parameter isDrained: the round found no changes, and no events are left.
  mutating func next(isDrained: Bool, now: UInt64) -> Next {
    done += 1
    if isDrained || done >= maximum { return .end }
    let isEnough = done >= Self.usual || now - start > Self.longest
    return done >= Self.minimum && isEnough ? .drainAfterReleasedLock : .drain
  }
}

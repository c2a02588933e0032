// SPDX-License-Identifier: MIT

/// How long to wait before the next attempt to connect: at random between 50 ms and three times the last wait, never more
/// than 2 s. So clients that lost one daemon at one moment do not come back at one moment.
///
/// It is what is known as decorrelated jitter: <https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/>.
struct Backoff {
  static let shortest: UInt64 = 50_000_000
  static let longest: UInt64 = 2_000_000_000

  private var last = shortest

  /// Nanoseconds.
  mutating func next(_ random: (ClosedRange<UInt64>) -> UInt64) -> UInt64 {
    last = random(Self.shortest...min(Self.longest, last * 3))
    return last
  }

  /// The next wait is a short one.
  mutating func reset() { last = Self.shortest }
}

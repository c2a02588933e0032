// SPDX-License-Identifier: MIT

/// The wait before the next attempt to connect: random, between 50 ms and three times the last wait, at most 2 s. Clients
/// that lost their daemon at the same time come back at different times.
///
/// The algorithm is decorrelated jitter:
/// <https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/>.
package struct Backoff {
  package static let shortest: UInt64 = 50_000_000
  package static let longest: UInt64 = 2_000_000_000

  private var last = shortest

  package init() {}

  /// Nanoseconds.
  package mutating func next(_ random: (ClosedRange<UInt64>) -> UInt64) -> UInt64 {
    last = random(Self.shortest...min(Self.longest, last * 3))
    return last
  }

  /// Makes the next wait a short one.
  package mutating func reset() { last = Self.shortest }
}

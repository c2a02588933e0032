// SPDX-License-Identifier: GPL-2.0-or-later

/// When a bundle is walked anew after events were lost: at once, and the later the sooner it happens again, so that a writer
/// who fills the queue without end has the daemon neither walk without end nor wait without end. Times are nanoseconds.
struct RescanPace {
  /// The first pause between two walks, and the longest.
  static let shortest: UInt64 = 100_000_000
  static let longest: UInt64 = 10_000_000_000

  /// When to walk, if there is a need to.
  private(set) var due: UInt64?
  private var pause: UInt64 = 0
  private var lastEnd: UInt64 = 0

  mutating func eventsWereLost(now: UInt64) {
    guard due == nil else { return }
    // After a time that is long against the pause all is forgotten.
    if now >= lastEnd + 10 * pause { pause = 0 }
    due = max(now, lastEnd + pause)
  }

  /// Takes notice of a walk. One that takes long asks for a pause that is long against it.
  mutating func walked(from start: UInt64, until end: UInt64) {
    due = nil
    lastEnd = end
    pause = min(max(2 * pause, Self.shortest, 10 * (end - start)), Self.longest)
  }
}

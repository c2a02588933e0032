// SPDX-License-Identifier: GPL-2.0-or-later

/// Back-off for rescans after lost events: none for the first, then doubling from 100 ms to 10 s. Times are nanoseconds.
struct RescanBackoff {
  /// The minimum and maximum pause between two rescans.
  static let shortest: UInt64 = 100_000_000
  static let longest: UInt64 = 10_000_000_000

  /// The time of the next rescan. Nil if none is needed.
  private(set) var due: UInt64?
  private var pause: UInt64 = 0
  private var lastEnd: UInt64 = 0

  mutating func schedule(now: UInt64) {
    guard due == nil else { return }
    // A long time without lost events resets the pause.
    if now >= lastEnd + 10 * pause { pause = 0 }
    due = max(now, lastEnd + pause)
  }

  /// Records a rescan. A slow rescan leads to a pause of ten times its duration.
  mutating func noteRescan(from start: UInt64, until end: UInt64) {
    due = nil
    lastEnd = end
    pause = min(max(2 * pause, Self.shortest, 10 * (end - start)), Self.longest)
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison

/// Tells a program that writes many files from one that saves one. Times are nanoseconds.
///
/// The first file is published at once: a single save waits for no timer, and a file that is saved again and again is published
/// each time. Changes of *other* files right after that wait for a pause, so that they make one generation, and not one for each
/// time that the daemon reads the disk.
struct Burst {
  /// The pause after which a program counts as done.
  private let pause: UInt64
  /// The maximum delay of changes.
  private let longest: UInt64
  /// Files that were published since the last pause.
  private var published: BytewiseSet = []
  private var waiting: BytewiseSet = []
  private var waitingSince: UInt64 = 0
  private var lastChange: UInt64 = 0

  init(_ timeouts: Timeouts) {
    pause = timeouts.pause
    longest = timeouts.burst
  }

  /// Records changes of files.
  mutating func record(_ files: some Sequence<String>, now: UInt64) {
    if now >= lastChange + pause { published = [] }
    if waiting.isEmpty { waitingSince = now }
    lastChange = now
    waiting.formUnion(files)
  }

  /// The end of the wait for more changes; nil when the pending changes can be published.
  func end(now: UInt64) -> UInt64? {
    guard !published.isEmpty, !waiting.isSubset(of: published) else { return nil }
    let end = min(lastChange + pause, waitingSince + longest)
    return now < end ? end : nil
  }

  /// Records that the pending changes led to no new generation.
  mutating func drop() {
    waiting = []
  }

  /// Records a publication, at its end: the daemon could not read the disk during it.
  mutating func recordPublication(now: UInt64) {
    published.formUnion(waiting)
    waiting = []
    lastChange = now
  }
}

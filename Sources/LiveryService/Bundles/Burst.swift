// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison

/// Tells a program that writes many files from one that saves one. Times are nanoseconds.
///
/// The first file is published at once, whoever wrote it: one save waits for no timer, and a file that is saved over and over
/// is published each time. What happens to *other* files right after waits for a pause, so that it makes one generation more,
/// and not one for each look at the disk.
struct Burst {
  /// A program that is quiet for this long is done.
  let pause: UInt64
  /// What waits is not held back for longer.
  let longest: UInt64
  /// Published since the last pause.
  private var published: BytewiseSet = []
  private var waiting: BytewiseSet = []
  private var waitingSince: UInt64 = 0
  private var lastChange: UInt64 = 0

  init(_ timeouts: Timeouts) {
    pause = timeouts.pause
    longest = timeouts.burst
  }

  /// Takes notice of files that changed.
  mutating func take(_ files: some Sequence<String>, now: UInt64) {
    if now >= lastChange + pause { published = [] }
    if waiting.isEmpty { waitingSince = now }
    lastChange = now
    waiting.formUnion(files)
  }

  /// Until when more of the same is waited for; nothing when what there is can be published.
  func end(now: UInt64) -> UInt64? {
    guard !published.isEmpty, !waiting.isSubset(of: published) else { return nil }
    let end = min(lastChange + pause, waitingSince + longest)
    return now < end ? end : nil
  }

  /// Nothing came of what waits.
  mutating func forget() {
    waiting = []
  }

  /// Takes notice of a publication, when it is over: nobody could look at the disk meanwhile.
  mutating func publish(now: UInt64) {
    published.formUnion(waiting)
    waiting = []
    lastChange = now
  }
}

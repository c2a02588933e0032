// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeWatch

/// Files that a program has open for writing, and the time at which each is read even if the program does not close it. Times are
/// nanoseconds.
struct OpenFiles {
  /// The maximum time from a writer's first byte to its close.
  private let timeout: UInt64
  private var deadlines: BytewiseDictionary<UInt64> = [:]
  /// The earliest time of the next look at each open file.
  private var nextLooks: BytewiseDictionary<UInt64> = [:]

  /// The pause between two looks at an open file, for each of its bytes: a file that is written without end is read at one
  /// megabyte a second. Its close, or a new file in its place, ends the pause.
  static let pausePerByte: UInt64 = 1000

  init(timeout: UInt64) { self.timeout = timeout }

  /// Records what the watcher reported, and the work that follows from it.
  mutating func record(_ changes: RootChanges, _ work: ListedFiles.Work, now: UInt64) {
    if changes.isComplete || changes.isRootGone { deadlines.removeAll() }
    for path in work.removed { forget(path) }
    for path in work.toRead { deadlines[path] = nil }
    for path in changes.changed { nextLooks[path] = nil }
    for path in work.beingWritten where deadlines[path] == nil {
      deadlines[path] = max(now + timeout, nextLooks[path] ?? 0)
    }
  }

  /// Records a look at an open file.
  mutating func recordLook(at path: String, bytes: Int, now: UInt64) {
    let next = now + UInt64(bytes) * Self.pausePerByte
    nextLooks[path] = next
    if let deadline = deadlines[path] { deadlines[path] = max(deadline, next) }
  }

  /// Counts files as written to their end.
  mutating func finish(_ paths: [String]) {
    for path in paths { deadlines[path] = nil }
  }

  mutating func forget(_ path: String) {
    deadlines[path] = nil
    nextLooks[path] = nil
  }

  /// The time at which the next open file is overdue.
  var deadline: UInt64? { deadlines.values.min() }

  /// The open files whose time is over, sorted.
  func overdue(now: UInt64) -> [String] { deadlines.filter { $0.value <= now }.keys.sortedBytewise() }

  /// The open files that were not looked at a moment ago, sorted.
  func toLookAt(now: UInt64) -> [String] { deadlines.keys.filter { nextLooks[$0] ?? 0 <= now }.sortedBytewise() }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeWatch

/// The files of a bundle by name: which there are, and which have to be read again. The watcher says which there are; that a
/// path can be read makes no file of the bundle.
struct BundleFiles {
  /// What a batch asks for, sorted.
  struct Work: Equatable {
    @Bytewise var toRead: [String] = []
    /// No files of the bundle any more.
    @Bytewise var removed: [String] = []

    var isEmpty: Bool { toRead.isEmpty && removed.isEmpty }
  }

  /// Everything that was found and has not gone.
  private var table = PathTable<Void>()
  private(set) var isRootGone = false
  /// Files that somebody began to write, and when they are read even though nobody closed them.
  private var unfinished: BytewiseDictionary<UInt64> = [:]

  /// Nanoseconds that a writer has from its first byte to its close.
  let longestWriting: UInt64

  init(longestWriting: UInt64) {
    self.longestWriting = longestWriting
  }

  var known: [String] { table.paths.sortedBytewise() }

  /// Takes over what happened. Cost follows that, unless it is complete.
  mutating func take(_ changes: RootChanges, now: UInt64) -> Work {
    if changes.isRootGone, !changes.isComplete {
      isRootGone = true
      unfinished.removeAll()
      return Work()
    }
    // What somebody is still writing is read when it is closed.
    var dirty = changes.changed.subtracting(changes.beingWritten)
    var removed = changes.removed
    if changes.isComplete {
      isRootGone = false
      unfinished.removeAll()
      removed.formUnion(table.paths)
    } else {
      for directory in changes.gone { removed.formUnion(table.within(directory).map(\.path)) }
    }
    removed = removed.subtracting(changes.changed).filter { table[$0] != nil }
    // To read below a directory that cannot be read is how its files come to be held back.
    let kept = BytewiseSet(changes.unreadable.flatMap { table.within($0).map(\.path) })
    removed.subtract(kept)
    dirty.formUnion(kept)
    for path in removed { forget(path) }
    for path in changes.changed { table[path] = () }
    for path in dirty { unfinished[path] = nil }
    for path in changes.beingWritten where unfinished[path] == nil && table[path] != nil {
      unfinished[path] = now + longestWriting
    }
    return Work(toRead: dirty.sorted(), removed: removed.sorted())
  }

  /// When a file has been written for long enough.
  var deadline: UInt64? { unfinished.values.min() }

  /// The files that nobody has closed yet and that have been written for so long that it was to be over by then, sorted.
  func unfinished(by end: UInt64) -> [String] {
    unfinished.filter { $0.value <= end }.keys.sortedBytewise()
  }

  /// Counts files as written to their end.
  mutating func finish(_ paths: [String]) {
    for path in paths { unfinished[path] = nil }
  }

  mutating func forget(_ path: String) {
    table[path] = nil
    unfinished[path] = nil
  }

  /// Files that were forgotten count as there again: the next complete look decides whether they are.
  mutating func remember(_ paths: some Sequence<String>) {
    for path in paths { table[path] = () }
  }
}

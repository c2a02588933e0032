// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel
import ThemeWatch

/// The files of a bundle by name: which exist, and which have to be read again. The watcher decides which exist: a readable path
/// is not necessarily a file of the bundle.
struct ListedFiles {
  /// The work that a batch of changes asks for, sorted.
  struct Work: Equatable {
    @Bytewise var toRead: [String] = []
    /// Files that are gone.
    @Bytewise var removed: [String] = []
    /// Files that a program has open for writing, to be read when they are closed.
    @Bytewise var beingWritten: [String] = []

    var isEmpty: Bool { toRead.isEmpty && removed.isEmpty }
  }

  /// All files that were found and not removed since.
  private var table = PathTable<Void>()
  /// Directories and links whose files could not be listed. Some may be readable again.
  private var unlisted = PathTable<Void>()
  private(set) var isRootGone = false

  var known: [String] { table.paths.sortedBytewise() }

  /// The known files in no particular order.
  var unsorted: [String] { table.paths }

  var isEmpty: Bool { table.isEmpty }

  /// Records changes. Costs follow the changes, unless they are complete.
  mutating func record(_ changes: RootChanges) -> Work {
    if changes.isRootGone, !changes.isComplete {
      loseRoot()
      return Work()
    }
    // A file that is still being written is read when it is closed.
    var dirty = changes.changed.subtracting(changes.beingWritten)
    var removed = changes.removed
    if changes.isComplete {
      isRootGone = false
      unlisted = PathTable()
      removed.formUnion(table.paths)
    } else {
      for directory in changes.gone { removed.formUnion(table.within(directory).map(\.path)) }
    }
    if !removed.isEmpty { removed = removed.subtracting(changes.changed).filter { table[$0] != nil } }
    if !changes.unreadable.isEmpty {
      // Reading the files below an unreadable directory makes them held back.
      let kept = BytewiseSet(changes.unreadable.flatMap { table.within($0).map(\.path) })
      removed.subtract(kept)
      dirty.formUnion(kept)
      for path in changes.unreadable { unlisted[path] = () }
    }
    for path in removed { forget(path) }
    for path in changes.changed { table[path] = () }
    let beingWritten = changes.beingWritten.filter { table[$0] != nil }
    return Work(toRead: dirty.sorted(), removed: removed.sorted(), beingWritten: beingWritten.sorted())
  }

  /// Records that the bundle's directory is gone.
  mutating func loseRoot() { isRootGone = true }

  mutating func forget(_ path: String) { table[path] = nil }

  /// The lowest directory above a file that could not be listed; nil for most files, at no cost.
  func unlistedDirectory(above file: String) -> String? {
    if unlisted.isEmpty { return nil }
    var above = directory(of: file)
    while !above.isEmpty, unlisted[above] == nil { above = directory(of: above) }
    return above.isEmpty ? nil : above
  }

  /// Records that a directory can be listed.
  mutating func forgetUnlisted(_ directory: String) { unlisted[directory] = nil }

  /// Counts forgotten files as existing again: the next complete look decides whether they are.
  mutating func remember(_ paths: some Sequence<String>) {
    for path in paths { table[path] = () }
  }
}

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

  /// When files that were looked at while somebody wrote them may be looked at again.
  private var nextLooks: BytewiseDictionary<UInt64> = [:]

  /// Nanoseconds between two looks at a file that is written without end, for each of its bytes: a megabyte a second is read
  /// of it. Its close, or another file in its place, is taken at once.
  static let pausePerByte: UInt64 = 1000

  /// Nanoseconds that a writer has from its first byte to its close.
  let longestWriting: UInt64

  init(longestWriting: UInt64) {
    self.longestWriting = longestWriting
  }

  var known: [String] { table.paths.sortedBytewise() }

  /// Takes over what happened. Cost follows that, unless it is complete.
  mutating func take(_ changes: RootChanges, now: UInt64) -> Work {
    if changes.isRootGone, !changes.isComplete {
      loseRoot()
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
    if !removed.isEmpty { removed = removed.subtracting(changes.changed).filter { table[$0] != nil } }
    if !changes.unreadable.isEmpty {
      // To read below a directory that cannot be read is how its files come to be held back.
      let kept = BytewiseSet(changes.unreadable.flatMap { table.within($0).map(\.path) })
      removed.subtract(kept)
      dirty.formUnion(kept)
    }
    for path in removed { forget(path) }
    for path in changes.changed { table[path] = () }
    for path in dirty { unfinished[path] = nil }
    for path in changes.changed { nextLooks[path] = nil }
    for path in changes.beingWritten where unfinished[path] == nil && table[path] != nil {
      unfinished[path] = max(now + longestWriting, nextLooks[path] ?? 0)
    }
    return Work(toRead: dirty.sorted(), removed: removed.sorted())
  }

  /// The bundle's directory is not there.
  mutating func loseRoot() {
    isRootGone = true
    unfinished.removeAll()
  }

  /// When a file has been written for long enough.
  var deadline: UInt64? { unfinished.values.min() }

  /// The files that nobody has closed yet and that have been written for so long that it was to be over by then, sorted.
  func unfinished(by end: UInt64) -> [String] {
    unfinished.filter { $0.value <= end }.keys.sortedBytewise()
  }

  /// The files that nobody has closed yet, but for those that were looked at a moment ago, sorted.
  func unfinishedToLookAt(now: UInt64) -> [String] {
    unfinished.keys.filter { nextLooks[$0] ?? 0 <= now }.sortedBytewise()
  }

  /// Takes notice of a look at a file that nobody has closed.
  mutating func noteLook(_ path: String, bytes: Int, now: UInt64) {
    let next = now + UInt64(bytes) * Self.pausePerByte
    nextLooks[path] = next
    if let deadline = unfinished[path] { unfinished[path] = max(deadline, next) }
  }

  /// Counts files as written to their end.
  mutating func finish(_ paths: [String]) {
    for path in paths { unfinished[path] = nil }
  }

  mutating func forget(_ path: String) {
    table[path] = nil
    unfinished[path] = nil
    nextLooks[path] = nil
  }

  /// Files that were forgotten count as there again: the next complete look decides whether they are.
  mutating func remember(_ paths: some Sequence<String>) {
    for path in paths { table[path] = () }
  }
}

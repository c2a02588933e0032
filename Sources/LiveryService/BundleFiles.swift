// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeWatch

/// The files of a bundle by name: which there are, and which have to be read again.
struct BundleFiles {
  /// Everything that was found and has not gone.
  private(set) var known: BytewiseSet = []
  private(set) var isRootGone = false
  /// Files that somebody began to write, and when they are read even though nobody closed them.
  private var unfinished: BytewiseDictionary<UInt64> = [:]

  /// Nanoseconds that a writer has from its first byte to its close.
  let longestWriting: UInt64

  init(longestWriting: UInt64) {
    self.longestWriting = longestWriting
  }

  /// Takes over what happened.
  ///
  /// - Returns: the files to be read again, sorted.
  mutating func take(_ changes: RootChanges, now: UInt64) -> [String] {
    if changes.isRootGone, !changes.isComplete {
      loseRoot()
      return []
    }
    // What somebody is still writing is read when it is closed.
    var dirty = changes.changed.subtracting(changes.beingWritten)
    if changes.isComplete {
      isRootGone = false
      unfinished.removeAll()
      dirty.formUnion(known)
    } else {
      // To read below a directory that cannot be read is how its files come to be held back.
      let directories = changes.gone.union(changes.unreadable)
      if !directories.isEmpty { dirty.formUnion(known.filter { isBelow($0, directories) }) }
    }
    known.formUnion(changes.changed)
    for path in dirty { unfinished[path] = nil }
    for path in changes.beingWritten where unfinished[path] == nil {
      unfinished[path] = now + longestWriting
    }
    return dirty.sorted()
  }

  /// The bundle's directory is not there.
  mutating func loseRoot() {
    isRootGone = true
    unfinished.removeAll()
  }

  private func isBelow(_ path: String, _ directories: BytewiseSet) -> Bool {
    if directories.contains(path) { return true }
    var rest = path[...]
    while let slash = rest.utf8.lastIndex(of: UInt8(ascii: "/")) {
      rest = rest[..<slash]
      if directories.contains(String(rest)) { return true }
    }
    return false
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
    known.formUnion(paths)
  }

  mutating func forget(_ path: String) {
    known.remove(path)
  }

  /// Files that were forgotten count as there again: the next complete look decides whether they are.
  mutating func remember(_ paths: some Sequence<String>) {
    known.formUnion(paths)
  }
}

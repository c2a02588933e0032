// SPDX-License-Identifier: GPL-2.0-or-later

package import LinuxIO
package import TextComparison
package import ThemeModel

/// The number of a watched bundle.
package struct RootID: Hashable, Sendable, Comparable {
  package let number: Int

  package static func < (left: RootID, right: RootID) -> Bool { left.number < right.number }
}

/// The changes since the last batch, by bundle.
package struct WatchBatch: Hashable, Sendable {
  package let roots: [RootChanges]
  /// Problems that are new since the last batch. Each is reported once while it lasts.
  package let problems: [WatchProblem]
  /// A writer is faster than the reader: drain again soon, since the loop may not be woken for the rest.
  package let hasMore: Bool

  package var isEmpty: Bool { roots.isEmpty && problems.isEmpty && !hasMore }
}

/// The changes of one bundle. Paths are relative to its root. A bundle has exactly the files that batches name: a readable path
/// that no batch names does not belong to the bundle.
///
/// Apply in this order: `isRootGone`, `isComplete`, `gone`, `removed`, `changed`. Files below an `unreadable` directory stay
/// known in any case.
package struct RootChanges: Hashable, Sendable {
  package let root: RootID
  /// The directory does not exist. A complete batch follows when it is back.
  package internal(set) var isRootGone = false
  /// The reason for not following the directory, though it exists. It counts as gone.
  package internal(set) var refusal: RootRefusal?
  /// `changed` contains all files: all other known files are gone.
  package internal(set) var isComplete = false
  /// Of a complete batch: the bounds by which the files were found.
  package internal(set) var bounds = BundleBounds()
  /// Directories, and links to directories, that have no files below them except those in `changed`.
  package internal(set) var gone: BytewiseSet = []
  /// Existing files, which have to be read again.
  package internal(set) var changed: BytewiseSet = []
  /// Names that were checked and are no files of the bundle.
  package internal(set) var removed: BytewiseSet = []
  /// Existing directories and links that could not be read or followed. Nothing is known of the files at and below them.
  package internal(set) var unreadable: BytewiseSet = []
  /// Files that are open for writing. Their close is reported by a later batch, or never: only a timeout can tell.
  package internal(set) var beingWritten: BytewiseSet = []

  init(root: RootID) {
    self.root = root
  }

  var isEmpty: Bool {
    !isRootGone && !isComplete && gone.isEmpty && changed.isEmpty && removed.isEmpty && unreadable.isEmpty
      && beingWritten.isEmpty
  }
}

/// A reason why changes may be seen late or not at all.
package enum WatchProblem: Hashable, Sendable {
  /// Some directories cannot be watched and are polled. Raising the limit fixes it.
  case tooFewWatches(WatchShortage)
  /// More events came at once than the queue of the kernel holds, and the bundles were rescanned. Raising this sysctl fixes
  /// it.
  case eventsLost(sysctl: String)
  /// A part of the bundle is on a file system that other hosts change without events. It is polled.
  case remoteFileSystem(root: RootID)
  /// Links to directories make more paths than the limit. The paths beyond it lead to no files.
  case tooManyPaths(root: RootID, limit: Int)
  /// A directory that cannot be read or watched, by its path relative to the root.
  case unreadableDirectory(root: RootID, path: String, error: SystemError)

  /// The affected bundle. Nil if all bundles are affected.
  package var root: RootID? {
    switch self {
    case .tooFewWatches, .eventsLost: nil
    case .remoteFileSystem(let root), .tooManyPaths(let root, _), .unreadableDirectory(let root, _, _): root
    }
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

package import LinuxIO
package import TextComparison

/// A bundle that is watched.
package struct RootID: Hashable, Sendable, Comparable {
  package let number: Int

  package static func < (left: RootID, right: RootID) -> Bool { left.number < right.number }
}

/// What happened since the last look, a part for each bundle that something happened to.
package struct WatchBatch: Hashable, Sendable {
  package let roots: [RootChanges]
  /// Troubles that are new since the last batch, each told once as long as it lasts.
  package let problems: [WatchProblem]
  /// A writer is faster than the reading: drain again soon, since the loop may not be woken for what is left.
  package let hasMore: Bool

  package var isEmpty: Bool { roots.isEmpty && problems.isEmpty && !hasMore }
}

/// What happened to one bundle. Paths are relative to its root. The files of a bundle are those that batches say: one that
/// they do not name is none, even if its path can be read.
///
/// Take it over in this order: `isRootGone`, `isComplete`, `gone`, `removed`, `changed`. Whatever these say, what was known
/// below an `unreadable` directory stays.
package struct RootChanges: Hashable, Sendable {
  package let root: RootID
  /// The directory is not there (any more). It is waited for; a complete batch follows when it is back.
  package internal(set) var isRootGone = false
  /// Why nothing of the directory is followed, though it is there. It counts as gone.
  package internal(set) var refusal: RootRefusal?
  /// `changed` holds every file that there is: whatever else was known is gone.
  package internal(set) var isComplete = false
  /// Directories, and links to some, below which nothing is any more but what `changed` holds.
  package internal(set) var gone: BytewiseSet = []
  /// Files that are there, to be read again.
  package internal(set) var changed: BytewiseSet = []
  /// Names that were looked at and are no files of the bundle, or no more.
  package internal(set) var removed: BytewiseSet = []
  /// Directories and links that are there and could not be read or followed: nothing is known of the files there and below.
  package internal(set) var unreadable: BytewiseSet = []
  /// Files that somebody has begun to write and not closed yet. Their close comes with a later batch; a writer may also
  /// never close, which only who watches the time can tell.
  package internal(set) var beingWritten: BytewiseSet = []

  init(root: RootID) {
    self.root = root
  }

  var isEmpty: Bool {
    !isRootGone && !isComplete && gone.isEmpty && changed.isEmpty && removed.isEmpty && unreadable.isEmpty
      && beingWritten.isEmpty
  }
}

/// Why changes may be seen late or not at all.
package enum WatchProblem: Hashable, Sendable {
  /// Not all directories can be watched: what is beyond is looked at from time to time instead. The way out is to raise the
  /// limit.
  case tooFewWatches(WatchShortage)
  /// More happened at once than the kernel's queue holds, and the bundles were walked anew. The way out is to raise this
  /// sysctl.
  case eventsLost(sysctl: String)
  /// The bundle, or a part of it, is on a file system that others may change unheard: it is looked at from time to time.
  case remoteFileSystem(root: RootID)
  /// Links to directories make more paths than are followed; those beyond the limit lead to no files.
  case tooManyPaths(root: RootID, limit: Int)
  /// A directory that cannot be read or watched; its path relative to the root.
  case unreadableDirectory(root: RootID, path: String, error: SystemError)

  /// The bundle that it is about; nil when it is about all.
  package var root: RootID? {
    switch self {
    case .tooFewWatches, .eventsLost: nil
    case .remoteFileSystem(let root), .tooManyPaths(let root, _), .unreadableDirectory(let root, _, _): root
    }
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import CInotifyTools
import TextComparison

/// The locks of all work trees of git that a bundle has to do with: the one around it, those around the directories outside
/// of it that its links may lead into, and those that lie in it.
final class GitLocks {
  /// Work trees of one bundle at most whose locks are waited for: each costs a system call for each publication.
  static let most = 64

  /// What holds git's own files, or names the directory that does.
  static let name = ".git"

  private let id: RootID
  private let table: WatchTable
  private var locks: BytewiseDictionary<GitLock> = [:]
  /// The directories of the bundle that hold a `.git`, relative to its root.
  private var inside = PathTable<Void>()

  init(id: RootID, table: WatchTable) {
    self.id = id
    self.table = table
  }

  // MARK: Work trees in the bundle

  /// A directory of the bundle holds a `.git`.
  func found(in path: String) {
    inside[path] = ()
    forgetPlaces()
  }

  /// Something happened to the `.git` of a directory of the bundle.
  func note(_ event: Inotify.Event, in path: String) {
    if event.has(IN_DELETE | IN_MOVED_FROM) {
      inside[path] = nil
      forgetPlaces()
    } else {
      found(in: path)
    }
  }

  /// A directory of the bundle is gone, and all below it; the empty path takes everything.
  func forget(below path: String) {
    inside.removeAll(within: path)
  }

  /// Looks for all work trees anew: a `.git` came or went.
  func forgetPlaces() {
    for lock in locks.values { lock.forgetPlace() }
  }

  // MARK: Locks

  /// Whether git holds one of the locks. While it does, the end of that wakes the loop.
  ///
  /// - Parameters:
  ///   - around: directories whose surrounding work trees count, absolute and without links.
  ///   - real: where a directory of the bundle is, absolute and without links.
  func isHeld(around: [String], now: UInt64, real: (String) -> String?) -> Bool {
    let places = BytewiseSet((around + inside.paths.sortedBytewise().compactMap(real)).prefix(Self.most))
    for (place, lock) in locks where !places.contains(place) {
      lock.release()
      locks[place] = nil
    }
    for place in places where locks[place] == nil {
      locks[place] = GitLock(above: place, use: .lock(id, place: place), table: table)
    }
    return locks.values.contains { $0.isHeld(now: now) }
  }

  /// Counts them as free until somebody takes them anew.
  func ignore(now: UInt64) {
    for lock in locks.values { lock.ignore(now: now) }
  }

  /// Git's directory around a place is gone, and its watch with it.
  func noteEnd(ofLockAt place: String) {
    locks[place]?.release()
    locks[place]?.forgetPlace()
  }

  func release() {
    for lock in locks.values { lock.release() }
  }
}

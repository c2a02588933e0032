// SPDX-License-Identifier: GPL-2.0-or-later

import CInotifyTools
import TextComparison

/// The locks of all git work trees of a bundle: those around the bundle and around the directories that its links may lead
/// into, and those inside.
final class GitLocks {
  /// The maximum number of work trees of a bundle: each costs a system call for each publication.
  static let maximumWorkTrees = 64

  /// The name of git's directory, or of the file that names it.
  static let name = ".git"

  private let id: RootID
  private let table: WatchTable
  private var locks: BytewiseDictionary<GitLock> = [:]
  /// The directories of the bundle that contain a `.git`, relative to its root.
  private var inside = PathTable<Void>()

  init(id: RootID, table: WatchTable) {
    self.id = id
    self.table = table
  }

  // MARK: Work trees in the bundle

  /// Adds a directory of the bundle that contains a `.git`.
  func found(in path: String) {
    inside[path] = ()
    forgetPlaces()
  }

  /// Handles an event of the `.git` in a directory of the bundle.
  func note(_ event: Inotify.Event, in path: String) {
    if event.has(IN_DELETE | IN_MOVED_FROM) {
      inside[path] = nil
      forgetPlaces()
    } else {
      found(in: path)
    }
  }

  /// Forgets a directory of the bundle and everything below it. The empty path removes everything.
  func forget(below path: String) {
    inside.removeAll(within: path)
  }

  /// Looks up all work trees again, after a `.git` appeared or disappeared.
  func forgetPlaces() {
    for lock in locks.values { lock.forgetPlace() }
  }

  // MARK: Locks

  /// Whether git holds one of the locks. Its end wakes the loop.
  ///
  /// - Parameters:
  ///   - around: directories whose surrounding work trees count, absolute and without links.
  ///   - real: maps a directory of the bundle to its absolute path without links.
  func isHeld(around: [String], now: UInt64, real: (String) -> String?) -> Bool {
    let places = BytewiseSet((around + inside.paths.sortedBytewise().compactMap(real)).prefix(Self.maximumWorkTrees))
    for (place, lock) in locks where !places.contains(place) {
      lock.release()
      locks[place] = nil
    }
    for place in places where locks[place] == nil {
      locks[place] = GitLock(above: place, use: .lock(id, place: place), table: table)
    }
    return locks.values.contains { $0.isHeld(now: now) }
  }

  /// Counts the locks as free until they are taken again.
  func ignore(now: UInt64) {
    for lock in locks.values { lock.ignore(now: now) }
  }

  /// Handles the end of a watch: the git directory around a place was removed.
  func noteEnd(ofLockAt place: String) {
    locks[place]?.release()
    locks[place]?.forgetPlace()
  }

  func release() {
    for lock in locks.values { lock.release() }
  }
}

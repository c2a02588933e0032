// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO

/// The lock of a git work tree: `index.lock` in git's directory, which exists during a checkout, a reset or a stash.
/// Meanwhile the bundle is between two states.
///
/// While the lock is held, git's directory is watched, so that the end of the lock wakes the loop.
final class GitLock {
  /// The location of git's directory, if any, and the time until which it is valid.
  private struct Place {
    let git: String?
    let expiry: UInt64
  }

  /// The validity of a location in nanoseconds. Directories far above a bundle cause no events.
  private static let memory: UInt64 = 10_000_000_000

  private let directory: String
  private let use: WatchTable.Use
  private let table: WatchTable
  private var place: Place?
  private var watched: FileIdentity?
  /// A lock that outlasted its wait: its git process died or is busy.
  private var ignored: FileStatus?

  /// - Parameter directory: a directory of the work tree, absolute and without links.
  init(above directory: String, use: WatchTable.Use, table: WatchTable) {
    self.directory = directory
    self.use = use
    self.table = table
  }

  /// Whether git holds the lock of the work tree that contains the directory. Costs one system call within a work tree and
  /// none outside; from time to time one for each directory on the way up.
  func isHeld(now: UInt64) -> Bool {
    guard let git = gitDirectory(now: now), isLocked(git) else {
      release()
      return false
    }
    guard watched == nil else { return true }
    // Without a watch, the caller has to check again.
    watched = try? table.hold(git, .names, for: use)
    if isLocked(git) { return true }
    release()
    return false
  }

  /// Counts the lock as free until it is taken again.
  func ignore(now: UInt64) {
    ignored = gitDirectory(now: now).flatMap { try? linkStatus(lockPath($0)) }
    release()
  }

  /// Has git's directory looked up again at the next call.
  func forgetPlace() {
    place = nil
  }

  func release() {
    if let watched { table.release(watched, from: use) }
    watched = nil
  }

  private func isLocked(_ git: String) -> Bool {
    guard let status = try? linkStatus(lockPath(git)) else { return false }
    return status != ignored
  }

  private func lockPath(_ git: String) -> String { join(git, "index.lock") }

  private func gitDirectory(now: UInt64) -> String? {
    if let place, now < place.expiry { return place.git }
    let git = findGitDirectory()
    place = Place(git: git, expiry: now + Self.memory)
    return git
  }

  /// The git directory of the nearest work tree around the directory.
  private func findGitDirectory() -> String? {
    var directory = directory
    while true {
      let path = join(directory, GitLocks.name)
      switch (try? linkStatus(path))?.kind {
      case .directory: return path
      case .regular: return target(ofGitFile: path, in: directory)
      case .link: return try? realPath(path)
      case .fifo, .socket, .device, nil: break
      }
      if directory == "/" { return nil }
      directory = parent(of: directory)
    }
  }

  /// Additional work trees and submodules have a file that names the directory: gitrepository-layout(5).
  private func target(ofGitFile path: String, in directory: String) -> String? {
    guard let bytes = try? readFile(path, limit: 8192) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    let key = "gitdir: "
    guard text.hasPrefix(key), let line = text.dropFirst(key.count).split(separator: "\n").first else { return nil }
    return absolutePath(String(line), from: directory)
  }
}

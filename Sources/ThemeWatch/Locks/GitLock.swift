// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO

/// The lock by which git says that it is changing a work tree: `index.lock` in its directory, for as long as a checkout, a
/// reset or a stash takes. What a bundle has of that work tree meanwhile is neither the old state nor the new one.
///
/// While the lock is held git's directory is watched, so that its end wakes the loop.
final class GitLock {
  /// Where git's directory was found, if anywhere, and until when that is believed.
  private struct Place {
    let git: String?
    let expiry: UInt64
  }

  /// Nanoseconds for which a place is believed. What happens in the directories far above a bundle is not heard of.
  private static let memory: UInt64 = 10_000_000_000

  private let directory: String
  private let use: WatchTable.Use
  private let table: WatchTable
  private var place: Place?
  private var watched: FileIdentity?
  /// One that somebody has waited for long enough: its git died, or has other things to do.
  private var ignored: FileStatus?

  /// - Parameter directory: any of the work tree, absolute and without links.
  init(above directory: String, use: WatchTable.Use, table: WatchTable) {
    self.directory = directory
    self.use = use
    self.table = table
  }

  /// Whether git holds the lock of the work tree that the directory belongs to. Cost: one system call where there is a work
  /// tree and none where there is not; now and then one for each directory on the way up to it.
  func isHeld(now: UInt64) -> Bool {
    guard let git = gitDirectory(now: now), isLocked(git) else {
      release()
      return false
    }
    guard watched == nil else { return true }
    // Without a watch left, whoever asks has to look again by himself.
    watched = try? table.hold(git, .names, for: use)
    if isLocked(git) { return true }
    release()
    return false
  }

  /// Counts the lock as free until somebody takes it anew.
  func ignore(now: UInt64) {
    ignored = gitDirectory(now: now).flatMap { try? linkStatus(lockPath($0)) }
    release()
  }

  /// Looks for git's directory anew the next time.
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

  /// Git's directory of the nearest work tree around the directory.
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

  /// Further work trees and submodules have a file in place of the directory, which names it: gitrepository-layout(5).
  private func target(ofGitFile path: String, in directory: String) -> String? {
    guard let bytes = try? readFile(path, limit: 8192) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    let key = "gitdir: "
    guard text.hasPrefix(key), let line = text.dropFirst(key.count).split(separator: "\n").first else { return nil }
    return absolutePath(String(line), from: directory)
  }
}

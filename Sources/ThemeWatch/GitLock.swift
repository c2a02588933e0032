// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO

/// The lock by which git says that it is changing a work tree: `index.lock` in its directory, for as long as a checkout, a
/// reset or a stash takes. What a bundle in that work tree holds meanwhile is neither the old state nor the new one.
///
/// While the lock is held its directory is watched, so that its end wakes the loop.
final class GitLock {
  private let use: WatchTable.Use
  private let table: WatchTable
  private var watched: FileIdentity?
  /// One that somebody has waited for long enough: its git died, or has other things to do.
  private var ignored: FileStatus?

  init(use: WatchTable.Use, table: WatchTable) {
    self.use = use
    self.table = table
  }

  /// Whether git holds the lock of the work tree that a directory belongs to. Cost: a system call for each directory on
  /// the way up to the work tree's own, and one more.
  ///
  /// - Parameter directory: absolute and without links.
  func isHeld(above directory: String) -> Bool {
    guard let git = gitDirectory(above: directory), isLocked(git) else {
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
  func ignore(above directory: String) {
    ignored = gitDirectory(above: directory).flatMap { try? linkStatus(lockPath($0)) }
    release()
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

  /// Git's directory of the nearest work tree around a directory.
  private func gitDirectory(above directory: String) -> String? {
    var directory = directory
    while true {
      let path = join(directory, ".git")
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

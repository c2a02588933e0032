// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TextComparison
import ThemeWatch

/// Notices changed files of bundles, for a client that does not tell of them.
final class WorkspaceWatch {
  private let loop: EventLoop
  private let token: UInt64
  private var watcher: Watcher?
  private var directories: [RootID: String] = [:]

  init(_ loop: EventLoop, token: UInt64) {
    self.loop = loop
    self.token = token
  }

  /// Watches these directories from now on.
  func watch(_ wanted: [String]) throws(SystemError) {
    for directory in wanted where !directories.values.contains(where: { Bytewise($0) == Bytewise(directory) }) {
      if watcher == nil { try makeWatcher() }
      guard let watcher, let root = try? watcher.add(root: directory) else { continue }
      directories[root] = directory
      // The first look names all files, which were read already.
      _ = watcher.drain()
    }
  }

  private func makeWatcher() throws(SystemError) {
    let new = try Watcher()
    try new.register(with: loop, token: token)
    watcher = new
  }

  /// The paths of files that changed, and of directories that came or went.
  func changes() -> [String] {
    guard let watcher else { return [] }
    var paths: [String] = []
    for changes in watcher.drain().roots {
      guard let directory = directories[changes.root] else { continue }
      if changes.isRootGone || changes.isComplete { paths.append(directory) }
      let files = changes.changed.union(changes.removed).union(changes.gone)
      paths += files.sorted().map { "\(directory)/\($0)" }
    }
    if let deadline = watcher.deadline { loop.setDeadline(token, at: deadline) }
    return paths
  }
}

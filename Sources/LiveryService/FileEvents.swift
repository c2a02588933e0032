// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import ThemeWatch

/// What the watcher sees, by the numbers that bundles have in the daemon.
final class FileEvents {
  private let loop: EventLoop
  private let log: Log
  /// Made with the first bundle, since a process may have one only.
  private var watcher: Watcher?
  private var roots: [RootID] = []
  /// The directories that links of each bundle may lead into.
  private var outside: [RootID: [String]] = [:]
  /// The last `drain` left something: drain again soon, the loop may not be woken for it.
  private(set) var hasMore = false
  /// Walks over a whole bundle, the first one not counted.
  private(set) var rescanCount = 0

  init(loop: EventLoop, log: Log) {
    self.loop = loop
    self.log = log
  }

  /// Directories under watch.
  var watchCount: Int { watcher?.watchCount ?? 0 }

  /// Watches one more bundle. The next `drain` holds all its files.
  func watch(_ directory: String) throws(SystemError) {
    let watcher = try theWatcher()
    roots.append(try watcher.add(root: directory))
    rescanCount -= 1
  }

  /// Lets links of a bundle lead into these directories. When they are others than before, the next `drain` holds all files
  /// of the bundle.
  func allow(_ directories: [String], in bundle: Int) {
    guard outside[roots[bundle], default: []] != directories else { return }
    outside[roots[bundle]] = directories
    watcher?.allow(directories, in: roots[bundle])
    hasMore = true
  }

  private func theWatcher() throws(SystemError) -> Watcher {
    if let watcher { return watcher }
    let made = try Watcher()
    try made.register(with: loop, token: Event.files.token)
    watcher = made
    return made
  }

  /// What happened since the last time, in the order of the bundles.
  func drain() -> [(bundle: Int, changes: RootChanges)] {
    guard let batch = watcher?.drain() else { return [] }
    hasMore = batch.hasMore
    for problem in batch.problems { log.warning(text(of: problem)) }
    rescanCount += batch.roots.count(where: \.isComplete)
    return batch.roots.compactMap { changes in
      roots.firstIndex(of: changes.root).map { ($0, changes) }
    }
  }

  private func text(of problem: WatchProblem) -> String {
    switch problem {
    case .tooFewWatches(let sysctl):
      "not all directories can be watched, changes there go unseen: raise the sysctl \(sysctl)"
    case .unreadableDirectory(_, let path, let error):
      "the directory `\(path)` cannot be read: \(error)"
    }
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import LinuxIO
import LiveryConfiguration
import TextComparison
import ThemeEngine
import ThemeModel
import ThemeWatch

/// The events of the watcher, by the numbers that bundles have in the daemon.
final class FileEvents {
  private let loop: EventLoop
  private let log: Log
  private let clock: MonotonicClock
  private let pollInterval: UInt64
  /// Made with the first bundle. A process may have one watcher only.
  private(set) var watcher: Watcher?
  /// Reserves a descriptor number for the watcher, so that no connection gets it.
  private var reserved: ReservedDescriptor?
  private var roots: [Root] = []
  private var lacksWatches = false
  /// The last `drain` left events. Drain again soon: no event wakes the loop for them.
  private(set) var hasMore = false

  private struct Root {
    let bundle: Int
    let id: RootID
    /// The path as given.
    let directory: String
    var bounds = BundleBounds()
    /// Walks over the whole bundle.
    var walkCount = 0
  }

  /// - Parameter pollInterval: nanoseconds between two looks at files that cannot be watched.
  init(loop: EventLoop, log: Log, clock: MonotonicClock, pollInterval: UInt64) {
    self.loop = loop
    self.log = log
    self.clock = clock
    self.pollInterval = pollInterval
    // On a failure the watcher reports the reason.
    reserved = try? ReservedDescriptor()
  }

  /// The number of watched directories.
  var watchCount: Int { watcher?.watchCount ?? 0 }

  /// The number of watched directories that these bundles need. Costs a walk over all.
  func watchCount(of bundles: Set<Int>) -> Int {
    watcher?.watchCount(of: Set(roots.filter { bundles.contains($0.bundle) }.map(\.id))) ?? 0
  }

  /// The number of walks over these bundles as a whole, without the first one of each.
  func rescanCount(of bundles: Set<Int>) -> Int {
    roots.filter { bundles.contains($0.bundle) }.reduce(0) { $0 + max($1.walkCount - 1, 0) }
  }

  /// Watches a bundle. The next `drain` has all its files.
  func watch(_ directory: String, as bundle: Int) throws(SystemError) {
    let watcher = try theWatcher()
    roots.append(Root(bundle: bundle, id: try watcher.add(root: directory), directory: directory))
  }

  /// Stops watching a bundle.
  func forget(_ bundle: Int) {
    guard let index = roots.firstIndex(where: { $0.bundle == bundle }) else { return }
    watcher?.remove(roots.remove(at: index).id)
  }

  /// Sets the bounds of a bundle. If they differ from those before, the next `drain` has all files of the bundle.
  func set(_ bounds: BundleBounds, of bundle: Int) {
    guard let index = roots.firstIndex(where: { $0.bundle == bundle }), roots[index].bounds != bounds else { return }
    roots[index].bounds = bounds
    watcher?.set(bounds, of: roots[index].id)
    hasMore = true
  }

  private func theWatcher() throws(SystemError) -> Watcher {
    if let watcher { return watcher }
    let made = try Watcher(clock: clock, pollInterval: pollInterval, reserved: reserved.take())
    try made.register(with: loop, token: Event.files.token)
    watcher = made
    return made
  }

  /// The changes since the last call, in the order of the bundles.
  func drain(_ thoroughness: Watcher.Thoroughness = .due) -> [(bundle: Int, changes: RootChanges)] {
    guard let watcher else { return [] }
    renewBounds(watcher)
    let batch = watcher.drain(thoroughness)
    hasMore = batch.hasMore
    for problem in batch.problems { log.warning(text(of: problem)) }
    reportCompleteness()
    for changes in batch.roots where changes.isComplete {
      if let index = roots.firstIndex(where: { $0.id == changes.root }) { roots[index].walkCount += 1 }
    }
    return batch.roots.compactMap { changes in
      roots.first { $0.id == changes.root }.map { ($0.bundle, changes) }
    }
  }

  /// Reads the manifests of bundles that are too large, before the watcher looks at them again: nothing of them is watched, and their
  /// manifests may exclude some directories by now.
  private func renewBounds(_ watcher: Watcher) {
    for root in roots where watcher.isLookDue(at: root.id) {
      set(BundleReader(path: root.directory).readSettings().bounds, of: root.bundle)
    }
  }

  /// Logs when all directories are watched again.
  private func reportCompleteness() {
    let lacks = watcher?.problems.contains { if case .tooFewWatches = $0 { true } else { false } } ?? false
    if lacksWatches, !lacks { log.info("all directories are watched again") }
    lacksWatches = lacks
  }

  /// Why the existing directory of a bundle is not followed; nil if it is, or if it is gone.
  func refusal(of bundle: Int) -> RootRefusal? { root(of: bundle).flatMap { watcher?.refusal(of: $0.id) } }

  /// The reason why no file of a bundle was found at this path.
  func whyNothing(of bundle: Int, at path: String) -> SystemError {
    refusal(of: bundle)?.error(at: path)
      ?? SystemError(call: "stat", errno: .noSuchFile, path: path, detail: "it went while it was read")
  }

  /// Schedules a scan of all files after a scan failed for a passing reason.
  func scheduleScan() { watcher?.scheduleScan() }

  /// The time of the next drain without an event.
  var deadline: UInt64? { watcher?.deadline }

  /// Whether git holds the lock of a work tree of the bundle. The release of the lock wakes the loop.
  func isLocked(_ bundle: Int) -> Bool {
    guard let root = root(of: bundle) else { return false }
    return watcher?.isLocked(root.id) ?? false
  }

  /// Ignores the present lock of git from now on.
  func ignoreLock(_ bundle: Int) {
    guard let root = root(of: bundle) else { return }
    log.warning("git's lock above \(name(root.id)) stays: it is not waited for any more")
    watcher?.ignoreLock(root.id)
  }

  private func root(of bundle: Int) -> Root? { roots.first { $0.bundle == bundle } }

  /// The problems of these bundles and of the watcher as a whole, in words, sorted.
  func problems(of bundles: Set<Int>) -> [String] {
    let others = Set(roots.filter { !bundles.contains($0.bundle) }.map(\.id))
    return (watcher?.problems ?? []).filter { !($0.root.map(others.contains) ?? false) }.map(text).sorted()
  }

  private func text(of problem: WatchProblem) -> String {
    switch problem {
    case .tooFewWatches(let shortage):
      "not all directories can be watched, the others are polled: \(shortage.wayOut)"
    case .eventsLost(let sysctl):
      "more files changed at once than the kernel's queue holds, and all were read again: raise the sysctl \(sysctl)"
    case .remoteFileSystem(let root):
      "\(name(root)) is on a file system that changes without events: it is polled"
    case .tooManyPaths(let root, let limit):
      "links to directories make more than \(limit) further paths in \(name(root)): the others are passed over"
    case .unreadableDirectory(let root, let path, let error):
      "the directory `\(path)` of \(name(root)) cannot be read: \(error)"
    }
  }

  private func name(_ root: RootID) -> String {
    roots.first { $0.id == root }.map { "the bundle in `\($0.directory)`" } ?? "a bundle"
  }
}

extension WatchShortage {
  fileprivate var wayOut: String {
    switch self {
    case .watches: "raise the sysctl fs.inotify.max_user_watches"
    case .instances: "raise the sysctl fs.inotify.max_user_instances"
    case .openFiles: "the daemon has as many files open as it may have; raise its limit (ulimit -Hn, LimitNOFILE=)"
    case .openFilesOfSystem: "the system has as many files open as it may have; raise the sysctl fs.file-max"
    case .memory: "the kernel has no memory for watches"
    case .lowNumbers: "the daemon has too many files open; restart it"
    }
  }
}

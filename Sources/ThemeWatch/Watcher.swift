// SPDX-License-Identifier: GPL-2.0-or-later

import CInotifyTools
package import LinuxIO
import TextComparison
package import ThemeModel

/// Watches bundles (directories with everything below) and reports which of their files to read again.
///
/// Not thread-safe. One process may have one watcher, since libinotifytools has global state.
package final class Watcher {
  /// The limits of the system; nil where they are unknown.
  package struct Limits: Hashable, Sendable {
    package let watchesPerUser: Int?
    package let instancesPerUser: Int?
  }

  /// The maximum number of events that one `drain` reads: twice the default size of the kernel's queue.
  var eventsPerDrain = 32_768
  let table: WatchTable
  private let clock: MonotonicClock
  private let pollInterval: UInt64
  /// Sorted by id. There are few: one for each bundle.
  private var roots: [WatchedRoot] = []
  private var lastID = 0
  private var knownProblems: Set<WatchProblem> = []
  private var backoff = RescanBackoff()
  private var lastLoss: UInt64?
  private var nextPoll: UInt64?
  private var registration: (loop: EventLoop, token: UInt64)?

  /// Limits the time for polling: each poll is followed by a pause of this many times its duration.
  private static let pollingShare: UInt64 = 20
  /// The time in nanoseconds for which lost events count as a problem.
  private static let lossMemory: UInt64 = 600_000_000_000

  /// Errors: `busy` while another watcher lives.
  ///
  /// - Parameters:
  ///   - pollInterval: nanoseconds between two polls.
  ///   - reserved: a descriptor with a low number, reserved before many are open. The library cannot use numbers from 1,024
  ///     on.
  package init(
    clock: MonotonicClock = .system, pollInterval: UInt64 = 1_000_000_000,
    reserved: consuming ReservedDescriptor? = nil
  ) throws(SystemError) {
    table = try WatchTable(reserved: reserved)
    self.clock = clock
    self.pollInterval = pollInterval
  }

  /// The number of watched directories.
  package var watchCount: Int { table.count }

  /// The number of watched directories that these roots need. Costs O(watches).
  package func watchCount(of roots: Set<RootID>) -> Int { table.count(of: roots) }

  /// The number of ended watches whose last event was not read yet.
  var retiredCount: Int { table.retiredCount }

  package var limits: Limits {
    func limit(_ answer: Int32) -> Int? { answer < 0 ? nil : Int(answer) }
    return Limits(
      watchesPerUser: limit(inotifytools_get_max_user_watches()),
      instancesPerUser: limit(inotifytools_get_max_user_instances()))
  }

  /// All present problems, including those that were reported.
  package var problems: Set<WatchProblem> {
    var problems: Set<WatchProblem> = []
    if let lastLoss, clock.now() < lastLoss + Self.lossMemory {
      problems.insert(.eventsLost(sysctl: "fs.inotify.max_queued_events"))
    }
    for root in roots {
      if root.lacksWatches { problems.insert(.tooFewWatches(table.shortage)) }
      if root.isRemote { problems.insert(.remoteFileSystem(root: root.id)) }
      if root.hasTooManyPaths {
        problems.insert(.tooManyPaths(root: root.id, limit: BundleWalk.maximumFurtherPaths))
      }
      for (path, error) in root.unreadable {
        problems.insert(.unreadableDirectory(root: root.id, path: path, error: error))
      }
    }
    return problems
  }

  /// Makes the loop report this token when there are events to drain.
  package func register(with loop: EventLoop, token: UInt64) throws(SystemError) {
    registration = (loop, token)
    if let descriptor = table.descriptor {
      try loop.register(foreignDescriptor: descriptor, token: token, for: .reading)
    }
  }

  /// Starts watching a bundle. The next `drain` reports all its files; the loop is not woken for it.
  ///
  /// Errors: those of stat(2), and `notDirectory`. A bundle may disappear and come back after it was added.
  package func add(root path: String) throws(SystemError) -> RootID {
    guard try fileStatus(path).kind == .directory else {
      throw SystemError(call: "stat", errno: .notDirectory, path: path)
    }
    let absolute = absolutePath(path, from: try currentDirectory())
    lastID += 1
    let root = WatchedRoot(id: RootID(number: lastID), path: absolute, table: table)
    root.markWhole()
    roots.append(root)
    return root.id
  }

  /// Replaces the bounds of a bundle. Directories outside need not exist; excluded ones are not watched. The next `drain` reports all
  /// files of the bundle; the loop is not woken for it.
  package func set(_ bounds: BundleBounds, of id: RootID) {
    root(id)?.set(bounds)
  }

  package func remove(_ id: RootID) {
    guard let index = roots.firstIndex(where: { $0.id == id }) else { return }
    roots.remove(at: index).close()
  }

  /// Whether git is changing a work tree around or inside a bundle, so that the bundle is between two states. The end of the
  /// change wakes the loop.
  package func isLocked(_ id: RootID) -> Bool { root(id)?.isLocked(now: clock.now()) ?? false }

  /// Counts the work trees as unlocked until a lock is taken again.
  package func ignoreLock(_ id: RootID) {
    root(id)?.locks.ignore(now: clock.now())
  }

  /// The reason for not following the directory of a bundle, though it exists.
  package func refusal(of id: RootID) -> RootRefusal? { root(id)?.refusal }

  /// Whether the next `drain` looks again at a directory that was not followed.
  package func isLookDue(at id: RootID) -> Bool {
    guard let time = root(id)?.nextTry else { return false }
    return clock.now() >= time
  }

  /// Schedules a full rescan, with exponential back-off.
  package func scheduleScan() {
    backoff.schedule(now: clock.now())
  }

  /// The part of the periodic work that a `drain` does.
  package enum Thoroughness {
    /// The work that is due.
    case due
    /// All of it, so that every earlier write is seen.
    case full
  }

  /// The time at which to `drain` without an event, for polls and rescans.
  package var deadline: UInt64? {
    ([backoff.due, nextPoll] + roots.map(\.nextTry)).compactMap(\.self).min()
  }

  /// Reads all pending events, checks the names that they mark, and reports the files to read again. Never blocks.
  ///
  /// Adds watches before it reads: a change during the call is reported by a later batch at the latest.
  package func drain(_ thoroughness: Thoroughness = .due) -> WatchBatch {
    var isIncomplete = false
    var count = 0
    while count < eventsPerDrain, let event = table.nextEvent() {
      count += 1
      if !dispatch(event) { isIncomplete = true }
    }
    let hasMore = count == eventsPerDrain
    if isIncomplete { backoff.schedule(now: clock.now()) }
    let isWalk = isDue(backoff.due, thoroughness)
    let start = isWalk ? clock.now() : 0
    if isWalk { markAll(hasMore: hasMore) }
    poll(thoroughness)
    switch thoroughness {
    case .full: for root in roots { root.checkSilentChanges() }
    case .due: break
    }
    let changes = reconcile()
    if isWalk { backoff.noteRescan(from: start, until: clock.now()) }
    if nextPoll == nil, roots.contains(where: \.needsPolling) { nextPoll = clock.now() + pollInterval }
    let current = problems
    defer { knownProblems = current }
    return WatchBatch(
      roots: changes.filter { !$0.isEmpty }, problems: Array(current.subtracting(knownProblems)),
      hasMore: hasMore)
  }

  private func reconcile() -> [RootChanges] {
    roots.map { root in
      guard root.refusal != nil else {
        defer { root.nextTry = root.refusal?.pause(pollInterval).map { clock.now() + $0 } }
        return root.reconcile()
      }
      // A full drain does not repeat this walk more often.
      let start = clock.now()
      if let time = root.nextTry, time <= start { root.markWhole() }
      let changes = root.reconcile()
      let end = clock.now()
      if let pause = root.refusal?.pause(pollInterval) {
        if root.nextTry ?? 0 <= start { root.nextTry = end + max(pause, Self.pollingShare * (end - start)) }
      } else {
        root.nextTry = nil
      }
      return changes
    }
  }

  private func isDue(_ time: UInt64?, _ thoroughness: Thoroughness) -> Bool {
    guard let time else { return false }
    switch thoroughness {
    case .full: return true
    case .due: return clock.now() >= time
    }
  }

  private func markAll(hasMore: Bool) {
    if !hasMore { table.forgetRetired() }
    for watch in table.dropDead() { noteEnd(of: watch) }
    for root in roots { root.markWhole() }
  }

  private func poll(_ thoroughness: Thoroughness) {
    guard isDue(nextPoll, thoroughness) else { return }
    let start = clock.now()
    if !table.isAvailable, table.makeAvailable() {
      if let (loop, token) = registration { try? register(with: loop, token: token) }
      for root in roots { root.markWhole() }
    } else {
      for root in roots where root.needsPolling { root.poll() }
    }
    let end = clock.now()
    let isNeeded = roots.contains(where: \.needsPolling)
    nextPoll = isNeeded ? end + max(pollInterval, Self.pollingShare * (end - start)) : nil
  }

  /// Returns false for an event that reports lost events.
  private func dispatch(_ event: Inotify.Event) -> Bool {
    if event.has(IN_Q_OVERFLOW) {
      lastLoss = clock.now()
      return false
    }
    switch table.owner(of: event.watch) {
    case .watch(let watch):
      if event.has(IN_IGNORED) {
        table.forget(event.watch)
        noteEnd(of: watch)
      } else {
        for (use, directory) in watch.uses { root(of: use)?.note(event, in: directory, for: use) }
      }
      return true
    case .retired:
      if event.has(IN_IGNORED) { table.forget(event.watch) }
      return true
    case .unknown:
      return false
    }
  }

  private func noteEnd(of watch: WatchTable.Watch) {
    for use in watch.uses.keys { root(of: use)?.noteEnd(of: use, watch.identity) }
  }

  private func root(_ id: RootID) -> WatchedRoot? { roots.first { $0.id == id } }

  private func root(of use: WatchTable.Use) -> WatchedRoot? {
    switch use {
    case .content(let id, _), .passage(let id, _), .anchor(let id), .outside(let id, _), .lock(let id, _): root(id)
    }
  }
}

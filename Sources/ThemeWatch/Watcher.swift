// SPDX-License-Identifier: GPL-2.0-or-later

import CInotifyTools
package import LinuxIO
import TextComparison

/// Watches bundles, directories with all below them, and says which of their files to read again.
///
/// Not thread-safe, and only one may live in a process at a time, since libinotifytools keeps its state in globals.
package final class Watcher {
  /// What the system allows; nothing where it does not say.
  package struct Limits: Hashable, Sendable {
    package let watchesPerUser: Int?
    package let instancesPerUser: Int?
  }

  /// Events that one `drain` reads at most, twice what the kernel's queue holds by default.
  var eventsPerDrain = 32_768
  let table: WatchTable
  private let clock: MonotonicClock
  private let pollInterval: UInt64
  /// In the order of their ids. There are as many as bundles: few.
  private var roots: [WatchedRoot] = []
  private var lastID = 0
  private var knownProblems: Set<WatchProblem> = []
  private var pace = RescanPace()
  private var lastLoss: UInt64?
  private var nextPoll: UInt64?
  private var registration: (loop: EventLoop, token: UInt64)?

  /// How much of its time a watcher may spend polling: a look is followed by a pause of this many times its length.
  private static let pollingShare: UInt64 = 20
  /// Nanoseconds after which a directory that had too much in it to be a bundle is walked again, at the earliest.
  private static let refusalPause: UInt64 = 10_000_000_000
  /// Nanoseconds for which lost events are a problem.
  private static let lossMemory: UInt64 = 600_000_000_000

  /// Errors: `busy` while another one lives.
  ///
  /// - Parameters:
  ///   - pollInterval: nanoseconds between two looks at what cannot be watched.
  ///   - reserved: has a low number; reserve it before many descriptors are open. The library cannot take 1,024 or more.
  package init(
    clock: MonotonicClock = .system, pollInterval: UInt64 = 1_000_000_000,
    reserved: consuming ReservedDescriptor? = nil
  ) throws(SystemError) {
    table = try WatchTable(reserved: reserved)
    self.clock = clock
    self.pollInterval = pollInterval
  }

  /// Directories under watch.
  package var watchCount: Int { table.count }

  /// Numbers of ended watches whose last event has not been read.
  var retiredCount: Int { table.retiredCount }

  package var limits: Limits {
    func limit(_ answer: Int32) -> Int? { answer < 0 ? nil : Int(answer) }
    return Limits(
      watchesPerUser: limit(inotifytools_get_max_user_watches()),
      instancesPerUser: limit(inotifytools_get_max_user_instances()))
  }

  /// Everything that is wrong now, told already or not.
  package var problems: Set<WatchProblem> {
    var problems: Set<WatchProblem> = []
    if let lastLoss, clock.now() < lastLoss + Self.lossMemory {
      problems.insert(.eventsLost(sysctl: "fs.inotify.max_queued_events"))
    }
    for root in roots {
      if root.lacksWatches { problems.insert(.tooFewWatches(table.shortage)) }
      if root.isRemote { problems.insert(.remoteFileSystem(root: root.id)) }
      if root.hasTooManyPaths {
        problems.insert(.tooManyPaths(root: root.id, limit: BundleWalk.mostFurtherPaths))
      }
      for (path, error) in root.unreadable {
        problems.insert(.unreadableDirectory(root: root.id, path: path, error: error))
      }
    }
    return problems
  }

  /// Has the loop report this token when there is something to drain.
  package func register(with loop: EventLoop, token: UInt64) throws(SystemError) {
    registration = (loop, token)
    if let descriptor = table.descriptor {
      try loop.register(foreignDescriptor: descriptor, token: token, for: .reading)
    }
  }

  package func unregister(from loop: EventLoop) throws(SystemError) {
    registration = nil
    if let descriptor = table.descriptor { try loop.remove(foreignDescriptor: descriptor) }
  }

  /// Watches a bundle from now on. The next `drain` holds all its files, without the loop being woken for it.
  ///
  /// Errors: those of stat(2), and `notDirectory`. Once added, a bundle may go and come back.
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

  /// Lets links of a bundle lead into these directories, in place of others: they are absolute, or relative to the bundle's
  /// root, and need not be there. The next `drain` holds all its files, without the loop being woken for it.
  package func allow(_ outside: [String], in id: RootID) {
    root(id)?.allow(outside)
  }

  package func remove(_ id: RootID) {
    guard let index = roots.firstIndex(where: { $0.id == id }) else { return }
    roots.remove(at: index).close()
  }

  /// Whether git is changing a work tree that a bundle belongs to, or that lies in it: what is in it is between two states.
  /// While it is, the end of that wakes the loop.
  package func isLocked(_ id: RootID) -> Bool { root(id)?.isLocked(now: clock.now()) ?? false }

  /// Counts the work trees as unlocked until a lock is taken anew.
  package func ignoreLock(_ id: RootID) {
    root(id)?.locks.ignore(now: clock.now())
  }

  /// Why the directory of a bundle is not followed, though it is there.
  package func refusal(of id: RootID) -> RootRefusal? { root(id)?.refusal }

  /// Has everything be looked at anew, soon and the later the more often it is asked for: something may have been missed.
  package func lookAgain() {
    pace.eventsWereLost(now: clock.now())
  }

  /// What a `drain` does of the work that is not for each event.
  package enum Thoroughness {
    /// What is due.
    case due
    /// Everything, so that nothing that was written before remains unseen.
    case full
  }

  /// When to `drain` though nothing wakes the loop: something is looked at from time to time, or anew after a while.
  package var deadline: UInt64? {
    ([pace.due, nextPoll] + roots.map(\.nextTry)).compactMap(\.self).min()
  }

  /// Reads all events that there are, looks at what they are about, and says what to read again. Never blocks.
  ///
  /// Watches first and reads afterwards: what changes during the call comes with a later batch at the latest.
  package func drain(_ thoroughness: Thoroughness = .due) -> WatchBatch {
    var isIncomplete = false
    var count = 0
    while count < eventsPerDrain, let event = table.nextEvent() {
      count += 1
      if !dispatch(event) { isIncomplete = true }
    }
    let hasMore = count == eventsPerDrain
    if isIncomplete { pace.eventsWereLost(now: clock.now()) }
    let isWalk = isDue(pace.due, thoroughness)
    let start = isWalk ? clock.now() : 0
    if isWalk { markAll(hasMore: hasMore) }
    poll(thoroughness)
    switch thoroughness {
    case .full: for root in roots { root.lookAtUnheard() }
    case .due: break
    }
    let changes = reconcile()
    if isWalk { pace.walked(from: start, until: clock.now()) }
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
        defer { if root.refusal?.isOfSize == true { root.nextTry = clock.now() + Self.refusalPause } }
        return root.reconcile()
      }
      // Nobody who asks for all has it walked more often.
      let start = clock.now()
      if let time = root.nextTry, time <= start { root.markWhole() }
      let changes = root.reconcile()
      let end = clock.now()
      switch root.refusal?.isOfSize {
      case true?:
        if root.nextTry ?? 0 <= start {
          root.nextTry = end + max(Self.refusalPause, Self.pollingShare * (end - start))
        }
      case false?, nil: root.nextTry = nil
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

  /// False when it tells that events were lost.
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

// SPDX-License-Identifier: GPL-2.0-or-later

import CInotifyTools
package import LinuxIO

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
  private let table: WatchTable
  private var roots: [RootID: WatchedRoot] = [:]
  private var lastID = 0
  private var knownProblems: Set<WatchProblem> = []

  /// Make one before many descriptors are open: the library cannot take one numbered 1,024 or more.
  ///
  /// Errors: `busy` while another one lives, `tooManyOpenFiles` at a limit that the detail names.
  package init() throws(SystemError) {
    table = try WatchTable()
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
    for root in roots.values {
      if root.lacksWatches { problems.insert(.tooFewWatches(sysctl: "fs.inotify.max_user_watches")) }
      for (path, error) in root.unreadable {
        problems.insert(.unreadableDirectory(root: root.id, path: path, error: error))
      }
    }
    return problems
  }

  /// Has the loop report this token when there is something to drain.
  package func register(with loop: EventLoop, token: UInt64) throws(SystemError) {
    try loop.register(foreignDescriptor: table.descriptor, token: token, for: .reading)
  }

  package func unregister(from loop: EventLoop) throws(SystemError) {
    try loop.remove(foreignDescriptor: table.descriptor)
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
    roots[root.id] = root
    return root.id
  }

  /// Lets links of a bundle lead into these directories, in place of others: they are absolute, or relative to the bundle's
  /// root, and need not be there. The next `drain` holds all its files, without the loop being woken for it.
  package func allow(_ outside: [String], in id: RootID) {
    roots[id]?.allow(outside)
  }

  package func remove(_ id: RootID) {
    roots.removeValue(forKey: id)?.close()
  }

  /// Reads all events that there are, looks at what they are about, and says what to read again. Never blocks.
  ///
  /// Watches first and reads afterwards: what changes during the call comes with a later batch at the latest.
  package func drain() -> WatchBatch {
    var isIncomplete = false
    var count = 0
    while count < eventsPerDrain, let event = table.nextEvent() {
      count += 1
      if !dispatch(event) { isIncomplete = true }
    }
    let hasMore = count == eventsPerDrain
    if isIncomplete {
      if !hasMore { table.forgetRetired() }
      for watch in table.dropDead() { noteEnd(of: watch) }
      for root in roots.values { root.markWhole() }
    }
    let changes = roots.values.sorted { $0.id < $1.id }.map { $0.reconcile() }
    let current = problems
    defer { knownProblems = current }
    return WatchBatch(
      roots: changes.filter { !$0.isEmpty }, problems: Array(current.subtracting(knownProblems)),
      hasMore: hasMore)
  }

  /// False when it tells that events were lost.
  private func dispatch(_ event: Inotify.Event) -> Bool {
    if event.has(IN_Q_OVERFLOW) { return false }
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

  private func root(of use: WatchTable.Use) -> WatchedRoot? {
    switch use {
    case .content(let id, _), .passage(let id, _), .anchor(let id), .outside(let id, _): roots[id]
    }
  }
}

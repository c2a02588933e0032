// SPDX-License-Identifier: GPL-2.0-or-later

import CInotifyDescriptor
import CInotifyTools
import Glibc
import LinuxIO
import TestSupport
import Testing
import TextComparison

@testable import ThemeWatch

/// A bundle in a directory of its own, a watcher on it, and a reader that believes what the watcher says: it keeps the
/// content of the files that it was told of, as the daemon does.
final class Observer {
  private static let inotifyToken: UInt64 = 1
  private static let deadlineToken: UInt64 = 2
  /// Nanoseconds after which an event counts as lost. Never waited for when all is well.
  private static let bound: UInt64 = 60_000_000_000

  let scratch: ScratchDirectory
  let root: String
  private let loop: EventLoop
  let watcher: Watcher
  let id: RootID

  /// What the reader has, by path.
  private(set) var files: BytewiseDictionary<String> = [:]
  /// Whether the reader was told that the root is gone.
  private(set) var isGone = false
  /// Everything that was reported since `forget`, as there or as removed.
  private(set) var changed: BytewiseSet = []
  private(set) var gone: BytewiseSet = []
  private(set) var completions = 0
  /// The troubles that the last batch told, those of the first one included.
  private(set) var problems: [WatchProblem] = []
  private var sentinels = 0
  private var outside: [String]
  /// Let go of last: properties go in the order in which they stand here, and the watcher has to be gone by then.
  private let turn: WatcherTurn

  /// - Parameters:
  ///   - setup: a script that fills the bundle before it is watched, run in it.
  ///   - path: the bundle's, in the scratch directory; the script makes it when it is not the usual one.
  ///   - outside: where its links may lead.
  ///   - isRemote: which file systems count as remote.
  ///   - watches: how many the kernel grants.
  ///   - refusedInstances: how many attempts to get one fail.
  init(
    _ setup: String = "true", path: String = "bundle", outside: [String] = [], clock: MonotonicClock = .system,
    isRemote: ((String) -> Bool)? = nil, watches: Int32 = -1, refusedInstances: Int32 = 0
  ) throws {
    turn = WatcherTurn()
    self.outside = outside
    scratch = try ScratchDirectory()
    root = scratch(path)
    try makeDirectory(scratch("bundle"), mode: 0o755)
    try shell(setup, in: scratch("bundle"))
    livery_inotify_refuse_instances(refusedInstances)
    watcher = try Watcher(clock: clock)
    if let isRemote { watcher.table.isRemote = isRemote }
    livery_inotify_grant_watches(watches)
    loop = try EventLoop()
    try watcher.register(with: loop, token: Self.inotifyToken)
    id = try watcher.add(root: root)
    watcher.allow(outside, in: id)
    drain()
    let problems = problems
    forget()
    self.problems = problems
  }

  deinit {
    livery_inotify_grant_watches(-1)
    livery_inotify_refuse_instances(0)
  }

  /// What the library counts, which takes directories of one name for one. More than we have would be a leak.
  var libraryWatchCount: Int { Int(inotifytools_get_num_watches()) }

  func run(_ script: String) throws {
    try shell(script, in: scratch("bundle"))
  }

  /// Lets links lead into other directories from now on.
  func allow(_ outside: [String]) {
    self.outside = outside
    watcher.allow(outside, in: id)
    drain()
  }

  /// Whether nothing woke the reader. The kernel queues an event before the call that causes it returns.
  func isQuiet() throws -> Bool { try loop.poll().isEmpty }

  func forget() {
    (changed, gone, completions, problems) = ([], [], 0, [])
  }

  /// Reads what the watcher has, as the daemon would.
  func drain(_ thoroughness: Watcher.Thoroughness = .due) {
    let batch = watcher.drain(thoroughness)
    problems = batch.problems
    for changes in batch.roots {
      #expect(changes.unreadable.isEmpty)
      #expect(changes.root == id)
      if changes.isRootGone { isGone = true }
      if changes.isComplete {
        isGone = false
        files = [:]
        completions += 1
      }
      for prefix in changes.gone { files = files.filter { !isWithin($0.key, prefix) } }
      for path in changes.removed { files[path] = nil }
      for path in changes.changed { files[path] = content(path) }
      changed.formUnion(changes.changed)
      changed.formUnion(changes.removed)
      gone.formUnion(changes.gone)
    }
  }

  private func content(_ path: String) -> String? {
    guard let bytes = try? readFile("\(root)/\(path)", limit: 1_000_000) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Drains on each wake-up until a condition holds.
  func wait(_ what: Comment, until condition: () -> Bool) throws {
    loop.setDeadline(Self.deadlineToken, at: MonotonicClock.system.now() + Self.bound)
    defer { loop.clearDeadline(Self.deadlineToken) }
    while !condition() {
      let ready = try loop.wait()
      try #require(!ready.contains { $0.token == Self.deadlineToken }, what)
      drain()
    }
  }

  /// Waits until everything that has happened so far is reported: the queue is in order, so that a file which is written
  /// now is reported last.
  func settle() throws {
    sentinels += 1
    let name = "sentinel\(sentinels).json"
    try writeFileAtomically("\(root)/\(name)", [], mode: 0o644)
    try wait("the sentinel is reported") { files[name] != nil }
    try removeFile("\(root)/\(name)")
    try wait("the sentinel's removal is reported") { files[name] == nil }
    changed.remove(name)
  }

  /// What a reader that starts now finds.
  func truth() throws -> BytewiseDictionary<String> {
    var truth: BytewiseDictionary<String> = [:]
    for path in try walkBundle(root, outside: outside) { truth[path] = content(path) }
    return truth
  }

  /// The watcher, the kernel's library and the reader agree with the disk.
  func checkAgreement() throws {
    try settle()
    #expect(try truth() == files)
  }
}

/// Holds the one watcher that a process may have, against tests of other suites that need it too.
///
/// The lock is on the test program's own file, which every one of them can open anew.
private final class WatcherTurn {
  private let descriptor = open("/proc/self/exe", O_RDONLY | O_CLOEXEC)

  init() {
    while flock(descriptor, LOCK_EX) != 0 && errno == EINTR {}
  }

  deinit {
    close(descriptor)
  }
}

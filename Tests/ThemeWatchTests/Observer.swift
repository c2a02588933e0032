// SPDX-License-Identifier: GPL-2.0-or-later

import CInotifyDescriptor
import CInotifyTools
import Glibc
import LinuxIO
import TestSupport
import Testing
import TextComparison
import ThemeModel

@testable import ThemeWatch

/// A bundle in a directory of its own, a watcher, and a reader that relies on the watcher: it keeps the content of the
/// reported files, as the daemon does.
final class Observer {
  private static let inotifyToken: UInt64 = 1
  private static let deadlineToken: UInt64 = 2
  /// The time in nanoseconds after which an event counts as lost. A passing test never waits for it.
  private static let bound: UInt64 = 60_000_000_000

  let scratch: ScratchDirectory
  let root: String
  private let loop: EventLoop
  let watcher: Watcher
  let id: RootID

  /// The files of the reader, by path.
  private(set) var files: BytewiseDictionary<String> = [:]
  /// Whether the watcher reported the root as gone.
  private(set) var isGone = false
  /// All reported paths since `forget`, changed or removed.
  private(set) var changed: BytewiseSet = []
  private(set) var gone: BytewiseSet = []
  private(set) var completions = 0
  private(set) var refusals: [RootRefusal] = []
  /// The problems in the last batch, including those of the first one.
  private(set) var problems: [WatchProblem] = []
  private var sentinels = 0
  private var bounds: BundleBounds
  /// Released last: properties are destroyed in this order, and the watcher must be gone before.
  private let serialisation: WatcherSerialisation

  /// - Parameters:
  ///   - setup: a script that fills the bundle before it is watched.
  ///   - path: the path of the bundle in the scratch directory. The script creates it if it is not the default.
  ///   - outside: the directories that links may lead into.
  ///   - isRemote: which file systems count as remote.
  ///   - watches: the number of watches that the kernel grants.
  ///   - refusedInstances: the number of attempts that fail.
  init(
    _ setup: String = "true", path: String = "bundle", outside: [String] = [], clock: MonotonicClock = .system,
    isRemote: ((String) -> Bool)? = nil, watches: Int32 = -1, refusedInstances: Int32 = 0
  ) throws {
    serialisation = WatcherSerialisation()
    bounds = BundleBounds(outside: outside)
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
    watcher.set(bounds, of: id)
    drain()
    let problems = problems
    forget()
    self.problems = problems
  }

  deinit {
    livery_inotify_grant_watches(-1)
    livery_inotify_refuse_instances(0)
  }

  /// The watches of the library, which counts directories of one name once. More than the watcher's would be a leak.
  var libraryWatchCount: Int { Int(inotifytools_get_num_watches()) }

  func run(_ script: String) throws {
    try shell(script, in: scratch("bundle"))
  }

  func set(_ bounds: BundleBounds) {
    self.bounds = bounds
    watcher.set(bounds, of: id)
    drain()
  }

  /// Whether no event woke the reader. The kernel queues an event before the causing call returns.
  func isQuiet() throws -> Bool { try loop.poll().isEmpty }

  func forget() {
    (changed, gone, completions, problems, refusals) = ([], [], 0, [], [])
  }

  /// Applies a batch of the watcher like the daemon.
  func drain(_ thoroughness: Watcher.Thoroughness = .due) {
    let batch = watcher.drain(thoroughness)
    problems = batch.problems
    for changes in batch.roots {
      #expect(changes.unreadable.isEmpty)
      #expect(changes.root == id)
      if changes.isRootGone { isGone = true }
      if let refusal = changes.refusal { refusals.append(refusal) }
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

  /// The content of a reported path, which may be a link to a directory outside of the bundle.
  private func content(_ path: String) -> String? {
    if (try? fileStatus("\(root)/\(path)"))?.kind == .directory { return "a directory" }
    guard let bytes = try? readFile("\(root)/\(path)", limit: 1_000_000) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Drains at each wake-up until a condition holds.
  func wait(_ what: Comment, until condition: () -> Bool) throws {
    loop.setDeadline(Self.deadlineToken, at: MonotonicClock.system.now() + Self.bound)
    defer { loop.clearDeadline(Self.deadlineToken) }
    while !condition() {
      let ready = try loop.wait()
      try #require(!ready.contains { $0.token == Self.deadlineToken }, what)
      drain()
    }
  }

  /// Waits until all earlier changes are reported: the queue keeps its order, so that a file written now is reported last.
  func settle() throws {
    sentinels += 1
    let name = "sentinel\(sentinels).json"
    try writeFileAtomically("\(root)/\(name)", [], mode: 0o644)
    try wait("the sentinel is reported") { files[name] != nil }
    try removeFile("\(root)/\(name)")
    try wait("the sentinel's removal is reported") { files[name] == nil }
    changed.remove(name)
  }

  /// The files that a new reader finds.
  func truth() throws -> BytewiseDictionary<String> {
    var truth: BytewiseDictionary<String> = [:]
    for path in try walkBundle(root, bounds) { truth[path] = content(path) }
    return truth
  }

  /// Expects the watcher, the library and the reader to agree with the disk.
  func checkAgreement() throws {
    try settle()
    #expect(try truth() == files)
  }
}

/// Serialises the tests that need the one watcher of a process, also those of other suites.
///
/// The lock is on the file of the test program, which all of them can open again.
private final class WatcherSerialisation {
  private let descriptor = open("/proc/self/exe", O_RDONLY | O_CLOEXEC)

  init() {
    while flock(descriptor, LOCK_EX) != 0 && errno == EINTR {}
  }

  deinit {
    close(descriptor)
  }
}

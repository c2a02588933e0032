// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import ThemeWatch

/// Carries changed files from the watcher to the bundles, and publishes the bundles whose changes are due.
struct FileUpdates {
  private let state: DaemonState

  /// Drains of one `Sync` at most, for a kernel's queue that is longer than usual.
  private static let maximumCatchUps = 64

  init(_ state: DaemonState) { self.state = state }

  // MARK: Applying

  /// Applies the reports of the watcher, then publishes the bundles whose changes are due.
  func filesChanged() {
    apply(rounds: DrainRounds.maximum)
    publishDue()
  }

  /// Drains the watcher and applies the changes, until a round finds none or the rounds are over.
  func apply(rounds maximum: Int, _ thoroughness: Watcher.Thoroughness = .due) {
    let woken = state.clock.now()
    let failures = passingFailureCount
    defer {
      rescanAfterFailures(since: failures)
      planDrain(woken)
    }
    var rounds = DrainRounds(maximum: maximum, start: woken)
    while true {
      // Before the drain, which then covers everything that was written under a lock that is released by now.
      _ = recordLocks()
      let changes = state.fileEvents.drain(thoroughness)
      apply(changes, woken: woken)
      switch rounds.next(isDrained: changes.isEmpty && !state.fileEvents.hasMore, now: state.clock.now()) {
      case .drain: continue
      case .drainAfterReleasedLock: if !recordLocks() { return }
      case .end: return
      }
    }
  }

  private func apply(_ changes: [(bundle: Int, changes: RootChanges)], woken: UInt64) {
    for (number, changes) in changes {
      guard let bundle = state.bundle(numbered: number) else { continue }
      bundle.apply(changes, woken: woken)
      setBounds(of: bundle)
    }
  }

  /// The first changes of newly watched bundles: all of their files; nil for a bundle whose directory is gone again. The changes of
  /// other bundles in the same drain are applied.
  func firstChanges(of prepared: [BundleLoading.Prepared]) -> [RootChanges?] {
    guard !prepared.isEmpty else { return [] }
    let changes = state.fileEvents.drain()
    apply(changes, woken: state.clock.now())
    return prepared.map { bundle in
      changes.first { $0.bundle == bundle.number && $0.changes.isComplete }?.changes
    }
  }

  /// Applies changes of a bundle that are due without an event, then publishes.
  func bundleIsDue(_ number: Int) {
    let failures = passingFailureCount
    if let bundle = state.bundle(numbered: number) {
      bundle.applyOverdue()
      setBounds(of: bundle)
    }
    rescanAfterFailures(since: failures)
    filesChanged()
  }

  /// Gives the watcher the bounds of a bundle's present manifest. While the directory is not followed, the manifest is that of the last
  /// good state, and before each look `FileEvents` reads the one on disk.
  private func setBounds(of bundle: BundleHost) {
    if !bundle.isRootGone { state.fileEvents.set(bundle.bounds, of: bundle.number) }
  }

  /// Takes in the files of new bounds that came without an event.
  func followBounds(of bundle: BundleHost) {
    setBounds(of: bundle)
    if state.fileEvents.hasMore { apply(rounds: DrainRounds.maximum) }
  }

  /// Records which bundles are under a lock of git. Returns whether a lock was released since the last call.
  private func recordLocks() -> Bool {
    state.bundles.reduce(false) { isReleased, bundle in
      let isLocked = bundle.hasChanges && state.fileEvents.isLocked(bundle.number)
      return bundle.recordLock(isHeld: isLocked) || isReleased
    }
  }

  /// Schedules a scan of all files after system calls failed for a reason that passes, such as too few descriptors.
  ///
  /// - Parameter count: the number of failures before the calls.
  func rescanAfterFailures(since count: UInt) {
    guard passingFailureCount != count else { return }
    state.log.warning(
      "the system refused to read files, possibly for lack of descriptors or memory: all files are checked again")
    state.fileEvents.scheduleScan()
  }

  /// Sets the deadline of the next drain.
  ///
  /// - Parameter woken: the deadline if the watcher has more changes at once.
  func planDrain(_ woken: UInt64) {
    if let deadline = state.fileEvents.hasMore ? woken : state.fileEvents.deadline {
      state.loop.setDeadline(Event.files.token, at: deadline)
    } else {
      state.loop.clearDeadline(Event.files.token)
    }
  }

  // MARK: Publishing

  /// Publishes each bundle whose changes are due, and sets a deadline for each bundle whose changes wait.
  func publishDue() {
    state.report?.changed()
    for bundle in state.bundles {
      state.consumers.end(bundle.publishIfDue { state.fileEvents.ignoreLock(bundle.number) })
      let token = Event.bundleDue(bundle.number).token
      if let deadline = bundle.deadline {
        state.loop.setDeadline(token, at: deadline)
      } else {
        state.loop.clearDeadline(token)
      }
    }
  }

  /// Publishes the changes of a bundle, due or not.
  func publish(_ bundle: BundleHost) { state.consumers.end(bundle.publish()) }

  /// Reads all files of a bundle again, and publishes the differences.
  func recheck(_ bundle: BundleHost) {
    let failures = passingFailureCount
    bundle.readAll()
    setBounds(of: bundle)
    rescanAfterFailures(since: failures)
    synchronize(bundle)
  }

  /// Publishes at once everything that was written before.
  func synchronize(_ bundle: BundleHost) {
    let failures = passingFailureCount
    // One round covers it, unless the kernel's queue is longer than by default.
    apply(rounds: 1, .full)
    for _ in 0..<Self.maximumCatchUps where state.fileEvents.hasMore { apply(rounds: 1) }
    if passingFailureCount != failures { apply(rounds: 1, .full) }
    bundle.applySilentChanges()
    setBounds(of: bundle)
    publish(bundle)
    // Changes of other bundles may wait.
    filesChanged()
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import ThemeWatch

/// The way of files from the watcher to a publication.
extension Daemon {
  /// Drains of one `Sync` at most, for a kernel's queue that is longer than usual.
  private static let maximumCatchUps = 64

  /// Applies what the watcher reports, then publishes what is due.
  func filesChanged() {
    applyFileChanges(rounds: DrainRounds.maximumUnderLocks)
    settle()
  }

  /// Drains the watcher and applies the changes, until a round finds none or the rounds are over.
  func applyFileChanges(rounds maximum: Int, _ thoroughness: Watcher.Thoroughness = .due) {
    let woken = clock.now()
    let failures = passingFailureCount
    defer {
      lookAgainAfterFailures(since: failures)
      planDrain(woken)
    }
    var rounds = DrainRounds(maximum: maximum, start: woken)
    while true {
      // Before the drain, which then covers everything that was written under a lock that is released by now.
      _ = lookForLocks()
      let changes = fileEvents.drain(thoroughness)
      apply(changes, woken: woken)
      switch rounds.next(isDrained: changes.isEmpty && !fileEvents.hasMore, now: clock.now()) {
      case .drain: continue
      case .drainAfterReleasedLock: if !lookForLocks() { return }
      case .end: return
      }
    }
  }

  func apply(_ changes: [(bundle: Int, changes: RootChanges)], woken: UInt64) {
    for (number, changes) in changes {
      guard let bundle = bundle(numbered: number) else { continue }
      bundle.apply(changes, woken: woken)
      followOutside(of: bundle)
    }
  }

  /// Has the watcher follow links as the manifest of a bundle says now.
  private func followOutside(of bundle: BundleHost) { fileEvents.allow(bundle.outside, in: bundle.number) }

  /// Schedules another look at all files after system calls failed for a reason that passes, such as too few descriptors.
  ///
  /// - Parameter count: the failures before the look.
  func lookAgainAfterFailures(since count: UInt) {
    guard passingFailureCount != count else { return }
    log.warning(
      "the system has refused a look at files, for want of descriptors or memory perhaps: all are looked at again")
    fileEvents.lookAgain()
  }

  /// Looks for git's locks. Returns whether one was released since the last look.
  private func lookForLocks() -> Bool {
    bundles.reduce(false) { isReleased, bundle in
      let isLocked = bundle.hasChanges && fileEvents.isLocked(bundle.number)
      return bundle.recordLock(isHeld: isLocked) || isReleased
    }
  }

  /// Wakes the loop for the next drain, now or when it is due.
  func planDrain(_ woken: UInt64) {
    if let deadline = fileEvents.hasMore ? woken : fileEvents.deadline {
      loop.setDeadline(Event.files.token, at: deadline)
    } else {
      loop.clearDeadline(Event.files.token)
    }
  }

  func bundle(numbered number: Int) -> BundleHost? { bundles.first { $0.number == number } }

  func bundleIsDue(_ number: Int) {
    let failures = passingFailureCount
    if let bundle = bundle(numbered: number) {
      bundle.applyOverdue()
      followOutside(of: bundle)
    }
    lookAgainAfterFailures(since: failures)
    filesChanged()
  }

  /// Publishes what is due, and wakes the loop for what is not.
  func settle() {
    report?.changed()
    for bundle in bundles {
      end(bundle.publishIfDue { fileEvents.ignoreLock(bundle.number) })
      let token = Event.bundleDue(bundle.number).token
      if let deadline = bundle.deadline {
        loop.setDeadline(token, at: deadline)
      } else {
        loop.clearDeadline(token)
      }
    }
  }

  func publish(_ bundle: BundleHost) { end(bundle.publish()) }

  private func end(_ excesses: [(Consumer, Message.Excess)]) {
    for (consumer, excess) in excesses { end(consumer, excess) }
  }

  /// Reads all files of a bundle anew, and publishes the differences.
  package func recheck(_ bundle: BundleHost) {
    let failures = passingFailureCount
    bundle.readAll()
    followOutside(of: bundle)
    lookAgainAfterFailures(since: failures)
    synchronize(bundle)
  }

  /// Publishes everything that was written before, without a wait.
  func synchronize(_ bundle: BundleHost) {
    let failures = passingFailureCount
    // One round covers it, unless the kernel's queue is longer than by default.
    applyFileChanges(rounds: 1, .full)
    for _ in 0..<Self.maximumCatchUps where fileEvents.hasMore { applyFileChanges(rounds: 1) }
    if passingFailureCount != failures { applyFileChanges(rounds: 1, .full) }
    bundle.applySilentChanges()
    followOutside(of: bundle)
    publish(bundle)
    // Changes of other bundles may wait.
    filesChanged()
  }
}

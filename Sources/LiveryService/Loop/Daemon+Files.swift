// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import ThemeWatch

/// Files: from the watcher to what is published.
extension Daemon {
  /// Bounds of what is taken over before it is published, so that a program that never stops writing starves nobody.
  private static let mostRounds = 3
  private static let fewestRounds = 2
  private static let mostRoundsUnderLocks = 8
  private static let longestRounds: UInt64 = 10_000_000
  private static let mostCatchingUp = 64

  /// Wake, drain, take over, drain again; then publish what is no worse than before.
  func filesChanged() {
    takeOverFiles(rounds: Self.mostRoundsUnderLocks)
    settle()
  }

  func takeOverFiles(rounds: Int, _ thoroughness: Watcher.Thoroughness = .due) {
    let woken = clock.now()
    let failures = passingFailureCount
    allowOutside()
    defer {
      lookAgainAfterFailures(since: failures)
      planDrain(woken)
    }
    for round in 1...rounds {
      // Before the drain: what was written under a lock that is free by now is taken over by it.
      lookForLocks()
      let changes = fileEvents.drain(thoroughness)
      for (number, changes) in changes { bundle(numbered: number)?.take(changes, woken: woken) }
      allowOutside()
      if changes.isEmpty, !fileEvents.hasMore { return }
      guard round >= Self.fewestRounds, clock.now() - woken > Self.longestRounds || round >= Self.mostRounds else {
        continue
      }
      let locked = lockedBundles
      lookForLocks()
      // One that is free only now may have let go of more than was taken over.
      if locked.isSubset(of: lockedBundles) { return }
    }
  }

  /// Files that could not be looked at, for want of a descriptor for instance, are looked at again, and nothing of it lasts.
  ///
  /// - Parameter count: the failures before the look.
  func lookAgainAfterFailures(since count: UInt) {
    guard passingFailureCount != count else { return }
    log.warning(
      "the system has refused a look at files, for want of descriptors or memory perhaps: all are looked at again")
    fileEvents.lookAgain()
  }

  private func lookForLocks() {
    lockedBundles = Set(bundles.lazy.filter { $0.hasNews && self.fileEvents.isLocked($0.number) }.map(\.number))
  }

  /// Has the loop come back for what is left, now or when it is due.
  func planDrain(_ woken: UInt64) {
    if let deadline = fileEvents.hasMore ? woken : fileEvents.deadline {
      loop.setDeadline(Event.files.token, at: deadline)
    } else {
      loop.clearDeadline(Event.files.token)
    }
  }

  /// Has the watcher follow links as the manifests say by now.
  private func allowOutside() {
    for bundle in bundles { fileEvents.allow(bundle.outside, in: bundle.number) }
  }

  func bundle(numbered number: Int) -> BundleHost? { bundles.first { $0.number == number } }

  func bundleIsDue(_ number: Int) {
    let failures = passingFailureCount
    bundle(numbered: number)?.takeOverdue()
    lookAgainAfterFailures(since: failures)
    takeOverFiles(rounds: Self.mostRoundsUnderLocks)
    settle()
  }

  func settle() {
    report?.changed()
    for bundle in bundles {
      if isHeldByLock(bundle) {
        // The end of it wakes the loop.
      } else if bundle.checkReadiness() {
        publish(bundle)
      }
      let token = Event.bundleDue(bundle.number).token
      if let deadline = bundle.deadline {
        loop.setDeadline(token, at: deadline)
      } else {
        loop.clearDeadline(token)
      }
    }
  }

  private func isHeldByLock(_ bundle: BundleHost) -> Bool {
    guard lockedBundles.contains(bundle.number) else { return false }
    if bundle.waitForLock() { return true }
    fileEvents.ignoreLock(bundle.number)
    lockedBundles.remove(bundle.number)
    return false
  }

  func publish(_ bundle: BundleHost) {
    for (consumer, excess) in bundle.publish() { end(consumer, excess) }
  }

  /// Reads all files of a bundle anew, and publishes what differs.
  package func recheck(_ bundle: BundleHost) {
    let failures = passingFailureCount
    bundle.readAll()
    lookAgainAfterFailures(since: failures)
    synchronize(bundle)
  }

  /// Publishes everything that was written before; ends a period of grace.
  func synchronize(_ bundle: BundleHost) {
    let failures = passingFailureCount
    // One round covers what was written before, unless the kernel's queue was made longer than it is by default.
    takeOverFiles(rounds: 1, .full)
    for _ in 0..<Self.mostCatchingUp where fileEvents.hasMore { takeOverFiles(rounds: 1) }
    if passingFailureCount != failures { takeOverFiles(rounds: 1, .full) }
    bundle.takeShared()
    bundle.takeWholeUnfinished()
    publish(bundle)
    // Other bundles may be in the middle of something.
    filesChanged()
  }
}

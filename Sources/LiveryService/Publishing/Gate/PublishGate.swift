// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeWatch

/// Decides when changes of a bundle are published, from events and the time of each. Times are nanoseconds.
///
/// Changes are published at once, except in four cases:
///
/// - *Open files*: a file that a program is writing is read when the program closes it, or when `Timeouts.writing` has passed.
/// - *Git's lock*: while git changes a work tree of the bundle, changes wait for the end, `Timeouts.lock` at most.
/// - *Burst*: changes of other files right after a publication wait for a pause, see `Burst`.
/// - *Grace*: a state with new errors waits for `Timeouts.grace`, since the author's program may be in the middle of a save.
struct PublishGate {
  enum Event {
    /// The watcher reported changes, and this work follows from them.
    case watched(RootChanges, ListedFiles.Work)
    /// A file that is open for writing was looked at, and had this many bytes.
    case lookedAt(String, bytes: Int)
    /// Files count as written to their end.
    case finished([String])
    /// A file is gone.
    case gone(String)
    /// Changes of files are applied. The watcher reported the first of them at this time.
    case filesApplied([String], noticedAt: UInt64)
    /// Values that are set at run time are applied.
    case valuesApplied
    case lockHeld
    case lockReleased
    /// The changes lead to errors that the published state does not have.
    case foundWorse
    case published
    /// The changes lead to no new generation.
    case unchanged
  }

  enum Decision: Equatable {
    /// Nothing is due before this time; nil while no changes wait.
    case wait(until: UInt64?)
    case publishUnlessWorse
    case publish
    /// Git's lock was held for too long, and is ignored.
    case ignoreLock
  }

  private let timeouts: Timeouts
  /// The time of the report of the first pending change.
  private(set) var waitingSince: UInt64?
  private(set) var openFiles: OpenFiles
  private var burst: Burst
  /// The time from which changes are published although git's lock is held.
  private var lockEnd: UInt64?
  /// The time from which changes are published although they lead to new errors. Later changes do not move it.
  private var graceEnd: UInt64?
  /// Whether the last changes were found to lead to new errors.
  private var isKnownWorse = false

  init(_ timeouts: Timeouts) {
    self.timeouts = timeouts
    openFiles = OpenFiles(timeout: timeouts.writing)
    burst = Burst(timeouts)
  }

  /// Whether changes wait to be published.
  var hasChanges: Bool { waitingSince != nil }

  /// Whether git holds the lock of a work tree, as of the last look.
  var isLocked: Bool { lockEnd != nil }

  mutating func record(_ event: Event, now: UInt64) {
    switch event {
    case .watched(let changes, let work): openFiles.record(changes, work, now: now)
    case .lookedAt(let path, let bytes): openFiles.recordLook(at: path, bytes: bytes, now: now)
    case .finished(let paths): openFiles.finish(paths)
    case .gone(let path): openFiles.forget(path)
    case .filesApplied(let files, let noticedAt):
      waitingSince = waitingSince ?? noticedAt
      burst.record(files, now: now)
      isKnownWorse = false
    case .valuesApplied:
      waitingSince = waitingSince ?? now
      isKnownWorse = false
    case .lockHeld: lockEnd = lockEnd ?? now + timeouts.lock
    case .lockReleased: lockEnd = nil
    case .foundWorse:
      graceEnd = graceEnd ?? now + timeouts.grace
      isKnownWorse = true
    case .published:
      end()
      burst.recordPublication(now: now)
    case .unchanged:
      end()
      burst.drop()
    }
  }

  private mutating func end() {
    waitingSince = nil
    lockEnd = nil
    graceEnd = nil
    isKnownWorse = false
  }

  func decision(now: UInt64) -> Decision {
    guard hasChanges else { return .wait(until: nil) }
    if let lockEnd { return now < lockEnd ? .wait(until: lockEnd) : .ignoreLock }
    if let burstEnd = burst.end(now: now) { return .wait(until: burstEnd) }
    guard let graceEnd else { return .publishUnlessWorse }
    if now >= graceEnd { return .publish }
    return isKnownWorse ? .wait(until: graceEnd) : .publishUnlessWorse
  }

  /// The next time at which something is due without an event: a publication, or the reading of an open file.
  func deadline(now: UInt64) -> UInt64? {
    let publication: UInt64? =
      switch decision(now: now) {
      case .wait(let end): end
      case .publishUnlessWorse, .publish, .ignoreLock: now
      }
    return [publication, openFiles.deadline].compactMap(\.self).min()
  }
}

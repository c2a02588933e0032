// SPDX-License-Identifier: MIT

import Synchronization
import TextComparison

/// All that readers can see, as it was at one moment.
struct Moment: Sendable {
  var snapshot = Theme.Snapshot.none
  var connection = Theme.Connection.connecting
  var problem: String?
  var diagnostics: [Theme.Diagnostic] = []
  /// Grows with each publication.
  fileprivate(set) var revision: UInt64 = 0

  /// What a reader who saw an earlier moment has to be told of this one; nothing when it looks the same by now.
  func update(since seen: Moment?) -> Theme.Update? {
    let update = Theme.Update(from: seen, to: self)
    guard let seen else { return update }
    let isNew =
      connection != seen.connection || Bytewise(problem) != Bytewise(seen.problem) || diagnostics != seen.diagnostics
      || snapshot.isReady != seen.snapshot.isReady || !update.changed.isEmpty
    return isNew ? update : nil
  }
}

/// Where the current moment is looked up by all readers, replaced by the one who feeds it, and waited for.
///
/// No reader is ever waited for: whoever comes late finds the newest moment and makes out itself what is new to it. That is
/// why nothing is queued, and nothing is lost.
final class Board: Sendable {
  private struct Contents {
    var moment = Moment()
    var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var lastWaiter: UInt64 = 0
  }

  private let contents = Mutex(Contents())

  var moment: Moment { contents.withLock { $0.moment } }
  var snapshot: Theme.Snapshot { contents.withLock { $0.moment.snapshot } }

  /// Replaces the moment and wakes who waits. After `closed` nothing is published any more.
  func publish(_ change: (inout Moment) -> Void) {
    let waiters = contents.withLock { contents -> [CheckedContinuation<Void, Never>] in
      guard contents.moment.connection != .closed else { return [] }
      change(&contents.moment)
      contents.moment.revision += 1
      defer { contents.waiters = [:] }
      return Array(contents.waiters.values)
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns when there is a later moment than that of a revision, or the task is cancelled.
  func waitForMoment(after revision: UInt64) async {
    let waiter = contents.withLock { contents in
      contents.lastWaiter += 1
      return contents.lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = contents.withLock { contents in
          // A cancellation before this found nobody to wake; the task knows of it already.
          guard contents.moment.revision <= revision, !Task.isCancelled else { return true }
          contents.waiters[waiter] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      contents.withLock { $0.waiters.removeValue(forKey: waiter) }?.resume()
    }
  }
}

// SPDX-License-Identifier: MIT

import Synchronization
import TextComparison

/// Everything that readers can see at one time.
struct ClientState: Sendable {
  var snapshot = Theme.Snapshot.none
  var connection = Theme.Connection.connecting
  var problem: String?
  var diagnostics: [Theme.Diagnostic] = []
  /// Grows with each publication.
  fileprivate(set) var revision: UInt64 = 0

  /// The update for a reader that saw an earlier state; nil without a difference.
  func update(since seen: ClientState?) -> Theme.Update? {
    let update = Theme.Update(from: seen, to: self)
    guard let seen else { return update }
    let isNew =
      connection != seen.connection || Bytewise(problem) != Bytewise(seen.problem) || diagnostics != seen.diagnostics
      || snapshot.isReady != seen.snapshot.isReady || snapshot.isUnsaved != seen.snapshot.isUnsaved
      || !update.changed.isEmpty
      || Bytewise(snapshot.styleOrder) != Bytewise(seen.snapshot.styleOrder)
    return isNew ? update : nil
  }
}

/// The current state: one session replaces it, any number of readers look it up and wait for the next one.
///
/// Nothing is queued. A late reader finds the newest state and compares it with the state that it saw last, so that slow
/// readers cost no memory and lose no change.
final class StatePublisher: Sendable {
  private struct Contents {
    var state = ClientState()
    var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var lastWaiter: UInt64 = 0
  }

  private let contents = Mutex(Contents())

  var state: ClientState { contents.withLock { $0.state } }
  var snapshot: Theme.Snapshot { contents.withLock { $0.state.snapshot } }

  /// Replaces the state and wakes all waiting readers. After `closed` this does nothing.
  func publish(_ change: (inout ClientState) -> Void) {
    let waiters = contents.withLock { contents -> [CheckedContinuation<Void, Never>] in
      guard contents.state.connection != .closed else { return [] }
      change(&contents.state)
      contents.state.revision += 1
      defer { contents.waiters = [:] }
      return Array(contents.waiters.values)
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns when there is a state later than a revision, or when the task is cancelled.
  func waitForState(after revision: UInt64) async {
    let waiter = contents.withLock { contents in
      contents.lastWaiter += 1
      return contents.lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = contents.withLock { contents in
          // A cancellation before this found no waiter.
          guard contents.state.revision <= revision, !Task.isCancelled else { return true }
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

// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO

/// Looks for the directories of waiting bundles, and serves the bundles that can be read.
struct DirectorySearch {
  private let state: DaemonState
  private let registry: BundleRegistry
  private let registration: Registration
  private let updates: FileUpdates

  init(_ state: DaemonState) {
    self.state = state
    registry = BundleRegistry(state)
    registration = Registration(state)
    updates = FileUpdates(state)
  }

  /// Limits the time for searches: a look at a directory is followed by a pause of this many times its duration.
  private static let share: UInt64 = 20

  /// Looks for the directories that are due, and plans the next search.
  func run() {
    for var bundle in state.waiting.takeAll() {
      let start = state.clock.now()
      guard bundle.nextLook <= start else {
        state.waiting.append(bundle)
        continue
      }
      do throws(DaemonError) {
        try serve(bundle)
      } catch {
        if case .bundle(let error) = error { bundle.error = error }
        let end = state.clock.now()
        bundle.nextLook = end + Self.share * (end - start)
        state.waiting.append(bundle)
      }
    }
    plan()
  }

  /// Sets the deadline of the next search. It is a poll, since the parents of a directory may be missing too.
  func plan() {
    if state.waiting.isEmpty {
      state.loop.clearDeadline(Event.waitingDue.token)
    } else {
      state.loop.setDeadline(
        Event.waitingDue.token, at: state.clock.now() + state.configuration.timeouts.polling)
    }
  }

  private func serve(_ bundle: WaitingBundle) throws(DaemonError) {
    let failures = passingFailureCount
    if let host = bundle.host {
      try state.loading.watchAgain(host)
    } else {
      _ = try registry.add(
        bundle.source, besides: state.bundles.map(\.name) + state.waiting.all.map(\.name))
      for (kept, number) in bundle.consumers {
        if let connection = state.connections[number] { registration.resume(kept, on: connection) }
      }
    }
    state.log.info(
      "the bundle `\(bundle.name)` is served from its directory, which is there by now", .bundle(bundle.name))
    updates.rescanAfterFailures(since: failures)
    updates.filesChanged()
  }

  /// Stops waiting for unwanted bundles, and ends their consumers.
  func keep(where isWanted: (WaitingBundle) -> Bool) {
    for bundle in state.waiting.all where !isWanted(bundle) {
      for (kept, number) in bundle.consumers {
        state.connections[number]?.send(
          StreamReply.head(for: kept.number),
          StreamReply.end(reason: EndReason.notServed(bundle.name)).body())
      }
    }
    state.waiting.removeAll { !isWanted($0) }
  }
}

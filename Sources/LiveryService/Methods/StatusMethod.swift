// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration
import LiveryProtocol
import ThemeEngine
import ThemeModel
import Varlink

/// The method Status. All numbers count only bundles that the peer may read.
struct StatusMethod {
  private let state: DaemonState

  init(_ state: DaemonState) { self.state = state }

  func status(
    _ call: ThemeInterface.Status, by peer: PeerCredentials
  ) throws(CallError) -> ThemeInterface.Status.Reply {
    let visible = state.bundles(visibleTo: peer)
    let fileEvents = state.fileEvents
    let numbers = Set(visible.map(\.number))
    let seesAll = visible.count == state.bundles.count
    let figures = visible.map(\.figures)
    func sum(_ member: KeyPath<BundleFigures, Int>) -> Int { figures.reduce(0) { $0 + $1[keyPath: member] } }
    return ThemeInterface.Status.Reply {
      $0.version = productVersion
      $0.uptime = Int((state.clock.now() - state.started) / 1_000_000_000)
      $0.bundles = visible.count
      $0.consumers = state.consumers.all.count { state.access.maySee($0, peer) }
      $0.watches = seesAll ? fileEvents.watchCount : fileEvents.watchCount(of: numbers)
      $0.errors = sum(\.errors)
      $0.warnings = sum(\.warnings)
      $0.held = sum(\.held)
      $0.unreadable = sum(\.unreadable)
      $0.memory = seesAll ? residentMemory() : nil
      $0.configured = state.readings.accepted
      $0.refused = state.readings.refused
      $0.problems = problems(of: visible, for: peer)
      $0.limits = state.limits.listed
      $0.counters = counters(of: visible)
    }
  }

  private func counters(of visible: [BundleHost]) -> ThemeInterface.Counters {
    let engines = visible.map(\.engine.counters)
    let channels = visible.map(\.counters)
    return ThemeInterface.Counters {
      $0.filesParsed = engines.reduce(0) { $0 + $1.filesParsed }
      $0.declarationsChanged = engines.reduce(0) { $0 + $1.declarationsChanged }
      $0.valuesResolved = engines.reduce(0) { $0 + $1.valuesResolved }
      $0.deltasSent = channels.reduce(0) { $0 + $1.deltasSent }
      $0.conflated = channels.reduce(0) { $0 + $1.conflated }
      $0.messagesEncoded = channels.reduce(0) { $0 + $1.encoded }
      $0.rescans = state.fileEvents.rescanCount(of: Set(visible.map(\.number)))
    }
  }

  /// The present problems of these bundles and of the daemon.
  private func problems(of visible: [BundleHost], for peer: PeerCredentials) -> [String] {
    // Problems of the configuration may name bundles that others may not see.
    let refusal = (try? state.access.admit(peer)) == nil ? [] : state.readings.problems
    return problemsOfWaiting(visible, peer) + state.fileEvents.problems(of: Set(visible.map(\.number)))
      + visible.compactMap(\.unreadableProblem) + visible.flatMap(\.problems)
      + [state.stateDirectoryProblem].compactMap(\.self) + refusal
  }

  private func problemsOfWaiting(_ visible: [BundleHost], _ peer: PeerCredentials) -> [String] {
    state.unserved(visibleTo: peer).map(\.problem)
      + visible.compactMap { bundle in
        state.waiting.reason(for: bundle, state.fileEvents).map { WaitingBundle.problem(of: bundle.name, $0) }
      }
  }
}

extension BundleHost {
  /// The problem of unreadable files; nil if there are none.
  fileprivate var unreadableProblem: String? {
    let count = figures.unreadable
    guard count > 0, !isRootGone else { return nil }
    return "\(counted(count, "file")) of the bundle `\(name)` cannot be read: `livery check \(path)` shows the reasons"
  }
}

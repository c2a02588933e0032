// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration
import LiveryProtocol
import ThemeEngine
import ThemeModel
import Varlink

/// The method Status. All numbers count only bundles that the peer may read.
extension Daemon {
  func status(
    _ call: ThemeInterface.Status, by peer: PeerCredentials
  ) throws(CallError) -> ThemeInterface.Status.Reply {
    let visible = bundles.filter { mayRead($0, peer) }
    let numbers = Set(visible.map(\.number))
    let seesAll = visible.count == bundles.count
    let figures = visible.map(\.figures)
    func sum(_ member: KeyPath<BundleFigures, Int>) -> Int { figures.reduce(0) { $0 + $1[keyPath: member] } }
    return ThemeInterface.Status.Reply {
      $0.version = productVersion
      $0.uptime = Int((clock.now() - started) / 1_000_000_000)
      $0.bundles = visible.count
      $0.consumers = consumers.values.count { isVisible($0, to: peer) }
      $0.watches = seesAll ? fileEvents.watchCount : fileEvents.watchCount(of: numbers)
      $0.errors = sum(\.errors)
      $0.warnings = sum(\.warnings)
      $0.held = sum(\.held)
      $0.unreadable = sum(\.unreadable)
      $0.memory = seesAll ? residentMemory() : nil
      $0.configured = readings.accepted
      $0.refused = readings.refused
      $0.problems = problems(of: visible, for: peer)
      $0.limits = limits.listed
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
      $0.rescans = fileEvents.rescanCount(of: Set(visible.map(\.number)))
    }
  }

  /// The present problems of these bundles and of the daemon.
  private func problems(of visible: [BundleHost], for peer: PeerCredentials) -> [String] {
    // Problems of the configuration may name bundles that others may not see.
    let refusal = (try? admit(peer)) == nil ? [] : readings.problems
    return problemsOfWaiting(visible, peer) + fileEvents.problems(of: Set(visible.map(\.number)))
      + visible.compactMap(\.unreadableProblem) + visible.flatMap(\.problems)
      + [stateDirectory.problem].compactMap(\.self) + refusal
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

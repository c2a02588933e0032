// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import ThemeEngine
import ThemeModel

/// The method Status: how the daemon is, as a peer may see it. No number says anything of bundles that the peer may not read.
extension Daemon {
  func status(for peer: PeerCredentials) -> JSONValue {
    let visible = bundles.filter { mayRead($0, peer) }
    let numbers = Set(visible.map(\.number))
    let watches = visible.count == bundles.count ? fileEvents.watchCount : fileEvents.watchCount(of: numbers)
    let figures = visible.map(\.figures)
    func sum(_ member: KeyPath<BundleFigures, Int>) -> JSONValue {
      count(figures.reduce(0) { $0 + $1[keyPath: member] })
    }
    var status = JSONObject([
      ("version", .string(productVersion)), ("uptime", count(Int((clock.now() - started) / 1_000_000_000))),
      ("bundles", count(visible.count)), ("consumers", count(consumers.values.count { isVisible($0, to: peer) })),
      ("watches", count(watches)), ("errors", sum(\.errors)), ("warnings", sum(\.warnings)), ("held", sum(\.held)),
      ("unreadable", sum(\.unreadable)),
    ])
    if visible.count == bundles.count { status["memory"] = residentMemory().map(count) }
    status["configured"] = count(readings.taken)
    status["refused"] = readings.refused.map(count)
    status["problems"] = .array(problems(of: visible, for: peer).map(JSONValue.string))
    status["limits"] = limits.json
    status["counters"] = counters(of: visible)
    return .object(status)
  }

  private func count(_ value: Int) -> JSONValue { .number(Double(value)) }

  private func counters(of visible: [BundleHost]) -> JSONValue {
    let engines = visible.map(\.engine.counters)
    let channels = visible.map(\.counters)
    return [
      "filesParsed": count(engines.reduce(0) { $0 + $1.filesParsed }),
      "declarationsChanged": count(engines.reduce(0) { $0 + $1.declarationsChanged }),
      "valuesResolved": count(engines.reduce(0) { $0 + $1.valuesResolved }),
      "deltasSent": count(channels.reduce(0) { $0 + $1.deltasSent }),
      "conflated": count(channels.reduce(0) { $0 + $1.conflated }),
      "messagesEncoded": count(channels.reduce(0) { $0 + $1.encoded }),
      "rescans": count(fileEvents.rescanCount(of: Set(visible.map(\.number)))),
    ]
  }

  /// What is wrong now with these bundles, and with all.
  private func problems(of visible: [BundleHost], for peer: PeerCredentials) -> [String] {
    // Problems of the configuration may name bundles that others may not see.
    let refusal = (try? admit(peer)) == nil ? [] : readings.problems
    return problemsOfWaiting(visible, peer) + fileEvents.problems(of: Set(visible.map(\.number)))
      + visible.compactMap(\.unreadableProblem) + visible.flatMap(\.problems)
      + [stateDirectory.problem].compactMap(\.self) + refusal
  }
}

extension BundleHost {
  /// That files cannot be read, if so.
  fileprivate var unreadableProblem: String? {
    let count = figures.unreadable
    guard count > 0, !isRootGone else { return nil }
    return "\(counted(count, "file")) of the bundle `\(name)` cannot be read: `livery check \(path)` shows the reasons"
  }
}

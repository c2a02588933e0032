// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration
import LiveryProtocol
import TextComparison
import ThemeEngine
import ThemeModel

/// A bundle of the configuration whose directory is missing or unreadable. The directory is looked for from time to time, and the
/// bundle is served as soon as it can be read.
struct WaitingBundle {
  let source: ConfiguredBundle
  let name: String
  /// The path of the directory, absolute.
  let path: String
  /// Serves the states that an earlier daemon kept; nil if they are not complete.
  let host: BundleHost?
  /// Why it waits, as of the last look.
  var error: SystemError
  /// Consumers of an earlier daemon, while the bundle cannot be served. They keep the state that they have.
  var consumers: [(kept: KeptConsumer, connection: ConnectionNumber)] = []

  /// The entry of ListBundles for a bundle that is not served.
  var entry: ThemeInterface.Bundle {
    var entry = BundleFigures(consumers: consumers.count).entry(name: name, path: path)
    entry.waits = "\(error)"
    return entry
  }
}

extension Daemon {
  /// Waiting bundles that are not served.
  func unserved(for peer: PeerCredentials) -> [WaitingBundle] {
    waiting.filter { $0.host == nil && mayRead($0.source.rights, peer) }
  }

  /// Why the directory of a bundle cannot be read; nil if it can.
  func waits(_ bundle: BundleHost) -> String? {
    guard bundle.isRootGone else { return nil }
    return waiting.first { $0.host === bundle }.map { "\($0.error)" } ?? "it is gone"
  }

  /// The problems of waiting bundles, in words.
  func problemsOfWaiting(_ visible: [BundleHost], _ peer: PeerCredentials) -> [String] {
    unserved(for: peer).map { waitingText($0.name, "\($0.error)") }
      + visible.compactMap { bundle in waits(bundle).map { waitingText(bundle.name, $0) } }
  }

  private func waitingText(_ name: String, _ reason: String) -> String {
    "the bundle `\(name)` waits for its directory: \(reason)"
  }

  /// Looks for the directories, and plans the next look.
  func lookForWaiting() {
    let all = waiting
    waiting = []
    for bundle in all {
      do throws(DaemonError) {
        try serve(bundle)
      } catch {
        var bundle = bundle
        if case .bundle(let error) = error { bundle.error = error }
        waiting.append(bundle)
      }
    }
    planLookForWaiting()
  }

  func planLookForWaiting() {
    if waiting.isEmpty {
      loop.clearDeadline(Event.waitingDue.token)
    } else {
      loop.setDeadline(Event.waitingDue.token, at: clock.now() + configuration.timeouts.polling)
    }
  }

  private func serve(_ bundle: WaitingBundle) throws(DaemonError) {
    let failures = passingFailureCount
    if let host = bundle.host {
      try loading.watchAgain(host)
    } else {
      let names = (bundles.map(\.name) + waiting.map(\.name))
      let prepared = try loading.prepare(bundle.source, besides: names, limits: limits)
      guard let changes = foundFirst(of: [prepared])[0] else {
        let error = fileEvents.whyNothing(of: prepared.number, at: bundle.path)
        fileEvents.forget(prepared.number)
        throw .bundle(error)
      }
      bundles.append(loading.host(prepared, changes, configuration))
      for (kept, number) in bundle.consumers {
        if let connection = connections[number] { resume(kept, on: connection) }
      }
    }
    log.info("the bundle `\(bundle.name)` is served from its directory, which is there by now", .bundle(bundle.name))
    lookAgainAfterFailures(since: failures)
    filesChanged()
  }

  /// Keeps a consumer of an earlier daemon until its bundle can be served. Returns false if its bundle does not wait.
  func park(_ kept: KeptConsumer, on connection: Connection) -> Bool {
    guard let name = kept.parameters.bundle,
      let index = waiting.firstIndex(where: { $0.host == nil && Bytewise($0.name) == Bytewise(name) })
    else { return false }
    waiting[index].consumers.append((kept, connection.number))
    return true
  }

  /// Stops waiting for unwanted bundles, and ends their consumers.
  func keepWaiting(_ isWanted: (WaitingBundle) -> Bool) {
    for bundle in waiting where !isWanted(bundle) {
      for (kept, number) in bundle.consumers {
        connections[number]?.send(
          StreamReply.head(for: kept.number), StreamReply.end(reason: notServed(bundle.name)).body())
      }
    }
    waiting.removeAll { !isWanted($0) }
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import TextComparison
import ThemeEngine
import ThemeModel
import ThemeWatch
import Varlink

/// Bundles that clients add and remove. What they do lasts as long as the daemon: the configuration is not written.
///
/// A reload leaves what was added as it is, and brings back what was removed if the configuration still names it.
extension Daemon {
  /// The method AddBundle. Answered when the bundle is loaded; when it cannot be, all stays as it was.
  func addBundle(_ parameters: JSONObject, by peer: PeerCredentials) throws(CallError) -> JSONValue {
    try admitToBundles(peer, "AddBundle")
    let source = try bundleSource(of: parameters)
    guard bundles.count < limits.bundles else { throw .limitExceeded("bundles", limits.bundles) }
    let failures = passingFailureCount
    let bundle: BundleLoading.Prepared
    do throws(DaemonError) {
      let names = bundles.map(\.name) + waiting.filter { $0.host == nil }.map(\.name)
      bundle = try loading.prepare(source, besides: names, limits: limits)
    } catch {
      throw refusal(of: source, error)
    }
    guard let changes = foundFirst(of: [bundle])[0] else {
      let error = fileEvents.whyNothing(of: bundle.number, at: bundle.path)
      fileEvents.forget(bundle.number)
      throw .bundleUnreadable(source.directory, error.detail ?? error.errno.text)
    }
    let host = loading.host(bundle, changes, configuration)
    bundles.append(host)
    lookAgainAfterFailures(since: failures)
    planDrain(clock.now())
    settle()
    log.info(
      "process \(peer.process) of user \(peer.user) has the bundle \(host.name) served, from \(host.path)",
      .bundle(host.name), .client(peer.process))
    return ["bundle": host.json(waits: nil)]
  }

  /// The method RemoveBundle. What is kept of the bundle in the state directory stays, for its return.
  func removeBundle(_ parameters: JSONObject, by peer: PeerCredentials) throws(CallError) {
    try admitToBundles(peer, "RemoveBundle")
    let name = parameters["name"]?.string ?? ""
    guard let index = bundles.firstIndex(where: { Bytewise($0.name) == Bytewise(name) && mayRead($0, peer) }) else {
      throw .bundleNotFound(name)
    }
    end(bundles[index])
    bundles.remove(at: index)
    returnFreeMemory()
    planDrain(clock.now())
    settle()
    log.info(
      "process \(peer.process) of user \(peer.user) has the bundle \(name) served no more", .bundle(name),
      .client(peer.process))
  }

  /// What the watcher finds in bundles that it is new to, all of their files; nil for one that is gone again. What it has of
  /// the others goes to these.
  func foundFirst(of prepared: [BundleLoading.Prepared]) -> [RootChanges?] {
    guard !prepared.isEmpty else { return [] }
    let changes = fileEvents.drain()
    let woken = clock.now()
    for (number, changes) in changes { bundle(numbered: number)?.take(changes, woken: woken) }
    return prepared.map { bundle in
      changes.first { $0.bundle == bundle.number && $0.changes.isComplete }?.changes
    }
  }

  /// Ends the consumers of a bundle and writes down its generation.
  func end(_ bundle: BundleHost) {
    publish(bundle)
    for consumer in consumers.values where consumer.bundle === bundle {
      end(consumer, reason: notServed(bundle.name))
    }
    waiting.removeAll { $0.host === bundle }
    loop.clearDeadline(Event.bundleDue(bundle.number).token)
    fileEvents.forget(bundle.number)
    lockedBundles.remove(bundle.number)
    bundle.finish()
  }

  private func admitToBundles(_ peer: PeerCredentials, _ method: String) throws(CallError) {
    try admit(peer)
    switch configuration.bundleChanges {
    case .allowed: break
    case .refused: throw .methodNotImplemented("\(Interface.theme.name).\(method)")
    }
  }

  private func bundleSource(of parameters: JSONObject) throws(CallError) -> DaemonConfiguration.Bundle {
    // The working directory of the daemon is none of the client's business.
    guard let path = parameters["path"]?.string, path.utf8.first == UInt8(ascii: "/"), !path.utf8.contains(0)
    else {
      throw .invalidParameter("path")
    }
    let name = parameters["name"]?.string
    if let name, !BundleName.isValid(name) { throw .invalidParameter("name") }
    var source = DaemonConfiguration.Bundle(name: name, path: path)
    source.origin = .client
    return source
  }

  private func refusal(of source: DaemonConfiguration.Bundle, _ error: DaemonError) -> CallError {
    switch error {
    case .sameName(let name):
      return .bundleExists(name, bundles.first { Bytewise($0.name) == Bytewise(name) }?.directory ?? "")
    case .bundle(let error), .socket(let error), .stateDirectory(let error), .system(let error):
      return .bundleUnreadable(source.directory, error.detail ?? error.errno.text)
    case .tooManyBundles(let limit):
      return .limitExceeded("bundles", limit)
    }
  }
}

extension BundleHost {
  /// The entry of ListBundles.
  ///
  /// - Parameter waits: why its directory cannot be read.
  func json(waits: String?) -> JSONValue {
    var object = JSONObject([("name", .string(name)), ("path", .string(directory))])
    object["dialect"] = engine.dialectName.map { .string($0.rawValue) }
    for (key, value) in figures.members { object[key] = value }
    object["waits"] = waits.map(JSONValue.string)
    return .object(object)
  }
}

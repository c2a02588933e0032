// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import LinuxIO
import LiveryConfiguration
import LiveryProtocol
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
  func addBundle(
    _ call: ThemeInterface.AddBundle, by peer: PeerCredentials
  ) throws(CallError) -> ThemeInterface.AddBundle.Reply {
    try admitToBundles(peer, .addBundle)
    let source = try bundleSource(of: call)
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
    return ThemeInterface.AddBundle.Reply { $0.bundle = host.entry(waits: nil) }
  }

  /// The method RemoveBundle. What is kept of the bundle in the state directory stays, for its return.
  func removeBundle(
    _ call: ThemeInterface.RemoveBundle, by peer: PeerCredentials
  ) throws(CallError) -> ThemeInterface.Empty {
    try admitToBundles(peer, .removeBundle)
    let name = call.name
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
    return ThemeInterface.Empty()
  }

  func listBundles(
    _ call: ThemeInterface.ListBundles, by peer: PeerCredentials
  ) throws(CallError) -> ThemeInterface.ListBundles.Reply {
    let visible = bundles.filter { mayRead($0, peer) }
    return ThemeInterface.ListBundles.Reply {
      $0.bundles = visible.map { $0.entry(waits: waits($0)) } + unserved(for: peer).map(\.entry)
    }
  }

  func listFiles(
    _ call: ThemeInterface.ListFiles, by peer: PeerCredentials
  ) throws(CallError) -> ThemeInterface.ListFiles.Reply {
    let bundle = try bundle(named: call.bundle, for: peer)
    return ThemeInterface.ListFiles.Reply {
      $0.generation = bundle.engine.generation
      $0.files = bundle.files
    }
  }

  /// What the watcher finds in bundles that it is new to, all of their files; nil for one that is gone again. What it has of
  /// the others goes to these.
  func foundFirst(of prepared: [BundleLoading.Prepared]) -> [RootChanges?] {
    guard !prepared.isEmpty else { return [] }
    let changes = fileEvents.drain()
    let woken = clock.now()
    apply(changes, woken: woken)
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
    bundle.finish()
  }

  private func admitToBundles(_ peer: PeerCredentials, _ method: ThemeInterface.Method) throws(CallError) {
    try admit(peer)
    switch configuration.bundleChanges {
    case .allowed: break
    case .refused: throw .methodNotImplemented(method.fullName)
    }
  }

  private func bundleSource(of call: ThemeInterface.AddBundle) throws(CallError) -> ConfiguredBundle {
    // A relative path would depend on the daemon's working directory.
    guard call.path.utf8.first == UInt8(ascii: "/"), !call.path.utf8.contains(0) else {
      throw .invalidParameter("path")
    }
    if let name = call.name, !BundleName.isValid(name) { throw .invalidParameter("name") }
    var source = ConfiguredBundle(name: call.name, path: call.path)
    source.origin = .client
    return source
  }

  private func refusal(of source: ConfiguredBundle, _ error: DaemonError) -> CallError {
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
  func entry(waits: String?) -> ThemeInterface.Bundle {
    var entry = figures.entry(name: name, path: directory)
    entry.dialect = engine.dialectName?.rawValue
    entry.waits = waits
    return entry
  }
}

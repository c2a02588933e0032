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

/// The methods that add, remove and list bundles. The changes last as long as the daemon: the configuration is not written.
///
/// A reload keeps added bundles, and brings back removed ones that the configuration still names.
struct BundleMethods {
  private let state: DaemonState
  private let registry: BundleRegistry
  private let updates: FileUpdates

  init(_ state: DaemonState) {
    self.state = state
    registry = BundleRegistry(state)
    updates = FileUpdates(state)
  }

  /// The method AddBundle. It is answered when the bundle is loaded; an error changes nothing.
  func addBundle(
    _ call: ThemeInterface.AddBundle, by peer: PeerCredentials
  ) throws(CallError) -> ThemeInterface.AddBundle.Reply {
    try admitToBundles(peer, .addBundle)
    let source = try bundleSource(of: call)
    guard state.bundles.count < state.limits.bundles else { throw .limitExceeded("bundles", state.limits.bundles) }
    let failures = passingFailureCount
    let host: BundleHost
    do throws(DaemonError) {
      host = try registry.add(source, besides: state.bundles.map(\.name) + state.waiting.unserved.map(\.name))
    } catch {
      throw refusal(of: source, error)
    }
    updates.rescanAfterFailures(since: failures)
    updates.planDrain(state.clock.now())
    updates.publishDue()
    state.log.info(
      "process \(peer.process) of user \(peer.user) has added the bundle \(host.name), from \(host.path)",
      .bundle(host.name), .client(peer.process))
    return ThemeInterface.AddBundle.Reply { $0.bundle = host.entry(waits: nil) }
  }

  /// The method RemoveBundle. The bundle's files in the state directory stay, for its return.
  func removeBundle(
    _ call: ThemeInterface.RemoveBundle, by peer: PeerCredentials
  ) throws(CallError) -> ThemeInterface.Empty {
    try admitToBundles(peer, .removeBundle)
    let name = call.name
    guard
      let index = state.bundles.firstIndex(where: {
        Bytewise($0.name) == Bytewise(name) && state.access.mayRead($0, peer)
      })
    else {
      throw .bundleNotFound(name)
    }
    registry.end(state.bundles[index])
    state.bundles.remove(at: index)
    returnFreeMemory()
    updates.planDrain(state.clock.now())
    updates.publishDue()
    state.log.info(
      "process \(peer.process) of user \(peer.user) has removed the bundle \(name)", .bundle(name),
      .client(peer.process))
    return ThemeInterface.Empty()
  }

  /// The method ListBundles.
  func listBundles(
    _ call: ThemeInterface.ListBundles, by peer: PeerCredentials
  ) throws(CallError) -> ThemeInterface.ListBundles.Reply {
    let visible = state.bundles(visibleTo: peer)
    return ThemeInterface.ListBundles.Reply {
      $0.bundles =
        visible.map { $0.entry(waits: state.waiting.reason(for: $0, state.fileEvents)) }
        + state.unserved(visibleTo: peer).map(\.entry)
    }
  }

  /// The method ListFiles.
  func listFiles(
    _ call: ThemeInterface.ListFiles, by peer: PeerCredentials
  ) throws(CallError) -> ThemeInterface.ListFiles.Reply {
    let bundle = try CallParameters(state).bundle(named: call.bundle, for: peer)
    return ThemeInterface.ListFiles.Reply {
      $0.generation = bundle.engine.generation
      $0.files = bundle.files
    }
  }

  private func admitToBundles(_ peer: PeerCredentials, _ method: ThemeInterface.Method) throws(CallError) {
    try state.access.admit(peer)
    switch state.configuration.bundleChanges {
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
      return .bundleExists(name, state.bundles.first { Bytewise($0.name) == Bytewise(name) }?.directory ?? "")
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

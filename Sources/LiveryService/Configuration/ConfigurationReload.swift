// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration
import LiveryProtocol
import TextComparison
import ThemeModel
import Varlink

/// Reads the configuration again. A configuration with an error changes nothing; bundles with an unchanged configuration are not
/// touched.
struct ConfigurationReload {
  private let state: DaemonState
  private let registry: BundleRegistry
  private let search: DirectorySearch
  private let updates: FileUpdates

  init(_ state: DaemonState) {
    self.state = state
    registry = BundleRegistry(state)
    search = DirectorySearch(state)
    updates = FileUpdates(state)
  }

  /// The method Reload.
  func reload(
    _ call: ThemeInterface.Reload, by peer: PeerCredentials
  ) throws(CallError) -> ThemeInterface.Reload.Reply {
    try state.access.admit(peer)
    guard state.configuration.reread != nil else {
      throw .methodNotImplemented(ThemeInterface.Method.reload.fullName)
    }
    // The reply names only bundles that the caller may read.
    let before = visibleNames(peer)
    let hosts = state.bundles
    do throws(BadConfiguration) {
      try run()
    } catch {
      throw .badConfiguration(error)
    }
    let after = visibleNames(peer)
    return ThemeInterface.Reload.Reply {
      $0.warnings = state.configuration.warnings.map(ThemeInterface.Problem.init)
      $0.added = after.filter { !before.containsBytewise($0) }
      $0.removed = before.filter { !after.containsBytewise($0) }
      $0.replaced = state.bundles(visibleTo: peer).filter { new in
        hosts.contains { Bytewise($0.name) == Bytewise(new.name) && $0 !== new }
      }.map(\.name)
    }
  }

  private func visibleNames(_ peer: PeerCredentials) -> [String] {
    state.bundles(visibleTo: peer).map(\.name) + state.unserved(visibleTo: peer).map(\.name)
  }

  /// Reads the configuration. Problems are logged, and kept for Status.
  func run() throws(BadConfiguration) {
    guard let reread = state.configuration.reread else { return }
    state.report?.reloading()
    defer { state.report?.reloaded() }
    do throws(BadConfiguration) {
      try apply(try reread())
      state.readings.recordAccepted(at: secondsSince1970())
    } catch {
      state.readings.recordRefused(error.problems, at: secondsSince1970())
      for problem in error.problems { state.log.error("\(problem)") }
      state.log.error("the configuration is not used, and nothing changes")
      throw error
    }
  }

  private func apply(_ new: DaemonConfiguration) throws(BadConfiguration) {
    search.run()
    let failures = passingFailureCount
    let bundles = state.bundles
    let named = bundles.filter { bundle in new.bundles.contains { $0.isSame(as: bundle.source) } }
    let others = bundles.filter { bundle in
      bundle.source.origin == .client && !named.contains { $0 === bundle }
    }
    let kept = named + others
    let gone = bundles.filter { bundle in !kept.contains { $0 === bundle } }
    let stillWaiting = state.waiting.unserved.filter { bundle in
      new.bundles.contains { $0.isSame(as: bundle.source) }
    }
    let fresh = new.bundles.filter { source in
      !kept.contains { $0.source.isSame(as: source) } && !stillWaiting.contains { $0.source.isSame(as: source) }
    }
    let merged = merged(new)
    let added = try registry.replace(gone, by: fresh, besides: kept, merged)
    search.keep { bundle in bundle.host != nil || stillWaiting.contains { $0.source.isSame(as: bundle.source) } }

    state.bundles =
      new.bundles.compactMap { source in (named + added).first { $0.source.isSame(as: source) } } + others
    warnOfPostponedSettings(in: new)
    state.log.level = new.log.level
    state.configuration = merged
    logWarnings()
    for bundle in state.bundles {
      bundle.apply(state.limits)
      if let source = new.bundles.first(where: { $0.isSame(as: bundle.source) }) { bundle.apply(source) }
    }
    endExcluded()
    updates.rescanAfterFailures(since: failures)
    updates.planDrain(state.clock.now())
    updates.publishDue()
    let same = counted(kept.count, "bundle")
    state.log.info(
      "the configuration is read again: \(same) as before, \(added.count) new, \(gone.count) gone")
  }

  /// The new configuration with the settings of the old one that hold until the daemon ends.
  private func merged(_ new: DaemonConfiguration) -> DaemonConfiguration {
    var merged = new
    merged.socketPath = state.configuration.socketPath
    merged.stateDirectory = state.configuration.stateDirectory
    merged.log = state.log
    merged.serviceManager = state.configuration.serviceManager
    merged.signals = state.configuration.signals
    return merged
  }

  /// Ends the streams of consumers that the new configuration excludes.
  private func endExcluded() {
    for consumer in state.consumers.all
    where !state.access.mayRead(consumer.bundle, consumer.connection.credentials) {
      state.consumers.end(consumer, reason: EndReason.excluded(from: consumer.bundle.name))
    }
  }

  /// Logs the ignored parts of the configuration.
  func logWarnings() {
    for warning in state.configuration.warnings { state.log.warning("\(warning)") }
  }

  /// Logs changed settings that need a restart.
  private func warnOfPostponedSettings(in new: DaemonConfiguration) {
    let old = state.configuration
    let ownsSocket = state.connections.acceptor.ownsSocket
    let differences = [
      ("the socket", ownsSocket && Bytewise(new.socketPath) != Bytewise(old.socketPath)),
      ("the group of the socket", ownsSocket && new.group != old.group),
      ("the state directory", Bytewise(new.stateDirectory) != Bytewise(old.stateDirectory)),
    ]
    for (name, differs) in differences where differs {
      state.log.warning("\(name) has changed in the configuration; the change takes effect with the next start")
    }
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import LinuxIO
import LiveryConfiguration
import LiveryProtocol
import TextComparison
import ThemeModel
import ThemeWatch
import Varlink

/// Reading the configuration again. Whatever is wrong with it, all stays as it was; bundles that are configured as before are
/// not touched.
extension Daemon {
  func reload(
    _ call: ThemeInterface.Reload, by peer: PeerCredentials
  ) throws(CallError) -> ThemeInterface.Reload.Reply {
    try admit(peer)
    guard configuration.reread != nil else {
      throw .methodNotImplemented(ThemeInterface.Method.reload.fullName)
    }
    // The reply names only bundles that the caller may read.
    let before = visibleNames(peer)
    let hosts = bundles
    do throws(BadConfiguration) {
      try reload()
    } catch {
      throw .badConfiguration(error)
    }
    let after = visibleNames(peer)
    return ThemeInterface.Reload.Reply {
      $0.warnings = configuration.warnings.map(ThemeInterface.Problem.init)
      $0.added = after.filter { !before.containsBytewise($0) }
      $0.removed = before.filter { !after.containsBytewise($0) }
      $0.replaced = bundles.filter { new in
        mayRead(new, peer) && hosts.contains { Bytewise($0.name) == Bytewise(new.name) && $0 !== new }
      }.map(\.name)
    }
  }

  private func visibleNames(_ peer: PeerCredentials) -> [String] {
    bundles.filter { mayRead($0, peer) }.map(\.name) + unserved(for: peer).map(\.name)
  }

  func reloadOnSignal() {
    // The log has the problems.
    try? reload()
  }

  private func reload() throws(BadConfiguration) {
    guard let reread = configuration.reread else { return }
    report?.reloading()
    defer { report?.reloaded() }
    do throws(BadConfiguration) {
      try apply(try reread())
      readings.recordAccepted(at: secondsSince1970())
    } catch {
      readings.recordRefused(error.problems, at: secondsSince1970())
      for problem in error.problems { log.error("\(problem)") }
      log.error("the configuration is not taken over, all stays as it was")
      throw error
    }
  }

  private func apply(_ new: DaemonConfiguration) throws(BadConfiguration) {
    lookForWaiting()
    let failures = passingFailureCount
    let named = bundles.filter { bundle in new.bundles.contains { $0.isSame(as: bundle.source) } }
    let others = bundles.filter { bundle in
      bundle.source.origin == .client && !named.contains { $0 === bundle }
    }
    let kept = named + others
    let gone = bundles.filter { bundle in !kept.contains { $0 === bundle } }
    var taken = new
    taken.socketPath = configuration.socketPath
    taken.stateDirectory = configuration.stateDirectory
    taken.log = log
    taken.serviceManager = configuration.serviceManager
    taken.signals = configuration.signals
    let stillWaiting = waiting.filter { bundle in
      bundle.host == nil && new.bundles.contains { $0.isSame(as: bundle.source) }
    }
    let fresh = new.bundles.filter { source in
      !kept.contains { $0.source.isSame(as: source) } && !stillWaiting.contains { $0.source.isSame(as: source) }
    }
    let added = try load(fresh, besides: kept, replacing: gone, taken)
    keepWaiting { bundle in bundle.host != nil || stillWaiting.contains { $0.source.isSame(as: bundle.source) } }

    bundles = new.bundles.compactMap { source in (named + added).first { $0.source.isSame(as: source) } } + others
    for bundle in named { bundle.becomeConfigured() }
    tellWhatWaits(for: new)
    log.level = new.log.level
    configuration = taken
    logWarnings()
    for bundle in bundles {
      bundle.follow(limits)
      if let source = new.bundles.first(where: { $0.isSame(as: bundle.source) }) { bundle.follow(source) }
    }
    endExcluded()
    lookAgainAfterFailures(since: failures)
    planDrain(clock.now())
    settle()
    let same = counted(kept.count, "bundle")
    log.info("the configuration is read again: \(same) as before, \(added.count) new, \(gone.count) gone")
  }

  /// Watches all new bundles before the first of the old ones goes, so that an error leaves everything as it was.
  private func load(
    _ sources: [ConfiguredBundle], besides kept: [BundleHost], replacing gone: [BundleHost],
    _ new: DaemonConfiguration
  ) throws(BadConfiguration) -> [BundleHost] {
    var problems: [ConfigurationProblem] = []
    if kept.count + sources.count > new.limits.bundles {
      let error = DaemonError.tooManyBundles(limit: new.limits.bundles)
      problems.append(ConfigurationProblem(place: new.bundles.last?.place, message: "\(error)"))
    }
    var prepared: [BundleLoading.Prepared] = []
    for source in sources {
      do throws(DaemonError) {
        let names = kept.map(\.name) + prepared.map(\.name.text)
        prepared.append(try loading.prepare(source, besides: names, limits: new.limits))
      } catch {
        problems.append(ConfigurationProblem(place: source.place, message: "\(error)"))
      }
    }
    let found = problems.isEmpty ? foundFirst(of: prepared) : []
    for (bundle, changes) in zip(prepared, found) where changes == nil {
      let error = fileEvents.whyNothing(of: bundle.number, at: bundle.path)
      problems.append(ConfigurationProblem(place: bundle.source.place, message: "\(DaemonError.bundle(error))"))
    }
    guard problems.isEmpty else {
      for bundle in prepared { fileEvents.forget(bundle.number) }
      throw BadConfiguration(problems: problems)
    }
    for bundle in gone { end(bundle) }
    return zip(prepared, found).compactMap { bundle, changes in
      changes.map { loading.host(bundle, $0, new) }
    }
  }

  /// Logs the ignored parts of the configuration.
  func logWarnings() {
    for warning in configuration.warnings { log.warning("\(warning)") }
  }

  /// Why a stream ends.
  func notServed(_ bundle: String) -> String { "the bundle `\(bundle)` is not served any more" }

  /// Logs changed settings that need a restart.
  private func tellWhatWaits(for new: DaemonConfiguration) {
    let differences = [
      ("the socket", acceptor.ownsSocket && Bytewise(new.socketPath) != Bytewise(configuration.socketPath)),
      ("the group of the socket", acceptor.ownsSocket && new.group != configuration.group),
      ("the state directory", Bytewise(new.stateDirectory) != Bytewise(configuration.stateDirectory)),
    ]
    for (name, differs) in differences where differs {
      log.warning("\(name) is another in the configuration now; this holds from the next start on")
    }
  }
}

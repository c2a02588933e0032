// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import ThemeWatch
import Varlink

/// Reading the configuration again. Whatever is wrong with it, all stays as it was; bundles that are configured as before are
/// not touched.
extension Daemon {
  /// The method Reload.
  func reload(by peer: PeerCredentials) throws(CallError) {
    try admit(peer)
    guard configuration.reread != nil else { throw .methodNotImplemented("io.livery.Theme.Reload") }
    do throws(BadConfiguration) {
      try reload()
    } catch {
      throw .badConfiguration(error)
    }
  }

  func reloadOnSignal() {
    // What is wrong is in the log.
    try? reload()
  }

  private func reload() throws(BadConfiguration) {
    guard let reread = configuration.reread else { return }
    report?.reloading()
    defer { report?.reloaded() }
    do throws(BadConfiguration) {
      try apply(try reread())
    } catch {
      for problem in error.problems { log.error("\(problem)") }
      log.error("the configuration is not taken over, all stays as it was")
      throw error
    }
  }

  private func apply(_ new: DaemonConfiguration) throws(BadConfiguration) {
    let kept = bundles.filter { bundle in new.bundles.contains { $0.isSame(as: bundle.source) } }
    let gone = bundles.filter { bundle in !kept.contains { $0 === bundle } }
    let added = try load(
      new.bundles.filter { source in !kept.contains { $0.source.isSame(as: source) } }, besides: kept, replacing: gone,
      new)

    bundles = new.bundles.compactMap { source in (kept + added).first { $0.source.isSame(as: source) } }
    var taken = new
    taken.socketPath = configuration.socketPath
    taken.stateDirectory = configuration.stateDirectory
    taken.log = log
    taken.serviceManager = configuration.serviceManager
    taken.signals = configuration.signals
    tellWhatWaits(for: new)
    configuration = taken
    for bundle in bundles {
      bundle.follow(limits)
      if let source = new.bundles.first(where: { $0.isSame(as: bundle.source) }) { bundle.follow(source) }
    }
    endExcluded()
    planDrain(clock.now())
    settle()
    log.info("the configuration is read again: \(kept.count) bundles as before, \(added.count) new, \(gone.count) gone")
  }

  /// Watches all new bundles before the first of the old ones goes, so that an error leaves everything as it was.
  private func load(
    _ sources: [DaemonConfiguration.Bundle], besides kept: [BundleHost], replacing gone: [BundleHost],
    _ new: DaemonConfiguration
  ) throws(BadConfiguration) -> [BundleHost] {
    var problems: [ConfigurationProblem] = []
    if new.bundles.count > new.limits.bundles {
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
    let found = problems.isEmpty ? foundFirst(of: prepared, &problems) : []
    guard problems.isEmpty else {
      for bundle in prepared { fileEvents.forget(bundle.number) }
      throw BadConfiguration(problems: problems)
    }
    for bundle in gone { end(bundle) }
    return zip(prepared, found).map { bundle, changes in loading.host(bundle, changes, new) }
  }

  /// What the watcher finds in new bundles; what it has of the others goes to these.
  private func foundFirst(
    of prepared: [BundleLoading.Prepared], _ problems: inout [ConfigurationProblem]
  ) -> [RootChanges] {
    guard !prepared.isEmpty else { return [] }
    let changes = fileEvents.drain()
    let woken = clock.now()
    for (number, changes) in changes { bundle(numbered: number)?.take(changes, woken: woken) }
    var found: [RootChanges] = []
    for bundle in prepared {
      if let own = changes.first(where: { $0.bundle == bundle.number })?.changes {
        found.append(own)
      } else {
        problems.append(
          ConfigurationProblem(
            place: bundle.source.place, message: "the bundle's directory \(bundle.directory) went while it was read"))
      }
    }
    return found
  }

  /// Ends the consumers of a bundle and writes down its generation.
  private func end(_ bundle: BundleHost) {
    publish(bundle)
    for consumer in consumers.values where consumer.bundle === bundle {
      end(consumer, reason: notServed(bundle.name))
    }
    loop.clearDeadline(Event.bundleDue(bundle.number).token)
    fileEvents.forget(bundle.number)
    lockedBundles.remove(bundle.number)
    bundle.finish()
  }

  /// Why a stream ends.
  func notServed(_ bundle: String) -> String { "the bundle `\(bundle)` is not served any more" }

  /// What is fixed at the start is told, not passed over in silence.
  private func tellWhatWaits(for new: DaemonConfiguration) {
    let differences = [
      ("the socket", new.socketPath != configuration.socketPath),
      ("the state directory", new.stateDirectory != configuration.stateDirectory),
      ("the level of the log", new.log.level != log.level),
    ]
    for (name, differs) in differences where differs {
      log.warning("\(name) is another in the configuration now; this holds from the next start on")
    }
  }
}

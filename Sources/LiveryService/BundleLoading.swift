// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TextComparison
import ThemeEngine
import ThemeWatch

/// Loads bundles: watches their directories first and then reads them, so that nothing that changes meanwhile is missed.
final class BundleLoading {
  /// A bundle that is watched and not read yet.
  struct Prepared {
    let number: Int
    let source: DaemonConfiguration.Bundle
    let name: BundleName
    /// The directory's, absolute, as it was named: it may lead through links that change.
    let path: String
  }

  private let fileEvents: FileEvents
  private let log: Log
  private let clock: MonotonicClock
  private var lastNumber = 0

  init(_ fileEvents: FileEvents, _ log: Log, _ clock: MonotonicClock) {
    self.fileEvents = fileEvents
    self.log = log
    self.clock = clock
  }

  /// Watches what a daemon is started with, and finds out what can be found out before anything is read: whether the
  /// directories are there, and what the bundles are called. A bundle of the configuration file that is not there is told
  /// and left out: it does not keep the others from being served.
  func prepareFirst(_ configuration: DaemonConfiguration) throws(DaemonError) -> [Prepared] {
    guard configuration.bundles.count <= configuration.limits.bundles else {
      throw .tooManyBundles(limit: configuration.limits.bundles)
    }
    var prepared: [Prepared] = []
    for bundle in configuration.bundles {
      do throws(DaemonError) {
        prepared.append(try prepare(bundle, besides: prepared.map(\.name.text), limits: configuration.limits))
      } catch {
        try leaveOut(bundle, error)
      }
    }
    return prepared
  }

  /// Reads what is watched by now. A bundle that went meanwhile counts as one that was never there.
  func loadFirst(_ prepared: [Prepared], _ configuration: DaemonConfiguration) throws(DaemonError) -> [BundleHost] {
    guard !prepared.isEmpty else { return [] }
    let found = fileEvents.drain()
    var hosts: [BundleHost] = []
    for bundle in prepared {
      if let changes = found.first(where: { $0.bundle == bundle.number })?.changes {
        hosts.append(host(bundle, changes, configuration))
      } else {
        fileEvents.forget(bundle.number)
        try leaveOut(bundle.source, .bundle(SystemError(call: "stat", errno: .noSuchFile, path: bundle.path)))
      }
    }
    return hosts
  }

  private func leaveOut(_ bundle: DaemonConfiguration.Bundle, _ error: DaemonError) throws(DaemonError) {
    guard let place = bundle.place else { throw error }
    log.error("\(place): \(error); it is not served until the configuration is read again")
  }

  /// Watches a bundle. The next look at the watcher holds all its files.
  func prepare(
    _ bundle: DaemonConfiguration.Bundle, besides names: [String], limits: Limits
  ) throws(DaemonError) -> Prepared {
    lastNumber += 1
    let number = lastNumber
    let path: String
    do throws(SystemError) {
      path = try absolutePath(bundle.directory)
      // One that may be watched and not read would be served as an empty bundle.
      try checkIsListable(path)
      try fileEvents.watch(bundle.directory, as: number)
    } catch {
      throw .bundle(error)
    }
    let settings = BundleReader(path: path, limit: limits.file).readSettings()
    let name = BundleName(given: bundle.name, settings, path: path)
    guard !names.containsBytewise(name.text) else {
      fileEvents.forget(number)
      throw .sameName(name.text)
    }
    fileEvents.allow(settings.outside, in: number)
    return Prepared(number: number, source: bundle, name: name, path: path)
  }

  /// Reads a bundle.
  ///
  /// - Parameter changes: what the watcher found first: all files.
  func host(_ bundle: Prepared, _ changes: RootChanges, _ configuration: DaemonConfiguration) -> BundleHost {
    let stem = bundle.name.fileStem
    let store = configuration.stateDirectory.map {
      GenerationStore(directory: $0, bundle: stem, bundleDirectory: bundle.path, log: log)
    }
    let modificationStore = configuration.stateDirectory.map {
      ModificationStore(directory: $0, bundle: stem, bundleDirectory: bundle.path, log: log)
    }
    let heldStore = configuration.stateDirectory.map {
      HeldStore(directory: $0, bundle: stem, bundleDirectory: bundle.path, log: log)
    }
    return BundleHost(
      bundle.source, number: bundle.number, name: bundle.name, path: bundle.path,
      reader: BundleReader(path: bundle.path, limit: configuration.limits.file), changes: changes,
      store: store, modificationStore: modificationStore, heldStore: heldStore, limits: configuration.limits,
      patience: configuration.patience, log: log, clock: clock)
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import LinuxIO
import LiveryConfiguration
import TextComparison
import ThemeEngine
import ThemeWatch

/// Loads bundles. Watches a directory before it is read, so that no change in between is missed.
final class BundleLoading {
  /// A bundle that is watched and not yet read.
  struct Prepared {
    let number: Int
    let source: ConfiguredBundle
    let name: BundleName
    /// The path of the directory, absolute, as given: links on it may change.
    let path: String
    /// The settings of the manifest at the beginning of the watch.
    let settings: BundleSettings
  }

  private let fileEvents: FileEvents
  private let loop: EventLoop
  private let log: Log
  private let clock: MonotonicClock
  private var lastNumber = 0

  init(_ fileEvents: FileEvents, loop: EventLoop, _ log: Log, _ clock: MonotonicClock) {
    self.fileEvents = fileEvents
    self.loop = loop
    self.log = log
    self.clock = clock
  }

  /// A bundle that the daemon is started with.
  enum First {
    case prepared(Prepared)
    case absent(ConfiguredBundle, SystemError)
  }

  /// Watches the bundles that the daemon is started with, and checks that the directories exist and that names are unique. If a
  /// bundle of the configuration file is missing or unreadable, the daemon waits for it and serves the others.
  func prepareFirst(_ configuration: DaemonConfiguration) throws(DaemonError) -> [First] {
    guard configuration.bundles.count <= configuration.limits.bundles else {
      throw .tooManyBundles(limit: configuration.limits.bundles)
    }
    var names: [String] = []
    var first: [First] = []
    for bundle in configuration.bundles {
      do throws(DaemonError) {
        let prepared = try prepare(bundle, besides: names, limits: configuration.limits)
        names.append(prepared.name.text)
        first.append(.prepared(prepared))
      } catch {
        guard let place = bundle.place else { throw error }
        if case .bundle(let reason) = error {
          logWait(place, reason)
          first.append(.absent(bundle, reason))
        } else {
          log.error("\(place): \(error); it is not served until the configuration is read again")
        }
      }
    }
    return first
  }

  private func logWait(_ place: ConfigurationPlace, _ reason: SystemError) {
    log.error("\(place): \(DaemonError.bundle(reason)); it is served as soon as its directory can be read")
  }

  /// Reads the watched bundles. A bundle that is gone meanwhile counts as missing.
  func loadFirst(
    _ first: [First], _ configuration: DaemonConfiguration
  ) throws(DaemonError) -> (hosts: [BundleHost], waiting: [WaitingBundle]) {
    guard !first.isEmpty else { return ([], []) }
    let found = fileEvents.drain()
    var hosts: [BundleHost] = []
    var waiting: [WaitingBundle] = []
    for bundle in first {
      switch bundle {
      case .prepared(let bundle):
        if let changes = found.first(where: { $0.bundle == bundle.number })?.changes, changes.isComplete {
          hosts.append(host(bundle, changes, configuration))
          continue
        }
        let error = fileEvents.whyNothing(of: bundle.number, at: bundle.path)
        fileEvents.forget(bundle.number)
        guard let place = bundle.source.place else { throw .bundle(error) }
        logWait(place, error)
        waiting.append(self.waiting(bundle.source, error, configuration))
      case .absent(let source, let error): waiting.append(self.waiting(source, error, configuration))
      }
      if let host = waiting.last?.host { hosts.append(host) }
    }
    return (hosts, waiting)
  }

  /// Serves the states that an earlier daemon stored of a missing bundle. They are complete if the directory was removed while
  /// that daemon served it; otherwise nothing is served.
  private func waiting(
    _ source: ConfiguredBundle, _ error: SystemError, _ configuration: DaemonConfiguration
  ) -> WaitingBundle {
    lastNumber += 1
    let path = (try? absolutePath(source.directory)) ?? source.directory
    let name = BundleName(given: source.name, BundleSettings(), path: path)
    let bundle = Prepared(number: lastNumber, source: source, name: name, path: path, settings: BundleSettings())
    let record = configuration.stateDirectory.flatMap {
      HeldStore(directory: $0, bundle: name.fileStem, bundleDirectory: path, log: log).peek()
    }
    let isWhole = record?.rootSince != nil
    return WaitingBundle(
      source: source, name: name.text, path: path, host: isWhole ? host(bundle, nil, configuration) : nil,
      error: error)
  }

  /// Watches a bundle that was missing. The next drain of the watcher has all its files.
  func watchAgain(_ host: BundleHost) throws(DaemonError) {
    do throws(SystemError) {
      try checkIsListable(host.source.directory)
      try fileEvents.watch(host.source.directory, as: host.number)
      fileEvents.set(host.bounds, of: host.number)
    } catch {
      throw .bundle(error)
    }
  }

  /// Watches a bundle. The next drain of the watcher has all its files.
  func prepare(
    _ bundle: ConfiguredBundle, besides names: [String], limits: Limits
  ) throws(DaemonError) -> Prepared {
    lastNumber += 1
    let number = lastNumber
    let path: String
    do throws(SystemError) {
      path = try absolutePath(bundle.directory)
      // A directory that can be watched but not listed would be served as an empty bundle.
      try checkIsListable(path)
      guard try realPath(path) != "/" else { throw RootRefusal.fileSystemRoot.error(at: path) }
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
    fileEvents.set(settings.bounds, of: number)
    return Prepared(number: number, source: bundle, name: name, path: path, settings: settings)
  }

  /// Reads a bundle.
  ///
  /// - Parameter changes: the first changes of the watcher: all files; nil while the directory is missing.
  func host(_ bundle: Prepared, _ changes: RootChanges?, _ configuration: DaemonConfiguration) -> BundleHost {
    let host = BundleHost(bundle, changes, configuration, log: log, clock: clock)
    fileEvents.set(host.bounds, of: host.number)
    if host.engine.isLargeEnoughForCompression {
      loop.setDeadline(Event.textsDue.token, at: clock.now() + configuration.timeouts.load)
    }
    return host
  }
}

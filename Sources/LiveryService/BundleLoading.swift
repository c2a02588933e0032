// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import ThemeEngine
import ThemeWatch

/// Loads the bundles that a daemon is started with.
struct BundleLoading {
  private let configuration: DaemonConfiguration
  private let clock: MonotonicClock

  init(_ configuration: DaemonConfiguration, _ clock: MonotonicClock) {
    self.configuration = configuration
    self.clock = clock
  }

  /// Watches the directories, then reads them: nothing that changes meanwhile is missed.
  func load(_ fileEvents: FileEvents) throws(DaemonError) -> [BundleHost] {
    guard configuration.bundles.count <= configuration.limits.bundles else {
      throw .tooManyBundles(limit: configuration.limits.bundles)
    }
    try prepareStateDirectory()
    var names: [BundleName] = []
    var directories: [String] = []
    for (index, bundle) in configuration.bundles.enumerated() {
      let directory: String
      do throws(SystemError) {
        directory = try realPath(bundle.directory)
        try fileEvents.watch(bundle.directory)
      } catch {
        throw .bundle(error)
      }
      let settings = BundleReader(path: directory, limit: configuration.limits.file).readSettings()
      let name = BundleName(given: bundle.name, settings, directory: directory)
      guard !names.contains(where: { $0.text == name.text }) else { throw .sameName(name.text) }
      fileEvents.allow(settings.outside, in: index)
      names.append(name)
      directories.append(directory)
    }
    let found = fileEvents.drain()
    return try configuration.bundles.indices.map { (index) throws(DaemonError) in
      guard let changes = found.first(where: { $0.bundle == index })?.changes else {
        throw .bundle(SystemError(call: "stat", errno: .noSuchFile, path: directories[index]))
      }
      return host(configuration.bundles[index], name: names[index], directory: directories[index], changes)
    }
  }

  private func host(
    _ bundle: DaemonConfiguration.Bundle, name: BundleName, directory: String, _ changes: RootChanges
  ) -> BundleHost {
    let store = configuration.stateDirectory.map {
      GenerationStore(directory: $0, bundle: name.fileStem, bundleDirectory: directory, log: configuration.log)
    }
    let modificationStore = configuration.stateDirectory.map {
      ModificationStore(directory: $0, bundle: name.fileStem, bundleDirectory: directory, log: configuration.log)
    }
    return BundleHost(
      name: name, rootFile: bundle.rootFile, directory: directory,
      reader: BundleReader(path: bundle.directory, limit: configuration.limits.file), changes: changes, store: store,
      modificationStore: modificationStore, limits: configuration.limits, patience: configuration.patience,
      log: configuration.log, clock: clock)
  }

  private func prepareStateDirectory() throws(DaemonError) {
    guard let directory = configuration.stateDirectory else { return }
    do throws(SystemError) {
      try makeDirectories(directory, mode: 0o700)
    } catch {
      throw .stateDirectory(error)
    }
  }
}

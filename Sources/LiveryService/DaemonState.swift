// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration
import Varlink

/// The state that the parts of a daemon share: its configuration, the sources of its events, and the tables of bundles, connections
/// and consumers.
///
/// The parts are values over this state, each with one job: `FileUpdates`, `BundleRegistry`, `DirectorySearch`, `Registration`,
/// `Handover`, `ConfigurationReload`, and a type for each group of methods. One thread owns all of them.
final class DaemonState {
  var configuration: DaemonConfiguration {
    didSet { connections.limits = limits }
  }
  var readings = ConfigurationReadings(at: secondsSince1970())
  /// In the order of the configuration, then of their addition.
  var bundles: [BundleHost] = []
  var waiting = WaitingBundles()

  let loop: EventLoop
  let clock: MonotonicClock
  /// The time of the start.
  let started: UInt64
  let fileEvents: FileEvents
  let loading: BundleLoading
  let connections: ConnectionTable
  let consumers: ConsumerTable
  /// Nil if no service manager started the daemon.
  let report: ServiceReport?
  private let stateDirectory: StateDirectory

  var limits: Limits { configuration.limits }
  var log: Log { configuration.log }
  var access: AccessControl { AccessControl(group: configuration.group) }

  /// Watches and checks the bundles, listens, then loads the bundles.
  init(
    _ configuration: DaemonConfiguration, _ stateDirectory: consuming StateDirectory,
    _ socket: consuming InheritedSocket?, loop: EventLoop
  ) throws(DaemonError) {
    self.configuration = configuration
    self.stateDirectory = stateDirectory
    self.loop = loop
    let clock = configuration.clock
    self.clock = clock
    started = clock.now()
    fileEvents = FileEvents(
      loop: loop, log: configuration.log, clock: clock, pollInterval: configuration.timeouts.polling)
    loading = BundleLoading(fileEvents, loop: loop, configuration.log, clock)
    report = ServiceReport(configuration.serviceManager, loop: loop, clock: clock)
    let prepared = try loading.prepareFirst(configuration)
    do throws(SystemError) {
      connections = try ConnectionTable(configuration, socket, loop: loop, clock: clock)
    } catch {
      throw .socket(error)
    }
    consumers = ConsumerTable(connections, report, configuration.log)
    let (hosts, waiting) = try loading.loadFirst(prepared, configuration)
    bundles = hosts
    self.waiting = WaitingBundles(waiting)
  }

  func bundle(numbered number: Int) -> BundleHost? { bundles.first { $0.number == number } }

  /// The bundles that a user may read.
  func bundles(visibleTo peer: PeerCredentials) -> [BundleHost] { bundles.filter { access.mayRead($0, peer) } }

  /// The bundles that a user may read and that are not served, since their directories are missing.
  func unserved(visibleTo peer: PeerCredentials) -> [WaitingBundle] {
    waiting.unserved.filter { access.mayRead($0.source.rights, peer) }
  }

  /// Why nothing is kept for the next start; nil if the state directory is in use.
  var stateDirectoryProblem: String? { stateDirectory.problem }
}

// SPDX-License-Identifier: GPL-2.0-or-later

package import LinuxIO
package import LiveryConfiguration
package import SystemdIO
import TextComparison
import ThemeModel

/// The settings of a daemon.
package struct DaemonConfiguration: Sendable {
  package enum BundleChanges: Sendable {
    case allowed
    /// The program that the daemon is embedded in looks at the bundles that it names.
    case refused
  }

  /// The receiver of SIGINT and SIGTERM.
  package enum SignalHandling: Sendable {
    /// The daemon, which ends then.
    case daemon
    /// The program that it is embedded in, which calls `stop`.
    case caller
  }

  /// A missing directory is made.
  package var socketPath: String
  /// The group whose members may connect and change bundles, besides the daemon's own user and root; nil for none.
  package var group: UInt32?
  /// The directory for files that outlast the daemon; made when it is missing. Nil: nothing is stored for the next daemon.
  package var stateDirectory: String?
  package var bundles: [ConfiguredBundle]
  /// Whether clients may add and remove bundles.
  package var bundleChanges = BundleChanges.allowed
  package var limits = Limits()
  package var timeouts = Timeouts()
  /// The clock of all timers.
  package var clock = MonotonicClock.system
  package var signals = SignalHandling.daemon
  /// The ignored parts of the configuration.
  package var warnings: [ConfigurationProblem] = []
  /// Places where a configuration file replaces the entry of a bundle in an earlier file.
  package var notes: [ConfigurationProblem] = []
  package var log: Log
  /// Gets the status of the daemon; nil if no service manager started it.
  package var serviceManager: ServiceManager?
  /// Connections of consumers that an earlier daemon left with the service manager.
  package var kept: [Activation.Descriptor] = []
  /// Reads the configuration again; nil without a configuration file.
  package var reread: (@Sendable () throws(BadConfiguration) -> DaemonConfiguration)?

  package init(socketPath: String, bundles: [ConfiguredBundle], log: Log = .standardError()) {
    self.socketPath = socketPath
    self.bundles = bundles
    self.log = log
  }
}

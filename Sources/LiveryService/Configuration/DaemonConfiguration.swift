// SPDX-License-Identifier: GPL-2.0-or-later

package import LinuxIO
package import SystemdIO
import TextComparison
package import ThemeModel

/// What a daemon is started with.
package struct DaemonConfiguration: Sendable {
  package struct Bundle: Sendable, Hashable {
    /// Unique in the daemon; nil: the directory's own name.
    package var name: String?
    /// The directory that holds it.
    package var directory: String
    /// The root file that the user named instead of the directory, relative to it.
    package var rootFile: String?
    /// Where the configuration names it; nil for one that was named otherwise.
    package var place: ConfigurationPlace?
    package var rights = BundleRights()
    /// Contexts that are kept resolved, whether anybody is in them or not.
    package var contexts: [Context] = []
    var origin = Origin.configuration

    /// Who wants it served.
    enum Origin: Sendable {
      /// The command line or the configuration file: it goes when these are read again and do not name it.
      case configuration
      /// A client, at run time: it stays until a client removes it or the daemon ends.
      case client
    }

    package init(
      name: String? = nil, directory: String, rootFile: String? = nil, place: ConfigurationPlace? = nil
    ) {
      self.name = name
      self.directory = directory
      self.rootFile = rootFile
      self.place = place
    }

    /// A bundle by any path to it: one to a file names the root file in its directory.
    init(name: String?, path: String, place: ConfigurationPlace? = nil) {
      guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), (try? fileStatus(path))?.kind == .regular else {
        self.init(name: name, directory: path, place: place)
        return
      }
      self.init(
        name: name, directory: slash == path.startIndex ? "/" : String(path[..<slash]),
        rootFile: String(path[path.utf8.index(after: slash)...]), place: place)
    }

    /// Whether the same files are served under the same name, wherever it was named and whoever may have it.
    func isSame(as other: Bundle) -> Bool {
      Bytewise([name, directory, rootFile]) == Bytewise([other.name, other.directory, other.rootFile])
    }
  }

  package enum BundleChanges: Sendable {
    case allowed
    /// The program that the daemon is embedded in looks at the bundles that it names.
    case refused
  }

  /// Who hears of INT and TERM.
  package enum SignalHandling: Sendable {
    /// The daemon, which ends then.
    case daemon
    /// The program that it is embedded in, which calls `stop`.
    case caller
  }

  /// Its directory is made when it is missing.
  package var socketPath: String
  /// The group whose members may connect and change things, besides the daemon's own user and root; nil: nobody else.
  package var group: UInt32?
  /// Where generations, and what is set at run time and saved, outlive the daemon; made when it is missing. Nil: the next
  /// one begins anew.
  package var stateDirectory: String?
  package var bundles: [Bundle]
  /// Whether clients may add and remove bundles.
  package var bundleChanges = BundleChanges.allowed
  package var limits = Limits()
  package var timeouts = Timeouts()
  /// What all waiting goes by.
  package var clock = MonotonicClock.system
  package var signals = SignalHandling.daemon
  /// What is passed over in the configuration.
  package var warnings: [ConfigurationProblem] = []
  /// Where a configuration file changes what an earlier one says of a bundle.
  package var notes: [ConfigurationProblem] = []
  package var log: Log
  /// Hears how the daemon is, when one started it.
  package var serviceManager: ServiceManager?
  /// Connections of consumers that an earlier daemon left with the service manager.
  package var kept: [Activation.Descriptor] = []
  /// Reads the configuration again; nil: there is nothing to be read again.
  package var reread: (@Sendable () throws(BadConfiguration) -> DaemonConfiguration)?

  package init(socketPath: String, bundles: [Bundle], log: Log = .standardError()) {
    self.socketPath = socketPath
    self.bundles = bundles
    self.log = log
  }
}

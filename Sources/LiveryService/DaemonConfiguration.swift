// SPDX-License-Identifier: GPL-2.0-or-later

/// What a daemon is started with.
package struct DaemonConfiguration: Sendable {
  package struct Bundle: Sendable, Hashable {
    /// Unique in the daemon; nil: the directory's own name.
    package var name: String?
    /// The directory that holds it.
    package var directory: String
    /// The root file that the user named instead of the directory, relative to it.
    package var rootFile: String?

    package init(name: String? = nil, directory: String, rootFile: String? = nil) {
      self.name = name
      self.directory = directory
      self.rootFile = rootFile
    }
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
  package var socketMode: UInt32 = 0o600
  /// Where generations, and what is set at run time and saved, outlive the daemon; made when it is missing. Nil: the next
  /// one begins anew.
  package var stateDirectory: String?
  package var bundles: [Bundle]
  package var limits = Limits()
  package var patience = Patience()
  package var signals = SignalHandling.daemon
  package var log = Log.standardError()

  package init(socketPath: String, bundles: [Bundle]) {
    self.socketPath = socketPath
    self.bundles = bundles
  }
}

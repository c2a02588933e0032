// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LinuxIO
import LiveryConfiguration
import LiveryConnection
import LiveryService

/// Combines the command line, the environment and the configuration file of a daemon. The former have precedence.
struct DaemonSetup: Sendable {
  private let arguments: Arguments
  /// The bundles of the command line. They replace the bundles of the file.
  private let bundles: [ConfiguredBundle]
  /// Whether the parent process handed over one connection, which is the only one.
  private let servesOneConnection: Bool

  init(_ arguments: Arguments, servesOneConnection: Bool) throws(CommandFailure) {
    self.arguments = arguments
    self.servesOneConnection = servesOneConnection
    bundles = try arguments.operands.map { (operand) throws(CommandFailure) in
      let location = try BundleLocation(operand)
      return ConfiguredBundle(directory: location.path, rootFile: location.rootFile)
    }
  }

  /// Reads the configuration file and combines all settings.
  ///
  /// - Parameter known: the file that was read before, which must still exist. Without it the usual file is looked for.
  func configuration(known: String? = nil) throws(BadConfiguration) -> DaemonConfiguration {
    let file = arguments[.configurationFile] ?? known ?? Self.usualFile
    let settings = try settings(of: file)
    let search = SocketSearch.here(option: arguments[.listeningSocket])
    var configuration = DaemonConfiguration(
      socketPath: search.chosen ?? settings.socketPath ?? "\(search.directories[0])/livery.sock",
      bundles: bundles.isEmpty ? settings.bundles ?? [] : bundles,
      log: .standardError(
        arguments[.logLevel].flatMap { LogLevel(name: $0) } ?? settings.logLevel ?? .info))
    configuration.group = settings.group
    configuration.stateDirectory = try stateDirectory(settings)
    configuration.limits = settings.limits
    configuration.reread = { [self] () throws(BadConfiguration) in try self.configuration(known: file) }
    configuration.warnings = settings.warnings
    configuration.notes = settings.notes
    return configuration
  }

  /// - Parameter file: must exist. Without it, the directory beside the usual file is still read.
  private func settings(of file: String?) throws(BadConfiguration) -> ConfigurationFile {
    guard let path = file ?? Self.usualPath else { return ConfigurationFile() }
    return try ConfigurationFile.read(path, home: Self.variable("HOME"), isRequired: file != nil)
  }

  /// The system's file for root, otherwise the user's; nil when it does not exist.
  private static var usualFile: String? {
    guard let path = usualPath else { return nil }
    do throws(SystemError) {
      _ = try fileStatus(path)
      return path
    } catch {
      // A file that cannot be read is an error, which its reader reports.
      return error.errno == .noSuchFile || error.errno == .notDirectory ? nil : path
    }
  }

  private static var usualPath: String? {
    if effectiveUser == 0 { return "/etc/livery/livery.json" }
    if let directory = variable("XDG_CONFIG_HOME") { return "\(directory)/livery/livery.json" }
    return variable("HOME").map { "\($0)/.config/livery/livery.json" }
  }

  /// The configured directory, else systemd's, else the user's (XDG Base Directory Specification). A daemon for one
  /// connection uses only a configured one, since other daemons may use the usual one.
  private func stateDirectory(_ settings: ConfigurationFile) throws(BadConfiguration) -> String? {
    if let chosen = arguments[.stateDirectory] ?? settings.stateDirectory { return chosen }
    if servesOneConnection { return nil }
    // Several directories are joined by colons.
    if let given = Self.variable("STATE_DIRECTORY"), let first = given.split(separator: ":").first {
      return String(first)
    }
    if effectiveUser == 0 { return "/var/lib/livery" }
    if let state = Self.variable("XDG_STATE_HOME") { return "\(state)/livery" }
    if let home = Self.variable("HOME") { return "\(home)/.local/state/livery" }
    throw BadConfiguration(problems: [
      ConfigurationProblem(
        message: "there is no directory for the state: HOME is not set", help: "name one with --state-dir")
    ])
  }

  private static func variable(_ name: String) -> String? {
    environment(name).flatMap { $0.isEmpty ? nil : $0 }
  }
}

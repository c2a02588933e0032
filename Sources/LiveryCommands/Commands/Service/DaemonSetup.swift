// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LinuxIO
import LiveryConfiguration
import LiveryConnection
import LiveryService

/// How a daemon is to work, from its command line over its environment over its configuration file.
struct DaemonSetup: Sendable {
  private let arguments: Arguments
  /// What the command line names; it takes the place of the bundles of the file.
  private let bundles: [ConfiguredBundle]
  /// Whoever started the process has opened the only connection that there is.
  private let servesOneConnection: Bool

  init(_ arguments: Arguments, servesOneConnection: Bool) throws(CommandFailure) {
    self.arguments = arguments
    self.servesOneConnection = servesOneConnection
    bundles = try arguments.operands.map { (operand) throws(CommandFailure) in
      let location = try BundleLocation(operand)
      return ConfiguredBundle(directory: location.path, rootFile: location.rootFile)
    }
  }

  /// Reads the configuration file and puts all together.
  ///
  /// - Parameter known: the file that was read before. One that is gone since is a mistake, one that came is found.
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

  /// - Parameter file: has to be there. Without one the directory beside the usual file may say something.
  private func settings(of file: String?) throws(BadConfiguration) -> ConfigurationFile {
    guard let path = file ?? Self.usualPath else { return ConfigurationFile() }
    return try ConfigurationFile.read(path, home: Self.variable("HOME"), isRequired: file != nil)
  }

  /// The file of the system for root, else that of the user; nil when there is none.
  private static var usualFile: String? {
    guard let path = usualPath else { return nil }
    do throws(SystemError) {
      _ = try fileStatus(path)
      return path
    } catch {
      // One that is there and cannot be read is an error, which its reader tells.
      return error.errno == .noSuchFile || error.errno == .notDirectory ? nil : path
    }
  }

  private static var usualPath: String? {
    if effectiveUser == 0 { return "/etc/livery/livery.json" }
    if let directory = variable("XDG_CONFIG_HOME") { return "\(directory)/livery/livery.json" }
    return variable("HOME").map { "\($0)/.config/livery/livery.json" }
  }

  /// What is asked for, else what systemd gives, else the user's directory for state (XDG Base Directory Specification). A
  /// daemon for one connection has none unless it is asked for: others may be at work there.
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
        message: "there is no place for the state: HOME is not set", help: "name one with --state-dir")
    ])
  }

  private static func variable(_ name: String) -> String? {
    environment(name).flatMap { $0.isEmpty ? nil : $0 }
  }
}

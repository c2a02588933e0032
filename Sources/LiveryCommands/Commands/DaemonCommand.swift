// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryClient
import LiveryService

/// How much a daemon says.
enum LogLevel: String, CaseIterable, Sendable {
  case error, warning, info, debug

  var level: Log.Level {
    switch self {
    case .error: .error
    case .warning: .warning
    case .info: .info
    case .debug: .debug
    }
  }
}

extension CommandOption {
  fileprivate static let listeningSocket = CommandOption(
    "socket", value: .path("PATH"), default: "LIVERY_SOCKET, else livery.sock in the user's directory for sockets",
    "Where to listen.")
  fileprivate static let stateDirectory = CommandOption(
    "state-dir", value: .path("DIR"), default: "STATE_DIRECTORY, else livery in the user's directory for state",
    "Where generations, and what `livery save` saves, are kept over restarts; made when it is missing.")
  fileprivate static let logLevel = CommandOption(
    "log-level", value: .choice(of: LogLevel.self), default: LogLevel.info.rawValue,
    "How much is said on the stream of errors.")
  fileprivate static let programVersion = CommandOption("version", "Print the version of this program.")
}

extension Command {
  static let daemon = Command(
    "liveryd", "Resolve theme bundles, watch their files and keep programs up to date",
    details: [
      "Speaks Varlink (interface io.livery.Theme). INT and TERM end it after a goodbye to all consumers. A line of its log "
        + "begins with its priority, as the journal reads it."
    ],
    operands: [
      Operand(name: "BUNDLE", occurrence: .oneOrMore, summary: "The directories or root files of the bundles.")
    ],
    options: [.listeningSocket, .stateDirectory, .logLevel, .programVersion],
    examples: [
      Example(line: "liveryd Examples/aurora", summary: "Serve one bundle to the programs of this user."),
      Example(
        line: "liveryd --socket /tmp/livery.sock --state-dir /tmp/livery-state themes/day themes/night",
        summary: "Serve two, somewhere else."),
    ], run: serve)
}

private func serve(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let bundles = try arguments.operands.map { (operand) throws(CommandFailure) -> DaemonConfiguration.Bundle in
    let location = try BundleLocation(operand)
    return DaemonConfiguration.Bundle(directory: location.directory, rootFile: location.rootFile)
  }
  var configuration = DaemonConfiguration(socketPath: try socketPath(arguments), bundles: bundles)
  configuration.stateDirectory = try stateDirectory(arguments)
  configuration.log = .standardError(arguments.choice(.logLevel, or: LogLevel.info).level)
  do throws(DaemonError) {
    try Daemon(configuration).run()
  } catch {
    throw CommandFailure(error)
  }
  return .fine
}

private func socketPath(_ arguments: Arguments) throws(CommandFailure) -> String {
  let search = SocketSearch.here(option: arguments[.listeningSocket])
  if let chosen = search.chosen { return chosen }
  do throws(SystemError) {
    return try "\(search.prepareDirectory())/livery.sock"
  } catch {
    throw CommandFailure(.usage, "there is no place for the socket: \(error)", help: "name one with --socket")
  }
}

/// What is asked for, else what systemd gives, else the user's directory for state (XDG Base Directory Specification).
private func stateDirectory(_ arguments: Arguments) throws(CommandFailure) -> String {
  if let chosen = arguments[.stateDirectory] { return chosen }
  let variable = { (name: String) in environment(name).flatMap { $0.isEmpty ? nil : $0 } }
  // Several directories are joined by colons.
  if let given = variable("STATE_DIRECTORY"), let first = given.split(separator: ":").first { return String(first) }
  if effectiveUser == 0 { return "/var/lib/livery" }
  if let state = variable("XDG_STATE_HOME") { return "\(state)/livery" }
  if let home = variable("HOME") { return "\(home)/.local/state/livery" }
  throw CommandFailure(.usage, "there is no place for the state: HOME is not set", help: "name one with --state-dir")
}

// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LinuxIO
import LiveryConfiguration
import LiveryConnection
import LiveryService
import SystemdIO

extension CommandOption {
  static let configurationFile = CommandOption(
    "config", value: .path("FILE"),
    default: "/etc/livery/livery.json for root, else livery/livery.json in the user's directory for configuration",
    "The configuration: served bundles and limits, together with the files in FILE.d. A default file may be missing.")
  static let listeningSocket = CommandOption(
    "socket", value: .path("PATH"), default: "LIVERY_SOCKET, else livery.sock in the user's directory for sockets",
    "Where to listen.")
  static let stateDirectory = CommandOption(
    "state-dir", value: .path("DIR"),
    default: "STATE_DIRECTORY, else /var/lib/livery for root, else livery in the user's state directory",
    "The directory for generations and the values of `livery save`; made when it is missing.")
  static let logLevel = CommandOption(
    "log-level", value: .choice(LogLevel.allCases.map(\.name)), default: LogLevel.info.name,
    "How much is logged to standard error.")
  fileprivate static let programVersion = CommandOption("version", "Print the version of this program.")
}

extension Command {
  static let daemon = Command(
    "liveryd", "Resolve theme bundles, watch their files and keep programs up to date",
    details: [
      "Speaks Varlink (interface io.livery.Theme). INT and TERM end it after a last message to all consumers that the next "
        + "daemon does not take over; on HUP and `livery reload` it reads its configuration again. A line of its log begins "
        + "with its priority, as the journal reads it. Started by systemd it takes over the socket that it is given, and says when it is ready.",
      "The command line wins over the configuration file: bundles that are named here are served in place of those of "
        + "the file.",
    ],
    operands: [Operand("BUNDLE", .any, "The directories or root files of the bundles.")],
    options: [
      .configurationFile, .checkConfiguration, .listeningSocket, .stateDirectory, .logLevel, .programVersion,
    ],
    examples: [
      Example("liveryd Examples/aurora", "Serve one bundle to the programs of this user."),
      Example(
        "liveryd --socket /tmp/livery.sock --state-dir /tmp/livery-state themes/day themes/night",
        "Serve two, somewhere else."),
      Example("liveryd --config livery.json", "Serve the bundles of a file."),
      Example("liveryd --check-config --config /etc/livery/livery.json", "Look at an edit before a reload or restart."),
    ], run: serve)
}

private func serve(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  if arguments.has(.checkConfiguration) { return try checkConfiguration(arguments, console) }
  let serviceManager = ServiceManager.fromEnvironment()
  let descriptors = Activation.fromEnvironment().descriptors
  let socket = try inheritedSocket(descriptors.filter { !$0.isOfConnection })
  let listener = try? socket?.duplicateListener()
  let daemon: Daemon
  do throws(CommandFailure) {
    daemon = try start(arguments, socket, keeping: descriptors.filter(\.isOfConnection), serviceManager)
  } catch {
    guard error.code == .usage, let listener else { throw error }
    console.complain(error)
    try? RefusingListener(listener).refuseAll()
    return error.code
  }
  _ = consume listener
  do throws(DaemonError) {
    try daemon.run()
  } catch {
    throw CommandFailure(error)
  }
  return .fine
}

private func start(
  _ arguments: Arguments, _ socket: consuming InheritedSocket?, keeping connections: [Activation.Descriptor],
  _ serviceManager: ServiceManager?
) throws(CommandFailure) -> Daemon {
  let servesOneConnection =
    switch socket {
    case .some(.stream): true
    case .some(.listener): false
    case nil: false
    }
  let setup = try DaemonSetup(arguments, servesOneConnection: servesOneConnection)
  var configuration: DaemonConfiguration
  do throws(BadConfiguration) {
    configuration = try setup.configuration()
  } catch {
    throw CommandFailure(problems: error.problems)
  }
  configuration.serviceManager = serviceManager
  configuration.kept = connections
  let search = SocketSearch.here(option: arguments[.listeningSocket])
  if socket == nil, configuration.socketPath == "\(search.directories[0])/livery.sock" {
    _ = try directoryForSockets(search)
  }
  do throws(DaemonError) {
    return try Daemon(configuration, socket: socket)
  } catch {
    throw CommandFailure(error)
  }
}

/// The socket that systemd or another parent process handed over.
private func inheritedSocket(_ descriptors: [Activation.Descriptor]) throws(CommandFailure) -> InheritedSocket? {
  guard let descriptor = descriptors.first else { return nil }
  guard descriptors.count == 1 else {
    throw CommandFailure(
      .usage, "\(descriptors.count) sockets were handed over; Livery takes one",
      help: "leave one ListenStream= in the socket unit")
  }
  do throws(SystemError) {
    return try descriptor.inherit()
  } catch {
    throw CommandFailure(.usage, "the descriptor that was handed over is not a listening socket: \(error)")
  }
}

/// Makes the user's directory for sockets, which other users must not access.
func directoryForSockets(_ search: SocketSearch) throws(CommandFailure) -> String {
  do throws(SystemError) {
    return try search.prepareDirectory()
  } catch {
    throw CommandFailure(.usage, "the directory for sockets cannot be used: \(error)", help: "name one with --socket")
  }
}

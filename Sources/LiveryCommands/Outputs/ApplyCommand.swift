// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LinuxIO
import LiveryConfiguration
import LiveryConnection
import OutputConfiguration
import OutputFiles
import OutputReload
import ProcessIO
import StyledText
import TextComparison
import ThemeModel
import ThemeOutputs

extension CommandOption {
  fileprivate static let outputsFile = CommandOption(
    "config", value: .path("FILE"), default: "livery/outputs.json in the user's directory of configuration",
    "The outputs.")
  fileprivate static let daemonSocket = CommandOption(
    "socket", value: .path("PATH"), default: "LIVERY_SOCKET, else the daemon's socket",
    "The socket of the daemon, or of a running watch.")
  fileprivate static let once = CommandOption(
    "once", "Write the current state, and end. Ends with 4 when an output needs a daemon and none runs.")
  fileprivate static let dryRun = CommandOption(
    "dry-run", "Write nothing and reload nothing; name the files that would be written.")
  fileprivate static let difference = CommandOption(
    "diff", "Print the changes of each file that is written, or would be, as `diff -u` does.")
  fileprivate static let list = CommandOption(
    "list", "Print each output with its file, when it was written last, and the reason why it waits; then end.")
  fileprivate static let restore = CommandOption(
    "reset", value: .text("OUTPUT"), "Put back the file that was there before Livery; give terminals their own colours."
  )
  fileprivate static let firstState = CommandOption(
    "timeout", value: .count("SECONDS"), default: "\(FollowedTheme.usualTimeout)",
    "How long to wait for the first state of a theme.")
  fileprivate static let applyFormat = CommandOption(
    "format", value: .choice(of: ApplyFormat.self), default: ApplyFormat.text.rawValue, "How lines are printed.")
}

extension Command {
  static let apply = Command(
    "apply", "Keep the files of other programs up to date with themes",
    details: [
      "Follows the running daemon for each output of the configuration, docs/outputs.md, and writes a file when its content "
        + "changes. Then running programs load the file: kitty gets a signal, tmux and Neovim get a command at their sockets, "
        + "terminals get escape sequences, and for other programs the command of `reload` runs. A changed configuration takes "
        + "effect at once; while it has an error, the error is reported and the last valid one stays in force.",
      "The daemon is that of --socket or LIVERY_SOCKET, else the user's, else the system's; a `livery watch` is "
        + "followed only where its socket is named. "
        + "Ends with 0 on INT and TERM, with 2 for a bad configuration, and with 1 when --once could not write each output.",
    ],
    operands: [Operand("OUTPUT", .any, "Outputs by their names. Default: all.")],
    options: [
      .outputsFile, .once, .dryRun, .difference, .list, .overwrite, .restore, .applyFormat, .daemonSocket, .firstState,
    ],
    examples: [
      Example("livery apply", "Follow the daemon until it is ended; the user unit livery-apply.service does this."),
      Example("livery apply --dry-run --diff", "Print the changes, and write nothing."),
      Example("livery apply --reset kitty", "Have the file of before."),
    ], run: applyOutputs)
}

private func applyOutputs(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let path = try configurationPath(arguments)
  let configuration: OutputConfiguration
  do throws(BadConfiguration) {
    configuration = try OutputConfiguration.read(path, home: environment("HOME"))
  } catch {
    for problem in error.problems { console.complain("\(problem)") }
    return .usage
  }
  let names = configuration.outputs.map(\.name)
  for name in arguments.operands + arguments.all(.restore) where !names.containsBytewise(name) {
    throw CommandFailure(
      .usage, "no output is called `\(name)`",
      help: Suggestion.didYouMean(name, among: names) ?? "the outputs are: \(names.joined(separator: ", "))")
  }
  let report = ApplyReport(console: console, format: arguments.choice(.applyFormat, or: ApplyFormat.text))
  if let name = arguments[.restore],
    let output = configuration.outputs.first(where: { Bytewise($0.name) == Bytewise(name) })
  {
    return try orInternalError { () throws(SystemError) in try OutputReset(output, report) }
      .run(isForced: arguments.has(.overwrite))
  }
  let isRead = arguments.has(.list) || arguments.has(.dryRun)
  let lock = isRead ? nil : try lock(for: path, waits: arguments.has(.once))
  defer { withExtendedLifetime(lock) {} }
  let mode = ApplySession.Mode(
    isOnce: arguments.has(.once) || isRead, isDry: isRead, lists: arguments.has(.list),
    showsDifferences: arguments.has(.difference), isForced: arguments.has(.overwrite))
  let session = try orInternalError { () throws(SystemError) in
    try ApplySession(
      configuration: path, only: arguments.operands, mode: mode, report: report, search: search(arguments),
      timeout: arguments.count(.firstState))
  }
  return try session.run(configuration)
}

private func configurationPath(_ arguments: Arguments) throws(CommandFailure) -> String {
  guard let path = arguments[.outputsFile] ?? OutputConfiguration.usualPath, let absolute = try? absolutePath(path)
  else {
    throw CommandFailure(.usage, "HOME is not set, so that there is no configuration", help: "name one with --config")
  }
  return absolute
}

/// Finds the daemon of this user or of the system alone. A `livery watch` of a downloaded bundle must not repaint the desktop.
private func search(_ arguments: Arguments) -> SocketSearch {
  var search = SocketSearch.here(option: arguments[.socket])
  search.findsDaemonsAlone = true
  search.trustedUsers = [effectiveUser, 0] + (userIdentifier(named: "livery").map { [$0] } ?? [])
  return search
}

/// Locks the configuration for one `livery apply`.
private func lock(for path: String, waits: Bool) throws(CommandFailure) -> LockHolder {
  let directory: String
  do throws(SystemError) {
    directory = try SocketSearch.here(option: nil).prepareDirectory()
    let target = "\(directory)/apply-\(OutputFile.digest(of: Array(path.utf8)).prefix(16))"
    // Five seconds, in steps.
    for _ in 0..<(waits ? 100 : 0) {
      do throws(SystemError) {
        return try LockHolder(target)
      } catch {
        guard error.errno == .addressInUse else { throw error }
        sleepBriefly()
      }
    }
    return try LockHolder(target)
  } catch {
    guard error.errno == .addressInUse else { throw CommandFailure(.internalError, "\(error)") }
    throw CommandFailure(
      .findings, "another `livery apply` follows \(path): \(error.detail ?? "")",
      help: "end it first, or name another --config")
  }
}

/// A lock that lives as long as this object.
private final class LockHolder {
  private let lock: PathLock
  init(_ target: String) throws(SystemError) { lock = try PathLock(for: target) }
}

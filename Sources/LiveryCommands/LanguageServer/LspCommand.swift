// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LinuxIO
import LiveryConnection

extension CommandOption {
  fileprivate static let standardStreams = CommandOption(
    "stdio", "Speak on standard input and output. This is the only way, and the default.")
  fileprivate static let clientProcess = CommandOption(
    "clientProcessId", value: .count("PID"), "End when this process ends.")
}

extension Command {
  static let lsp = Command(
    "lsp", "Serve an editor: findings, completion, hover, renaming for theme files",
    details: [
      "A Language Server (protocol 3.17) on standard input and output, for theme files of every dialect. It reports the "
        + "findings of `livery check`, and needs no daemon. docs/editors.md has configurations of editors."
    ],
    options: [.standardStreams, .clientProcess, .socket, .timeout],
    examples: [Example("livery lsp", "An editor starts this by itself.")], run: serveEditor)
}

private func serveEditor(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let session = try orInternalError { () throws(SystemError) in
    try LanguageSession(
      clientProcess: arguments.count(.clientProcess).flatMap { Int32(exactly: $0) },
      EditorDaemon(SocketSearch.here(option: arguments[.socket])))
  }
  let code = try orInternalError { () throws(SystemError) in try session.run() }
  return code == 0 ? .fine : .findings
}

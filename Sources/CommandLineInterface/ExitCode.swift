// SPDX-License-Identifier: GPL-2.0-or-later

/// The exit status of a program. Scripts depend on the numbers.
package enum ExitCode: Int32 {
  case fine = 0
  /// There are findings of the severity that `--fail-on` names or above.
  case findings = 1
  case usage = 2
  /// The bundle cannot be read or has no root.
  case noBundle = 3
  case noDaemon = 4
  case internalError = 5
}

extension ExitCode {
  /// The codes of `liveryd`.
  static let meaningsOfDaemon: KeyValuePairs<ExitCode, String> = [
    .fine: "It ended as asked: by INT, TERM or, when it serves one connection, by the end of that.",
    .usage: "Invalid command line or configuration, or no socket or state directory can be used.",
    .noBundle: "A bundle that the command line names cannot be read.",
    .internalError: "An internal error.",
  ]

  /// The codes of the commands of `livery`.
  static let meanings: KeyValuePairs<ExitCode, String> = [
    .fine: "Success.",
    .findings: "Findings of the severity that --fail-on names or above, or the requested value does not exist.",
    .usage: "Invalid command line or configuration.",
    .noBundle: "A bundle cannot be read, or has no root.",
    .noDaemon: "No daemon can be reached, it does not answer in time, or it refuses this user or the call.",
    .internalError: "An internal error.",
  ]
}

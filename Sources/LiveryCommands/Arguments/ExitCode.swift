// SPDX-License-Identifier: GPL-2.0-or-later

/// How a program ends, for scripts. The numbers are a contract.
enum ExitCode: Int32 {
  case fine = 0
  /// There are findings at or above what `--fail-on` says.
  case findings = 1
  case usage = 2
  /// The bundle cannot be read or has no root.
  case noBundle = 3
  case noDaemon = 4
  case internalError = 5
}

extension ExitCode {
  typealias Meaning = (code: ExitCode, meaning: String)

  /// What each means in a program that is one command and serves.
  static let meaningsOfDaemon: [Meaning] = [
    (.fine, "It was asked to end: by INT, TERM or, serving one connection, by its end."),
    (.usage, "The command line or the configuration cannot be meant, or there is no place to listen or to keep state."),
    (.noBundle, "A bundle that the command line names cannot be read."),
    (.internalError, "Something failed that should not."),
  ]

  /// What each means in commands.
  static let meanings: [Meaning] = [
    (.fine, "All is well."),
    (.findings, "There are findings at or above what --fail-on says, or what was asked for does not exist."),
    (.usage, "The command line or the configuration cannot be meant."),
    (.noBundle, "A bundle cannot be read, or has no root."),
    (.noDaemon, "No daemon can be reached, it does not answer in time, or it does not let this user in or do this."),
    (.internalError, "Something failed that should not."),
  ]
}

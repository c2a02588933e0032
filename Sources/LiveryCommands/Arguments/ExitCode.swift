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
  /// What each means, in words.
  static let meanings: [(code: ExitCode, meaning: String)] = [
    (.fine, "All is well."),
    (.findings, "There are findings at or above what --fail-on says, or what was asked for does not exist."),
    (.usage, "The command line or the configuration cannot be meant."),
    (.noBundle, "A bundle cannot be read, or has no root."),
    (.noDaemon, "No daemon can be reached."),
    (.internalError, "Something failed that should not."),
  ]
}

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

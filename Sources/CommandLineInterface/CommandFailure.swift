// SPDX-License-Identifier: GPL-2.0-or-later

/// Why a command could not do its work.
package struct CommandFailure: Error, Equatable {
  package var code: ExitCode
  /// One sentence without a full stop.
  package var message: String
  /// The way out.
  package var help: String?

  package init(_ code: ExitCode, _ message: String, help: String? = nil) {
    self.code = code
    self.message = message
    self.help = help
  }
}

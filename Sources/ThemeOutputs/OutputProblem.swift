// SPDX-License-Identifier: GPL-2.0-or-later

/// Why an output cannot be made.
package struct OutputProblem: Error, Sendable, Equatable {
  package let message: String
  /// The way out.
  package let help: String

  package init(_ message: String, help: String) {
    self.message = message
    self.help = help
  }
}

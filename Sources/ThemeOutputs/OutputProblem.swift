// SPDX-License-Identifier: GPL-2.0-or-later

/// Why an output cannot be made.
package struct OutputProblem: Error, Sendable, Equatable {
  package let message: String
  /// The way out.
  package let help: String
  /// A role that leads to no colour.
  package var role: Role?

  /// Whether it may pass without a change of the theme or of the configuration: a full disk, a directory that is missing.
  package var mayPass = false

  package struct Role: Sendable, Equatable {
    /// `background`, `ansi[3]`.
    package let name: String
    /// The path that leads nowhere; nil where a value of a different kind is there.
    package let missingPath: String?
  }

  package init(_ message: String, help: String) {
    self.message = message
    self.help = help
  }
}

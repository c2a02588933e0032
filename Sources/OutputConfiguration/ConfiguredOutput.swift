// SPDX-License-Identifier: GPL-2.0-or-later

package import LiveryConfiguration
package import TextComparison
package import ThemeModel
package import ThemeOutputs

/// An output that a user wants to be kept up to date.
package struct ConfiguredOutput: Sendable {
  /// The way in which the program loads a changed file.
  package enum Reload: Sendable, Equatable {
    /// In the way of the format.
    case usual
    case off
    /// A program with its arguments, without a shell.
    case command([String])
  }

  /// The part of an output for a second context.
  package struct Mode: Sendable {
    /// An at-rule or a selector.
    package let condition: String
    package let context: Context
  }

  package let name: String
  package let format: OutputFormat
  /// Of the file; of the directory, for a format that makes one. Absolute.
  package let path: String
  /// A name or a directory; nil for the daemon's only bundle.
  package var bundle: String?
  package var context = Context()
  /// Patterns of the values that formats without roles write.
  package var select: [String] = []
  /// Those of the output laid over those of the whole configuration.
  package var roles = Roles()
  /// The place of each role's path in the configuration, by the role: `background`, `ansi[3]`.
  package var rolePlaces: BytewiseDictionary<ConfigurationPlace> = [:]
  package var options: [(name: String, value: String)] = []
  package var modes: [Mode] = []
  /// The path of the template.
  package var template: String?
  package var reload = Reload.usual
  /// Whether a failed reload makes `--once` fail.
  package var isRequired = false
  /// Whether a file that Livery did not write is replaced, after it was kept.
  package var overwrites = false
  /// Whether states with unsaved text of editors are written.
  package var takesUnsaved = false
  package let place: ConfigurationPlace

  init(name: String, format: OutputFormat, path: String, place: ConfigurationPlace) {
    self.name = name
    self.format = format
    self.path = path
    self.place = place
  }
}

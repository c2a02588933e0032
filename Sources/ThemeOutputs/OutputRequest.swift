// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
package import ThemeModel

/// The sources of an output.
package struct OutputRequest: Sendable {
  /// A theme in a second context, for the part of the output that holds there.
  package struct Mode: Sendable {
    /// The condition under which it holds: an at-rule such as `@media (prefers-color-scheme: dark)`, or a selector.
    package let condition: String
    package let theme: OutputTheme

    /// Nil where the condition is not an appearance.
    var appearance: Roles.Appearance? { Roles.Appearance(condition: condition) }

    package init(condition: String, theme: OutputTheme) {
      self.condition = condition
      self.theme = theme
    }
  }

  package var theme: OutputTheme
  /// Laid over those that the theme brings.
  package var roles = Roles()
  /// The values that formats without roles write.
  package private(set) var selection = OutputRequest.constants
  /// The patterns of the selection, as the user wrote them; empty for all constants.
  private(set) var patterns: [String] = []
  /// Values of options by their names.
  package var choices: [(name: String, value: String)] = []
  package var modes: [Mode] = []
  /// The text of the template, and its partials by name; for the format `template` alone.
  package var template: Template?

  package init(theme: OutputTheme) { self.theme = theme }

  /// Selects values by patterns; without any, all constants.
  package mutating func select(_ patterns: [String]) throws(SelectionError) {
    guard !patterns.isEmpty else { return }
    selection = try Selection(select: patterns)
    self.patterns = patterns
  }

  // The pattern is short.
  private static let constants = (try? Selection(["constants/**"])) ?? .everything

  /// The colours of a terminal, of the roles and those that the theme brings.
  func terminalColors() throws(OutputProblem) -> TerminalColors {
    try TerminalColors(theme, roles.merged(over: Roles(of: theme)))
  }

  /// The paths of the values that a format writes, of the theme and of its modes; empty for formats whose roles name them.
  package func paths(for format: OutputFormat) -> [String] {
    switch format.group {
    case .terminal, .desktop, .editor: []
    case .web, .design, .native, .any:
      BytewiseSet(([theme] + modes.map(\.theme)).flatMap { $0.entries(in: selection) }.map(\.path)).sorted()
    }
  }

  /// The selected values, sorted by their keys.
  func entries() -> [OutputTheme.Entry] { theme.entries(in: selection) }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// A form in which a theme can be written for other programs.
///
/// Its `write` is a pure function. A format is one file in this folder, one line in `all`, and a fixture.
package struct OutputFormat: Sendable {
  package enum Group: String, Sendable {
    case terminal
  }

  /// An option of a format. The first choice is the default.
  package struct Option: Sendable {
    package let name: String
    package let choices: [String]
    package let summary: String
  }

  package let name: String
  package let group: Group
  /// What begins a comment of one line; nil in a form without comments.
  let comment: String?
  /// One line, without a full stop.
  package let summary: String
  package let options: [Option]
  /// How the program takes a changed file over.
  package let takeover: String
  /// Makes the file, without the comment at its beginning. The choices are complete and valid.
  let write: @Sendable (TerminalColors, _ choices: BytewiseDictionary<String>) -> String

  /// Writes a theme.
  ///
  /// - Parameters:
  ///   - roles: laid over those that the theme brings.
  ///   - choices: values of options by their names.
  package func text(
    of theme: OutputTheme, roles: Roles = Roles(), choices: [(name: String, value: String)] = []
  ) throws(OutputProblem) -> String {
    let colors = try TerminalColors(theme, roles.merged(over: Roles(of: theme)))
    let note = comment.map { "\($0)Written by `livery export \(name)`. Changes are lost when it is written again.\n" }
    return (note ?? "") + write(colors, try complete(choices))
  }

  /// The choices with the defaults of the other options.
  private func complete(_ choices: [(name: String, value: String)]) throws(OutputProblem) -> BytewiseDictionary<String>
  {
    var complete: BytewiseDictionary<String> = [:]
    for option in options { complete[option.name] = option.choices[0] }
    for (name, value) in choices {
      guard let option = options.first(where: { Bytewise($0.name) == Bytewise(name) }) else {
        let names = options.map(\.name)
        throw OutputProblem(
          "the format \(self.name) has no option `\(name)`",
          help: Suggestion.didYouMean(name, among: names)
            ?? (names.isEmpty ? "it has no options" : "its options are: \(names.joined(separator: ", "))"))
      }
      guard option.choices.containsBytewise(value) else {
        throw OutputProblem(
          "`\(value)` is not a value of the option `\(name)`",
          help: Suggestion.didYouMean(value, among: option.choices)
            ?? "write one of: \(option.choices.joined(separator: ", "))")
      }
      complete[name] = value
    }
    return complete
  }
}

extension OutputFormat {
  /// All formats, in the order in which they are listed.
  package static let all: [OutputFormat] = [
    alacritty, foot, kitty, shell, terminals, tmux, wezterm, xresources,
  ]

  /// The roles that a format of a group needs, and those that it may be given.
  package static func roles(of group: Group) -> (needed: [String], optional: [String]) {
    switch group {
    case .terminal:
      let optional: [Roles.Name] = [.cursor, .cursorText, .selection, .selectionText]
      return ([Roles.Name.background.rawValue, Roles.Name.foreground.rawValue, "ansi"], optional.map(\.rawValue))
    }
  }

  /// What becomes of values that the formats of a group cannot hold.
  package static func policy(of group: Group) -> String {
    switch group {
    case .terminal:
      "Colours are opaque and in sRGB: transparent ones are composited over the background, those of other spaces are mapped into "
        + "sRGB as CSS does."
    }
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
package import ThemeModel

/// The colours of a terminal, opaque and in sRGB.
///
/// Terminals have no transparent colours: one that is not opaque is composited over the background, whose own alpha does not
/// count. A colour of another space is the nearest one in sRGB.
package struct TerminalColors: Sendable, Equatable {
  package let background: Color
  package let foreground: Color
  package let cursor: Color
  package let cursorText: Color
  package let selection: Color
  package let selectionText: Color
  /// 16 colours: black, red, green, yellow, blue, magenta, cyan and white, then their bright forms.
  package let ansi: [Color]

  /// The normal colours, then the bright ones, each with its name.
  static let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

  package init(_ theme: OutputTheme, _ roles: Roles) throws(OutputProblem) {
    let background = try Self.color(.background, roles, theme).opaque(over: .black)
    self.background = background
    foreground = try Self.color(.foreground, roles, theme).opaque(over: background)
    guard !roles.ansi.isEmpty else { throw .missingRole("ansi") }
    var ansi: [Color] = []
    for (index, path) in roles.ansi.prefix(16).enumerated() {
      ansi.append(try Self.color(at: path, role: "ansi[\(index)]", theme).opaque(over: background))
    }
    self.ansi = ansi
    cursor = try Self.color(.cursor, roles, theme, else: foreground).opaque(over: background)
    cursorText = try Self.color(.cursorText, roles, theme, else: background).opaque(over: background)
    selection = try Self.color(.selection, roles, theme, else: ansi[8]).opaque(over: background)
    selectionText = try Self.color(.selectionText, roles, theme, else: foreground).opaque(over: background)
  }

  /// Each colour with the name of its role, in the order in which files list them.
  var byRole: [(role: String, color: Color)] {
    [
      (Roles.Name.background.rawValue, background), (Roles.Name.foreground.rawValue, foreground),
      (Roles.Name.cursor.rawValue, cursor), (Roles.Name.cursorText.rawValue, cursorText),
      (Roles.Name.selection.rawValue, selection), (Roles.Name.selectionText.rawValue, selectionText),
    ] + ansi.enumerated().map { ("color\($0)", $1) }
  }

  private static func color(
    _ role: Roles.Name, _ roles: Roles, _ theme: OutputTheme, else usual: Color? = nil
  ) throws(OutputProblem) -> Color {
    if let path = roles.paths[role] { return try color(at: path, role: role.rawValue, theme) }
    guard let usual else { throw .missingRole(role.rawValue) }
    return usual
  }

  private static func color(
    at path: String, role: String, _ theme: OutputTheme
  ) throws(OutputProblem) -> Color {
    guard let value = theme.value(at: path) else {
      throw OutputProblem(
        "the role `\(role)` leads to `\(path)`, and the theme has no value there",
        help: Suggestion.didYouMean(path, among: theme.colorPaths) ?? "`livery list` lists the values of a theme")
    }
    guard let color = value.srgbColor else {
      throw OutputProblem(
        "the role `\(role)` leads to `\(path)`, which is not a colour",
        help: "name a colour; `livery list` lists the values of a theme")
    }
    return color
  }
}

extension OutputProblem {
  fileprivate static func missingRole(_ role: String) -> OutputProblem {
    OutputProblem(
      "the role `\(role)` has no colour",
      help: "write a file with { \"\(role)\": … } for --roles; `livery formats FORMAT` lists the roles of a format")
  }
}

extension Color {
  /// This colour without transparency, as it looks on a ground.
  fileprivate func opaque(over ground: Color) -> Color {
    func mixed(_ own: Double, _ below: Double) -> Double { own * alpha + below * (1 - alpha) }
    return Color(
      red: mixed(red, ground.red), green: mixed(green, ground.green), blue: mixed(blue, ground.blue))
  }
}

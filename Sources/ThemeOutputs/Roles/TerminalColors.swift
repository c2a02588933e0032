// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

/// The colours of a terminal, opaque and in sRGB.
///
/// Terminals have no transparent colours: one that is not opaque is composited over the background, whose own alpha does not
/// count. A colour outside of sRGB becomes the nearest colour in sRGB.
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
    let background = try roles.color(.background, in: theme).opaque(over: .black)
    self.background = background
    foreground = try roles.color(.foreground, in: theme).opaque(over: background)
    ansi = try roles.ansiColors(in: theme).map { $0.opaque(over: background) }
    cursor = try roles.color(.cursor, in: theme, else: foreground).opaque(over: background)
    cursorText = try roles.color(.cursorText, in: theme, else: background).opaque(over: background)
    selection = try roles.color(.selection, in: theme, else: ansi[8]).opaque(over: background)
    selectionText = try roles.color(.selectionText, in: theme, else: foreground).opaque(over: background)
  }

  /// Each colour with the name of its role, in the order in which files list them.
  var byRole: [(role: String, color: Color)] {
    [
      (Roles.Name.background.rawValue, background), (Roles.Name.foreground.rawValue, foreground),
      (Roles.Name.cursor.rawValue, cursor), (Roles.Name.cursorText.rawValue, cursorText),
      (Roles.Name.selection.rawValue, selection), (Roles.Name.selectionText.rawValue, selectionText),
    ] + ansi.enumerated().map { ("color\($0)", $1) }
  }
}

extension Color {
  /// This colour without transparency, as it looks on a ground.
  func opaque(over ground: Color) -> Color { mixed(alpha, over: ground) }

  /// This colour with an opacity, as it looks on a ground.
  func mixed(_ opacity: Double, over ground: Color) -> Color {
    func mixed(_ own: Double, _ below: Double) -> Double { own * opacity + below * (1 - opacity) }
    return Color(
      red: mixed(red, ground.red), green: mixed(green, ground.green), blue: mixed(blue, ground.blue))
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

/// The colours of desktops and editors, opaque and in sRGB.
package struct DesktopColors: Sendable, Equatable {
  package let terminal: TerminalColors
  package let accent: Color
  /// Of windows and dialogs; the background where no role says otherwise.
  package let window: Color
  /// Of lists and text within windows; the background where no role says otherwise.
  package let view: Color
  package let border: Color
  package let error: Color
  package let warning: Color
  package let success: Color
  package let appearance: Roles.Appearance

  package init(_ theme: OutputTheme, _ roles: Roles) throws(OutputProblem) {
    let terminal = try TerminalColors(theme, roles)
    func color(_ role: Roles.Name, else usual: Color) throws(OutputProblem) -> Color {
      try roles.color(role, in: theme, else: usual).opaque(over: terminal.background)
    }
    self.terminal = terminal
    accent = try color(.accent, else: terminal.ansi[4])
    window = try color(.window, else: terminal.background)
    view = try color(.view, else: terminal.background)
    border = try color(.border, else: terminal.ansi[8])
    error = try color(.error, else: terminal.ansi[1])
    warning = try color(.warning, else: terminal.ansi[3])
    success = try color(.success, else: terminal.ansi[2])
    // The luminance at which white and black text have the same contrast is 0.179.
    appearance = roles.appearance ?? (terminal.background.relativeLuminance < 0.179 ? .dark : .light)
  }

  var isDark: Bool { appearance == .dark }

  /// Black or white, whichever is easier to read on a ground: by the contrast of WCAG 2.
  static func text(on ground: Color) -> Color { ground.relativeLuminance < 0.179 ? .white : .black }
}

extension OutputRequest {
  /// The colours of a desktop, of the roles and those that the theme brings.
  func desktopColors() throws(OutputProblem) -> DesktopColors {
    try DesktopColors(theme, roles.merged(over: Roles(of: theme)))
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

extension OutputFormat {
  static let qt5ct = qt("qt5ct", hasAccent: false, folder: "~/.config/qt5ct/colors")
  static let qt6ct = qt("qt6ct", hasAccent: true, folder: "~/.config/qt6ct/colors")

  /// - Parameter hasAccent: whether palettes of this version have the role Accent, as those of Qt 6.6 and newer do.
  private static func qt(_ name: String, hasAccent: Bool, folder: String) -> OutputFormat {
    desktop(
      name: name, comment: .init("# "), summary: "A colour scheme of \(name), for \(folder)",
      takeover: "programs of Qt take it over when you apply the scheme in \(name), or at their start"
    ) { colors, _ in
      func line(_ group: String, _ text: Color) -> String {
        let list = colors.qtColors(text) + (hasAccent ? [colors.accent] : [])
        return "\(group)_colors=" + list.map { "#ff\($0.hex.dropFirst())" }.joined(separator: ", ")
      }
      let lines = [line("active", colors.terminal.foreground), line("disabled", colors.mutedText)]
      return (["[ColorScheme]"] + lines + [line("inactive", colors.terminal.foreground), ""]).joined(separator: "\n")
    }
  }

  static let kde = desktop(
    name: "kde", comment: .init("# "),
    summary: "A colour scheme of KDE Plasma, for ~/.local/share/color-schemes/Livery.colors",
    takeover: "`plasma-apply-colorscheme Livery`"
  ) { colors, _ in
    func rgb(_ color: Color) -> String { "\(color.bytes.red),\(color.bytes.green),\(color.bytes.blue)" }
    func section(_ name: String, _ ground: Color, _ alternate: Color, _ text: Color) -> [String] {
      [
        "[Colors:\(name)]", "BackgroundAlternate=\(rgb(alternate))", "BackgroundNormal=\(rgb(ground))",
        "DecorationFocus=\(rgb(colors.accent))", "DecorationHover=\(rgb(colors.accent))",
        "ForegroundActive=\(rgb(colors.accent))", "ForegroundInactive=\(rgb(colors.mutedText))",
        "ForegroundLink=\(rgb(colors.terminal.ansi[4]))", "ForegroundNegative=\(rgb(colors.error))",
        "ForegroundNeutral=\(rgb(colors.warning))", "ForegroundNormal=\(rgb(text))",
        "ForegroundPositive=\(rgb(colors.success))", "ForegroundVisited=\(rgb(colors.terminal.ansi[5]))", "",
      ]
    }
    let text = colors.terminal.foreground
    let lines =
      ["[General]", "ColorScheme=Livery", "Name=Livery", ""]
      + section("Button", colors.window, colors.view, text)
      + section("Complementary", colors.window, colors.view, text)
      + section("Header", colors.window, colors.view, text)
      + section("Selection", colors.accent, colors.accent, DesktopColors.text(on: colors.accent))
      + section("Tooltip", colors.window, colors.view, text) + section("View", colors.view, colors.window, text)
      + section("Window", colors.window, colors.view, text)
      + [
        "[WM]", "activeBackground=\(rgb(colors.window))", "activeForeground=\(rgb(text))",
        "inactiveBackground=\(rgb(colors.window))", "inactiveForeground=\(rgb(colors.mutedText))", "",
      ]
    return lines.joined(separator: "\n")
  }
}

extension DesktopColors {
  /// The 21 colours of a palette of Qt up to PlaceholderText, in the order of `QPalette::ColorRole`.
  fileprivate func qtColors(_ text: Color) -> [Color] {
    let light = window.mixed(0.8, over: .white)
    let dark = window.mixed(0.7, over: .black)
    return [
      text, window, light, light.mixed(0.5, over: window), dark, border, text, Self.text(on: error), text, view, window,
      .black, accent, Self.text(on: accent), terminal.ansi[4], terminal.ansi[5], view.mixed(0.5, over: window), view,
      window, text, mutedText,
    ]
  }
}

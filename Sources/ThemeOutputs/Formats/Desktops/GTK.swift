// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

extension OutputFormat {
  static let gtk3 = desktop(
    name: "gtk3", comment: .init("/* ", " */"), summary: "Colours of GTK 3, for ~/.config/gtk-3.0/gtk.css",
    options: [.theme(folder: "gtk-3.0")], takeover: takeoverOfGTK, reload: .themeOfGTK
  ) { colors, choices in
    // Both files import the contained style sheet of their appearance.
    let base = "resource:///org/gtk/libgtk/theme/Adwaita/gtk\(colors.isDark ? "-dark" : "").css"
    let lines = colors.gtk3Colors.map { "@define-color \($0) \($1.hex);" }
    return choices.styleSheet(lines, above: base)
  }

  static let gtk4 = desktop(
    name: "gtk4", comment: .init("/* ", " */"),
    summary: "Colours of GTK 4 and libadwaita, for ~/.config/gtk-4.0/gtk.css",
    options: [
      Option(
        name: "version", choices: ["4.0", "4.16"],
        summary: "`4.16` writes custom properties, which GTK 4.16 and newer have"),
      .theme(folder: "gtk-4.0"),
    ],
    takeover: takeoverOfGTK, reload: .themeOfGTK
  ) { colors, choices in
    let base = "resource:///org/gtk/libgtk/theme/Default/gtk\(colors.isDark ? "-dark" : "").css"
    guard choices["version"] == "4.16" else {
      return choices.styleSheet(colors.gtk4Colors.map { "@define-color \($0) \($1.hex);" }, above: base)
    }
    let lines = colors.gtk4Colors.map { name, color in
      "  --\(String(name.map { $0 == "_" ? "-" : $0 })): \(color.hex);"
    }
    return choices.styleSheet([":root {"] + lines + ["}"], above: base)
  }

  private static let takeoverOfGTK =
    "programs of GTK read the file at their start; with theme=true those that use the theme `livery` at once"
}

extension OutputFormat.Option {
  fileprivate static func theme(folder: String) -> OutputFormat.Option {
    OutputFormat.Option(
      name: "theme", choices: ["false", "true"],
      summary: "`true` writes a theme on top of Adwaita, for ~/.local/share/themes/livery/\(folder)/gtk.css")
  }
}

extension OutputChoices {
  /// The text of a style sheet. A whole theme imports the one of GTK first.
  fileprivate func styleSheet(_ lines: [String], above base: String) -> String {
    let head = self["theme"] == "true" ? ["@import url(\"\(base)\");"] : []
    return (head + lines + [""]).joined(separator: "\n")
  }
}

extension DesktopColors {
  /// The names of Adwaita in GTK 3.
  fileprivate var gtk3Colors: [(String, Color)] {
    [
      ("theme_bg_color", window), ("theme_fg_color", terminal.foreground), ("theme_base_color", view),
      ("theme_text_color", terminal.foreground), ("theme_selected_bg_color", accent),
      ("theme_selected_fg_color", Self.text(on: accent)), ("insensitive_bg_color", window),
      ("insensitive_fg_color", mutedText), ("insensitive_base_color", view), ("theme_unfocused_bg_color", window),
      ("theme_unfocused_fg_color", terminal.foreground), ("theme_unfocused_base_color", view),
      ("theme_unfocused_text_color", terminal.foreground), ("theme_unfocused_selected_bg_color", accent),
      ("theme_unfocused_selected_fg_color", Self.text(on: accent)), ("borders", border),
      ("unfocused_borders", border), ("warning_color", warning), ("error_color", error), ("success_color", success),
    ]
  }

  /// The names of libadwaita.
  fileprivate var gtk4Colors: [(String, Color)] {
    var colors: [(String, Color)] = []
    for (name, color) in [
      ("accent", accent), ("destructive", error), ("success", success), ("warning", warning), ("error", error),
    ] {
      colors += [("\(name)_bg_color", color), ("\(name)_fg_color", Self.text(on: color)), ("\(name)_color", color)]
    }
    let text = terminal.foreground
    for (name, ground) in [
      ("window", window), ("view", view), ("headerbar", window), ("card", view), ("dialog", window),
      ("popover", window),
      ("sidebar", window),
    ] {
      colors += [("\(name)_bg_color", ground), ("\(name)_fg_color", text)]
    }
    return colors + [
      ("headerbar_border_color", border), ("headerbar_backdrop_color", window), ("sidebar_backdrop_color", window),
    ]
  }
}

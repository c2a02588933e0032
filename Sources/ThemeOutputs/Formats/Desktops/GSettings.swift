// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

extension OutputFormat {
  static let gsettings = desktop(
    name: "gsettings", comment: .init("# "),
    summary: "Settings of GNOME: whether programs are dark, and the accent colour",
    options: [
      Option(
        name: "accent", choices: ["on", "off"],
        summary: "whether the accent colour is set where the desktop has one, as GNOME 47 and newer do")
    ], takeover: "`gsettings set`, of each setting that differs from the file", reload: .settings
  ) { colors, choices in
    let lines = GSettings(colors, hasAccent: choices["accent"] != "off").settings.map { "\($0.key)='\($0.value)'" }
    return (["[org/gnome/desktop/interface]"] + lines + [""]).joined(separator: "\n")
  }
}

/// Settings of GNOME in the schema `org.gnome.desktop.interface`.
private struct GSettings {
  let settings: [(key: String, value: String)]

  init(_ colors: DesktopColors, hasAccent: Bool) {
    var settings = [(key: "color-scheme", value: colors.isDark ? "prefer-dark" : "prefer-light")]
    if hasAccent { settings.append((key: "accent-color", value: Self.accent(nearestTo: colors.accent))) }
    self.settings = settings
  }

  /// The accent colours of libadwaita.
  private static let accents: [(name: String, color: UInt32)] = [
    ("blue", 0x3584e4), ("teal", 0x2190a4), ("green", 0x3a944a), ("yellow", 0xc88800), ("orange", 0xed5b00),
    ("red", 0xe62d42), ("pink", 0xd56199), ("purple", 0x9141ac), ("slate", 0x6f8396),
  ]

  /// The nearest one by the distance of components, which is enough for nine colours that differ much.
  private static func accent(nearestTo color: Color) -> String {
    func distance(_ number: UInt32) -> Double {
      let other = Color(hex: number)
      let differences = [other.red - color.red, other.green - color.green, other.blue - color.blue]
      return differences.reduce(0) { $0 + $1 * $1 }
    }
    return accents.min { distance($0.color) < distance($1.color) }?.name ?? "blue"
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

extension OutputFormat {
  static let base16 = desktop(
    name: "base16", group: .editor, comment: .init("# "),
    summary: "A scheme of base16, for the builders of other programs",
    takeover: "a builder reads the file"
  ) { colors, _ in
    let ansi = colors.terminal.ansi
    let ground = colors.terminal.background
    let text = colors.terminal.foreground
    // The styling guide has seven shades from background to the brightest foreground: base05 is the foreground.
    let shades = (0..<8).map { (number: Int) -> Color in
      switch number {
      case 0: ground
      case 5: text
      default: ground.mixedInOklab(with: text, Double(number) / 5)
      }
    }
    let accents = [ansi[1], ansi[9], ansi[3], ansi[2], ansi[6], ansi[4], ansi[5], ansi[11]]
    let slots = (shades + accents).enumerated().map { index, color in
      "  base0\(String(index, radix: 16, uppercase: true)): \"\(color.hex)\""
    }
    let head = [
      "system: \"base16\"", "name: \"Livery\"", "author: \"written by Livery\"",
      "variant: \"\(colors.appearance.rawValue)\"",
      "palette:",
    ]
    return (head + slots + [""]).joined(separator: "\n")
  }
}

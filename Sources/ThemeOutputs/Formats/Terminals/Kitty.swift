// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

extension OutputFormat {
  static let kitty = terminal(
    name: "kitty", comment: .init("# "), summary: "Colours of kitty, for `include` in kitty.conf",
    options: [],
    takeover: "kitty reads its files again at SIGUSR1", reload: .kitty
  ) { colors, _ in
    var lines = [
      "background \(colors.background.hex)", "foreground \(colors.foreground.hex)",
      "cursor \(colors.cursor.hex)", "cursor_text_color \(colors.cursorText.hex)",
      "selection_background \(colors.selection.hex)", "selection_foreground \(colors.selectionText.hex)",
    ]
    lines += colors.ansi.enumerated().map { "color\($0) \($1.hex)" }
    return lines.joined(separator: "\n") + "\n"
  }
}

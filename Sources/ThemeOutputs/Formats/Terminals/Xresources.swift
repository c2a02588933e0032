// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

extension OutputFormat {
  static let xresources = terminal(
    name: "xresources", comment: .init("! "), summary: "X resources, for xterm, urxvt and others",
    options: [],
    takeover: "`xrdb -nocpp -merge FILE` for programs that start afterwards", reload: .resourceDatabase
  ) { colors, _ in
    let members =
      [
        ("background", colors.background), ("foreground", colors.foreground), ("cursorColor", colors.cursor),
        ("cursorColor2", colors.cursorText), ("highlightColor", colors.selection),
        ("highlightTextColor", colors.selectionText),
      ] + colors.ansi.enumerated().map { ("color\($0)", $1) }
    return members.map { "*.\($0): \($1.hex)" }.joined(separator: "\n") + "\n"
  }
}

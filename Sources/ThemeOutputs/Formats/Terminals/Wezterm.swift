// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

extension OutputFormat {
  static let wezterm = terminal(
    name: "wezterm", comment: .init("# "),
    summary: "A colour scheme of WezTerm in TOML, for its folder `colors`",
    options: [],
    takeover: "WezTerm watches the schemes that it uses"
  ) { colors, _ in
    func list(_ colors: some Sequence<Color>) -> String {
      "[" + colors.map { "\"\($0.hex)\"" }.joined(separator: ", ") + "]"
    }
    let members = [
      ("background", colors.background), ("foreground", colors.foreground), ("cursor_bg", colors.cursor),
      ("cursor_border", colors.cursor), ("cursor_fg", colors.cursorText), ("selection_bg", colors.selection),
      ("selection_fg", colors.selectionText),
    ]
    let lines =
      ["[metadata]", "name = \"livery\"", "", "[colors]"]
      + members.map { "\($0) = \"\($1.hex)\"" }
      + ["ansi = \(list(colors.ansi.prefix(8)))", "brights = \(list(colors.ansi.dropFirst(8)))"]
    return lines.joined(separator: "\n") + "\n"
  }
}

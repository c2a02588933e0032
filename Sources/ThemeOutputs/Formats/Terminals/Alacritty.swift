// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

extension OutputFormat {
  static let alacritty = terminal(
    name: "alacritty", comment: .init("# "),
    summary: "Colours of Alacritty, for `import` in its configuration",
    options: [
      Option(name: "form", choices: ["toml", "yaml"], summary: "`yaml` for Alacritty 0.12 and older")
    ],
    takeover: "Alacritty watches its files"
  ) { colors, choices in
    let tables = colors.alacrittyTables
    if choices["form"] == "yaml" {
      let lines = tables.flatMap { name, members in
        ["  \(name):"] + members.map { "    \($0): '\($1.hex)'" }
      }
      return (["colors:"] + lines).joined(separator: "\n") + "\n"
    }
    let texts = tables.map { name, members in
      "[colors.\(name)]\n" + members.map { "\($0) = \"\($1.hex)\"\n" }.joined()
    }
    return texts.joined(separator: "\n")
  }
}

extension TerminalColors {
  fileprivate var alacrittyTables: [(name: String, members: [(String, Color)])] {
    [
      ("primary", [("background", background), ("foreground", foreground)]),
      ("cursor", [("text", cursorText), ("cursor", cursor)]),
      ("selection", [("text", selectionText), ("background", selection)]),
      ("normal", Array(zip(Self.names, ansi.prefix(8)))), ("bright", Array(zip(Self.names, ansi.dropFirst(8)))),
    ]
  }
}

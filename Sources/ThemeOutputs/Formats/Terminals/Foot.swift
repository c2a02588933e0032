// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

extension OutputFormat {
  static let foot = terminal(
    name: "foot", comment: .init("# "), summary: "Colours of foot, for `include` in foot.ini",
    options: [
      Option(
        name: "cursor", choices: ["section", "colors"],
        summary: "where the cursor's colours stand: in the section `cursor`, or in `colors` for foot 1.23 and newer")
    ],
    takeover: "foot reads its file at its start; the format `terminals` changes the colours of running ones"
  ) { colors, choices in
    let isInColors = choices["cursor"] == "colors"
    let cursor = "\(colors.cursorText.digits) \(colors.cursor.digits)"
    var lines: [String] = []
    if !isInColors { lines += ["[cursor]", "color=\(cursor)", ""] }
    lines += ["[colors]", "background=\(colors.background.digits)", "foreground=\(colors.foreground.digits)"]
    if isInColors { lines.append("cursor=\(cursor)") }
    lines += [
      "selection-background=\(colors.selection.digits)", "selection-foreground=\(colors.selectionText.digits)",
    ]
    lines += colors.ansi.prefix(8).enumerated().map { "regular\($0)=\($1.digits)" }
    lines += colors.ansi.dropFirst(8).enumerated().map { "bright\($0)=\($1.digits)" }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Color {
  /// Six hexadecimal digits.
  fileprivate var digits: Substring { hex.dropFirst() }
}

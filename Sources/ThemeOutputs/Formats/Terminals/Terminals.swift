// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

extension OutputFormat {
  static let terminals = OutputFormat(
    name: "terminals", group: .terminal, comment: nil,
    summary: "Escape sequences that change the colours of the terminal that they are printed in", options: [],
    takeover: "`cat FILE` in a terminal, for example at the start of a shell"
  ) { colors, _ in
    let dynamic = [
      (10, colors.foreground), (11, colors.background), (12, colors.cursor), (17, colors.selection),
      (19, colors.selectionText),
    ]
    // ESC \ ends a sequence.
    return colors.ansi.enumerated().map { "\u{1b}]4;\($0);\($1.hex)\u{1b}\\" }.joined()
      + dynamic.map { "\u{1b}]\($0);\($1.hex)\u{1b}\\" }.joined()
  }
}

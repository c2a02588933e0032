// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

extension OutputFormat {
  static let terminals = terminal(
    name: "terminals", comment: nil,
    summary: "Escape sequences that change the colours of the terminal that they are printed in",
    options: [
      Option(
        name: "programs", text: "",
        summary: "the programs whose terminals change at once, joined by commas; else all known emulators")
    ],
    takeover: "open terminals change at once, new ones by `cat FILE` at the start of a shell", reload: .terminals
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

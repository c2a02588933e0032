// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

extension OutputFormat {
  static let tmux = terminal(
    name: "tmux", comment: .init("# "),
    summary: "Styles of tmux, and each colour as an option such as `@livery-background`, for `source-file`",
    options: [], takeover: "a tmux server reads a file at `tmux source-file FILE`", reload: .tmux
  ) { colors, _ in
    let base = "fg=\(colors.foreground.hex),bg=\(colors.background.hex)"
    let styles = [
      ("status-style", base), ("message-style", base), ("message-command-style", base),
      ("mode-style", "fg=\(colors.selectionText.hex),bg=\(colors.selection.hex)"),
      ("pane-border-style", "fg=\(colors.ansi[8].hex)"), ("pane-active-border-style", "fg=\(colors.ansi[4].hex)"),
    ]
    let lines =
      styles.map { "set -g \($0) \"\($1)\"" }
      + colors.byRole.map { "set -g @livery-\($0) \"\($1.hex)\"" }
    return lines.joined(separator: "\n") + "\n"
  }
}

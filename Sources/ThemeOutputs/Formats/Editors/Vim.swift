// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

extension OutputFormat {
  static let vim = desktop(
    name: "vim", group: .editor, comment: .init("\" "),
    summary: "A colour scheme of Vim, for ~/.vim/colors/livery.vim",
    takeover: "`:colorscheme livery`; Vim does not watch files"
  ) { colors, _ in
    var lines = [
      "highlight clear", "if exists('syntax_on')", "  syntax reset", "endif", "let g:colors_name = 'livery'",
      "set background=\(colors.appearance.rawValue)",
    ]
    for group in SyntaxColors(colors).groups {
      let (foreground, background, style) = (group.foreground, group.background, group.style ?? "NONE")
      lines.append(
        "highlight \(group.name) guifg=\(foreground?.hex ?? "NONE") guibg=\(background?.hex ?? "NONE") gui=\(style) "
          + "ctermfg=\(colors.terminalNumber(of: foreground)) ctermbg=\(colors.terminalNumber(of: background)) "
          + "cterm=\(style)")
    }
    let palette = colors.terminal.ansi.map { "'\($0.hex)'" }.joined(separator: ", ")
    return (lines + ["let g:terminal_ansi_colors = [\(palette)]", ""]).joined(separator: "\n")
  }

  static let neovim = desktop(
    name: "neovim", group: .editor, comment: .init("-- "),
    summary: "A colour scheme of Neovim, for ~/.config/nvim/colors/livery.lua",
    takeover: "running editors whose scheme is `livery` load it again", reload: .neovim
  ) { colors, _ in
    var lines = [
      "vim.cmd('highlight clear')", "if vim.g.syntax_on then", "  vim.cmd('syntax reset')", "end",
      "vim.g.colors_name = 'livery'", "vim.o.background = '\(colors.appearance.rawValue)'",
      "local function set(name, settings) vim.api.nvim_set_hl(0, name, settings) end",
    ]
    for group in SyntaxColors(colors).groups {
      var settings: [String] = []
      if let color = group.foreground { settings.append("fg = '\(color.hex)'") }
      if let color = group.background { settings.append("bg = '\(color.hex)'") }
      if let style = group.style { settings.append("\(style) = true") }
      lines.append("set('\(group.name)', { \(settings.joined(separator: ", ")) })")
    }
    for (severity, color) in [
      ("Error", colors.error), ("Warn", colors.warning), ("Info", colors.accent), ("Hint", colors.mutedText),
    ] {
      lines.append("set('Diagnostic\(severity)', { fg = '\(color.hex)' })")
    }
    lines += colors.terminal.ansi.enumerated().map { "vim.g.terminal_color_\($0) = '\($1.hex)'" }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension DesktopColors {
  /// The number of a colour in terminals of 16 colours; `NONE` for other colours.
  fileprivate func terminalNumber(of color: Color?) -> String {
    guard let color, let index = terminal.ansi.firstIndex(where: { $0.hex == color.hex }) else { return "NONE" }
    return "\(index)"
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// The highlight groups of Vim, with their colours.
struct SyntaxColors {
  struct Group {
    let name: String
    var foreground: Color?
    var background: Color?
    /// `bold`, `italic`, `underline`.
    var style: String?
  }

  let groups: [Group]

  init(_ colors: DesktopColors) {
    let terminal = colors.terminal
    let text = terminal.foreground
    let ground = terminal.background
    // Of lines and columns that stand out a little.
    let raised = terminal.selection.mixed(0.5, over: ground)
    let ansi = terminal.ansi
    func group(
      _ name: String, _ foreground: Color?, on background: Color? = nil, style: String? = nil
    ) -> Group { Group(name: name, foreground: foreground, background: background, style: style) }
    groups = [
      group("Normal", text, on: ground), group("Cursor", terminal.cursorText, on: terminal.cursor),
      group("CursorLine", nil, on: raised), group("CursorColumn", nil, on: raised),
      group("ColorColumn", nil, on: raised),
      group("LineNr", colors.mutedText), group("CursorLineNr", text, on: raised, style: "bold"),
      group("SignColumn", text, on: ground),
      group("FoldColumn", colors.mutedText, on: ground), group("Folded", colors.mutedText, on: raised),
      group("VertSplit", colors.border, on: ground), group("Visual", terminal.selectionText, on: terminal.selection),
      group("Search", ground, on: colors.warning),
      group("IncSearch", DesktopColors.text(on: colors.accent), on: colors.accent),
      group("MatchParen", nil, on: terminal.selection, style: "bold"), group("NonText", colors.mutedText),
      group("SpecialKey", colors.mutedText), group("EndOfBuffer", colors.mutedText), group("Directory", colors.accent),
      group("Title", colors.accent, style: "bold"), group("ErrorMsg", colors.error),
      group("WarningMsg", colors.warning),
      group("ModeMsg", text, style: "bold"), group("MoreMsg", colors.success), group("Question", colors.success),
      group("StatusLine", text, on: terminal.selection), group("StatusLineNC", colors.mutedText, on: raised),
      group("TabLine", colors.mutedText, on: raised), group("TabLineFill", text, on: raised),
      group("TabLineSel", text, on: terminal.selection, style: "bold"),
      group("WildMenu", DesktopColors.text(on: colors.accent), on: colors.accent),
      group("Pmenu", text, on: raised), group("PmenuSel", terminal.selectionText, on: terminal.selection),
      group("PmenuSbar", nil, on: raised), group("PmenuThumb", nil, on: colors.border),
      group("DiffAdd", colors.success, on: raised),
      group("DiffChange", colors.warning, on: raised), group("DiffDelete", colors.error, on: raised),
      group("DiffText", colors.accent, on: raised, style: "bold"), group("SpellBad", colors.error, style: "underline"),
      group("Comment", colors.mutedText, style: "italic"), group("Constant", ansi[3]), group("String", ansi[2]),
      group("Character", ansi[2]), group("Number", ansi[3]), group("Boolean", ansi[3]), group("Identifier", text),
      group("Function", ansi[4]), group("Statement", ansi[5]), group("Operator", text), group("PreProc", ansi[6]),
      group("Type", ansi[6]), group("Special", ansi[12]), group("Delimiter", text),
      group("Underlined", ansi[4], style: "underline"),
      group("Error", colors.error), group("Todo", ground, on: colors.warning, style: "bold"),
    ]
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import ThemeModel

extension OutputFormat {
  static let vscode = desktop(
    name: "vscode", group: .editor, comment: nil,
    summary: "A colour theme of Visual Studio Code, for the folder `themes` of an extension",
    takeover: "the editor loads themes of extensions when its window is reloaded"
  ) { colors, _ in
    let theme: JSONValue = [
      "$schema": "vscode://schemas/color-theme", "name": "Livery", "type": .string(colors.appearance.rawValue),
      "colors": .object(JSONObject(colors.workbench.map { (key: $0, value: .string($1.hex)) })),
      "tokenColors": .array(colors.tokenRules.map(\.json)),
    ]
    return theme.pretty + "\n"
  }
}

private struct TokenRule {
  let scopes: [String]
  let color: Color
  var style: String?

  var json: JSONValue {
    var settings = JSONObject()
    settings["foreground"] = .string(color.hex)
    settings["fontStyle"] = style.map(JSONValue.string)
    return ["scope": .array(scopes.map(JSONValue.string)), "settings": .object(settings)]
  }
}

extension DesktopColors {
  fileprivate var workbench: [(String, Color)] {
    let text = terminal.foreground
    let onAccent = Self.text(on: accent)
    let names = ["Black", "Red", "Green", "Yellow", "Blue", "Magenta", "Cyan", "White"]
    let ansi = terminal.ansi.enumerated().map { index, color in
      ("terminal.ansi\(index < 8 ? "" : "Bright")\(names[index % 8])", color)
    }
    return [
      ("foreground", text), ("focusBorder", accent), ("errorForeground", error),
      ("editor.background", terminal.background),
      ("editor.foreground", text), ("editorCursor.foreground", terminal.cursor),
      ("editor.selectionBackground", terminal.selection),
      ("editor.lineHighlightBackground", terminal.selection.mixed(0.5, over: terminal.background)),
      ("editorLineNumber.foreground", mutedText), ("editorLineNumber.activeForeground", text),
      ("editorError.foreground", error), ("editorWarning.foreground", warning), ("editorInfo.foreground", accent),
      ("editorWidget.background", window), ("editorGroup.border", border), ("editorGroupHeader.tabsBackground", window),
      ("tab.activeBackground", view), ("tab.activeForeground", text), ("tab.inactiveBackground", window),
      ("tab.inactiveForeground", mutedText), ("tab.border", border), ("sideBar.background", window),
      ("sideBar.foreground", text), ("sideBar.border", border), ("activityBar.background", window),
      ("activityBar.foreground", text), ("activityBarBadge.background", accent),
      ("activityBarBadge.foreground", onAccent),
      ("statusBar.background", window), ("statusBar.foreground", text), ("statusBar.border", border),
      ("titleBar.activeBackground", window), ("titleBar.activeForeground", text), ("panel.background", view),
      ("panel.border", border), ("input.background", view), ("input.foreground", text), ("input.border", border),
      ("dropdown.background", view), ("dropdown.foreground", text), ("button.background", accent),
      ("button.foreground", onAccent), ("badge.background", accent), ("badge.foreground", onAccent),
      ("list.activeSelectionBackground", terminal.selection),
      ("list.activeSelectionForeground", terminal.selectionText),
      ("list.hoverBackground", terminal.selection.mixed(0.5, over: window)), ("textLink.foreground", terminal.ansi[4]),
      ("terminal.background", terminal.background), ("terminal.foreground", text),
      ("terminalCursor.foreground", terminal.cursor), ("terminal.selectionBackground", terminal.selection),
      ("gitDecoration.addedResourceForeground", success), ("gitDecoration.modifiedResourceForeground", warning),
      ("gitDecoration.deletedResourceForeground", error),
    ] + ansi
  }

  fileprivate var tokenRules: [TokenRule] {
    let ansi = terminal.ansi
    return [
      TokenRule(scopes: ["comment", "punctuation.definition.comment"], color: mutedText, style: "italic"),
      TokenRule(scopes: ["string"], color: ansi[2]),
      TokenRule(scopes: ["constant", "constant.numeric", "constant.language"], color: ansi[3]),
      TokenRule(scopes: ["variable", "variable.other"], color: terminal.foreground),
      TokenRule(scopes: ["entity.name.function", "support.function"], color: ansi[4]),
      TokenRule(scopes: ["keyword", "storage"], color: ansi[5]),
      TokenRule(scopes: ["entity.name.type", "support.type", "support.class", "meta.preprocessor"], color: ansi[6]),
      TokenRule(scopes: ["entity.name.tag", "invalid"], color: ansi[1]),
      TokenRule(scopes: ["entity.other.attribute-name"], color: ansi[3]),
      TokenRule(scopes: ["markup.heading"], color: accent, style: "bold"),
      TokenRule(scopes: ["markup.inserted"], color: success), TokenRule(scopes: ["markup.deleted"], color: error),
      TokenRule(scopes: ["markup.changed"], color: warning),
    ]
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeModel
import ThemeSyntax

@testable import ThemeDialects

/// The parts of the Redbeard dialect that are tables; the rest is shown by the conformance cases.
@Suite struct RedbeardTests {
  @Test(
    arguments: [
      ("theme.inc.json", RootName()), ("theme_pad.inc.json", RootName(device: "pad")),
      ("theme_9.3.1.inc.json", RootName(version: "9.3.1")), ("theme_en_gb.inc.json", RootName(language: "en_gb")),
      ("theme_fr-fr.inc.json", RootName(language: "fr_fr")),
      ("theme_phone_9_de-ch.inc.json", RootName(device: "phone", version: "9", language: "de_ch")),
      ("theme_es_419.inc.json", RootName(language: "es_419")), ("theme_tablet.inc.json", nil),
      ("theme_en.inc.json", nil), ("theme_en_gb_pad.inc.json", nil), ("theme_Pad.inc.json", nil),
      ("theme-pad.inc.json", nil), ("themes.inc.json", nil), ("theme.json", nil), ("theme_.inc.json", nil),
      ("theme_9..3.inc.json", nil),
    ] as [(String, RootName?)]) func rootNames(fileName: String, name: RootName?)
  {
    #expect(RootName(fileName) == name)
  }

  @Test func candidatesFromTheMostSpecificOn() {
    let context = Context(device: .pad, version: "9.3.1", language: "en-GB")
    #expect(
      RootName.candidates(for: context).map(\.fileName) == [
        "theme_pad_9.3.1_en_gb.inc.json", "theme_pad_9.3.1.inc.json", "theme_pad_9.0_en_gb.inc.json",
        "theme_pad_9.0.inc.json", "theme_pad_9_en_gb.inc.json", "theme_pad_9.inc.json", "theme_pad_en_gb.inc.json",
        "theme_pad.inc.json", "theme_9.3.1_en_gb.inc.json", "theme_9.3.1.inc.json", "theme_9.0_en_gb.inc.json",
        "theme_9.0.inc.json", "theme_9_en_gb.inc.json", "theme_9.inc.json", "theme_en_gb.inc.json", "theme.inc.json",
      ])
    #expect(RootName.candidates(for: Context()).map(\.fileName) == ["theme.inc.json"])
    #expect(
      RootName.candidates(for: Context(version: "9")).map(\.fileName) == [
        "theme_9.inc.json", "theme_9.0.inc.json", "theme.inc.json",
      ])
  }

  @Test(
    arguments: [
      ("#000000", Color(red: 0, green: 0, blue: 0)), ("0xFFffFF", Color(red: 1, green: 1, blue: 1)),
      ("#ff000080", Color(red: 1, green: 0, blue: 0, alpha: 128.0 / 255)), ("#fff", nil), ("#12345", nil),
      ("#1234567", nil), ("#gggggg", nil), ("#+12345", nil), ("ff0000", nil), ("0Xff0000", nil), (" #ff0000", nil),
      ("", nil), ("#", nil),
    ] as [(String, Color?)]) func hexColors(text: String, color: Color?)
  {
    #expect(RedbeardText.color(Array(text.utf8)[...]) == color)
  }

  private static let colorHelp = RedbeardColorHelp.help

  /// Keys and texts that are probably meant in another way, and the help for them.
  @Test(
    arguments: [
      (##"{"color-a": "0x1565c"}"##, ["write #RRGGBB or #RRGGBBAA, with digits 0-9 and A-F; AA is the opacity"]),
      (##"{"color-a": "0x1565zz", "code": "0x1565c", "b": "0x112233"}"##, []),
      (#"{"a": {"height_ipad": 1}}"#, ["did you mean `height_iPad`?"]),
      (#"{"gap_IPAD": 1}"#, ["did you mean `gap_iPad`?"]),
      (#"{"a": {"height_iPad": 1, "heightiPad": 2, "height_pad": 3, "_ipad": 4, "ipad": 5}}"#, []),
      (
        #"{"a": {"w~ipad": 1, "w_ipda": 2}, "gap~iPad": 3}"#,
        ["did you mean `w_iPad`?", "did you mean `w_iPad`?", "did you mean `gap_iPad`?"]
      ),
      (
        #"{"a": {"w_iPhone": 1, "w_iPod": 2, "~ipad": 3, "a_flip": 4}}"#, ["add `_iPhone` to `suffixes` in livery.json"]
      ),
      (
        #"{"a": {"highlited": {"b": 1}, "hilighted": {"b": 1}, "highlight": {"b": 1}, "lighted": {"b": 1}}}"#,
        ["did you mean `highlighted`?", "did you mean `highlighted`?"]
      ),
      // Fonts.
      (#"{"a": {"name": "Georgia", "sise": 12}}"#, ["did you mean `size`?"]),
      (#"{"a": {"f": {"Name": "Georgia", "Size": 12}}}"#, ["did you mean `name`?", "did you mean `size`?"]),
      (#"{"a": {"stlye": "body", "name": "Georgia", "SIZE": 12}}"#, ["did you mean `style`?", "did you mean `size`?"]),
      (
        #"{"a": {"name": "Georgia", "side": 12}, "b": {"name": "x", "sizes": 1}, "c": {"name": "x", "sise": true}}"#, []
      ),
      (#"{"a": {"name": "x", "size": 1, "b": 2}, "b": {"nam": "x", "sise": 1}, "c": {"Name": "x"}}"#, []),
      (#"{"a": {"size": 1, "site": "x"}, "b": {"size": 1, "sise": 2}, "c": {"name": "x", "size": 1}}"#, []),
      // Colours.
      (
        ##"{"a": {"aColor": " #102030", "aCOLOR": "18,52,86", "bColor": "1, 2, 3, 0.5"}}"##,
        ["write #102030 without blanks around it", "write \"#123456\"", colorHelp]
      ),
      (#"{"a": {"aColor": "", "aCOLOR": " ", "bColor": " ref://b"}}"#, [colorHelp, colorHelp, "write \"ref://b\""]),
      (
        #"{"a": {"aColor": "UIColor.redColor", "aCOLOR": "clearColor", "bColor": "NSColor.green", "ccolor": "UIColor.tint"}}"#,
        ["write #FF0000", "write #00000000", "write #00FF00", colorHelp]
      ),
      (
        #"{"a": {"aColor": [16, 32, 48], "aCOLOR": [0.1, 0, 0, 1], "bColor": {"r": 16, "g": 1, "b": 2}}}"#,
        ["write \"#102030\"", colorHelp, colorHelp]
      ),
      (
        #"{"a": {"aColor": true, "aCOLOR": "clear", "bColor": "brandColor", "ccolor": [1, 2], "dcolor": {"on": 1}}}"#,
        []
      ),
      (##"{"a": {"text": " #102030", "b": "18,52,86", "c": "", "d": " ref://b", "e": [16, 32, 48]}}"##, []),
      // Glyphs.
      (#"{"a": "Glyph://star", "b": "glyph:/star/b"}"#, ["write \"glyph://star\"", "write \"glyph://star/b\""]),
      (#"{"a": "glyphs://star/b/32", "b": "glpyh:/star"}"#, ["write \"glyph://star/b/32\"", "write \"glyph://star\""]),
      (#"{"a": "Glyph: a star", "b": "graph://star", "c": "glyph", "d": "glyphs:star", "e": "https://star"}"#, []),
      // The flag.
      (
        #"{"a": {"clearPreviousThemingValues": 1, "b": {"clearPreviousThemingValues": "yes"}}}"#,
        ["write true, or remove the key", "write true, or remove the key"]
      ),
      (
        #"{"a": {"clearPreviousThemingValues": false, "b": {"clearPreviousThemingValues": "ref://on"}, "c": {"clearPreviousThemingValues": "true"}}}"#,
        ["write true without quotation marks"]
      ),
    ] as [(String, [String])]) func slips(text: String, help: [String])
  {
    let declarations = Redbeard(DialectSettings()).declarations(of: parseJSON(Array(text.utf8)).tree, path: "a.json")
    #expect(declarations.findings.map(\.help) == help)
    #expect(declarations.findings.allSatisfy { $0.severity == .warning })
  }

  /// For any bytes of a file, reading ends, and every node lies within the file.
  @Test(arguments: [
    "", "[]", "{}", "3", #"{"a": {"inherits": 3}}"#, #"{"a": "glyph://"}"#, ##"{"a": ["ref://b", {"c": "#zz"}]}"##,
    #"{"a": {"b": "ref://"}}"#, #"{"include": 3, "themes": [1]}"#, #"{"a" 1, "#,
  ]) func declaringIsTotal(text: String) {
    let bytes = Array(text.utf8)
    for path in ["a.json", "a.inc.json"] {
      let declarations = Redbeard(DialectSettings()).declarations(of: parseJSON(bytes).tree, path: path)
      for node in declarations.nodes { #expect(Int(node.range.end) <= bytes.count) }
      for entry in declarations.entries {
        #expect(Int(declarations.nodes[Int(entry.node)].end) <= declarations.nodes.count)
      }
    }
  }
}

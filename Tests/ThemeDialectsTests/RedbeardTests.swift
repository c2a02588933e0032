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

  /// Keys and texts that are probably meant in another way, and the help for them.
  @Test(
    arguments: [
      (##"{"color-a": "0x1565c"}"##, ["write #RRGGBB or #RRGGBBAA, with digits 0-9 and A-F; AA is the opacity"]),
      (##"{"color-a": "0x1565zz", "code": "0x1565c", "b": "0x112233"}"##, []),
      (#"{"a": {"height_ipad": 1}}"#, ["did you mean `height_iPad`?"]),
      (#"{"gap_IPAD": 1}"#, ["did you mean `gap_iPad`?"]),
      (#"{"a": {"height_iPad": 1, "heightiPad": 2, "height_pad": 3, "_ipad": 4, "ipad": 5}}"#, []),
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

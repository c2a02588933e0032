// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeModel

@testable import ThemeEngine

/// The names that findings suggest.
@Suite struct NameSuggestionTests {
  /// A theme's style inherits from the style of the default theme with the unknown parent: its name would make a cycle.
  @Test(arguments: ["_inherit", "_superstyle"]) func aStyleThatInheritsFromTheBaseStyleIsNotSuggested(parent: String)
    throws
  {
    let engine = ThemeEngine(bundle: "giotto")
    let files = [
      "livery.json": #"{"dialect": "giotto", "default": "base"}"#,
      "base.json": #"{"formatVersion": 2, "G": {"FONT": {"_superstyle": "COLOR1x", "a": 1}}}"#,
      "dark.json": #"{"formatVersion": 2, "G": {"COLOR1": {"\#(parent)": "FONT", "b": 2}}}"#,
    ]
    engine.apply(files.map { FileChange(path: $0.key, content: .bytes(Array($0.value.utf8))) })
    let unknown = engine.open(Context(themes: ["dark"])).diagnostics.first { $0.code.rawValue == "LV1017" }
    #expect(try #require(unknown).suggestedName == nil)
  }

  /// `_inherit` takes a style of the default theme. One that another theme alone declares is not declared nowhere.
  @Test func aStyleOfAnotherThemeIsNamed() throws {
    func found(_ base: String) -> [Diagnostic] {
      let engine = ThemeEngine(bundle: "giotto")
      let files = [
        "livery.json": #"{"dialect": "giotto", "default": "base"}"#, "base.json": base,
        "dark.json": """
        {"formatVersion": 2, "G": {"A2": {"b": 1}, "C": {"_inherit": "A2"}, "D": {"_inherit": "A3"}, "E": {"_inherit": "A"}}}
        """,
      ]
      engine.apply(files.map { FileChange(path: $0.key, content: .bytes(Array($0.value.utf8))) })
      return engine.report(on: .one(Context(themes: ["dark"]))).diagnostics.filter { $0.code.rawValue == "LV1017" }
    }
    // It may be declared in what cannot be read.
    let unread = found(#"{"formatVersion": 2, "G": {"A": {"a": 1}"#)
    #expect(unread.map(\.isConsequence) == [true])
    #expect(unread.first?.message.hasPrefix("2 names are not declared in the files that can be read") == true)
    let found = found(#"{"formatVersion": 2, "G": {"A": {"a": 1}}}"#)
    #expect(found.map(\.message) == ["`A2` is not a style of the default theme", "unknown style `A3`"])
    #expect(found.map(\.suggestedName) == [nil, "A"])
    #expect(found.first?.related.map { "\($0.file) \($0.message)" } == ["dark.json `A2` is declared here"])
  }

  /// Each misspelt name of a text is searched for in the whole text: in a long one they have no fix.
  @Test(arguments: [(100, true), (1_000, false)]) func misspeltNamesOfALongText(others: Int, hasFix: Bool) throws {
    let engine = ThemeEngine(bundle: "giotto")
    let names = ["alphbet"] + Array(repeating: "plain", count: others)
    let styles = #""alphabet": {"a": 1}, "plain": {"a": 2}, "box": {"view": "style:\#(names.joined(separator: ","))"}"#
    let text = #"{"formatVersion": 2, "Constants": {"gap": 1}, "G": {\#(styles)}}"#
    engine.apply([FileChange(path: "theme_default.json", content: .bytes(Array(text.utf8)))])
    let unknown = engine.report(on: .all).diagnostics.first { $0.missingName == "alphbet" }
    #expect(try #require(unknown).suggestedName == "alphabet")
    #expect((unknown?.fix?.edits.first?.text == "alphabet") == hasFix)
  }

  /// Unknown names that are a slip in the notation, or that a file declares as something else: `CODE: HELP`, and the reason.
  @Test(
    arguments: [
      (##""image": "glyph://star/ref://ink/12""##, "write the id without `ref://`", nil),
      (##""image": "glyph://star/32""##, "a height needs a colour before it: write glyph://NAME/COLOUR/32", nil),
      (##""image": "glyph://star/0x102030/12""##, "write the colour itself, `#102030`", nil),
      (##""fill": "ref://#102030""##, "write the colour itself, `#102030`", nil),
      (##""fill": "ref://#10203""##, "declare this id in a file that the bundle loads", nil),
      (##""inkColor": "ref://32""##, "declare this id in a file that the bundle loads", nil),
      (
        ##""part": "ref://button_iPad""##, "write the id without its device suffix: `button`",
        "`button_iPad` is `button` with a device suffix"
      ),
      (
        ##""inherits": "ref://button_iPad""##, "write the id without its device suffix: `button`",
        "`button_iPad` is `button` with a device suffix"
      ),
      (##""part": "ref://gap_iPad""##, "declare this id in a file that the bundle loads", nil),
    ] as [(String, String, String?)]) func mistakesOfRedbeard(member: String, help: String, reason: String?) throws
  {
    let engine = ThemeEngine(bundle: "redbeard")
    let theme = ##"{"ink": "#102030", "button": {"width": 1}, "button_iPad": {"width": 2}, "a": {\##(member)}}"##
    let files = ["theme.inc.json": #"{"themes": ["a.json"]}"#, "a.json": theme]
    engine.apply(files.sorted { $0.key < $1.key }.map { .init(path: $0.key, content: .bytes(Array($0.value.utf8))) })
    let found = engine.open(Context()).diagnostics.filter { $0.code == .unknownReference }
    #expect(found.map(\.help) == [help])
    #expect(try #require(found.first).related.map(\.message) == [reason ?? "declared nowhere in 1 file"])
  }

  @Test func aStyleIsNotAResource() throws {
    let engine = ThemeEngine(bundle: "oracle")
    let theme = #"[{}, {"~title": {"a": 1}, "A": {"b": "@resource:~title", "c": "@resource:@resource:x"}}]"#
    engine.apply([.init(path: "theme.json", content: .bytes(Array(theme.utf8)))])
    let found = engine.open(Context()).diagnostics
    #expect(
      found.map(\.help) == [
        "refer to a resource, or declare one with this value", "write the id without `@resource:`",
      ])
    #expect(try #require(found.first).related.map(\.message) == ["`~title` is a style, and not a resource"])
  }
}

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
}

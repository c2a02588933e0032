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
}

// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import TextComparison
import ThemeModel

@testable import ThemeEngine

/// The places of wrong names in the contexts of a manifest.
@Suite struct ManifestPlacesTests {
  private static let theme = #"{ "a": { "alpha": 1 } }"#
  private static let themes = ["Day.json": theme, "Night.json": theme]
  private static let tokens = [
    "a.json": #"{ "a": { "$type": "number", "$value": 1 } }"#,
    "app.resolver.json": """
    { "version": "2025.10", "sets": { "base": { "sources": [{ "$ref": "a.json" }] } },
      "modifiers": { "mode": { "default": "light", "contexts": { "light": [], "dark": [] } } },
      "resolutionOrder": [{ "$ref": "#/sets/base" }, { "$ref": "#/modifiers/mode" }] }
    """,
  ]

  /// The findings of a check, and of an engine that gets the manifest after the contexts were opened.
  private func check(
    _ files: [String: String], _ manifest: String, _ expected: [String], _ location: SourceLocation = #_sourceLocation
  ) {
    let contents = files.map { FileChange(path: $0, content: .bytes(Array($1.utf8))) }
    let last = FileChange(path: "livery.json", content: .bytes(Array(manifest.utf8)))
    let cold = ThemeEngine(bundle: "b")
    cold.apply(contents + [last])
    #expect(cold.checkEverywhere().map(line) == expected, sourceLocation: location)

    let live = ThemeEngine(bundle: "b")
    live.apply(contents)
    for named in cold.namedContexts { live.open(named.context) }
    live.apply([last])
    live.publish()
    let found = cold.namedContexts.flatMap { live.open($0.context).diagnostics.map(line) }
    #expect(found == expected, sourceLocation: location)
  }

  private func line(_ diagnostic: Diagnostic) -> String {
    let place = diagnostic.range.map { ":\($0.start.line):\($0.start.column)" } ?? ""
    return "\(diagnostic.file)\(place) \(diagnostic.code.rawValue) \(diagnostic.message)"
  }

  /// A manifest that names a missing theme is itself valid: its rules and suppressions are known.
  @Test func otherFindingsAreNotConsequences() {
    let manifest = #"{ "dialect": "inlthemes", "default": "Day", "contexts": { "a": { "themes": ["Nihgt"] } } }"#
    let files = Self.themes.merging(
      ["livery.json": manifest, "Day.json": #"{ "a": { "font": "Courier", "fontSize": "9" } }"#]) { $1 }
    let engine = ThemeEngine(bundle: "b")
    engine.apply(files.map { FileChange(path: $0, content: .bytes(Array($1.utf8))) })
    let found = engine.checkEverywhere()
    #expect(found.map(\.code) == [.missingFile, .numberInString])
    #expect(!found.contains { $0.isConsequence })
  }

  @Test func themes() {
    check(
      Self.themes,
      #"""
      { "dialect": "inlthemes", "default": "Day", "contexts": {
        "evening mood": { "themes": ["Nihgt"] },
        "": { "device": "pad", "themes": ["Nihgt", "Day"] } } }
      """#,
      [
        "livery.json:2:32 LV1006 the bundle has no theme `Nihgt` (in the context `evening mood`)",
        "livery.json:3:37 LV1006 the bundle has no theme `Nihgt` (in the context without a name)",
      ])
    check(
      ["theme.inc.json": "{}"], #"{ "contexts": { "a": {}, "a": { "themes": ["x"] } } }"#,
      [
        "livery.json:1:44 LV1006 the bundle has no theme `x`: the themes of this dialect have no names (in the context `a`)",
        #"livery.json:1:26 LV0007 the key "a" occurs twice in this object; the last one counts"#,
      ])
  }

  @Test func modifiers() {
    check(
      Self.tokens,
      #"""
      { "contexts": {
        "a": { "modifiers": { "moode": "dark" } }, "b": { "modifiers": { "Mode": "drak" } },
        "c": { "themes": ["mode=drak"] }, "d": { "themes": ["light", "drak"] } } }
      """#,
      [
        "livery.json:2:25 LV1023 the bundle has no modifier `moode` (in the context `a`)",
        "livery.json:2:76 LV1023 the modifier `mode` has no context `drak` (in the context `b`)",
        "livery.json:3:21 LV1023 the modifier `mode` has no context `drak` (in the context `c`)",
        "livery.json:3:64 LV1023 no modifier has a context `drak` (in the context `d`)",
      ])
  }

  /// A context that a consumer asks for has no place, and neither have themes that are chosen at run time.
  @Test func namesThatTheManifestDoesNotGive() throws {
    let engine = ThemeEngine(bundle: "b")
    let manifest = #"{ "dialect": "inlthemes", "default": "Day", "contexts": { "a": { "themes": ["x"] }, "b": {} } }"#
    engine.apply(
      Self.themes.merging(["livery.json": manifest]) { $1 }.map {
        FileChange(path: $0, content: .bytes(Array($1.utf8)))
      })
    let missing = " LV1006 the bundle has no theme `x`"
    #expect(engine.open(Context(device: .pad, themes: ["x"])).diagnostics.map(line) == [missing])
    engine.restore(themes: ["x"])
    engine.publish()
    #expect(engine.open(Context()).diagnostics.map(line) == [missing])
    #expect(engine.open(Context(themes: ["x"])).diagnostics.map(\.file) == ["livery.json"])
  }

  /// While the manifest cannot be read, its last good contexts apply, and they are not in its text.
  @Test func aManifestThatIsHeld() {
    let engine = ThemeEngine(bundle: "b")
    let manifest = #"{ "dialect": "inlthemes", "default": "Day", "contexts": { "a": { "themes": ["x"] } } }"#
    engine.apply(
      Self.themes.merging(["livery.json": manifest]) { $1 }.map {
        FileChange(path: $0, content: .bytes(Array($1.utf8)))
      })
    engine.publish()
    engine.open(Context(themes: ["x"]))
    engine.apply([FileChange(path: "livery.json", content: .bytes(Array("{ \"contexts\": {".utf8)))])
    engine.publish()
    let found = engine.open(Context(themes: ["x"])).diagnostics.filter { $0.code == .missingFile }
    #expect(found.map(line) == [" LV1006 the bundle has no theme `x`"])
  }
}

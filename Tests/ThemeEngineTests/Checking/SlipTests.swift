// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import Testing
import ThemeEngine
import ThemeModel

/// Findings of `livery check` about valid values that their author probably meant otherwise.
@Suite struct SlipTests {
  /// The findings of a conformance case, infos included: `CODE severity id: help`.
  private func check(_ dialect: String, _ name: String, _ expected: String...) throws {
    let fixture = Fixture(dialect: dialect, name: name)
    let engine = ThemeEngine(bundle: name)
    engine.apply(try Fixture.changes(of: fixture.folder.appending(path: "bundle")))
    let found = engine.check(Context(device: .pad)).filter { $0.code != .unused && $0.code != .suffixWithoutBase }
    #expect(found.map { "\($0.code.rawValue) \($0.severity) \($0.id ?? ""): \($0.help ?? "")" } == expected)
    #expect(engine.open(Context()).errorCount == 0)
  }

  @Test func textsForNumbers() throws {
    try check(
      "redbeard", "texts-for-numbers",
      "LV2010 warning gap: write 8", "LV2010 warning button: write 44", "LV2010 warning button: write 44",
      "LV2010 warning button: write 4.5", "LV2010 warning button: write 4",
      "LV1004 warning button: write true without quotation marks",
      "LV1004 warning button: write false without quotation marks")
  }

  @Test func numbersForColors() throws {
    try check(
      "redbeard", "number-for-color",
      "LV2001 warning color-danger: write \"#FF0000\"", "LV2001 warning button: write \"#FF0000\"",
      "LV2001 warning button: write #RRGGBB or #RRGGBBAA, with digits 0-9 and A-F; AA is the opacity")
  }

  /// The help for values of tokens that were probably meant as references or colours: `ID: HELP`.
  @Test(
    arguments: [
      ("x: { $type: color, $value: a.ink }", #"x: write "{a.ink}""#),
      ("x: { $type: color, $value: '{a.ink' }", #"x: write "{a.ink}""#),
      ("x: { $type: color, $value: 'a.ink}' }", #"x: write "{a.ink}""#),
      ("x: { $type: number, $value: a.ink }", #"x: write "{a.ink}""#),
      ("x: { $type: number, $value: a.pen }", "x: write a number"),
      ("x: { $value: a.ink }", #"x: write "{a.ink}""#),
      ("x: { $type: color, $value: {a.ink} }", #"x: write "{a.ink}" with the quotation marks"#),
      ("x: { $value: {a.ink} }", #"x: write "{a.ink}" with the quotation marks"#),
      (
        "x:\n  $type: number\n  $value: #ff0000",
        "x: write a number; in YAML, a `#` without quotation marks begins a comment"
      ),
    ]) func valuesMeantAsReferences(text: String, expected: String)
  {
    let ink = "a:\n  ink: { $type: color, $value: { colorSpace: srgb, components: [0, 0, 0] } }\n"
    let engine = ThemeEngine(bundle: "tokens")
    engine.apply([.init(path: "a.tokens.yaml", content: .bytes(Array((ink + text + "\n").utf8)))])
    let found = engine.check(Context()).filter { $0.severity == .error }
    #expect(found.map { "\($0.id ?? ""): \($0.help ?? "")" } == [expected])
  }

  @Test func emptyIDs() throws {
    try check("redbeard", "id-empty", "LV1018 warning : give it a name")
  }

  @Test func aThemeThatIsNoStyle() throws {
    try check(
      "redbeard", "theme-names", "LV1001 warning RBButton: did you mean `button`?",
      "LV1001 warning alert: did you mean `alert-button`?")
  }

  /// The style may be declared in a file that cannot be read.
  @Test func aThemeThatMayBeDeclaredElsewhereIsAConsequence() throws {
    let engine = ThemeEngine(bundle: "broken")
    let files = [
      "theme.inc.json": #"{ "themes": ["a.json", "b.json"] }"#, "a.json": #"{ "RBButton": { "theme": "button" } }"#,
      "b.json": #"{ "button": { "height": 4 "#,
    ]
    engine.apply(files.sorted { $0.key < $1.key }.map { .init(path: $0.key, content: .bytes(Array($0.value.utf8))) })
    let found = engine.check(Context()).filter { $0.code == .unknownReference }
    #expect(
      found.map(\.message) == [
        "`button` is not declared in the files that can be read; it may be declared in `b.json`, which cannot be read"
      ])
    #expect(found.map(\.isConsequence) == [true])
  }

  @Test func namesOfConstants() throws {
    let color = "write color:RRGGBB, or rename the constant"
    let number = "write a number, or rename the constant"
    try check(
      "giotto", "constant-names",
      "LV1004 warning FONT_A: write the name of a font or font:NAME,SIZE, or rename the constant",
      "LV1004 warning COLOR_B: \(color)", "LV1004 warning COLOR_C: \(color)",
      "LV2008 warning COLOR_D: write the value itself", "LV1004 warning DIMENSION_C: \(number)",
      "LV1004 warning DIMENSION_D: \(number)",
      "LV1018 info accent: rename it to `COLOR_accent`, as Giotto's convention says",
      "LV1018 info title: rename it to `FONT_title`, as Giotto's convention says")
  }

  @Test func aThemeWithoutConstants() throws {
    try check(
      "giotto", "constants-none", "LV1014 info : add a dictionary `Constants`, which may be empty")
  }

  /// Its constants are not styles that are wrong.
  @Test func misspeltConstants() {
    let text = #"{ "formatVersion": 2, "Constant": { "COLOR_A": "c:123", "COLOR_B": "c:456" }, "Styles": { "S": {} } }"#
    let engine = ThemeEngine(bundle: "misspelt")
    engine.apply([.init(path: "default.json", content: .bytes(Array(text.utf8)))])
    let found = engine.check(Context())
    #expect(found.map(\.message) == ["the group `Constant` contains values that are not styles"])
    #expect(found.first?.fix?.edits.map(\.text) == ["Constants"])
    #expect(found.first?.fix?.safe == true)
  }

  /// The prefix of constants does not make two names alike.
  @Test(
    arguments: [
      ("COLOR_INK", nil), ("COLOR_TWOO", "COLOR_TWO"), ("COLOR_two", "COLOR_TWO"), ("COLOR_TW", "COLOR_TWO"),
      ("COLOR_T", nil), ("COLOR_TWICE", nil),
    ] as [(String, String?)]) func namesOfConstantsThatAreNear(written: String, meant: String?) throws
  {
    let text = """
      { "formatVersion": 2, "Constants": { "COLOR_TWO": "c:123" },
        "G": { "A": { "x": "\(written)", "y": "COLOR_TWO" } } }
      """
    let engine = ThemeEngine(bundle: "giotto")
    engine.apply([.init(path: "default.json", content: .bytes(Array(text.utf8)))])
    let found = try #require(engine.check(Context()).first { $0.code == .looksLikeConstant })
    #expect(found.suggestedName == meant)
    #expect(found.fix?.edits.map(\.text) == meant.map { [$0] })
  }

  /// Before version 2 every entry is a constant, and nothing is known of its name.
  @Test(arguments: ["format-version-1", "format-version-none-in-old-file"]) func oldNamesAreFree(name: String) throws {
    let engine = ThemeEngine(bundle: name)
    let fixture = Fixture(dialect: "giotto", name: name)
    engine.apply(try Fixture.changes(of: fixture.folder.appending(path: "bundle")))
    #expect(!engine.check(Context()).contains { [.unknownKey, .typeMismatch, .shape].contains($0.code) })
  }
}

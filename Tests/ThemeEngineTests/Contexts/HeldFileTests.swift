// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing
import ThemeEngine
import ThemeModel

/// A file whose slip would lose its values as a whole keeps its last good state, also over a restart.
@Suite struct HeldFileTests {
  @Test func theListOfAnIncludeFile() throws {
    let root = "theme.inc.json"
    let good = #"{"include": ["more.inc.json"], "themes": ["a.json"]}"#
    for slip in [
      good.replacing("themes", with: "theme"), good.replacing("themes", with: "Themes"),
      good.replacing("include", with: "includes"),
    ] {
      try checkSteps(
        [root: good, "more.inc.json": #"{"themes": ["b.json"]}"#, "a.json": #"{"a": 1}"#, "b.json": #"{"b": 1}"#],
        HeldStep(root, slip, serves: #"{"a": 1, "b": 1}"#, held: 1),
        HeldStep("a.json", #"{"a": 2}"#, serves: #"{"a": 2, "b": 1}"#, held: 1),
        HeldStep("more.inc.json", #"{"theme": ["b.json"]}"#, serves: #"{"a": 2, "b": 1}"#, held: 2),
        HeldStep(root, good, serves: #"{"a": 2, "b": 1}"#, held: 1),
        // What is meant is there, or is not a list of files.
        HeldStep("more.inc.json", #"{"theme": ["b.json"], "themes": []}"#, serves: #"{"a": 2}"#),
        HeldStep(root, #"{"themes": ["a.json"], "includes": "none"}"#, serves: #"{"a": 2}"#),
        HeldStep(root, #"{"themes": ["a.json"], "notes": []}"#, serves: #"{"a": 2}"#))
    }
  }

  /// A renamed file stands in its old place until the new one can be read once.
  @Test func aRenamedFileWithAMistake() throws {
    let root = "theme.inc.json"
    func list(_ names: String) -> String { "{\"themes\": [\(names)]}" }
    for (slip, code) in [("", "LV0001"), (#"{"a": 1 "b": 2}"#, "LV0006"), ("[1]", "LV1014")] {
      try checkSteps(
        [root: list(#""first.json", "a.json""#), "first.json": #"{"x": 1}"#, "a.json": #"{"a": 1}"#],
        HeldStep(root, list(#""first.json", "b.json""#), serves: #"{"x": 1, "a": 1}"#, "LV1006 \(root) held"),
        HeldStep("b.json", slip, serves: #"{"x": 1, "a": 1}"#, "\(code) b.json held"),
        HeldStep("a.json", nil, serves: #"{"x": 1, "a": 1}"#, "\(code) b.json held"),
        HeldStep("first.json", #"{"x": 2}"#, serves: #"{"x": 2, "a": 1}"#, "\(code) b.json held"),
        HeldStep("b.json", #"{"b": 3}"#, serves: #"{"x": 2, "b": 3}"#),
        // Now it is one of the list.
        HeldStep("b.json", slip, serves: #"{"x": 2, "b": 3}"#, "\(code) b.json held", held: 1))
    }
    // A new entry takes the place of none.
    try checkSteps(
      [root: list(#""a.json""#), "a.json": #"{"a": 1}"#, "b.json": "{"],
      HeldStep(root, list(#""a.json", "b.json""#), serves: #"{"a": 1}"#, "LV0001 b.json"))
  }

  @Test func theListsOfOracle() throws {
    let (resources, styles) = (#"{"c": 1}"#, #"{"UILabel": {"x": 1}}"#)
    try checkSteps(
      ["theme.json": "[\(resources), \(styles)]"],
      HeldStep("theme.json", #"[\#(resources), {"d": 2}, \#(styles)]"#, serves: resources, "LV1014 theme.json held"),
      HeldStep("theme.json", #"[{"c": 1, "d": 2}, \#(styles)]"#, serves: #"{"c": 1, "d": 2}"#))
  }

  @Test func theVersionOfGiotto() throws {
    func text(_ version: String) -> String {
      #"{\#(version), "Constants": {"COLOR_A": 1}, "Labels": {"A": {"x": 1}}}"#
    }
    let path = "theme_default.json"
    try checkSteps(
      [path: text(#""formatVersion": 2"#)],
      HeldStep(
        path, text(#""formatVersion": 1"#), serves: #"{"COLOR_A": 1}"#, "LV2007 \(path) held", "LV2007 \(path) held",
        held: 1),
      HeldStep(path, text(#""formatversion": 2"#), serves: #"{"COLOR_A": 1}"#),
      HeldStep(path, text(#""formatVersion": 2"#), serves: #"{"COLOR_A": 1}"#))
  }

  /// The manifest asks for the theme that is gone.
  @Test func theDefaultOfINLThemes() throws {
    func theme(_ color: String) -> String { ##"{"title": {"textColor": "\##(color)"}}"## }
    try checkSteps(
      [
        "livery.json": #"{"dialect": "inlthemes", "default": "Day"}"#, "Day.json": theme("#102030"),
        "Night.json": theme("#ffffff"),
      ],
      HeldStep("Day.json", nil, serves: "{}", "LV1006 livery.json held"),
      HeldStep("Day.json", theme("#102030"), serves: "{}"))
  }

  /// `Forget` drops the last good manifest, too: what it serves is what a daemon without a past serves.
  @Test func aManifestThatIsForgotten() throws {
    let engine = ThemeEngine(bundle: "b")
    func write(_ path: String, _ text: String) {
      engine.apply([FileChange(path: path, content: .bytes(Array(text.utf8)))])
      engine.publish()
    }
    let manifest = #"{"dialect": "tokens"}"#
    write("a.tokens.json", #"{"a": {"$type": "number", "$value": 1}}"#)
    write("x.json", #"{"b": {"$type": "number", "$value": 1}}"#)
    write("livery.json", manifest)
    _ = engine.open(Context())
    engine.publish()
    write("livery.json", String(manifest.dropLast(3)))
    let held = engine.open(Context())
    #expect(try held.content["constants"] == ["a": 1, "b": 1])
    #expect(held.held == 1)
    engine.forgetPast()
    engine.publish()
    let forgotten = engine.open(Context())
    #expect(try forgotten.content["constants"] == ["a": 1])
    #expect(forgotten.held == 0)
    #expect(forgotten.diagnostics.map(\.heldBackSince) == [nil])
    #expect(engine.heldRecord == nil)
    write("livery.json", manifest)
    #expect(try engine.open(Context()).content["constants"] == ["a": 1, "b": 1])
  }
}

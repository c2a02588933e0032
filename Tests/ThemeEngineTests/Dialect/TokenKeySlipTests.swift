// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeEngine
import ThemeModel

/// A slip in a name or key that decides which design tokens there are takes no value from running programs, also over a restart.
@Suite struct TokenKeySlipTests {
  private static func number(_ name: String, _ value: Int) -> String {
    #"{"\#(name)": {"$type": "number", "$value": \#(value)}}"#
  }

  /// A bundle without such a name reads files with any name.
  @Test func theFirstFileThatIsNamedAsTokens() throws {
    try checkSteps(
      ["colors.json": Self.number("c", 1), "sizes.json": Self.number("s", 2)],
      HeldStep("a.tokens.json", Self.number("m", 3), serves: #"{"m": 3, "c": 1, "s": 2}"#, "LV1007 a.tokens.json held"),
      HeldStep("sizes.json", Self.number("s", 4), serves: #"{"m": 3, "c": 1, "s": 4}"#, "LV1007 a.tokens.json held"),
      HeldStep("livery.json", #"{"dialect": "tokens"}"#, serves: #"{"m": 3, "c": 1, "s": 4}"#),
      HeldStep("livery.json", nil, serves: #"{"m": 3}"#))
    try checkSteps(
      ["colors.json": Self.number("c", 1)],
      HeldStep("a.tokens.json", Self.number("m", 3), serves: #"{"m": 3, "c": 1}"#, "LV1007 a.tokens.json held"),
      HeldStep("colors.json", nil, serves: #"{"m": 3}"#))
  }

  @Test(
    arguments: [
      (##""$extends""##, ##""$extend""##, "LV1018", 2), (##""$extends""##, ##""$extneds""##, "LV1018", 2),
      (##""$extends""##, ##""$Extends""##, "LV1018", 2), (##""$extends""##, ##""extends""##, "LV1014", 2),
      (##""$ref": "#/g","##, ##""$rf": "#/g","##, "LV1018", 2),
      (##""$ref": "#/g","##, ##""ref": "#/g","##, "LV1014", 2),
      (##""$ref": "#/g/a""##, ##""$reff": "#/g/a""##, "LV1018", 1),
      (##""$ref": "#/g/a""##, ##""ref": "#/g/a""##, "LV1014", 1), (#""$value": 3"#, #""$val": 3"#, "LV1018", 1),
    ] as [(String, String, String, Int)])
  func aMisspeltKeyThatInherits(written: String, slip: String, code: String, held: Int) throws {
    let whole = ##"""
      {"g": {"$type": "number", "a": {"$value": 1}, "b": {"$value": 2}},
       "h": {"$extends": "{g}", "$type": "number", "own": {"$value": 3}},
       "i": {"$ref": "#/g", "own": {"$type": "number", "$value": 4}}, "al": {"$ref": "#/g/a"}}
      """##
    let all = #"{"g.a": 1, "g.b": 2, "h.own": 3, "h.a": 1, "h.b": 2, "i.own": 4, "i.a": 1, "i.b": 2, "al": 1}"#
    try checkSteps(
      ["a.tokens.json": whole],
      HeldStep(
        "a.tokens.json", whole.replacing(written, with: slip), serves: all, "\(code) a.tokens.json held", held: held),
      HeldStep("a.tokens.json", whole, serves: all))
  }
}

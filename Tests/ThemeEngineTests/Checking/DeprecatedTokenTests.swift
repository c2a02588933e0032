// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeModel

@testable import ThemeEngine

/// References to deprecated tokens, which a check finds among the sources of all contexts.
@Suite struct DeprecatedTokenTests {
  private func check(
    _ files: [String: String], _ expected: String..., location: SourceLocation = #_sourceLocation
  ) {
    let engine = ThemeEngine(bundle: "b")
    engine.apply(files.map { FileChange(path: $0, content: .bytes(Array($1.utf8))) })
    let found = engine.checkEverywhere().filter { $0.code == .deprecatedToken }
    #expect(found.map { "\($0.file):\($0.range?.start.line ?? 0) \($0.message)" } == expected, sourceLocation: location)
  }

  private static let use = #"{ "b": { "$type": "number", "$value": "{a}" } }"#

  @Test func acrossFiles() {
    let a = #"{ "a": { "$type": "number", "$value": 1, "$deprecated": "use c" } }"#
    check(["a.tokens.json": a, "b.tokens.json": Self.use], "b.tokens.json:1 `a` is deprecated: use c")
    check(
      ["a.tokens.json": a.replacing(#""use c""#, with: "true"), "b.tokens.json": Self.use],
      "b.tokens.json:1 `a` is deprecated")
    check(["a.tokens.json": a.replacing(#""use c""#, with: "false"), "b.tokens.json": Self.use])
    // A deprecated token may refer to another one.
    check(["a.tokens.json": a, "b.tokens.json": Self.use.replacing("{a}\"", with: "{a}\", \"$deprecated\": true")])
  }

  @Test func sourcesOfAllContexts() {
    let resolver =
      ##"{ "version": "2025.10", "sets": { "s": { "sources": [{ "$ref": "b.json" }] } }, "##
      + ##""modifiers": { "m": { "contexts": { "x": [{ "$ref": "a.json#/in" }], "y": [] }, "default": "y" } }, "##
      + ##""resolutionOrder": [{ "$ref": "#/sets/s" }, { "$ref": "#/modifiers/m" }] }"##
    check(
      [
        "t.resolver.json": resolver,
        "b.json": #"{ "c": { "$type": "number", "$value": 1 }, "b": { "$value": "{a}" } }"#,
        "a.json": #"{ "in": { "a": { "$type": "number", "$value": 1, "$deprecated": true } } }"#,
      ], "b.json:1 `a` is deprecated")
  }

  /// The files are not parsed for it where no text may have the key.
  @Test func otherWaysToWriteTheKey() {
    check(
      [
        "a.tokens.json": #"{ "a": { "$type": "number", "$value": 1, "\u0024deprecated": true } }"#,
        "b.tokens.json": Self.use,
      ],
      "b.tokens.json:1 `a` is deprecated")
    check(
      ["a.tokens.yaml": "a:\n  $type: number\n  $value: 1\n  \"\\x24deprecated\": true\n", "b.tokens.json": Self.use],
      "b.tokens.json:1 `a` is deprecated")
    check(
      [
        "a.tokens.json": #"{ "a": { "$type": "number", "$value": 1, "$description": "$deprecated" } }"#,
        "b.tokens.json": Self.use,
      ])
  }
}

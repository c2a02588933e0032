// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TestSupport
import Testing
import TextComparison
import ThemeModel
import ThemeResolver

@testable import ThemeEngine

/// The work of an edit of design tokens, and the kept values of tokens that become wrong.
@Suite struct TokenEngineTests {
  private func change(_ path: String, _ text: String) -> FileChange {
    FileChange(path: path, content: .bytes(Array(text.utf8)))
  }

  private func engine(_ files: [(String, String)]) -> ThemeEngine {
    let engine = ThemeEngine(bundle: "tokens")
    engine.apply(files.map { change($0.0, $0.1) })
    engine.open(Context())
    return engine
  }

  /// Two groups of colours, aliases of both, a part that a pointer names, and a group that extends a group.
  private static let bundle = """
    {
      "ink": { "$type": "color",
        "dark": { "$value": { "colorSpace": "srgb", "components": [0, 0.1, 0.2] } },
        "light": { "$value": { "colorSpace": "srgb", "components": [1, 1, 1], "hex": "#ffffff" } } },
      "gap": { "$type": "number", "small": { "$value": 1 }, "large": { "$value": 2 } },
      "text": { "$value": "{ink.dark}" },
      "tint": { "$type": "number", "$value": { "$ref": "#/ink/dark/$value/components/1" } },
      "wide": { "$value": "{gap.large}" },
      "card": { "gap": { "$value": "{gap.small}" } },
      "dialog": { "$extends": "{card}" }
    }
    """

  /// Groups without a type are usual: a publication does not record them as failures.
  @Test func groupsWithoutATypeAreNoFailures() throws {
    let engine = engine([("a.tokens.json", Self.bundle)])
    engine.publish()
    let view = try #require(engine.contexts.view(of: Context()))
    let recorded = engine.sources.linked.resolver.recorded(view, isWhole: false)
    #expect(recorded?.unheld.isEmpty == true && recorded?.values.isEmpty == true)
  }

  /// `why` shows the members of a token beside its value, for the token and for its references.
  @Test func metadataOfTheDeclarationsThatWon() throws {
    let document = """
      { "version": "2025.10", "resolutionOrder": [
        { "type": "set", "name": "a", "sources": [
          { "g": { "x": { "$type": "number", "$value": 1, "$description": "inline", "$description": "last" } } },
          { "$ref": "b.json#/part" }] }] }
      """
    let part = """
      { "part": { "g": { "$description": "a group",
          "y": { "$value": "{g.x}", "$deprecated": true, "$extensions": { "tool": [1, "$type"] } },
          "$root": { "$value": { "$ref": "#/g/y" }, "$description": "the root" },
          "z": { "$value": "{g.x}" } },
        "h": { "$extends": "{g}" } } }
      """
    let engine = engine([("a.resolver.json", document), ("b.json", part)])
    func metadata(_ path: String) -> [JSONValue] {
      (engine.explain("constants/" + path, in: Context()) ?? []).map { $0.metadata.map { .object($0) } ?? .null }
    }
    let x: JSONValue = ["$description": "last"]
    let y: JSONValue = ["$deprecated": true, "$extensions": ["tool": [1, "$type"]]]
    #expect(metadata("g.x") == [x])
    #expect(metadata("g.y") == [y, x])
    #expect(metadata("g.$root") == [["$description": "the root"], y, x])
    #expect(metadata("g.z") == [.null, x])
    // An inherited token is an alias of the token, without a description of its own.
    #expect(metadata("h.y") == [.null, y, x])
  }

  /// A file that a document names as a whole and in parts is parsed for each of them.
  @Test func aSyntaxErrorIsReportedOnce() throws {
    let document = """
      { "version": "2025.10", "resolutionOrder": [
        { "type": "set", "name": "all", "sources": [
          { "$ref": "b.json" }, { "$ref": "b.json#/p" }, { "$ref": "b.json#/q" }] }] }
      """
    let text = #"{ "p": { "x": { "$type": "number", "$value": 1 } }, "q": {} }"#
    let broken = text.replacing(": 1", with: ": ")
    for isFirst in [true, false] {
      let engine = engine([("a.resolver.json", document), ("b.json", isFirst ? broken : text)])
      engine.apply([change("b.json", broken)])
      engine.publish()
      let found = engine.open(Context()).diagnostics.filter { $0.code == .syntax }
      #expect(found.map(\.heldBackSince) == [isFirst ? nil : 0])
      #expect(engine.check(Context()).count { $0.code == .syntax } == 1)
    }
  }

  /// - Parameters:
  ///   - old: a text of the bundle.
  ///   - new: the text in its place.
  ///   - changed: the paths of the constants that differ then.
  ///   - executed: values that are executed for it, at most.
  private func check(
    _ old: String, _ new: String, _ changed: [String], executed: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let engine = engine([("a.tokens.json", Self.bundle)])
    let before = engine.open(Context())
    let counters = engine.counters
    let text = Self.bundle.replacing(old, with: new)
    try #require(text != Self.bundle, sourceLocation: sourceLocation)
    engine.apply([change("a.tokens.json", text)])
    engine.publish()
    let patch = try engine.open(Context()).delta(from: before).patchJSON.array ?? []
    let paths = Set(patch.compactMap { $0["path"]?.string?.split(separator: "/").dropFirst().first.map(String.init) })
    #expect(paths.sorted() == changed, sourceLocation: sourceLocation)
    #expect(engine.counters.valuesResolved - counters.valuesResolved <= executed, sourceLocation: sourceLocation)
    #expect(engine.counters.filesParsed - counters.filesParsed == 1, sourceLocation: sourceLocation)
  }

  @Test func anEditWakesWhatDependsOnIt() throws {
    // A token and its alias; the part that `tint` points at is the same.
    try check("[0, 0.1, 0.2]", "[0, 0.1, 0.3]", ["ink.dark", "text"], executed: 5)
    try check("[0, 0.1, 0.2]", "[0, 0.4, 0.2]", ["ink.dark", "text", "tint"], executed: 6)
    // Only values that refer to the token are executed.
    try check(##"[1, 1, 1], "hex": "#ffffff""##, "[1, 1, 0.5]", ["ink.light"], executed: 3)
    try check("\"{gap.large}\"", "\"{gap.small}\"", ["wide"], executed: 2)
    // The type of a group is an input of its tokens alone.
    try check(
      "\"gap\": { \"$type\": \"number\"", "\"gap\": { \"$type\": \"vendor\"",
      ["card.gap", "dialog.gap", "gap.large", "gap.small", "wide"], executed: 14)
    try check(
      #""small": { "$value": 1 }"#, #""small": { "$value": 7 }"#, ["card.gap", "dialog.gap", "gap.small"], executed: 5)
    try check("\"{card}\"", "\"{gap}\"", ["dialog.gap", "dialog.large", "dialog.small"], executed: 10)
    // A new spelling of the same value changes nothing.
    try check(##"[1, 1, 1], "hex": "#ffffff""##, "[1, 1, 1], \"alpha\": 1", [], executed: 3)
  }

  @Test func wrongTokensKeepTheirValues() throws {
    let engine = engine([("a.tokens.json", Self.bundle)])
    engine.publish()
    let good = try engine.open(Context()).content
    for wrong in [
      Self.bundle.replacing("[0, 0.1, 0.2]", with: "[0, 0.1]"),
      Self.bundle.replacing("{gap.large}", with: "{gap.lrge}"),
      String(Self.bundle.dropLast()), Self.bundle.replacing("\"$type\": \"number\", \"small\"", with: "\"small\""),
    ] {
      engine.apply([change("a.tokens.json", wrong)])
      engine.publish()
      let snapshot = engine.open(Context())
      #expect(try snapshot.content == good, "\(wrong)")
      #expect(snapshot.diagnostics.contains { $0.severity == .error }, "\(wrong)")
      engine.apply([change("a.tokens.json", Self.bundle)])
      engine.publish()
      #expect(engine.open(Context()).held == 0)
    }
  }

  @Test func aContextCostsWhatDiffers() throws {
    let document = """
      { "version": "2025.10",
        "modifiers": { "mode": { "default": "day", "contexts": { "day": [], "night": [{ "$ref": "b.json" }] } } },
        "resolutionOrder": [
          { "type": "set", "name": "all", "sources": [{ "$ref": "a.json" }] }, { "$ref": "#/modifiers/mode" }] }
      """
    let engine = engine([
      ("app.resolver.json", document), ("a.json", Self.bundle),
      ("b.json", #"{ "gap": { "small": { "$type": "number", "$value": 5 } } }"#),
    ])
    let before = engine.counters.valuesResolved
    engine.open(Context(modifiers: ["mode": "night"]))
    // `gap.small`, its group, and the dependents of the token.
    #expect(engine.counters.valuesResolved - before <= 10)
    let same = engine.counters.valuesResolved
    engine.open(Context(themes: ["mode=NIGHT"]))
    #expect(engine.counters.valuesResolved == same, "one meaning is resolved once")
  }
}

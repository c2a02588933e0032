// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeEngine
import ThemeModel

/// Each of many values is resolved once, whatever is wrong with them.
@Suite struct ManyOfAKindTests {
  private static let numbers = 0..<2_000

  private func check(
    _ members: [String], _ code: DiagnosticCode, findings: Int, _ location: SourceLocation = #_sourceLocation
  ) {
    let engine = ThemeEngine(bundle: "b")
    let text = "{\(members.joined(separator: ", "))}"
    let files = ["theme.inc.json": #"{"themes": ["a.json"]}"#, "a.json": text]
    engine.apply(files.sorted { $0.key < $1.key }.map { FileChange(path: $0, content: .bytes(Array($1.utf8))) })
    engine.open(Context())
    let resolved = engine.counters.valuesResolved
    // An object is a value, and so are its members.
    #expect(resolved <= 2 * members.count, sourceLocation: location)
    #expect(engine.check(Context()).count { $0.code == code } == findings, sourceLocation: location)
    // A check takes the values of the open context.
    #expect(engine.counters.valuesResolved == resolved, sourceLocation: location)
  }

  /// The finding of a long cycle has its first references alone.
  @Test(arguments: [(100, 100, ""), (2_000, 100, "… (1900 more)")])
  func aCycleOfMany(count: Int, related: Int, words: String) throws {
    let members = (0..<count).map { "\"c\($0)\": \"ref://c\(($0 + 1) % count)\"" }
    let engine = ThemeEngine(bundle: "b")
    let files = ["theme.inc.json": #"{"themes": ["a.json"]}"#, "a.json": "{\(members.joined(separator: ", "))}"]
    engine.apply(files.sorted { $0.key < $1.key }.map { FileChange(path: $0, content: .bytes(Array($1.utf8))) })
    let cycle = try #require(engine.check(Context()).first { $0.code == .cycle })
    #expect(cycle.related.count == related)
    #expect(cycle.message.hasPrefix("`c0` -> `c1` -> ") && cycle.message.hasSuffix("`c0` is a cycle"))
    #expect(words.isEmpty ? !cycle.message.contains("more") : cycle.message.contains(words))
  }

  @Test func valuesAreResolvedOnce() {
    let numbers = Self.numbers
    check(numbers.map { "\"c\($0)\": \"ref://c\(($0 + 1) % numbers.count)\"" }, .cycle, findings: 1)
    check(numbers.map { "\"c\($0)\": \"ref://none\($0)\"" }, .unknownReference, findings: numbers.count)
    check(numbers.map { "\"s\($0)\": {\"theme\": \"no style \($0)\"}" }, .unknownReference, findings: numbers.count)
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing
import ThemeEngine
import ThemeModel

/// Answers about ids that a selection names one by one are those of a walk over all ids.
@Suite struct NamedIDsTests {
  private static let theme =
    #"{ "s": { "x": { "y": 1, "z": 2 } }, "t": "ref://s", "a": 1, "c": "ref://b", "b": 2, "p/q": 3 }"#

  private func engine() -> ThemeEngine {
    let engine = ThemeEngine(bundle: "named")
    engine.apply([
      FileChange(path: "theme.inc.json", content: .bytes(Array(#"{ "themes": ["a.json"] }"#.utf8))),
      FileChange(path: "a.json", content: .bytes(Array(Self.theme.utf8))),
    ])
    engine.publish()
    return engine
  }

  /// - Parameter count: the number of ids that are looked at; nil for all.
  private func check(_ patterns: [String], looksAt count: Int?, _ location: SourceLocation = #_sourceLocation) throws {
    let engine = engine()
    let snapshot = engine.open(Context())
    let selection = try Selection(patterns)
    let ids = engine.ids(namedBy: selection, in: snapshot)
    #expect(ids?.count == count, sourceLocation: location)
    func text(_ ids: NamedIDs?) -> [UInt8] {
      var writer = JSONWriter()
      _ = snapshot.write(to: &writer, selecting: selection, among: ids, maximum: .max)
      return writer.drainBytes()
    }
    #expect(text(ids) == text(nil), sourceLocation: location)
    func references(_ ids: NamedIDs?) -> [String] {
      snapshot.references(selecting: selection, among: ids).map { "\($0.path) \($0.target)" }
    }
    #expect(references(ids) == references(nil), sourceLocation: location)
  }

  @Test func exactPathsAreLookedUp() throws {
    try check(["constants/c", "constants/a"], looksAt: 2)
    try check(["styles/t", "styles/s/x/y", "constants/gone", "styles/a"], looksAt: 2)
    try check(["/constants/p~1q"], looksAt: 1)
    try check(["styles/s/*", "styles/s/**/z"], looksAt: 1)
    try check(["nothing/a"], looksAt: 0)
  }

  @Test func otherPatternsMayMatchAnyID() throws {
    for patterns in [["constants/*"], ["**/y"], ["*/s"], ["constants"], ["constants/c", "styles/s*"], []] {
      try check(patterns, looksAt: patterns == ["*/s"] ? 1 : nil)
    }
  }

  @Test func snapshotsOfOtherEnginesAreWalked() throws {
    let engine = engine()
    let before = engine.open(Context())
    engine.apply([
      FileChange(path: "livery.json", content: .bytes(Array(#"{ "suffixes": { "pad": ["_p"] } }"#.utf8))),
      FileChange(path: "a.json", content: .bytes(Array(#"{ "a": 7 }"#.utf8))),
    ])
    engine.publish()
    let selection = try Selection(["constants/a"])
    #expect(engine.ids(namedBy: selection, in: before) == nil)
    #expect(engine.ids(namedBy: selection, in: engine.open(Context()))?.count == 1)
  }
}

// SPDX-License-Identifier: MIT

import Testing
import ThemeModel

@testable import ThemedElements

/// Pushed changes, of which later ones replace earlier ones.
@Suite struct PushedChangesTests {
  private func check(
    _ changes: [Value], keeps expected: [Value], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var pushed = PushedChanges()
    for case .object(let members) in changes { pushed.append(members) }
    #expect(pushed.list.map(Value.object) == expected, sourceLocation: sourceLocation)
  }

  @Test func whatIsCoveredGoes() {
    check([["a": 1], ["a": 2]], keeps: [["a": 2]])
    check([["a": 1], ["b": 1], ["a": 2]], keeps: [["b": 1], ["a": 2]])
    check([["a": 1, "b": 1], ["a": 2]], keeps: [["a": 1, "b": 1], ["a": 2]])
    check([["a": [1, 2]], ["a": [3, 4]]], keeps: [["a": [3, 4]]])
    check([["a": "ref://x"], ["a": "ref://x"]], keeps: [["a": "ref://x"]])
    check([["theme": "x"], ["theme": "x"]], keeps: [["theme": "x"]])
  }

  @Test func whatMayCountStays() {
    check([["a": 1], ["a": .null]], keeps: [["a": 1], ["a": .null]])
    check([["a": ["x": 1]], ["a": ["y": 1]]], keeps: [["a": ["x": 1]], ["a": ["y": 1]]])
    check([["a": 1], ["a": ["y": 1]]], keeps: [["a": 1], ["a": ["y": 1]]])
    check([["a": "ref://x"], ["a": "ref://y"]], keeps: [["a": "ref://x"], ["a": "ref://y"]])
    check([["theme": "x"], ["theme": "y"]], keeps: [["theme": "x"], ["theme": "y"]])
    check([["a": 1], ["a": ["ref://x"]]], keeps: [["a": 1], ["a": ["ref://x"]]])
  }

  @Test func theNewestAreKept() {
    let changes: [Value] = (0..<300).map { .object([Value.Member(key: "k\($0)", value: 1)]) }
    check(changes, keeps: Array(changes.suffix(PushedChanges.limit)))
  }
}
